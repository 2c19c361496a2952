import { constants } from 'node:os';

/** Returns, for example, `ended with 1` or `was killed by SIGSEGV`. Shells report a signal as 128 plus its number. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  const killSignal = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return killSignal ? `was killed by ${killSignal}` : `ended with ${code}`;
}

/** Returns the exit code that a shell would report. */
export function toExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 1);
}
