/**
 * Jobs of payments: lost events of the provider, and what follows from deleted accounts, changed matches and paid
 * matches that cannot be watched.
 */
import { issueInvoices } from '../money/invoices/issue-invoices.ts';
import { followLostMinutes } from '../money/lost-minutes/follow-lost-minutes.ts';
import { forgetHolder } from '../money/payments/buyers.ts';
import { updatePurchases } from '../money/payments/changed-matches.ts';
import { endSale } from '../money/payments/ended-sales.ts';
import { applyEvent, listUnhandled } from '../money/payments/provider-events.ts';
import { takesPayments } from '../money/payments/stripe/client.ts';
import { endCustomer } from '../money/payments/stripe/customers.ts';
import { listEventsSince } from '../money/payments/stripe/events.ts';
import { followAllUnseen } from '../money/unseen/follow-unseen.ts';
import { settleWithdrawals } from '../money/withdrawals/withdraw.ts';
import { readDeletionTime } from '../people/accounts/profile.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { attemptEach, attemptSteps } from '../platform/observability/attempt-each.ts';
import { measure } from '../platform/observability/metrics.ts';

/** Closes open payment pages and recurring payments of a deleted account, which holds no plan any more. Past payments stay, as the law requires. */
export async function endPaymentsOfDeleted({
  detail: { userId, stripeCustomerId },
}: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await forgetHolder(userId);
  const deletedAt = await readDeletionTime(userId);
  if (stripeCustomerId && deletedAt) await endCustomer(stripeCustomerId, deletedAt);
}

export const updatePurchasesOfChanged = ({ detail }: DomainEventMessage<'EventChanged'>): Promise<void> =>
  updatePurchases(detail.eventId);

/** Ends the sale of a match that was cancelled, hidden, opened to everybody or deleted. */
export async function endSales({ detail }: DomainEventMessage<'EventChanged' | 'EventRemoved'>): Promise<void> {
  if (await takesPayments()) await endSale(detail.eventId);
}

/**
 * Every ten minutes: checks paid matches that cannot be watched, as a whole or in part, until shortly before the
 * function's timeout.
 */
export async function followUnseen(): Promise<void> {
  const now = Date.now();
  const stopAt = now + 240_000;
  await attemptSteps(
    () => followAllUnseen(now, stopAt),
    () => followLostMinutes(now, stopAt),
  );
}

/**
 * Age up to which a run looks for events that were not handled. Older ones are left to the provider, which retries them
 * for days.
 */
const lookBackMs = 60 * 60 * 1000;

/**
 * Every minute: applies lost events of the provider, refunds withdrawals and issues invoices, until shortly before the
 * function's timeout. Does nothing while no keys are set.
 */
export async function reconcilePayments(): Promise<void> {
  if (!(await takesPayments())) return;
  const now = Date.now();
  await attemptSteps(
    () => applyMissedEvents(now),
    settleWithdrawals,
    () => issueInvoices(now, now + 240_000),
  );
}

async function applyMissedEvents(now: number): Promise<void> {
  const missed = await listUnhandled(await listEventsSince(now - lookBackMs));
  await attemptEach(
    'an event of the payment provider was not applied',
    // The provider lists newest first; receipts follow the order of payments.
    missed.toReversed(),
    async (event) => {
      try {
        await applyEvent(event, now);
      } catch (error) {
        measure('PaymentEventsFailed', 1, { event: event.id });
        throw error;
      }
    },
    ({ id, type }) => ({ event: id, type }),
  );
}
