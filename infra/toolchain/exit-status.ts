/** Describes how a child process ended and converts it to an exit code. */
import { constants } from 'node:os';

/** For example `ended with 1` or `was killed by SIGSEGV`; shells report signals as 128 plus their number. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  const killSignal = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return killSignal ? `was killed by ${killSignal}` : `ended with ${code}`;
}

/** Exit code as a shell reports it. */
export function toExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 1);
}
