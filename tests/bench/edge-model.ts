/**
 * A model of one function for each withdrawal, all of them writing to a store that demands its newest version: what the
 * product did before it had one writer. In virtual time. Pure, apart from the random pauses that the caller gives.
 */

export interface StoreLatency {
  /** Milliseconds of a call, of which half pass before the service decides. */
  read: number;
  write: number;
}

export interface Outcome {
  stored: number;
  /** Milliseconds from the withdrawals, all at once, until each was stored. */
  times: number[];
  calls: number;
}

/** Attempts of a run, as of retries.ts; a failed run starts again after a minute and after two more. */
const attempts = 15;
const runDelays = [60_000, 120_000];

interface Step {
  at: number;
  run: number;
  attempt: number;
  kind: 'read' | 'write';
  /** The version that a write expects. */
  version: number;
}

export function simulateSeparateWriters(
  count: number,
  { read, write }: StoreLatency,
  random: () => number,
  /** An error that the writer does not recognise ends a run at once. */
  isRecognised = true,
): Outcome {
  const begin = (at: number, run: number, attempt: number): Step => ({
    at: at + read / 2,
    ...{ run, attempt, kind: 'read', version: 0 },
  });
  let steps = Array.from({ length: count }, () => begin(0, 0, 1));
  let version = 0;
  const outcome: Outcome = { stored: 0, times: [], calls: 0 };
  while (steps.length > 0) {
    const step = steps.reduce((first, one) => (one.at < first.at ? one : first));
    steps = steps.filter((one) => one !== step);
    outcome.calls += 1;
    if (step.kind === 'read') {
      steps.push({ ...step, kind: 'write', version, at: step.at + read / 2 + write / 2 });
    } else if (step.version === version) {
      version += 1;
      outcome.stored += 1;
      outcome.times.push(step.at + write / 2);
    } else {
      const failedAt = step.at + write / 2;
      const delay = runDelays[step.run];
      if (isRecognised && step.attempt < attempts) {
        const pause = random() * Math.min(1_500, 20 * 2 ** step.attempt);
        steps.push(begin(failedAt + pause, step.run, step.attempt + 1));
      } else if (delay !== undefined) steps.push(begin(failedAt + delay, step.run + 1, 1));
    }
  }
  return outcome;
}
