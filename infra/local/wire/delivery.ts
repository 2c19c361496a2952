/** At-least-once delivery: a target that fails is tried again, later and later; giving up is loud. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. AWS retries for hours; on one machine a minute tells whether it will ever work. */
export const standardDelays = [200, 1000, 5000, 20_000, 40_000];

export class Deliveries {
  readonly #delays: number[];
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<boolean>>();

  constructor(delays: number[] = standardDelays) {
    this.#delays = delays;
  }

  /** Never throws. True when the target took it or nobody hopes for that any more, false when `close` came between. */
  deliver(name: string, attempt: () => Promise<unknown>): Promise<boolean> {
    const delivery = this.#deliver(name, attempt).finally(() => this.#running.delete(delivery));
    this.#running.add(delivery);
    return delivery;
  }

  /** Resolves when nothing is under way, not even what the deliveries set off. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Stops trying again and waits a little for what runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.idle(), sleep(2000, undefined, { ref: false })]);
  }

  async #deliver(name: string, attempt: () => Promise<unknown>): Promise<boolean> {
    // The sender must not wait for the target, not even for its synchronous part.
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
        const reason = error instanceof Error ? error.message : String(error);
        console.error(`[events] ${name}: attempt ${tries} failed (${reason}), next in ${delay} ms`);
        await sleep(delay, undefined, { signal: this.#closing.signal }).catch(() => {});
      }
    }
    return false;
  }
}
