/** Lost events of the payment provider, and cleanup after a deleted account. */

import { endSale } from '../money/payments/ended-sales.ts';
import { applyEvent, unhandled } from '../money/payments/provider-events.ts';
import { followRescheduledEvent } from '../money/payments/rescheduled-events.ts';
import { takesPayments } from '../money/payments/stripe/client.ts';
import { endCustomer } from '../money/payments/stripe/customers.ts';
import { listEventsSince } from '../money/payments/stripe/events.ts';
import { followAllUnseen } from '../money/unseen/follow-unseen.ts';
import { readDeletionTime } from '../people/accounts/profile.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { log } from '../platform/observability/log.ts';
import { measure } from '../platform/observability/metrics.ts';

/** Closes open payment pages and recurring payments of a deleted account. Past payments stay, as the law requires. */
export async function endPaymentsOfDeleted({
  detail: { userId, stripeCustomerId },
}: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  const gone = await readDeletionTime(userId);
  if (stripeCustomerId && gone) await endCustomer(stripeCustomerId, gone);
}

/** Extends the rights of a match's buyers after it was rescheduled. */
export const extendRightsOfRescheduled = ({ detail }: DomainEventMessage<'EventChanged'>): Promise<void> =>
  followRescheduledEvent(detail.eventId);

/** Ends the sale of a match that was cancelled, hidden, opened to everybody or deleted. */
export async function endSales({ detail }: DomainEventMessage<'EventChanged' | 'EventRemoved'>): Promise<void> {
  if (await takesPayments()) await endSale(detail.eventId);
}

/** Checks paid matches that cannot be watched, every ten minutes. Ends before the function's timeout. */
export const followUnseen = (): Promise<void> => followAllUnseen(Date.now(), Date.now() + 240_000);

/** Longer than the pause between two runs; the provider itself retries for days. */
const lookBackMs = 60 * 60 * 1000;

/** Every minute: applies lost events of the provider. Does nothing while no keys are set. */
export async function reconcilePayments(): Promise<void> {
  if (!(await takesPayments())) return;
  const now = Date.now();
  const missed = await unhandled(await listEventsSince(now - lookBackMs));
  const failed: string[] = [];
  // The provider lists newest first; receipts follow the order of payments.
  for (const event of missed.toReversed()) {
    try {
      await applyEvent(event, now);
    } catch (error) {
      log('error', 'event not taken over', { event: event.id, type: event.type, error: String(error) });
      measure('PaymentEventsFailed', 1, { event: event.id });
      failed.push(event.id);
    }
  }
  // Reported at the end, so that a failing event does not delay the others.
  if (failed.length > 0) throw new Error(`Events of the payment provider not taken over: ${failed.join(', ')}`);
}
