/**
 * Rows in order with cached query results. A change moves one row in each result: for 100,000 rows, sorting takes 60
 * ms, filtering 5 ms and inserting one row 0.1 ms.
 */
import { hasWords, searchWords } from '../../../shared/domain/search-text.ts';
import { type Change, type RowOrder, type SearchedRow, SortedRows, titleHasWords } from './sorted-rows.ts';

/**
 * Creates the test of rows for a filter; lists apply `search` themselves. It must be pure and declared at module level,
 * because it is part of the cache key.
 */
export type Predicate<Row, Filter> = (filter: Filter) => (row: Row) => boolean;

export type QueryResult<Row extends SearchedRow> = Pick<SortedRows<Row>, 'rows' | 'groups'>;

interface CachedResult<Row extends SearchedRow> {
  matches: (row: Row) => boolean;
  sorted: SortedRows<Row>;
  /** Changes since the result was last used, applied at its next use. */
  changes: Change<Row>[];
}

/** Limit of all cached results together, in rows. */
const maxCachedRows = 500_000;
/** A result with more pending changes is dropped. */
const maxPendingChanges = 20;

export class ListQueries<Row extends SearchedRow> {
  readonly #order: RowOrder<Row>;
  readonly #all: SortedRows<Row>;
  /** Least recently used first. */
  readonly #results = new Map<string, CachedResult<Row>>();
  readonly #ids = new Map<unknown, number>();
  #cachedRows = 0;

  /** `isSorted` skips sorting. */
  constructor(rows: Row[], order: RowOrder<Row>, isSorted = false) {
    this.#order = order;
    this.#all = new SortedRows(isSorted ? rows : rows.sort(order.compare), order);
  }

  /** Never modified in place, so that callers can keep it. */
  get rows(): readonly Row[] {
    return this.#all.rows;
  }

  /** A search filters the cached result of its filter without the search. */
  find<Filter>(filter: Filter, predicate: Predicate<Row, Filter>): QueryResult<Row> {
    const { sorted } = this.#getResult(filter, predicate);
    for (const [oldest, result] of this.#results) {
      if (this.#cachedRows <= maxCachedRows && this.#results.size <= 1_000) break;
      this.#drop(oldest, result);
    }
    return sorted;
  }

  change(changes: readonly Change<Row>[]): void {
    this.#all.change(changes);
    for (const [key, result] of this.#results) {
      for (const [before, after] of changes) {
        const was = before && result.matches(before) ? before : undefined;
        const is = after && result.matches(after) ? after : undefined;
        if (was || is) result.changes.push([was, is]);
      }
      if (result.changes.length > maxPendingChanges) this.#drop(key, result);
    }
  }

  #getResult<Filter>(filter: Filter, predicate: Predicate<Row, Filter>): CachedResult<Row> {
    const texts = readSearch(filter).length > 0 ? this.#order.groupTexts : undefined;
    const key = `${this.#identify(predicate)} ${JSON.stringify(filter)} ${texts?.sequence ?? ''}`;
    const cached = this.#results.get(key);
    if (!cached) return this.#store(key, this.#runQuery(filter, predicate));
    this.#drop(key, cached);
    cached.sorted.change(cached.changes.splice(0));
    return this.#store(key, cached);
  }

  #runQuery<Filter>(filter: Filter, predicate: Predicate<Row, Filter>): CachedResult<Row> {
    const search = readSearch(filter);
    if (search.length === 0) {
      const matches = predicate(filter);
      return { matches, sorted: this.#all.filter(matches), changes: [] };
    }
    const { matches, sorted } = this.#getResult({ ...filter, search: undefined }, predicate);
    const isGroupFound = this.#createGroupTest(search);
    const isFound = (row: Row) => titleHasWords(row, search) || isGroupFound?.(this.#order.group?.(row) ?? '');
    return {
      matches: (row) => Boolean(isFound(row)) && matches(row),
      sorted: sorted.withTitle(search, isGroupFound),
      changes: [],
    };
  }

  #createGroupTest(words: readonly string[]): ((group: string) => boolean) | undefined {
    const texts = this.#order.groupTexts;
    return texts && ((group) => hasWords(texts.get(group) ?? '', words));
  }

  #store(key: string, result: CachedResult<Row>): CachedResult<Row> {
    this.#results.set(key, result);
    this.#cachedRows += result.sorted.rows.length;
    return result;
  }

  #drop(key: string, { sorted }: CachedResult<Row>): void {
    this.#results.delete(key);
    this.#cachedRows -= sorted.rows.length;
  }

  #identify(predicate: unknown): number {
    const id = this.#ids.get(predicate) ?? this.#ids.size;
    this.#ids.set(predicate, id);
    return id;
  }
}

/** Returns the words that a list's filter searches. */
export const readSearch = (filter: unknown): string[] =>
  typeof filter === 'object' && filter && 'search' in filter ? searchWords(String(filter.search ?? '')) : [];
