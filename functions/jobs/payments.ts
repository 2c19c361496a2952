/** The events of the payment provider that never arrived, and what ends with an account. */

import { endCustomer, eventsSince, takesPayments } from '../money/payments/provider.ts';
import { applyEvent, unhandled } from '../money/payments/provider-events.ts';
import { followRescheduledEvent } from '../money/payments/rescheduled-events.ts';
import { goneSince } from '../people/accounts/profile.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { log } from '../platform/observability/log.ts';
import { measure } from '../platform/observability/metrics.ts';

/** An account is gone: open payment pages and what it pays for by itself end. Payments of the past stay, as the law asks. */
export async function endPaymentsOfDeleted({
  detail: { userId, stripeCustomerId },
}: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  const gone = await goneSince(userId);
  if (stripeCustomerId && gone) await endCustomer(stripeCustomerId, gone);
}

/** A match may have been put off: its buyers keep their right until it is played, and after it. */
export const extendRightsOfRescheduled = ({ detail }: DomainEventMessage<'EventChanged'>): Promise<void> =>
  followRescheduledEvent(detail.eventId);

/** Longer than the pause between two runs, so that nothing falls in between; after that the provider tries on for days. */
const lookBackMs = 60 * 60 * 1000;

/** Every minute: takes over what the provider told and nobody heard. Without its keys there is nobody to ask. */
export async function reconcilePayments(): Promise<void> {
  if (!(await takesPayments())) return;
  const now = Date.now();
  const missed = await unhandled(await eventsSince(now - lookBackMs));
  const failed: string[] = [];
  // The provider lists the newest first; receipts go out in the order of the payments.
  for (const event of missed.toReversed()) {
    try {
      await applyEvent(event, now);
    } catch (error) {
      log('error', 'event not taken over', { event: event.id, type: event.type, error: String(error) });
      measure('PaymentEventsFailed', 1, { event: event.id });
      failed.push(event.id);
    }
  }
  // One that fails must not hold up the others, but somebody should hear of it.
  if (failed.length > 0) throw new Error(`Events of the payment provider not taken over: ${failed.join(', ')}`);
}
