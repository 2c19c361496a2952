/** LRU cache for the limited memory of a warm function. Failures are not cached. */
export class LruCache<Thing> {
  readonly #things = new Map<string, Thing>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, make: () => Thing): Thing {
    const known = this.#things.get(name);
    if (known !== undefined) return known;
    const made = make();
    const oldest = this.#things.size >= this.#most ? this.#things.keys().next().value : undefined;
    if (oldest !== undefined) this.#things.delete(oldest);
    this.#things.set(name, made);
    if (made instanceof Promise) {
      made.then(
        (found) => found === undefined && this.#forget(name, made),
        () => this.#forget(name, made),
      );
    }
    return made;
  }

  #forget(name: string, thing: Thing): void {
    if (this.#things.get(name) === thing) this.#things.delete(name);
  }
}
