/**
 * Items shown in lists: stored whole under their id, and as a row of the collection's list index. Both change in one
 * transaction, guarded by the item's version, so that no concurrent change is lost.
 */
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../shared/contract/errors.ts';
import { divide } from '../../../shared/domain/divide.ts';
import { type AuditSpec, describeItem } from '../audit/trail.ts';
import { atVersion, checkWrite, deleteWrite, isNew, type Key, putWrite, type Write } from '../aws/dynamo.ts';
import type { TableName } from '../aws/dynamo-client.ts';
import { ConditionFailed, ignoreFailedCondition } from '../aws/dynamo-errors.ts';
import { ItemCache, type ItemsToRead, itemKey } from './item-cache.ts';
import { ListIndex } from './list-index.ts';
import type { Predicate, RowOrder, SearchedRow } from './list-queries.ts';
import { writeSnapshot } from './list-storage.ts';
import type { ListTable } from './list-tables.ts';

export interface Stored {
  id: string;
  /** Counts the item's changes, from 1. */
  version: number;
}

/** @throws ApiError REQ4090 if the item has changed since the given version. */
export function requireVersion(item: Pick<Stored, 'version'>, version: number | undefined): void {
  if (version !== undefined && version !== item.version) throw new ApiError('REQ4090');
}

interface Options<Item extends Stored, Row extends SearchedRow> extends RowOrder<Row> {
  table: ListTable;
  /** The fields that lists filter, sort and count by. */
  row: (item: Item) => Row;
  audit: AuditSpec<Item>;
  /** Completes an item before each write, so that every writer applies the same rules. */
  settle?: (item: Item) => Item | Promise<Item>;
  /** Returns writes that belong to each change of an item. */
  follow?: (before: Item | undefined, after: Item) => Write[];
}

/** Returns the writes that belong to a change of an item. */
export type Also<Item> = (next: Item, before: Item) => Write[];

/** A row as a log or a snapshot holds it: without the fields that are undefined. */
const toStored = (row: unknown): unknown => row && JSON.parse(JSON.stringify(row));

const attempts = 10;
/** An item takes three of the 100 writes of a transaction. */
const createdAtOnce = 33;

export class Collection<Item extends Stored, Row extends SearchedRow> {
  readonly #options: Options<Item, Row>;
  readonly #index: ListIndex<Row>;
  readonly #items: ItemCache<Item>;

  constructor(options: Options<Item, Row>) {
    this.#options = options;
    this.#index = new ListIndex(options.table, options);
    this.#items = new ItemCache(options.table, (id) => this.#index.getEntry(id)?.sequence);
  }

  rows(maxAgeMs = 0): Promise<readonly Row[]> {
    return this.#index.rows(maxAgeMs);
  }

  /** Finds rows. `ahead`: see `ListIndex.find`. */
  find<Filter>(
    filter: Filter,
    predicate: Predicate<Row, Filter>,
    ahead?: (matching: readonly Row[]) => Promise<unknown>,
  ): Promise<readonly Row[]> {
    return this.#index.find(filter, predicate, ahead);
  }

