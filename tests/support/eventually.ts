/** Waiting for what happens by itself, however busy the machine is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { slowness } from './effort.ts';

/** Looks until what it sees holds (unless told: is there), for so many seconds where it is alone; then an error shows what it saw last. */
export async function eventually<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = (value) => value !== undefined,
  seconds = 45,
): Promise<Exclude<T, undefined>> {
  const end = Date.now() + seconds * 1000 * slowness;
  for (;;) {
    const value = await look();
    if (holds(value)) return value as Exclude<T, undefined>;
    if (Date.now() > end) throw new Error(`It never came about: ${JSON.stringify(value)}`);
    await sleep(40);
  }
}

/** For `eventually`: until it sees this value. */
export const is = (wanted: unknown) => (value: unknown) => value === wanted;
