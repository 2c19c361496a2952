interface Entry<Value> {
  value: Value;
  size: number;
  /** Milliseconds since the Unix epoch. */
  until: number;
}

const sweepMs = 30_000;

/**
 * Keeps entries until they expire, and drops the oldest where all together exceed the capacity. Expired entries are let
 * go soon, even if nothing is asked any more: on one machine all functions share their memory.
 */
export class ExpiringCache<Value> {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #capacity: number;
  readonly #measure: (key: string, value: Value) => number;
  #size = 0;
  #sweep: NodeJS.Timeout | undefined;

  /** `capacity` is in the unit that `measure` returns. */
  constructor(capacity: number, measure: (key: string, value: Value) => number) {
    this.#capacity = capacity;
    this.#measure = measure;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.until > now ? entry.value : undefined;
  }

  set(key: string, value: Value, until: number): void {
    this.delete(key);
    const size = this.#measure(key, value);
    this.#entries.set(key, { value, size, until });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.delete(oldest);
    }
    this.#sweepLater();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
  }

  #sweepLater(): void {
    this.#sweep ??= setTimeout(() => {
      this.#sweep = undefined;
      const now = Date.now();
      for (const [key, { until }] of this.#entries) if (until <= now) this.delete(key);
      if (this.#entries.size > 0) this.#sweepLater();
    }, sweepMs).unref();
  }
}
