/** At-least-once delivery with growing delays; logs an error when it gives up. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. AWS retries for hours, but locally a target that failed for a minute stays broken. */
export const defaultRetryDelays = [200, 1000, 5000, 20_000, 40_000];

export class DeliveryQueue {
  readonly #delays: number[];
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<boolean>>();

  constructor(delays: number[] = defaultRetryDelays) {
    this.#delays = delays;
  }

  /**
   * Never rejects. Resolves to true once the event is delivered or given up, to false if `close` interrupted the
   * retries.
   */
  deliver(name: string, attempt: () => Promise<unknown>): Promise<boolean> {
    const delivery = this.#deliver(name, attempt).finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
    return delivery;
  }

  /** Resolves when no delivery is running, nor any that these have started. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Stops retrying, and waits up to 2 s for running attempts. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.idle(), sleep(2000, undefined, { ref: false })]);
  }

  async #deliver(name: string, attempt: () => Promise<unknown>): Promise<boolean> {
    // Starts the attempt later, so that the sender does not wait for its synchronous part.
    await Promise.resolve();
    for (let tries = 1; !this.#closing.signal.aborted; tries += 1) {
      try {
        await attempt();
        return true;
      } catch (error) {
        const delay = this.#delays[tries - 1];
        if (delay === undefined) {
          console.error(`[events] ${name}: GIVEN UP after ${tries} attempts, the event is lost:`, error);
          return true;
        }
        await sleep(delay, undefined, { signal: this.#closing.signal }).catch(() => {});
        // A delivery fails as a matter of course while the platform ends.
        if (!this.#closing.signal.aborted) console.error(`[events] ${name}: attempt ${tries} failed, retrying:`, error);
      }
    }
    return false;
  }
}
