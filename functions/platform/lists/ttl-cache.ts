import { LruCache } from './lru-cache.ts';

/**
 * Caches reads for a short time, so that a warm function reads popular data only a few times a second. Failures are not
 * cached.
 */
export class TtlCache<Found> {
  readonly #reads: LruCache<{ until: number; found: Promise<Found> }>;
  readonly #lifetimeMs: number;

  constructor(lifetimeMs: number, capacity: number) {
    this.#reads = new LruCache(capacity);
    this.#lifetimeMs = lifetimeMs;
  }

  get(key: string, now: number, read: () => Promise<Found>): Promise<Found> {
    const cached = this.#reads.get(key);
    if (cached && cached.until > now) return cached.found;
    const fresh = { until: now + this.#lifetimeMs, found: read() };
    this.#reads.set(key, fresh);
    fresh.found.catch(() => this.#reads.delete(key, fresh));
    return fresh.found;
  }
}
