/**
 * Rows in order, and the results of queries until a row changes. For 100,000 rows, sorting takes 60 ms and filtering 5
 * ms.
 */
import { hasWords, searchWords, toSearchable } from '../../../shared/domain/search-text.ts';

export interface SearchedRow {
  id: string;
  /** Folded: lower case without accents. */
  title?: string;
  /** Title from `toSearchable`, since the row was first searched: looking it up in a map takes ten times as long. */
  [searchable]?: string;
}
const searchable = Symbol('searchable');

export interface RowOrder<Row> {
  compare: (a: Row, b: Row) => number;
  /** Finds rows by another text too, such as a recording by the title of its match. */
  alsoFoundBy?: OtherTexts<Row>;
}

export interface OtherTexts<Row> {
  /** Changes with any text. */
  readonly sequence: number;
  refresh(): Promise<void>;
  /** The row's other text from `toSearchable`; undefined without one. */
  get(row: Row): string | undefined;
}

/** `row` is undefined if it was removed. */
export interface Change<Row> {
  id: string;
  row: Row | undefined;
}

/**
 * Creates the test of rows for a filter; lists apply `search` themselves. It must be pure and declared at module level,
 * because it is part of the cache key.
 */
export type Predicate<Row, Filter> = (filter: Filter) => (row: Row) => boolean;

/** Limit of all cached results together, in rows. */
const maxCachedRows = 500_000;
/** Added for each result: searches that find nothing differ without end. */
const rowsPerResult = 500;

export class ListQueries<Row extends SearchedRow> {
  readonly #order: RowOrder<Row>;
  #rows: readonly Row[];
  #results = new Map<unknown, Map<string, readonly Row[]>>();
  #cachedRows = 0;
  /** Titles repeat across seasons and age groups, and take longer to convert than to find words in. */
  readonly #converted = new Map<string, string>();

  /** `isSorted` skips sorting. */
  constructor(rows: Row[], order: RowOrder<Row>, isSorted = false) {
    this.#order = order;
    this.#rows = isSorted ? rows : rows.sort(order.compare);
  }

  /** Never modified in place, so that callers can keep it. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** A search filters the result of its filter without the search. Returns the same array until a row changes. */
  find<Filter>(filter: Filter, predicate: Predicate<Row, Filter>): readonly Row[] {
    const words = readSearch(filter);
    const texts = words.length > 0 ? this.#order.alsoFoundBy : undefined;
    const key = `${JSON.stringify(filter)} ${texts?.sequence ?? ''}`;
    const cached = this.#results.get(predicate)?.get(key);
    if (cached) return cached;
    const found =
      words.length === 0
        ? this.#rows.filter(predicate(filter))
        : this.find({ ...filter, search: undefined }, predicate).filter(
            (row) => hasWords(this.#toSearchable(row), words) || hasWords(texts?.get(row) ?? '', words),
          );
    this.#cachedRows += found.length + rowsPerResult;
    if (this.#cachedRows > maxCachedRows) this.#forgetResults();
    const results = this.#results.get(predicate) ?? new Map();
    this.#results.set(predicate, results.set(key, found));
    return found;
  }

  change(changes: readonly Change<Row>[]): void {
    if (changes.length === 0) return;
    const latest = new Map(changes.map(({ id, row }) => [id, row]));
    const rows = this.#rows.filter(({ id }) => !latest.has(id));
    for (const row of latest.values()) if (row) rows.splice(findPlace(rows, row, this.#order.compare), 0, row);
    this.#rows = rows;
    this.#forgetResults();
    if (this.#converted.size > 2 * rows.length + 100) this.#converted.clear();
  }

  #forgetResults(): void {
    this.#results = new Map();
    this.#cachedRows = 0;
  }

  #toSearchable(row: Row): string {
    row[searchable] ??= this.#convert(row.title ?? '');
    return row[searchable];
  }

  #convert(title: string): string {
    const text = this.#converted.get(title) ?? toSearchable(title);
    this.#converted.set(title, text);
    return text;
  }
}

function findPlace<Row>(rows: readonly Row[], row: Row, compare: RowOrder<Row>['compare']): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(rows[middle] as Row, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the words that a list's filter searches. */
export const readSearch = (filter: unknown): string[] =>
  typeof filter === 'object' && filter && 'search' in filter ? searchWords(String(filter.search ?? '')) : [];
