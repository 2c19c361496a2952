/**
 * The read model behind every list: exact pages, totals and accent-blind search over DynamoDB, without a scan and
 * without a search cluster. A collection's table holds an append-only log beside its items; every write is one
 * transaction {item, next log entry}. A warm Lambda keeps the collection's rows in memory and, once a request, reads the
 * log from its last sequence number, strongly consistent: one read unit, and a writer sees its own write. A cold one
 * loads a snapshot from S3 and then the tail of the log.
 *
 * Good to some 200,000 rows a collection (memory and the load of a cold start grow with them); past that the same
 * interface goes to OpenSearch.
 */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import {
  ConditionFailed,
  isContention,
  isNew,
  putWrite,
  queryItems,
  type TableName,
  transact,
  type Write,
} from '../aws/dynamo.ts';
import { environment } from '../aws/environment.ts';
import { readObject, writeObject } from '../aws/storage.ts';
import { forgetInRequest, oncePerRequest } from '../observability/current-request.ts';
import { CoalescedReads } from './coalesced-reads.ts';
import { ListQueries, type Predicate, type QueryResult } from './list-queries.ts';
import { type Entry, packSnapshot, unpackSnapshot } from './snapshot.ts';
import type { Change, RowOrder, SearchedRow } from './sorted-rows.ts';

interface LogItem<Row> {
  sk: string;
  id: string;
  /** Absent when the item was removed. */
  row?: Row;
}

/**
 * A snapshot is written whenever the log has so many entries more, which a cold start reads at most: in a tenth of a second.
 * A number that grew with the rows would be passed by every write of those that add rows alone.
 */
const snapshotEvery = 400;
const attempts = 40;

/**
 * Names of snapshots, one for each form: while a release comes or goes, functions of two of them are at work, and
 * neither may take the other's for its own. What the first wrote can be read still, and is until there is a second.
 */
const [firstForm, snapshotForm] = ['snapshot', 'snapshot-2'];

export class ListIndex<Row extends SearchedRow> {
  readonly #table: TableName;
  readonly #order: RowOrder<Row>;
  #entries = new Map<string, Entry<Row>>();
  #ordered: ListQueries<Row> | undefined;
  #sequence = -1;
  #refreshedAt = 0;
  readonly #tail = new CoalescedReads(() => this.#readTail());

  constructor(table: TableName, order: RowOrder<Row>) {
    this.#table = table;
    this.#order = order;
  }

  /**
   * Every row in the collection's order, with all writes that had finished when the call began. `maxAgeMs` accepts
   * rows as old as that, for data that only decorates another list.
   */
  async rows(maxAgeMs = 0): Promise<readonly Row[]> {
    await this.refresh(maxAgeMs);
    return this.#rowsInOrder().rows;
  }

  /**
   * Those that a filter wants, in order: looked for while the log is read, as what that brings moves only a few. `ahead`
   * begins with what was found until then, where there is something, and is waited for; that it fails says nothing.
   */
  async find<Filter>(
    filter: Filter,
    wants: Predicate<Row, Filter>,
    ahead?: (found: QueryResult<Row>) => Promise<unknown>,
  ): Promise<QueryResult<Row>> {
    const lookAhead = async () => {
      // The question to the log leaves first.
      await turn();
      const found = this.#ordered?.find(filter, wants);
      if (found) await ahead?.(found).catch(() => undefined);
    };
    await Promise.all([this.refresh(), lookAhead()]);
    return this.#rowsInOrder().find(filter, wants);
  }

