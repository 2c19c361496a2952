/**
 * How much the tests try. `npm test` takes every path with a few cases, the same ones each time; `npm test -- --all` with
 * many, drawn anew (fast-check names the seed of those that fail).
 */
import type { Parameters } from 'fast-check';

/** In the environment of `npm test -- --all`. */
export const isThorough = process.env.TEST_EFFORT === 'all';

/** Usually so many repetitions, and with --all so many. */
export const repetitions = (usually: number, all: number) => (isThorough ? all : usually);

/** Usually one of so many things that are all alike, and with --all each. */
export const someOf = <T>(all: T[], each = 8): T[] => (isThorough ? all : all.filter((_, index) => index % each === 0));

/** Repetitions of fast-check, whose own number is 100. */
export const cases = (usually = 100, all = 10 * usually): Parameters<unknown> =>
  isThorough
    ? // As many as a slow machine has the time for.
      { numRuns: all, interruptAfterTimeLimit: 300_000 }
    : { numRuns: usually, seed: 20_260_901 };
