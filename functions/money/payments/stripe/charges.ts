/** A customer's payments: list, state and refunds. */
import type Stripe from 'stripe';
import type { Payment } from '../../../../shared/contract/payments.ts';
import type { PaidFor } from '../rules.ts';
import { connect } from './client.ts';
import { ignoreMissing, ignoreReturnedMoney } from './errors.ts';

/** Payments for display, newest first, with their product. */
export async function readPayments(customerId: string): Promise<(Payment & PaidFor)[]> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer: customerId, limit: 100 }).catch(ignoreMissing);
  return (charges?.data ?? []).map((charge) => ({
    id: charge.id,
    productType: charge.metadata.sportEventId ? 'PT_SPORT_EVENT' : 'PT_MONTHLY',
    title: charge.metadata.eventTitle ?? 'Suscripción mensual',
    amount: charge.amount,
    currency: charge.currency,
    date: new Date(charge.created * 1000).toISOString(),
    status: toPaymentStatus(charge),
    receiptUrl: charge.receipt_url,
    eventId: charge.metadata.sportEventId ?? null,
  }));
}

function toPaymentStatus({ refunded, disputed, status, paid }: Stripe.Charge): Payment['status'] {
  if (refunded) return 'refunded';
  if (disputed) return 'disputed';
  if (status === 'pending') return 'pending';
  return paid ? 'paid' : 'failed';
}

/** True if a payment for the event has not settled yet, as with direct debit. */
export async function isPaymentPending(customerId: string, eventId: string): Promise<boolean> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer: customerId, limit: 100 }).catch(ignoreMissing);
  return (charges?.data ?? []).some(
    ({ status, metadata }) => status === 'pending' && metadata.sportEventId === eventId,
  );
}

/** Refunds what the customer has paid for an event since an instant (seconds); idempotent. */
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
