/**
 * Batches reads that are requested while another read is running into one BatchGetItem, because the overhead of a call
 * exceeds the cost of its items. A read never joins a batch that has started, so every caller sees all earlier writes.
 */
import { getItems, type Item } from './dynamo.ts';

type Reads = Parameters<typeof getItems>[0];

interface Asked {
  reads: Reads;
  take: (found: (Item | undefined)[]) => void;
  fail: (error: unknown) => void;
}

export class BatchLoader {
  #asked: Asked[] = [];
  #isReading = false;

  get(reads: Reads): Promise<(Item | undefined)[]> {
    return new Promise((take, fail) => {
      this.#asked.push({ reads, take, fail });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#asked.length > 0) {
      const read = readThese(this.#asked.splice(0, mostAtOnce));
      let timer: NodeJS.Timeout | undefined;
      // A retrying batch must not block the queue.
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, maxWaitMs);
      });
      await Promise.race([read, patience]);
      clearTimeout(timer);
    }
    this.#isReading = false;
  }
}

/** Each session takes two of the 100 keys that a BatchGetItem allows. */
const mostAtOnce = 50;
const maxWaitMs = 30;

async function readThese(asked: readonly Asked[]): Promise<void> {
  try {
    const found = await getItems(asked.flatMap(({ reads }) => [...reads]));
    let at = 0;
    for (const { reads, take } of asked) {
      take(found.slice(at, at + reads.length));
      at += reads.length;
    }
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}
