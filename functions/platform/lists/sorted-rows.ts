/**
 * Sorted rows with title search and grouping. Titles repeat across seasons and age groups, so each distinct title is
 * tested once: a search over 100,000 rows takes 1 to 2 ms instead of 5.
 */
import { hasWords, toSearchable } from '../../../shared/domain/search-text.ts';
import { StringColumn } from './string-column.ts';

export interface SearchedRow {
  id: string;
  /** Folded: lower case without accents. */
  title?: string;
}

export const titleHasWords = ({ title = '' }: SearchedRow, words: readonly string[]): boolean =>
  hasWords(toSearchable(title), words);

export interface RowOrder<Row> {
  compare: (a: Row, b: Row) => number;
  /** Group id, for collections whose rows are grouped; empty for rows without a group. */
  group?: ((row: Row) => string) | undefined;
  /** Finds rows by a text of their group too, such as a recording by the title of its match. */
  groupTexts?: GroupTexts;
}

export interface GroupTexts {
  /** Changes with any text. */
  readonly sequence: number;
  refresh(): Promise<void>;
  /** The group's text from `toSearchable`; undefined without one. */
  get(group: string): string | undefined;
}

export type Change<Row> = readonly [before: Row | undefined, after: Row | undefined];

/** Up to this number, changes are applied one by one; each moves the rows behind it. */
const maxSingleChanges = 50;

export class SortedRows<Row extends SearchedRow> {
  readonly #order: RowOrder<Row>;
  #rows: readonly Row[];
  /** Built by the first search. */
  #titles: StringColumn<Row> | undefined;
  /** Searchable texts of the distinct titles, by their number in the column. */
  #searchable: string[] = [];
  #groups: StringColumn<Row> | undefined;
  /** Groups of the source rows of this selection, until either changes. */
  #groupsAmong: () => StringColumn<Row> | undefined = findNoGroups;
  #timesChanged = 0;

  constructor(rows: readonly Row[], order: RowOrder<Row>) {
    this.#rows = rows;
    this.#order = order;
  }

  /** Never modified in place, so that callers can keep it. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  get groups(): Pick<StringColumn<Row>, 'texts' | 'at'> {
    return this.#computeGroups();
  }

  filter(wanted: (row: Row) => boolean): SortedRows<Row> {
    return new SortedRows(this.#rows.filter(wanted), this.#order);
  }

  /** `isGroupFound` adds the rows of whole groups. */
  withTitle(words: readonly string[], isGroupFound?: (group: string) => boolean): SortedRows<Row> {
    if (!this.#titles) this.#searchable = [];
    this.#titles ??= StringColumn.of(this.#rows, readTitle);
    const searchable = this.#searchable;
    const isTitleFound = (title: string, number: number) => {
      searchable[number] ??= toSearchable(title);
      return hasWords(searchable[number], words);
    };
    const groups = isGroupFound && this.#computeGroups();
    const also = groups && { at: groups.at, wanted: groups.texts.map(isGroupFound) };
    const places = this.#titles.findPositions(isTitleFound, also);
    // This loop is five times as fast as Array.map.
    const rows = new Array<Row>(places.length);
    for (let index = 0; index < rows.length; index += 1) rows[index] = this.#rows[places[index] as number] as Row;
    const sorted = new SortedRows(rows, this.#order);
    const timesChanged = this.#timesChanged;
    sorted.#groupsAmong = () => (this.#timesChanged === timesChanged ? this.#computeGroups().pick(places) : undefined);
    return sorted;
  }

  change(changes: readonly Change<Row>[]): void {
    if (changes.length === 0) return;
    if (changes.length > maxSingleChanges) this.#merge(changes);
    else this.#move(changes);
    this.#timesChanged += 1;
    this.#groupsAmong = findNoGroups;
    if (this.#titles?.needsRebuild) this.#titles = undefined;
    if (this.#groups?.needsRebuild) this.#groups = undefined;
  }

  #move(changes: readonly Change<Row>[]): void {
    const rows = [...this.#rows];
    for (const [before, after] of changes) {
      if (before) {
        const place = this.#findIndex(rows, before);
        rows.splice(place, 1);
        this.#titles?.remove(place);
        this.#groups?.remove(place);
      }
      if (after) {
        const place = this.#findPlace(rows, after);
        rows.splice(place, 0, after);
        this.#titles?.insert(place, after);
        this.#groups?.insert(place, after);
      }
    }
    this.#rows = rows;
  }

  /** Merges many changes at once: 2,000 into 100,000 rows take 10 ms, a sixth of sorting. */
  #merge(changes: readonly Change<Row>[]): void {
    const last = new Map<string, Row | undefined>();
    for (const [before, after] of changes) {
      const id = (after ?? before)?.id;
      if (id !== undefined) last.set(id, after);
    }
    const remaining = this.#rows.filter(({ id }) => !last.has(id));
    const added = [...last.values()].filter((row) => row !== undefined).sort(this.#order.compare);
    const rows: Row[] = [];
    let place = 0;
    for (const row of added) {
      const until = this.#findPlace(remaining, row);
      while (place < until) rows.push(remaining[place++] as Row);
      rows.push(row);
    }
    while (place < remaining.length) rows.push(remaining[place++] as Row);
    this.#rows = rows;
    this.#titles = undefined;
    this.#groups = undefined;
  }

  #computeGroups(): StringColumn<Row> {
    this.#groups ??= this.#groupsAmong() ?? StringColumn.of(this.#rows, this.#order.group ?? groupAlone);
    this.#groupsAmong = findNoGroups;
    return this.#groups;
  }

  #findPlace(rows: readonly Row[], row: Row): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.compare(rows[middle] as Row, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #findIndex(rows: readonly Row[], row: Row): number {
    const place = this.#findPlace(rows, row);
    const near = [place, place - 1].find((index) => rows[index]?.id === row.id);
    return near ?? rows.findIndex(({ id }) => id === row.id);
  }
}

const readTitle = ({ title = '' }: SearchedRow) => title;
const groupAlone = () => '';
const findNoGroups = () => undefined;
