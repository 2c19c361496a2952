/** Stripe's events: from the webhook, or listed by the reconciliation. */
import type Stripe from 'stripe';
import { ApiError } from '../../../../shared/contract/errors.ts';
import { connect, toId } from './client.ts';

/**
 * Verifies a webhook's signature and returns its event.
 * @throws ApiError 400 if it is not signed with our secret.
 */
export async function verifyEvent(body: string, signature: string | undefined): Promise<Stripe.Event> {
  const { stripe, webhookSecret } = await connect();
  try {
    return await stripe.webhooks.constructEventAsync(body, signature ?? '', webhookSecret);
  } catch {
    throw new ApiError('PYM4003');
  }
}

/** Events since an instant (milliseconds), newest first. */
export async function listEventsSince(since: number): Promise<Stripe.Event[]> {
  const { stripe } = await connect();
  return stripe.events
    .list({ created: { gte: Math.floor(since / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
}

/**
 * The event's customer; a dispute or refund names only its charge. A refund matters once its money has come back to us:
 * before, its charge has an event of its own.
 */
export async function findCustomerId(event: Stripe.Event): Promise<string | undefined> {
  const object = event.data.object as {
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
    object?: string;
    status?: string | null;
  };
  if (object.customer) return toId(object.customer);
  const hasComeBack = object.object === 'refund' && (object.status === 'failed' || object.status === 'canceled');
  if (!(event.type.startsWith('charge.dispute.') || hasComeBack) || !object.charge) return undefined;
  const { stripe } = await connect();
  const charge = await stripe.charges.retrieve(toId(object.charge));
  return charge.customer ? toId(charge.customer) : undefined;
}
