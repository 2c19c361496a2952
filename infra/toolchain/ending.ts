/** How a child process ended, in words: nobody takes a death by signal for a success. */
import { constants } from 'node:os';

/** `ended with 1`, `was killed by SIGSEGV`; a shell reports the signal that killed its child as 128 and its number. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  const killSignal = signal ?? Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return killSignal ? `was killed by ${killSignal}` : `ended with ${code}`;
}

/** What a shell would answer. */
export function toExitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 1);
}
