/** Measures the bandwidth while segments are being sent. */

/** Milliseconds over which it is measured. */
const windowMs = 12_000;
/** Minimum of milliseconds spent sending. */
const minBusyMs = 100;

export class LineMeter {
  #ticks: { at: number; bytes: number; busyMs: number }[] = [];
  #sending = 0;
  #since = 0;

  begin(now: number): void {
    if (this.#sending === 0) this.#since = now;
    this.#sending += 1;
  }

  /** Counts bytes that left since the last call. */
  add(bytes: number, now: number): void {
    this.#ticks.push({ at: now, bytes, busyMs: this.#sending > 0 ? now - this.#since : 0 });
    this.#since = now;
    this.#ticks = this.#ticks.filter(({ at }) => now - at < windowMs);
  }

  end(now: number): void {
    this.add(0, now);
    this.#sending -= 1;
  }

  /** Returns bits a second; undefined if too little was sent to know. */
  measure(now: number): number | undefined {
    const recent = this.#ticks.filter(({ at }) => now - at < windowMs);
    const busyMs = recent.reduce((sum, tick) => sum + tick.busyMs, 0);
    const bytes = recent.reduce((sum, tick) => sum + tick.bytes, 0);
    return busyMs < minBusyMs || bytes === 0 ? undefined : (8_000 * bytes) / busyMs;
  }
}
