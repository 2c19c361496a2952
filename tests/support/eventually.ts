/** Polls for asynchronous results. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodingLimit } from './limits.ts';

/** Polls until the value satisfies the predicate (default: is defined); `limit` is in ms. @throws with the last value. */
export async function eventually<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = (value) => value !== undefined,
  limit = encodingLimit,
): Promise<Exclude<T, undefined>> {
  const end = performance.now() + limit;
  for (;;) {
    const value = await look();
    if (holds(value)) return value as Exclude<T, undefined>;
    if (performance.now() > end) throw new Error(`Timed out waiting; last value: ${JSON.stringify(value)}`);
    await sleep(40);
  }
}

/** Predicate for `eventually`: equals this value. */
export const is = (wanted: unknown) => (value: unknown) => value === wanted;

/** Predicate for `eventually`: exists and has these values among its fields. */
export const has = (wanted: object) => (value: unknown) =>
  Object.entries(wanted).every(([name, field]) => (value as Record<string, unknown> | undefined)?.[name] === field);

/** Predicate for `eventually`: has an element. */
export const isFilled = ({ length }: { length: number }) => length > 0;

/** Predicate for `eventually`: has this many elements or more. */
export const hasAtLeast = (count: number) => (list: { length: number }) => list.length >= count;

/** Predicate for `eventually`: all elements equal this value. */
export const areAll = (wanted: unknown) => (list: readonly unknown[]) => list.every(is(wanted));

/** Predicate for `eventually`: a text with this part, or texts of which one is this. */
export const contains = (wanted: string) => (whole: string | readonly string[]) => whole.includes(wanted);

/** Predicate for `eventually`: a video or clip whose encoding has ended or failed. */
export const isSettled = (media: { status: string } | undefined) =>
  media?.status === 'FINISHED' || media?.status === 'FAILED';