  #rowsInOrder(): ListQueries<Row> {
    this.#ordered ??= new ListQueries(
      [...this.#entries.values()].map(({ row }) => row),
      this.#order,
    );
    return this.#ordered;
  }

  /** Number of the last entry that was taken in: as long as it stays the same, so does every row. */
  get sequence(): number {
    return this.#sequence;
  }

  /** A row as of the last refresh. */
  known(id: string): Entry<Row> | undefined {
    return this.#entries.get(id);
  }

  /**
   * Appends entries (`row` undefined: the item is gone) in one transaction with `writes`. Retries while other writers
   * are faster; throws ConditionFailed when a condition of `writes` does not hold. DynamoDB takes 100 writes at once,
   * entries included.
   */
  async append(entries: readonly { id: string; row: Row | undefined }[], writes: Write[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Not as the request began: the entry has to be the next one.
      await this.#tail.get('tail');
      const before = this.#sequence;
      const log = entries.map(({ id, row }, index) => {
        const item = { pk: 'LOG', sk: logKey(before + 1 + index), id, ...(row ? { row } : {}) };
        return putWrite(this.#table, item, isNew);
      });
      try {
        await transact([...writes, ...log]);
        if (this.#sequence === before)
          this.#apply(entries.map((entry, index) => ({ ...entry, sequence: before + 1 + index })));
        // Somebody else's entries came in between: who reads next reads those after them.
        else {
          this.#refreshedAt = 0;
          forgetInRequest(this);
        }
        const passed = Math.floor((before + entries.length) / snapshotEvery) > Math.floor(before / snapshotEvery);
        if (passed) await this.#saveSnapshot();
        return;
      } catch (error) {
        const mine = error instanceof ConditionFailed ? error.failed.filter((index) => index < writes.length) : [];
        if (mine.length > 0) throw new ConditionFailed(mine);
        if (!(error instanceof ConditionFailed) && !isContention(error)) throw error;
        await sleep(Math.random() * Math.min(200, 5 * 2 ** attempt));
      }
    }
    throw new Error(`The log of ${this.#table} is too busy: gave up after ${attempts} attempts`);
  }

  /**
   * Takes in what was written since; after it `known` is exact: it knows all that had been written when this was called,
   * or when the request began that is worked on, for which the log is read once.
   */
  refresh(maxAgeMs = 0): Promise<void> {
    if (maxAgeMs > 0 && Date.now() - this.#refreshedAt < maxAgeMs) return Promise.resolve();
    return oncePerRequest(this, () => this.#tail.get('tail'));
  }

  async #readTail(): Promise<void> {
    const startedAt = Date.now();
    if (this.#sequence < 0) await this.#loadSnapshot();
    for await (const page of queryItems<LogItem<Row>>(this.#table, 'LOG', { after: logKey(this.#sequence) })) {
      const entries = page.map(({ sk, id, row }) => ({ id, row, sequence: Number(sk) }));
      this.#apply(entries.filter(({ sequence }) => sequence > this.#sequence));
    }
    this.#refreshedAt = startedAt;
  }

  #apply(entries: readonly { id: string; row: Row | undefined; sequence: number }[]): void {
    const changes = entries.map(({ id, row, sequence }): Change<Row> => {
      const before = this.#entries.get(id)?.row;
      if (row) this.#entries.set(id, { row, sequence });
      else this.#entries.delete(id);
      this.#sequence = sequence;
      return [before, row];
    });
    this.#ordered?.change(changes);
  }

  async #loadSnapshot(): Promise<void> {
    const bytes = (await readObject(this.#snapshotAddress())) ?? (await readObject(this.#snapshotAddress(firstForm)));
    const { sequence, entries } = bytes ? unpackSnapshot<Row>(bytes) : { sequence: 0, entries: [] };
    // One by one: a list of pairs takes three times as long.
    for (const entry of entries) this.#entries.set(entry.row.id, entry);
    this.#sequence = sequence;
    this.#ordered = new ListQueries(
      entries.map(({ row }) => row),
      this.#order,
      true,
    );
  }

  /** A lost snapshot only makes the next cold start read a longer tail, so its failure is reported and no more. */
  async #saveSnapshot(): Promise<void> {
    const entries = this.#rowsInOrder().rows.flatMap(({ id }) => this.#entries.get(id) ?? []);
    try {
      await writeObject(this.#snapshotAddress(), packSnapshot({ sequence: this.#sequence, entries }), {
        contentType: 'application/zstd',
      });
    } catch (error) {
      console.error(
        JSON.stringify({ level: 'error', message: 'snapshot not written', table: this.#table, error: String(error) }),
      );
    }
  }

  #snapshotAddress(name = snapshotForm) {
    return { bucket: environment('CATALOGUE_BUCKET'), key: `${this.#table}/${name}.json.zst` };
  }
}

const logKey = (sequence: number) => String(Math.max(sequence, 0)).padStart(12, '0');
