/**
 * Items that are listed: each is kept whole under its id, and as a row of the collection's catalogue. Both change in
 * one transaction, guarded by the item's version, so that two changes at once never lose one.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import {
  atVersion,
  ConditionFailed,
  deleteWrite,
  getItem,
  getItems,
  isNew,
  type Key,
  putWrite,
  type TableName,
  type Write,
} from '../aws/dynamo.ts';
import { CoalescedReads } from './coalesced-reads.ts';
import { ListIndex } from './list-index.ts';
import type { Predicate, QueryResult } from './list-queries.ts';
import type { RowOrder, SearchedRow } from './sorted-rows.ts';

export interface Stored {
  id: string;
  /** Counts the item's changes, from 1. */
  version: number;
}

/** Refuses a change of an older version than the item's: somebody else changed it first. */
export function requireVersion(item: Pick<Stored, 'version'>, version: number | undefined): void {
  if (version !== undefined && version !== item.version) throw new ApiError('REQ4090');
}

interface Options<Item extends Stored, Row extends SearchedRow> extends RowOrder<Row> {
  table: TableName;
  /** What lists filter, sort and count by. */
  row: (item: Item) => Row;
}

/** Items that somebody else may read together with more. */
export interface ItemsToRead<Item> {
  /** Of those that are not kept already. */
  keys: { table: TableName; key: Key }[];
  /** Takes what was read, in the order of the keys, keeps it, and gives all of them. */
  take: (read: readonly unknown[]) => Item[];
}

const cacheSize = 5_000;
const attempts = 10;
/** Each item is two of the 100 writes that a transaction of DynamoDB takes. */
const createdAtOnce = 50;

export class Collection<Item extends Stored, Row extends SearchedRow> {
  readonly #options: Options<Item, Row>;
  readonly #catalogue: ListIndex<Row>;
  readonly #reads = new CoalescedReads((id) => getItem<Item>(this.#options.table, itemKey(id)));
  /** Whole items by id, valid while their row's sequence number is the same. */
  readonly #cache = new Map<string, { sequence: number; item: Item }>();

  constructor(options: Options<Item, Row>) {
    this.#options = options;
    this.#catalogue = new ListIndex(options.table, options);
  }

  rows(maxAgeMs = 0): Promise<readonly Row[]> {
    return this.#catalogue.rows(maxAgeMs);
  }

