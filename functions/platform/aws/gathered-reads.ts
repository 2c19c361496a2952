/**
 * Reads that are asked for in one moment, or while another is under way, are made with one call: a call costs a function
 * more time than the items that it brings. Everybody sees what had been written before they asked, for their read has not begun yet.
 */
import { batchSize, getItems, type Item } from './dynamo.ts';

type Reads = Parameters<typeof getItems>[0];

interface Asked {
  reads: Reads;
  take: (found: (Item | undefined)[]) => void;
  fail: (error: unknown) => void;
}

export class GatheredReads {
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
    // What is asked for beside the first one is heard before its call is made.
    await undefined;
    while (this.#asked.length > 0) {
      const read = readThese(this.#next());
      let timer: NodeJS.Timeout | undefined;
      // One that has to be tried again holds nobody up.
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([read, patience]);
      clearTimeout(timer);
    }
    this.#isReading = false;
  }

  /** As many as fit into one call, and one at least. */
  #next(): Asked[] {
    let items = 0;
    const fit = this.#asked.findIndex(({ reads }) => {
      items += reads.length;
      return items > batchSize;
    });
    return this.#asked.splice(0, fit < 0 ? this.#asked.length : Math.max(fit, 1));
  }
}

const patienceMs = 30;

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
