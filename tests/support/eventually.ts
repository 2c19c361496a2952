/** Waiting for what happens by itself, however busy or slow the machine is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isThorough } from './effort.ts';

/**
 * Seconds after which what has not come never will: below the limit of all tests, so that the error shows what was seen
 * last. What is there sooner is not waited for.
 */
const longest = isThorough ? 500 : 250;

/** Looks until what it sees holds (unless told: is there). */
export async function eventually<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = (value) => value !== undefined,
): Promise<Exclude<T, undefined>> {
  const end = Date.now() + longest * 1000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value as Exclude<T, undefined>;
    if (Date.now() > end) throw new Error(`It never came about: ${JSON.stringify(value)}`);
    await sleep(40);
  }
}

/** For `eventually`: until it sees this value. */
export const is = (wanted: unknown) => (value: unknown) => value === wanted;