  /** The rows that a filter wants, in the collection's order. What was found is kept until a row of it changes. */
  async find<Filter>(filter: Filter, wants: Predicate<Row, Filter>): Promise<readonly Row[]> {
    return (await this.#catalogue.find(filter, wants)).rows;
  }

  /**
   * What is chosen of the rows that a filter wants, with its items (`also`: as of `items`). They are read while the log
   * is, which seldom changes any of them: what is new to this function takes the time of one call of DynamoDB, not of two.
   */
  async list<Filter, Chosen extends { rows: readonly Row[] }>(
    filter: Filter,
    wants: Predicate<Row, Filter>,
    choose: (found: readonly Row[]) => Chosen,
    also?: (rows: readonly Row[]) => ItemsToRead<unknown>,
  ): Promise<Chosen & { items: Item[] }> {
    const read = async (found: readonly Row[]) => {
      const chosen = choose(found);
      return { ...chosen, items: await this.items(chosen.rows, also?.(chosen.rows)) };
    };
    let ahead: { found: readonly Row[]; list: ReturnType<typeof read> } | undefined;
    const { rows } = await this.#catalogue.find(filter, wants, ({ rows: found }) => {
      ahead = { found, list: read(found) };
      return ahead.list;
    });
    // The same rows are those in which nothing has changed, nor in their items, until the log was read.
    return ahead?.found === rows ? ahead.list : read(rows);
  }

  /** What a filter finds, with what each belongs to. `ahead` as of the catalogue: it begins while the log is read. */
  findGrouped<Filter>(
    filter: Filter,
    wants: Predicate<Row, Filter>,
    ahead: (found: QueryResult<Row>) => Promise<unknown>,
  ): Promise<QueryResult<Row>> {
    return this.#catalogue.find(filter, wants, ahead);
  }

  /** As long as it stays the same, so does every item. */
  get sequence(): number {
    return this.#catalogue.sequence;
  }

  refresh(maxAgeMs = 0): Promise<void> {
    return this.#catalogue.refresh(maxAgeMs);
  }

  /** A row as of the last refresh. */
  known(id: string): Row | undefined {
    return this.#catalogue.known(id)?.row;
  }

  /** Where the item lies, for those who read more in the same call. */
  whereIs(id: string): { table: TableName; key: Key } {
    return { table: this.#options.table, key: itemKey(id) };
  }

  /** The item as it is now. Not to be changed: others may hold the same. */
  get(id: string): Promise<Item | undefined> {
    return this.#reads.get(id);
  }

  /**
   * The items of some rows, in their order; one that was removed in between is left out. What is `also` wanted of another
   * collection is read with the same call, and kept there.
   */
  async items(rows: readonly { id: string }[], also?: ItemsToRead<unknown>): Promise<Item[]> {
    const own = this.wanted(rows);
    const keys = [...own.keys, ...(also?.keys ?? [])];
    const read = keys.length > 0 ? await getItems(keys) : [];
    also?.take(read.slice(own.keys.length));
    return own.take(read);
  }

  /** The items of some rows, for those who read more in the same call. */
  wanted(rows: readonly { id: string }[]): ItemsToRead<Item> {
    const found = new Map<string, Item>();
    const missing: { id: string; sequence: number }[] = [];
    for (const { id } of rows) {
      const sequence = this.#catalogue.known(id)?.sequence;
      const kept = this.#cache.get(id);
      if (sequence === undefined) continue;
      if (kept?.sequence === sequence) found.set(id, kept.item);
      else missing.push({ id, sequence });
    }
    const take = (items: readonly unknown[]) => {
      for (const [index, { id, sequence }] of missing.entries()) {
        const read = items[index] as Item | undefined;
        if (!read) continue;
        // What the SDK has put together is slow to copy, and every answer copies it: a copy of it is not.
        const item = { ...read };
        found.set(id, item);
        // Kept under the row that was known before the read: by now the row may be that of a change the read missed.
        this.#remember(id, sequence, item);
      }
      return rows.flatMap(({ id }) => found.get(id) ?? []);
    };
    return { keys: missing.map(({ id }) => this.whereIs(id)), take };
  }

  /** Adds an item, together with other writes; throws ConditionFailed when its id is taken. */
  async create(item: Omit<Item, 'version'>, also: Write[] = []): Promise<Item> {
    const created = { ...item, version: 1 } as Item;
    await this.#catalogue.append(
      [{ id: created.id, row: this.#options.row(created) }],
      [this.#put(created, isNew), ...also],
    );
    return created;
  }

  /** Adds many items, `createdAtOnce` by `createdAtOnce`; those of a group with an id that is taken are left out. */
  async createAll(items: readonly Omit<Item, 'version'>[]): Promise<void> {
    for (let from = 0; from < items.length; from += createdAtOnce) {
      const group = items.slice(from, from + createdAtOnce).map((item) => ({ ...item, version: 1 }) as Item);
      const entries = group.map((item) => ({ id: item.id, row: this.#options.row(item) }));
      try {
        await this.#catalogue.append(
          entries,
          group.map((item) => this.#put(item, isNew)),
        );
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
  }

  /**
   * Applies `change` to the newest version, again when somebody else was faster. `change` gives the new item, or
   * undefined to leave it. Gives the item as it is afterwards, undefined when there is none.
   */
  async change(
    id: string,
    change: (item: Item) => Item | undefined,
    also: (item: Item) => Write[] = () => [],
  ): Promise<Item | undefined> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const item = await this.get(id);
      if (!item) return undefined;
      const changed = change(item);
      if (!changed) return item;
      const next = { ...changed, id, version: item.version + 1 };
      try {
        await this.#catalogue.append(
          [{ id, row: this.#options.row(next) }],
          [this.#put(next, atVersion(item.version)), ...also(next)],
        );
        return next;
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.failed.includes(0)) throw error;
      }
    }
    throw new Error(`${this.#options.table} ${id} changes too fast: gave up after ${attempts} attempts`);
  }

  /** Removes an item, together with other writes. Gives what was removed. */
  async remove(id: string, also: (item: Item) => Write[] = () => []): Promise<Item | undefined> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const item = await this.get(id);
      if (!item) return undefined;
      try {
        const removal = deleteWrite(this.#options.table, itemKey(id), atVersion(item.version));
        await this.#catalogue.append([{ id, row: undefined }], [removal, ...also(item)]);
        this.#cache.delete(id);
        return item;
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.failed.includes(0)) throw error;
      }
    }
    throw new Error(`${this.#options.table} ${id} changes too fast: gave up after ${attempts} attempts`);
  }

  #put(item: Item, condition: Parameters<typeof putWrite>[2]): Write {
    return putWrite(this.#options.table, { ...item, ...itemKey(item.id) }, condition);
  }

  #remember(id: string, sequence: number, item: Item): void {
    const oldest = this.#cache.size >= cacheSize ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(id, { sequence, item });
  }
}

/** Where the item of a collection lies in its table. */
export const itemKey = (id: string): Key => ({ pk: id, sk: 'ITEM' });
