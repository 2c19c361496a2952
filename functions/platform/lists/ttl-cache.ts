import { LruCache } from './lru-cache.ts';

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
