/** Sends signed events to the product's webhook: normally, twice, late or shuffled, as set on the control page. */
import Stripe from 'stripe';
import type { StripeData } from './objects.ts';

type StripeEvent = StripeData['events'][string];

export type DeliveryMode = 'normal' | 'twice' | 'late' | 'held';

export class Webhooks {
  /** Mode for the next events; `held` buffers them until `release`. */
  deliveryMode: DeliveryMode = 'normal';
  readonly #buffered: StripeEvent[] = [];
  readonly #url: () => string | undefined;
  readonly #secret: string;
  readonly #pending = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(url: () => string | undefined, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  /** Number of buffered events. */
  get bufferedCount(): number {
    return this.#buffered.length;
  }

  readonly send = (event: StripeEvent): void => {
    if (this.deliveryMode === 'held') this.#buffered.push(event);
    else if (this.deliveryMode === 'late') this.#sendLater(event, 5_000);
    else {
      this.#start(event);
      if (this.deliveryMode === 'twice') this.#start(event);
    }
  };

  /** Sends buffered events in reverse order. */
  release(): void {
    for (const event of this.#buffered.splice(0).reverse()) this.#start(event);
  }

  /** Resolves when all events being sent have arrived or failed. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #start(event: StripeEvent, attempt = 1): void {
    const sent = this.#post(event)
      .catch(() => {
        if (attempt < 5) this.#sendLater(event, attempt * 1_000, attempt + 1);
        else console.error(`[stripe] the webhook rejected every attempt to deliver ${event.type}`);
      })
      .finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
  }

  #sendLater(event: StripeEvent, ms: number, attempt = 1): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#start(event, attempt);
    }, ms);
    this.#timers.add(timer);
  }

  async #post(event: StripeEvent): Promise<void> {
    const url = this.#url();
    if (!url) return;
    const body = JSON.stringify(event);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret: this.#secret });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    });
    if (!answer.ok) throw new Error(`The webhook answered ${answer.status}`);
  }
}
