/** Keeps the most recently used entries, for the limited memory of a warm function. */
export class LruCache<Value extends {}> {
  /** From the least to the most recently used. */
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;
  readonly #measure: (key: string, value: Value) => number;
  #size = 0;

  /** `capacity` is in the unit that `measure` returns; by default, a number of entries. */
  constructor(capacity: number, measure: (key: string, value: Value) => number = () => 1) {
    this.#capacity = capacity;
    this.#measure = measure;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#measure(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  /** Deletes an entry, or nothing if another value has replaced the given one. */
  delete(key: string, value: Value | undefined = this.#entries.get(key)): void {
    if (value === undefined || this.#entries.get(key) !== value) return;
    this.#entries.delete(key);
    this.#size -= this.#measure(key, value);
  }

  /** Returns the entry; makes it if it is missing. A promise that fails or resolves to undefined is not cached. */
  getOrMake(key: string, make: () => Value): Value {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    this.set(key, made);
    if (made instanceof Promise) {
      made.then(
        (found) => found === undefined && this.delete(key, made),
        () => this.delete(key, made),
      );
    }
    return made;
  }
}

/**
 * Caches reads for a short time, so that a warm function reads popular data only a few times a second. Failures are not
 * cached.
 */
export class TtlCache<Value> {
  readonly #reads: LruCache<{ until: number; value: Promise<Value> }>;
  readonly #lifetimeMs: number;

  constructor(lifetimeMs: number, capacity: number) {
    this.#reads = new LruCache(capacity);
    this.#lifetimeMs = lifetimeMs;
  }

  get(key: string, now: number, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
    if (cached && cached.until > now) return cached.value;
    const fresh = { until: now + this.#lifetimeMs, value: read() };
    this.#reads.set(key, fresh);
    fresh.value.catch(() => this.#reads.delete(key, fresh));
    return fresh.value;
  }
}
