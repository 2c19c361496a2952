/**
 * Applies an event of the payment provider: syncs the customer, sends a receipt, marks the event. Every step can be
 * repeated, so the next delivery or the reconciliation completes an interrupted run.
 */
import type Stripe from 'stripe';
import { readDeletionTime } from '../../people/accounts/profile.ts';
import { getItems, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { refundIfCancelled } from './ended-sales.ts';
import { reopenRefund } from './failed-refunds.ts';
import { sendReceipt } from './receipts.ts';
import { endCustomer, findUserOfCustomer } from './stripe/customers.ts';
import { findCustomerId } from './stripe/events.ts';
import { endDeletedCustomer, syncCustomer } from './sync-customer.ts';

export async function applyEvent(event: Stripe.Event, now: number): Promise<void> {
  if (event.type === 'customer.deleted') {
    const { id, metadata } = event.data.object;
    if (metadata.userId) await endDeletedCustomer(metadata.userId, id);
    return markHandled(event.id, now);
  }
  const customerId = await findCustomerId(event);
  // The refund comes before the sync, so that the purchase is never granted.
  const tellRefund = customerId && (await refundIfCancelled(event, customerId));
  const user = customerId && (await syncCustomer(customerId));
  if (user) await (tellRefund ? tellRefund(user, now) : sendReceipt(event, user, now));
  else if (customerId) await endPaymentOfDeleted(customerId);
  if (event.type === 'refund.failed') await reopenRefund(event.data.object, now);
  // The event is marked last, so that after a crash the provider sends it again.
  await markHandled(event.id, now);
}

/** Events that have not been applied yet, in order. */
export async function listUnhandled(events: Stripe.Event[]): Promise<Stripe.Event[]> {
  const marks = await getItems(events.map(({ id }) => ({ table: 'stripe-events', key: handledKey(id) })));
  return events.filter((_, index) => marks[index] === undefined);
}

/** Ends and refunds a payment on a page that was open when the account was deleted. */
async function endPaymentOfDeleted(customerId: string): Promise<void> {
  const userId = await findUserOfCustomer(customerId);
  const deletedAt = userId && (await readDeletionTime(userId));
  if (deletedAt) await endCustomer(customerId, deletedAt);
}

async function markHandled(eventId: string, now: number): Promise<void> {
  // Stripe retries an event for at most three days; a month is plenty.
  await putItem(
    'stripe-events',
    { ...handledKey(eventId), expiresAt: Math.ceil(now / 1000) + 30 * 86_400 },
    isNew,
  ).catch(ignoreFailedCondition);
}

const handledKey = (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: 'HANDLED' });
