/**
 * The read model behind every list: exact pages, totals and accent-insensitive search over DynamoDB, without scans or a
 * search cluster. A collection's table holds an append-only log beside its items; every write is one transaction of
 * item and next log entry. A warm function keeps the rows in memory and reads the log's tail once per request, strongly
 * consistent (one read unit). A cold one loads a snapshot from S3 first. Good for some 200,000 rows a collection.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { AuditChange } from '../audit/rules.ts';
import { commitAudited } from '../audit/trail.ts';
import { isNew, publishWritten, putWrite, type Write } from '../aws/dynamo.ts';
import type { TableName } from '../aws/dynamo-client.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { forgetInRequest, runOncePerRequest } from '../observability/current-request.ts';
import { CoalescedReads } from './coalesced-reads.ts';
import { ListQueries, type Predicate, type RowOrder, readSearch, type SearchedRow } from './list-queries.ts';
import { logKey, readSnapshots, reportUnusable, snapshotEvery, writeSnapshot } from './list-storage.ts';
import type { Entry, Snapshot } from './snapshot.ts';

interface LogItem<Row> {
  sk: string;
  id: string;
  /** Absent when the item was removed. */
  row?: Row;
}

export class ListIndex<Row extends SearchedRow> {
  readonly #table: TableName;
  readonly #order: RowOrder<Row>;
  #entries = new Map<string, Entry<Row>>();
  #ordered: ListQueries<Row> | undefined;
  #sequence = -1;
  #refreshedAt = 0;
  /** True after a start without the newest snapshot: the next write replaces it. */
  #lacksSnapshot = false;
  readonly #tail = new CoalescedReads(() => this.#readTail());

  constructor(table: TableName, order: RowOrder<Row>) {
    this.#table = table;
    this.#order = order;
  }

  /**
   * All rows in order, including every write that finished before the call. `maxAgeMs` accepts older rows, for data
   * that only complement another list.
   */
  async rows(maxAgeMs = 0): Promise<readonly Row[]> {
    await this.refresh(maxAgeMs);
    return this.#rowsInOrder().rows;
  }

  /**
   * Finds the rows that match a filter, in order. While it reads the log's tail, it calls `ahead` with the result for
   * the rows in memory, which is usually the final one; failures of `ahead` are ignored.
   */
  async find<Filter>(
    filter: Filter,
    predicate: Predicate<Row, Filter>,
    ahead?: (matching: readonly Row[]) => Promise<unknown>,
  ): Promise<readonly Row[]> {
    const lookAhead = async () => {
      // Yields to let the log request go out first.
      await turn();
      const matching = this.#ordered?.find(filter, predicate);
      if (matching) await ahead?.(matching).catch(() => undefined);
    };
    const refreshTexts = readSearch(filter).length > 0 ? this.#order.alsoFoundBy?.refresh() : undefined;
    await Promise.all([this.refresh(), lookAhead(), refreshTexts]);
    return this.#rowsInOrder().find(filter, predicate);
  }

