import { log } from './log.ts';

/**
 * Runs `attempt` for one item after the other, or for `atOnce` at the same time. A failure is logged with `failure` and
 * the item's `details`, and does not stop the others.
 * @throws AggregateError at the end if any failed, so that the run counts as failed.
 */
export async function attemptEach<Item>(
  failure: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  attempt: (item: Item) => Promise<unknown>,
  details: (item: Item) => Record<string, unknown> = () => ({}),
  atOnce = 1,
): Promise<void> {
  const errors: unknown[] = [];
  await mapLimited(items, atOnce, async (item) => {
    try {
      await attempt(item);
    } catch (error) {
      log('error', failure, { ...details(item), error: String(error) });
      errors.push(error);
    }
  });
  if (errors.length > 0) throw new AggregateError(errors, `${failure} (${errors.length})`);
}

/** Runs independent steps in this order, even if one fails. */
export const attemptSteps = (...steps: (() => Promise<unknown>)[]): Promise<void> =>
  attemptEach('a step of a job failed', steps, (step) => step());

/** Runs independent steps at the same time, and waits for all of them. */
export const attemptTogether = (...steps: (() => Promise<unknown>)[]): Promise<void> =>
  attemptEach('a step of a job failed', steps, (step) => step(), undefined, steps.length);

/** Calls `act` for each item, in order, with at most `atOnce` calls under way. */
export async function mapLimited<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const work = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
