/** Sends signed events to the product's webhook, at once or shuffled, as set on the control page. */
import Stripe from 'stripe';
import type { StripeData } from './objects.ts';

type StripeEvent = StripeData['events'][string];

export type DeliveryMode = 'normal' | 'held';

export class Webhooks {
  /** Delivery of the next events; `held` keeps them until `release`. */
  deliveryMode: DeliveryMode = 'normal';
  readonly #buffered: StripeEvent[] = [];
  readonly #url: () => string | undefined;
  readonly #secret: string;
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(url: () => string | undefined, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  get bufferedCount(): number {
    return this.#buffered.length;
  }

  readonly send = (event: StripeEvent): void => {
    if (this.deliveryMode === 'held') this.#buffered.push(event);
    else void this.#deliver(event);
  };

  release(): void {
    for (const event of this.#buffered.splice(0).reverse()) void this.#deliver(event);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliver(event: StripeEvent, attempt = 1): Promise<void> {
    try {
      await this.#post(event);
    } catch {
      if (this.#closed) return;
      if (attempt === 5) console.error(`[stripe] the webhook rejected every attempt to deliver ${event.type}`);
      else this.#deliverLater(event, attempt + 1);
    }
  }

  #deliverLater(event: StripeEvent, attempt: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void this.#deliver(event, attempt);
      },
      (attempt - 1) * 1_000,
    );
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