  #rowsInOrder(): ListQueries<Row> {
    this.#ordered ??= new ListQueries(
      [...this.#entries.values()].map(({ row }) => row),
      this.#order,
    );
    return this.#ordered;
  }

  /** Number of the last applied log entry; rows are unchanged as long as this is. */
  get sequence(): number {
    return this.#sequence;
  }

  /** A row as of the last refresh. */
  getEntry(id: string): Entry<Row> | undefined {
    return this.#entries.get(id);
  }

  /**
   * Appends log entries (`row` undefined: removed) in one transaction with `writes` and the audit's entries of
   * `changes`, retrying when other writers are faster. A transaction takes 100 writes, entries included.
   * @throws ConditionFailed if a condition of `writes` does not hold.
   */
  async append(
    entries: readonly { id: string; row: Row | undefined }[],
    writes: Write[],
    changes: readonly AuditChange[] = [],
  ): Promise<void> {
    let before = -1;
    await commitAudited(writes, changes, async () => {
      // Reads the tail again, because the entry must be the next one.
      await this.#tail.get('tail');
      before = this.#sequence;
      return entries.map(({ id, row }, index) => {
        const item = { pk: 'LOG', sk: logKey(before + 1 + index), id, ...(row ? { row } : {}) };
        return putWrite(this.#table, item, isNew);
      });
    });
    if (this.#sequence === before)
      this.#apply(entries.map((entry, index) => ({ ...entry, sequence: before + 1 + index })));
    // Other writers' entries came in between: the next read fetches them.
    else {
      this.#refreshedAt = 0;
      forgetInRequest(this);
    }
    const passed = Math.floor((before + entries.length) / snapshotEvery) > Math.floor(before / snapshotEvery);
    if (passed || this.#lacksSnapshot) await this.#saveSnapshot();
    return publishWritten(writes);
  }

  /**
   * Applies new log entries, once per request. Afterwards the rows include everything written before the call or, on
   * later calls of a request, before its first one.
   */
  refresh(maxAgeMs = 0): Promise<void> {
    if (maxAgeMs > 0 && Date.now() - this.#refreshedAt < maxAgeMs) return Promise.resolve();
    return runOncePerRequest(this, () => this.#tail.get('tail'));
  }

  async #readTail(): Promise<void> {
    const startedAt = Date.now();
    // The log may have been cut, or its table restored, since this function's last request.
    if (this.#sequence < 0 || !(await this.#applyTail())) await this.#load();
    this.#refreshedAt = startedAt;
  }

  /**
   * Applies the log entries after the last known one. Reads that one too: false if it was cut, or if the table was
   * restored to a time before it.
   */
  async #applyTail(): Promise<boolean> {
    let next = Math.max(this.#sequence, 1);
    let isContinued = this.#sequence <= 0;
    for await (const page of queryItems<LogItem<Row>>(this.#table, 'LOG', { after: logKey(next - 1) })) {
      const entries = page.map(({ sk, id, row }) => ({ id, row, sequence: Number(sk) }));
      if (entries[0]?.sequence !== next) return false;
      this.#apply(entries.filter(({ sequence }) => sequence > this.#sequence));
      next = (entries.at(-1)?.sequence ?? next) + 1;
      isContinued = true;
    }
    return isContinued;
  }

  #apply(entries: readonly { id: string; row: Row | undefined; sequence: number }[]): void {
    for (const { id, row, sequence } of entries) {
      if (row) this.#entries.set(id, { row, sequence });
      else this.#entries.delete(id);
      this.#sequence = sequence;
    }
    this.#ordered?.change(entries);
  }

  /**
   * Loads the newest snapshot that the log continues, and applies the log.
   * @throws Error if there is none: only a scan of all items can rebuild it, which no request can wait for.
   */
  async #load(): Promise<void> {
    for await (const { snapshot, isNewest } of readSnapshots<Row>(this.#table)) {
      this.#use(snapshot);
      this.#lacksSnapshot = !isNewest;
      if (await this.#applyTail()) return;
      reportUnusable(this.#table, `the log does not continue at ${snapshot.sequence}`);
    }
    this.#sequence = -1;
    throw new Error(`No snapshot of ${this.#table} fits its log: npm run lists:rebuild -- --from-items`);
  }

  #use({ sequence, entries }: Snapshot<Row>): void {
    this.#entries = new Map();
    // This loop is three times as fast as passing pairs to the constructor.
    for (const entry of entries) this.#entries.set(entry.row.id, entry);
    this.#sequence = sequence;
    this.#ordered = new ListQueries(
      entries.map(({ row }) => row),
      this.#order,
      true,
    );
  }

  /** Without a snapshot the next cold start reads a longer tail, so a failure is only logged. */
  async #saveSnapshot(): Promise<void> {
    this.#lacksSnapshot = false;
    const entries = this.#rowsInOrder().rows.flatMap(({ id }) => this.#entries.get(id) ?? []);
    try {
      await writeSnapshot(this.#table, { sequence: this.#sequence, entries });
    } catch (error) {
      console.error(
        JSON.stringify({ level: 'error', message: 'snapshot not written', table: this.#table, error: String(error) }),
      );
    }
  }
}
