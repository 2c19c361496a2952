/**
 * Dictionary-encodes a string column, so that a predicate runs once per distinct value: grouping 30,000 rows takes 0.5
 * ms instead of 10.
 */

/** Distinct values; a selection shares the dictionary of its source. */
interface Dictionary {
  readonly texts: string[];
  readonly numbers: Map<string, number>;
  /** With more distinct values than this, most are no longer in use, and the dictionary should be rebuilt. */
  readonly maxTexts: number;
}

export class StringColumn<Row> {
  readonly #readText: (row: Row) => string;
  readonly #dictionary: Dictionary;
  #at: Int32Array;

  private constructor(readText: (row: Row) => string, dictionary: Dictionary, at: Int32Array) {
    this.#readText = readText;
    this.#dictionary = dictionary;
    this.#at = at;
  }

  static of<Row>(rows: readonly Row[], readText: (row: Row) => string): StringColumn<Row> {
    const texts: string[] = [];
    const numbers = new Map<string, number>();
    const at = Int32Array.from(rows, (row) => assignNumber(readText(row), texts, numbers));
    return new StringColumn(readText, { texts, numbers, maxTexts: 2 * texts.length + 100 }, at);
  }

  /** Distinct values by number. */
  get texts(): readonly string[] {
    return this.#dictionary.texts;
  }

  /** Number of each row's value, by position. Never modified in place. */
  get at(): Int32Array {
    return this.#at;
  }

  /** Positions of the rows whose value matches; `also` adds those with a wanted value of another column. */
  findPositions(
    isWanted: (text: string, number: number) => boolean,
    also?: { at: Int32Array; wanted: readonly boolean[] },
  ): Int32Array {
    const wanted = this.#dictionary.texts.map(isWanted);
    const places = new Int32Array(this.#at.length);
    let count = 0;
    for (let place = 0; place < places.length; place += 1)
      if (wanted[this.#at[place] ?? 0] || also?.wanted[also.at[place] ?? 0]) places[count++] = place;
    return places.slice(0, count);
  }

  pick(places: Int32Array): StringColumn<Row> {
    const at = places.map((place) => this.#at[place] ?? 0);
    return new StringColumn(this.#readText, this.#dictionary, at);
  }

  insert(place: number, row: Row): void {
    const { texts, numbers } = this.#dictionary;
    const at = new Int32Array(this.#at.length + 1);
    at.set(this.#at.subarray(0, place));
    at[place] = assignNumber(this.#readText(row), texts, numbers);
    at.set(this.#at.subarray(place), place + 1);
    this.#at = at;
  }

  remove(place: number): void {
    const at = this.#at.slice(0, -1);
    at.set(this.#at.subarray(place + 1), place);
    this.#at = at;
  }

  get needsRebuild(): boolean {
    return this.#dictionary.texts.length > this.#dictionary.maxTexts;
  }
}

function assignNumber(text: string, texts: string[], numbers: Map<string, number>): number {
  let number = numbers.get(text);
  if (number === undefined) {
    number = texts.push(text) - 1;
    numbers.set(text, number);
  }
  return number;
}
