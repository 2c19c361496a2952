/** Sends signed events to the product's webhook, at once or shuffled, as set on the control page. */
import Stripe from 'stripe';
import { DeliveryQueue } from '../wire/delivery-queue.ts';
import type { StripeData } from './objects.ts';

type StripeEvent = StripeData['events'][string];

export type DeliveryMode = 'normal' | 'held';

export class Webhooks {
  /** Delivery of the next events; `held` keeps them until `release`. */
  deliveryMode: DeliveryMode = 'normal';
  readonly #buffered: StripeEvent[] = [];
  readonly #deliveries = new DeliveryQueue();
  readonly #url: () => string | undefined;
  readonly #secret: string;

  constructor(url: () => string | undefined, secret: string) {
    this.#url = url;
    this.#secret = secret;
  }

  get bufferedCount(): number {
    return this.#buffered.length;
  }

  readonly send = (event: StripeEvent): void => {
    if (this.deliveryMode === 'held') this.#buffered.push(event);
    else this.#deliver(event);
  };

  release(): void {
    for (const event of this.#buffered.splice(0).reverse()) this.#deliver(event);
  }

  close(): Promise<void> {
    return this.#deliveries.close();
  }

  #deliver(event: StripeEvent): void {
    void this.#deliveries.deliver(`stripe ${event.type}`, () => this.#post(event));
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
