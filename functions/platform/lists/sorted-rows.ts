/**
 * Rows in order that can be searched by their titles, and put together by what they belong to. Each title is looked at
 * once: the same teams meet in every season and age category, so that a league has far more recordings than titles. Of
 * 100,000 rows a search takes 1 to 2 ms rather than 5.
 */
import { StringColumn } from './string-column.ts';

/** A row as it can be searched. */
export interface SearchedRow {
  id: string;
  /** Folded. */
  title?: string;
}

export const titleContains = ({ title = '' }: SearchedRow, text: string): boolean => title.includes(text);

export interface RowOrder<Row> {
  compare: (a: Row, b: Row) => number;
  /** The id of what a row belongs to with others, for collections whose rows are put together; empty for those that stand alone. */
  group?: ((row: Row) => string) | undefined;
}

/** What a row was, and what it is. */
export type Change<Row> = readonly [before: Row | undefined, after: Row | undefined];

/** Moving one copies all. */
const few = 50;

export class SortedRows<Row extends SearchedRow> {
  readonly #order: RowOrder<Row>;
  #rows: readonly Row[];
  /** Made for the first search. */
  #titles: StringColumn<Row> | undefined;
  #groups: StringColumn<Row> | undefined;
  /** Those that were found among others have theirs of them, as long as nothing changes there or here. */
  #groupsAmong: () => StringColumn<Row> | undefined = unknown;
  #timesChanged = 0;

  constructor(rows: readonly Row[], order: RowOrder<Row>) {
    this.#rows = rows;
    this.#order = order;
  }

  /** Never changed in place: whoever holds it goes on with what it was. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** What the rows belong to, as they are now. */
  get groups(): Pick<StringColumn<Row>, 'texts' | 'at'> {
    return this.#groupsOfAll();
  }

  filter(wanted: (row: Row) => boolean): SortedRows<Row> {
    return new SortedRows(this.#rows.filter(wanted), this.#order);
  }

  /** Those that have a folded text in their title. */
  having(text: string): SortedRows<Row> {
    this.#titles ??= StringColumn.of(this.#rows, titleOf);
    const places = this.#titles.placesOf((title) => title.includes(text));
    // Of so many, five times as fast as by any function of lists.
    const rows = new Array<Row>(places.length);
    for (let index = 0; index < rows.length; index += 1) rows[index] = this.#rows[places[index] as number] as Row;
    const found = new SortedRows(rows, this.#order);
    const then = this.#timesChanged;
    found.#groupsAmong = () => (this.#timesChanged === then ? this.#groupsOfAll().pick(places) : undefined);
    return found;
  }

  /** Takes out what rows were, and puts in what they are, one after the other. */
  change(changes: readonly Change<Row>[]): void {
    if (changes.length === 0) return;
    if (changes.length > few) this.#merge(changes);
    else this.#move(changes);
    this.#timesChanged += 1;
    this.#groupsAmong = unknown;
    if (this.#titles?.isWorn) this.#titles = undefined;
    if (this.#groups?.isWorn) this.#groups = undefined;
  }

  #move(changes: readonly Change<Row>[]): void {
    const rows = [...this.#rows];
    for (const [before, after] of changes) {
      if (before) {
        const place = this.#indexOf(rows, before);
        rows.splice(place, 1);
        this.#titles?.remove(place);
        this.#groups?.remove(place);
      }
      if (after) {
        const place = this.#placeOf(rows, after);
        rows.splice(place, 0, after);
        this.#titles?.insert(place, after);
        this.#groups?.insert(place, after);
      }
    }
    this.#rows = rows;
  }

  /** Many at once: 2,000 among 100,000 take 10 ms, which is a sixth of sorting them all. */
  #merge(changes: readonly Change<Row>[]): void {
    const last = new Map<string, Row | undefined>();
    for (const [before, after] of changes) {
      const id = (after ?? before)?.id;
      if (id !== undefined) last.set(id, after);
    }
    const kept = this.#rows.filter(({ id }) => !last.has(id));
    const come = [...last.values()].filter((row) => row !== undefined).sort(this.#order.compare);
    const rows: Row[] = [];
    let place = 0;
    for (const row of come) {
      const until = this.#placeOf(kept, row);
      while (place < until) rows.push(kept[place++] as Row);
      rows.push(row);
    }
    while (place < kept.length) rows.push(kept[place++] as Row);
    this.#rows = rows;
    this.#titles = undefined;
    this.#groups = undefined;
  }

  #groupsOfAll(): StringColumn<Row> {
    this.#groups ??= this.#groupsAmong() ?? StringColumn.of(this.#rows, this.#order.group ?? alone);
    this.#groupsAmong = unknown;
    return this.#groups;
  }

  #placeOf(rows: readonly Row[], row: Row): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.compare(rows[middle] as Row, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #indexOf(rows: readonly Row[], row: Row): number {
    const place = this.#placeOf(rows, row);
    const near = [place, place - 1].find((index) => rows[index]?.id === row.id);
    return near ?? rows.findIndex(({ id }) => id === row.id);
  }
}

const titleOf = ({ title = '' }: SearchedRow) => title;
const alone = () => '';
const unknown = () => undefined;
