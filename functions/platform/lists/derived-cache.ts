/** Caches values derived from an object and from a collection, until the collection changes or the object is dropped. */
export class DerivedCache<Value> {
  readonly #source: { readonly sequence: number };
  readonly #values = new WeakMap<object, { sequence: number; value: Value }>();

  constructor(source: { readonly sequence: number }) {
    this.#source = source;
  }

  get(key: object, make: () => Value): Value {
    const cached = this.#values.get(key);
    if (cached?.sequence === this.#source.sequence) return cached.value;
    const value = make();
    this.#values.set(key, { sequence: this.#source.sequence, value });
    return value;
  }
}