  /**
   * Finds rows, and reads the items of those that `choose` selects (`also`: see `items`). Items are read while the log
   * is, so that a list takes one round trip to DynamoDB instead of two.
   */
  async list<Filter, Chosen extends { rows: readonly Row[] }>(
    filter: Filter,
    predicate: Predicate<Row, Filter>,
    choose: (matching: readonly Row[]) => Chosen,
    also?: (rows: readonly Row[]) => ItemsToRead<unknown>,
  ): Promise<Chosen & { items: Item[] }> {
    const read = async (matching: readonly Row[]) => {
      const chosen = choose(matching);
      return { ...chosen, items: await this.items(chosen.rows, also?.(chosen.rows)) };
    };
    let ahead: { matching: readonly Row[]; list: ReturnType<typeof read> } | undefined;
    const rows = await this.#index.find(filter, predicate, (matching) => {
      ahead = { matching, list: read(matching) };
      return ahead.list;
    });
    // The same array means that no row, and therefore no item, changed while the log was read.
    return ahead?.matching === rows ? ahead.list : read(rows);
  }

  /** Number of the last log entry in memory; while it is unchanged, so are all items. */
  get sequence(): number {
    return this.#index.sequence;
  }

  refresh(maxAgeMs = 0): Promise<void> {
    return this.#index.refresh(maxAgeMs);
  }

  /** A row as of the last refresh. */
  getRow(id: string): Row | undefined {
    return this.#index.getEntry(id)?.row;
  }

  /** The item's table and key, for callers that batch reads. */
  locate(id: string): { table: TableName; key: Key } {
    return this.#items.locate(id);
  }

  /** The current item. Callers must not modify it: the object is shared. */
  get(id: string): Promise<Item | undefined> {
    return this.#items.get(id);
  }

  /**
   * Reads the items of rows, in order; items removed meanwhile are left out. `also` names items of another collection
   * to read in the same call.
   */
  items(rows: readonly { id: string }[], also?: ItemsToRead<unknown>): Promise<Item[]> {
    return this.#items.readAll(rows, also);
  }

  /** Prepares to read the items of rows together with those of other collections. */
  toRead(rows: readonly { id: string }[]): ItemsToRead<Item> {
    return this.#items.prepare(rows);
  }

  /**
   * Creates an item together with other writes. A recreated item continues the versions of the deleted one. @throws
   * ConditionFailed if the id exists.
   */
  async create(item: Omit<Item, 'version'>, also: Write[] = [], version = 1): Promise<Item> {
    const created = await this.#settle({ ...item, version } as Item);
    await this.#index.append(
      [{ id: created.id, row: this.#options.row(created) }],
      [this.#put(created, isNew), ...also, ...this.#follow(undefined, created)],
      describeItem(this.#options.audit, undefined, created),
    );
    return created;
  }

  /** Creates many items in batches; a batch with an existing id is skipped. */
  async createAll(items: readonly Omit<Item, 'version'>[]): Promise<void> {
    for (const some of divide(items, createdAtOnce)) {
      const group = await Promise.all(some.map((item) => this.#settle({ ...item, version: 1 } as Item)));
      // A full batch leaves no room for writes that `follow` adds.
      if (group.some((item) => this.#follow(undefined, item).length > 0))
        throw new Error('Items whose changes add writes must be created one by one');
      const entries = group.map((item) => ({ id: item.id, row: this.#options.row(item) }));
      await this.#index
        .append(
          entries,
          group.map((item) => this.#put(item, isNew)),
          group.flatMap((item) => describeItem(this.#options.audit, undefined, item)),
        )
        .catch(ignoreFailedCondition);
    }
  }

  /**
   * Applies `change` to the newest version, retrying on conflicts. `change` returns the new item, or undefined for no
   * change; `also` adds writes to its transaction. Returns the resulting item; undefined if it does not exist.
   */
  async change(id: string, change: (item: Item) => Item | undefined, also?: Also<Item>): Promise<Item | undefined> {
    return this.#retry(id, async (item) => {
      const changed = change(item);
      if (!changed) return item;
      const next = await this.#settle({ ...changed, id, version: item.version + 1 });
      await this.#index.append(
        [{ id, row: this.#options.row(next) }],
        [this.#put(next, atVersion(item.version)), ...(also?.(next, item) ?? []), ...this.#follow(item, next)],
        describeItem(this.#options.audit, item, next),
      );
      return next;
    });
  }

  /**
   * Rewrites the row of an item if the list has a different one, which adds new columns to items of earlier releases.
   * The item stays as it is. Returns true if the row was written.
   */
  async rebuildRow(id: string): Promise<boolean> {
    const rebuilt = await this.#retry(id, async (item) => {
      const row = this.#options.row(item);
      await this.refresh();
      if (isDeepStrictEqual(toStored(row), toStored(this.getRow(id)))) return false;
      // A writer in between has written a newer row.
      const isCurrent = checkWrite(this.#options.table, itemKey(id), atVersion(item.version));
      await this.#index.append([{ id, row }], [isCurrent]);
      return true;
    });
    return rebuilt ?? false;
  }

  /** Replaces the list's snapshot by the rows of all items, which were read after log entry `sequence` was written. */
  async rebuildSnapshot(pages: AsyncIterable<readonly Item[]>, sequence: number): Promise<number> {
    const rows: Row[] = [];
    for await (const items of pages) rows.push(...items.map(this.#options.row));
    const entries = rows.sort(this.#options.compare).map((row) => ({ row, sequence }));
    await writeSnapshot(this.#options.table, { sequence, entries });
    return rows.length;
  }

  /** Deletes an item together with other writes and returns it. */
  async remove(id: string, also: (item: Item) => Write[] = () => []): Promise<Item | undefined> {
    return this.#retry(id, async (item) => {
      const removal = deleteWrite(this.#options.table, itemKey(id), atVersion(item.version));
      const changes = describeItem(this.#options.audit, item, undefined);
      await this.#index.append([{ id, row: undefined }], [removal, ...also(item)], changes);
      this.#items.delete(id);
      return item;
    });
  }

  /** Calls `write` with the newest version until no other writer is faster; undefined if there is no item. */
  async #retry<Result>(id: string, write: (item: Item) => Promise<Result>): Promise<Result | undefined> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const item = await this.get(id);
      if (!item) return undefined;
      try {
        return await write(item);
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !error.failed.includes(0)) throw error;
      }
    }
    throw new Error(`${this.#options.table} ${id} changes too fast: gave up after ${attempts} attempts`);
  }

  async #settle(item: Item): Promise<Item> {
    return (await this.#options.settle?.(item)) ?? item;
  }

  #follow(before: Item | undefined, after: Item): Write[] {
    return this.#options.follow?.(before, after) ?? [];
  }

  #put(item: Item, condition: Parameters<typeof putWrite>[2]): Write {
    return putWrite(this.#options.table, { ...item, ...itemKey(item.id) }, condition);
  }
}
