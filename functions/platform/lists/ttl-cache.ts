/**
 * Caches reads for a short time, so that a warm function reads popular data only a few times a second. Failures are not
 * cached.
 */
export class TtlCache<Found> {
  readonly #kept = new Map<string, { until: number; found: Promise<Found> }>();
  readonly #forMs: number;
  readonly #most: number;

  constructor(forMs: number, most: number) {
    this.#forMs = forMs;
    this.#most = most;
  }

  get(key: string, now: number, read: () => Promise<Found>): Promise<Found> {
    const known = this.#kept.get(key);
    if (known && known.until > now) return known.found;
    this.#kept.delete(key);
    const oldest = this.#kept.size >= this.#most ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    const found = read();
    this.#kept.set(key, { until: now + this.#forMs, found });
    found.catch(() => this.#kept.delete(key));
    return found;
  }
}
