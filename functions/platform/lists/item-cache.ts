/**
 * The items of a collection in the memory of a warm function. A cached item is valid until a newer log entry concerns
 * it, which the list index knows without a read.
 */
import { getItem, getItems, type Key } from '../aws/dynamo.ts';
import type { TableName } from '../aws/dynamo-client.ts';
import { CoalescedReads } from './coalesced-reads.ts';
import { LruCache } from './lru-cache.ts';

/** Items to read together with those of other collections. */
export interface ItemsToRead<Item> {
  /** Keys of the items that are not cached. */
  keys: { table: TableName; key: Key }[];
  /** Takes the read items in the order of the keys, caches them and returns all items. */
  take: (read: readonly unknown[]) => Item[];
}

const capacity = 5_000;

export class ItemCache<Item> {
  readonly #table: TableName;
  readonly #findSequence: (id: string) => number | undefined;
  readonly #reads = new CoalescedReads((id) => getItem<Item>(this.#table, itemKey(id)));
  readonly #cache = new LruCache<{ sequence: number; item: Item }>(capacity);

  /** `findSequence` returns the number of the log entry that wrote the row; undefined for an unknown id. */
  constructor(table: TableName, findSequence: (id: string) => number | undefined) {
    this.#table = table;
    this.#findSequence = findSequence;
  }

  locate(id: string): { table: TableName; key: Key } {
    return { table: this.#table, key: itemKey(id) };
  }

  /** Reads the current item, without the cache. */
  get(id: string): Promise<Item | undefined> {
    return this.#reads.get(id);
  }

  /** Reads the items of rows, in order, together with those that `also` asks for; removed items are left out. */
  async readAll(rows: readonly { id: string }[], also?: ItemsToRead<unknown>): Promise<Item[]> {
    const { keys, take } = this.prepare(rows);
    const allKeys = [...keys, ...(also?.keys ?? [])];
    const read = allKeys.length > 0 ? await getItems(allKeys) : [];
    also?.take(read.slice(keys.length));
    return take(read);
  }

  /** Finds the cached items of rows, and the keys of the others. */
  prepare(rows: readonly { id: string }[]): ItemsToRead<Item> {
    const byId = new Map<string, Item>();
    const missing: { id: string; sequence: number }[] = [];
    for (const { id } of rows) {
      const sequence = this.#findSequence(id);
      const cached = this.#cache.get(id);
      if (sequence === undefined) continue;
      if (cached?.sequence === sequence) byId.set(id, cached.item);
      else missing.push({ id, sequence });
    }
    const take = (items: readonly unknown[]) => {
      for (const [index, { id, sequence }] of missing.entries()) {
        const read = items[index] as Item | undefined;
        if (!read) continue;
        // Copying once makes later copies fast: objects built by the SDK are slow to copy.
        const item = { ...read };
        byId.set(id, item);
        // The item is cached under the sequence known before the read, because it may change in between.
        this.#cache.set(id, { sequence, item });
      }
      return rows.flatMap(({ id }) => byId.get(id) ?? []);
    };
    return { keys: missing.map(({ id }) => this.locate(id)), take };
  }

  delete(id: string): void {
    this.#cache.delete(id);
  }
}

export const itemKey = (id: string): Key => ({ pk: id, sk: 'ITEM' });
