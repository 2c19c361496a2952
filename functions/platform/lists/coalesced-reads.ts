/**
 * Coalesces concurrent reads of one key. Only reads that have not started are shared, because every caller must see all
 * earlier writes: while one runs, later callers share the next.
 */
export class CoalescedReads<Found> {
  readonly #read: (key: string) => Promise<Found>;
  readonly #running = new Map<string, Promise<Found>>();
  readonly #next = new Map<string, Promise<Found>>();

  constructor(read: (key: string) => Promise<Found>) {
    this.#read = read;
  }

  get(key: string): Promise<Found> {
    const running = this.#running.get(key);
    if (!running) return this.#begin(key);
    const queued = this.#next.get(key);
    if (queued) return queued;
    const next = running
      .catch(() => {})
      .then(() => {
        this.#next.delete(key);
        return this.get(key);
      });
    this.#next.set(key, next);
    return next;
  }

  #begin(key: string): Promise<Found> {
    const read = this.#read(key).finally(() => this.#running.delete(key));
    this.#running.set(key, read);
    return read;
  }
}
