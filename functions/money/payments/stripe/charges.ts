/** A customer's payments: list, state and refunds. */
import type Stripe from 'stripe';
import type { Payment } from '../../../../shared/contract/payments.ts';
import { isProductType, type ProductType } from '../../../../shared/domain/plans.ts';
import { nameSold } from '../../invoices/describe-sale.ts';
import { computePartDue, type EventRefund, type PaidFor } from '../rules.ts';
import { connect } from './client.ts';
import { hasLostDispute } from './customer-facts.ts';
import { ignoreMissing, ignoreReturnedMoney } from './errors.ts';

/** Payments for display, newest first, with their product. */
export async function readPayments(customerId: string): Promise<(Omit<Payment, 'invoices'> & PaidFor)[]> {
  return (await listCharges(customerId)).map((charge) => ({
    id: charge.id,
    productType: readProduct(charge.metadata),
    title: nameSold(charge.metadata),
    amount: charge.amount,
    currency: charge.currency,
    date: new Date(charge.created * 1000).toISOString(),
    status: toPaymentStatus(charge),
    receiptUrl: charge.receipt_url,
    eventId: charge.metadata.sportEventId ?? null,
    clubId: charge.metadata.clubId ?? null,
  }));
}

async function listCharges(customer: string): Promise<Stripe.Charge[]> {
  const { stripe } = await connect();
  return (await stripe.charges.list({ customer, limit: 100 }).catch(ignoreMissing))?.data ?? [];
}

/** A charge of a subscription has no metadata. */
const readProduct = ({ productType, sportEventId }: Stripe.Metadata): ProductType =>
  isProductType(productType) ? productType : sportEventId ? 'PT_SPORT_EVENT' : 'PT_MONTHLY';

function toPaymentStatus({ refunded, disputed, status, paid }: Stripe.Charge): Payment['status'] {
  if (refunded) return 'refunded';
  if (disputed) return 'disputed';
  if (status === 'pending') return 'pending';
  return paid ? 'paid' : 'failed';
}

/** True if a payment for the match or pass has not settled yet, as with direct debit. */
export async function isPaymentPending(
  customerId: string,
  product: { type: ProductType; event: { id: string } | null; club: { id: string } | null },
): Promise<boolean> {
  return (await listCharges(customerId)).some(
    ({ status, metadata }) =>
      status === 'pending' &&
      metadata.productType === product.type &&
      metadata.sportEventId === product.event?.id &&
      metadata.clubId === product.club?.id,
  );
}

/** Milliseconds after which the provider's search, which lags by up to a minute, certainly has every payment. */
const searchDelayMs = 5 * 60_000;

/**
 * Refunds what anybody has paid for an event, also before it was cancelled and by accounts that are gone; with `part`,
 * a share of what was paid before an instant. Returns the state of the refund, done once nothing was left; undefined at
 * `stopAt`.
 */
export async function refundEvent<Refund extends EventRefund>(
  eventId: string,
  refund: Refund,
  { now, stopAt }: { now: number; stopAt: number },
  part?: { percent: number; paidBefore: number },
): Promise<Refund | undefined> {
  const { stripe } = await connect();
  const sum = { payments: 0, amount: 0 };
  let isDone = now - Math.max(refund.since, refund.failedAt ?? 0) >= searchDelayMs;
  const charges = stripe.charges.search({ query: `metadata['sportEventId']:'${eventId}'`, limit: 100 });
  for await (const charge of charges) {
    if (Date.now() > stopAt) return undefined;
    if (part && charge.created * 1000 >= part.paidBefore) continue;
    const { id, paid, status, disputed, amount, amount_refunded: before } = charge;
    const due = computePartDue(amount, before, part?.percent ?? 100);
    const isOwed = paid && due > 0;
    const paidBack = isOwed ? await refundCharge(stripe, charge, part && due, refund.failedAt) : undefined;
    const returned = before + (paidBack?.amount ?? 0);
    if (returned > 0) sum.payments += 1;
    sum.amount += returned;
    // A direct debit under way may still arrive, and a disputed payment still be ours to return.
    const mayBeOwed = status === 'pending' || (isOwed && !paidBack && disputed && !(await hasLostDispute(stripe, id)));
    if (paidBack || mayBeOwed) isDone = false;
  }
  return { ...refund, ...sum, ...(isDone && { doneAt: now }) };
}

/**
 * Undefined if the money has gone back another way, or has failed to go back twice: operators then ask the buyer for
 * another account. `cents`: a part; without it, all that is left.
 */
async function refundCharge(
  stripe: Stripe,
  { id, disputed }: Stripe.Charge,
  cents: number | undefined,
  failedAt: number | undefined,
): Promise<Stripe.Refund | undefined> {
  const failures = failedAt === undefined ? 0 : await countFailedRefunds(stripe, id);
  if (failures > 1) return undefined;
  // One key for each reason: a list that lags would otherwise cause a second refund.
  const idempotencyKey = `refund-${cents === undefined ? 'match' : 'part'}-${id}${disputed ? '-disputed' : ''}${failures > 0 ? '-again' : ''}`;
  return stripe.refunds
    .create({ charge: id, ...(cents !== undefined && { amount: cents }) }, { idempotencyKey })
    .catch(ignoreReturnedMoney);
}

async function countFailedRefunds(stripe: Stripe, charge: string): Promise<number> {
  const { data } = await stripe.refunds.list({ charge, limit: 100 });
  return data.filter(({ status }) => status === 'failed').length;
}

/** Refunds the customer's payments for an event since an instant (seconds); idempotent. */
export async function refundPurchase(customer: string, eventId: string, since: number): Promise<void> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer, created: { gte: since }, limit: 100 });
  for (const { id, paid, refunded, metadata } of charges.data) {
    if (paid && !refunded && metadata.sportEventId === eventId)
      await stripe.refunds
        .create({ charge: id }, { idempotencyKey: `refund-cancelled-${id}` })
        .catch(ignoreReturnedMoney);
  }
}
