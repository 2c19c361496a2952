/**
 * The test profile: `npm test` and `.ci/run` run few cases at a fixed seed; `npm run test:nightly` runs many random
 * ones (fast-check prints the seed of a failure).
 */
import type { Parameters } from 'fast-check';

export const isNightly = process.env.TEST_PROFILE === 'nightly';

export const repetitions = (usually: number, nightly: number) => (isNightly ? nightly : usually);

/** Every n-th item of a list; at night all of them. */
export const pickSome = <T>(all: T[], each = 8): T[] =>
  isNightly ? all : all.filter((_, index) => index % each === 0);

/**
 * The cases of this night: consecutive ones from a random one on, so that nights together try all. Without `NIGHT`, a
 * number from 0 to 1 that a whole nightly run draws, all of them.
 */
export function pickOfNight<T>(all: readonly T[], count: number): T[] {
  const { NIGHT: night } = process.env;
  if (night === undefined) return [...all];
  const first = Math.floor(Number(night) * all.length);
  return [...all, ...all].slice(first, first + Math.min(count, all.length));
}

/** Settings of fast-check, which defaults to 100 runs. */
export const cases = (usually = 100, nightly = 10 * usually): Parameters<unknown> =>
  isNightly ? { numRuns: nightly, interruptAfterTimeLimit: 300_000 } : { numRuns: usually, seed: 20_260_901 };
