/**
 * Batches reads requested during another read into one BatchGetItem, because a call costs more than its items. A read
 * never joins a batch that has started, so every caller sees all earlier writes.
 */
import { getItems, type Item } from './dynamo.ts';

type Reads = Parameters<typeof getItems>[0];

interface QueuedRead {
  reads: Reads;
  resolve: (items: (Item | undefined)[]) => void;
  reject: (error: unknown) => void;
}

export class BatchLoader {
  #queue: QueuedRead[] = [];
  #isReading = false;

  get(reads: Reads): Promise<(Item | undefined)[]> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ reads, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#queue.length > 0) {
      const read = readBatch(this.#queue.splice(0, maxAtOnce));
      let timer: NodeJS.Timeout | undefined;
      // A retrying batch must not block the queue.
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, maxWaitMs);
      });
      await Promise.race([read, timeout]);
      clearTimeout(timer);
    }
    this.#isReading = false;
  }
}

/** BatchGetItem allows 100 keys. Most reads are of two, a session and its user; `getItems` splits larger batches. */
const maxAtOnce = 50;
const maxWaitMs = 30;

async function readBatch(queued: readonly QueuedRead[]): Promise<void> {
  try {
    const items = await getItems(queued.flatMap(({ reads }) => [...reads]));
    let at = 0;
    for (const { reads, resolve } of queued) {
      resolve(items.slice(at, at + reads.length));
      at += reads.length;
    }
  } catch (error) {
    for (const { reject } of queued) reject(error);
  }
}
