/** The payment of an order at the provider, and its refund after a withdrawal. */
import type Stripe from 'stripe';
import { plans } from '../../../../shared/domain/plans.ts';
import type { Order } from '../../orders/rules.ts';
import type { OrderPayment } from '../../withdrawals/rules.ts';
import { connect } from './client.ts';
import { ignoreMissing, ignoreReturnedMoney } from './errors.ts';

/** Undefined while nothing has been paid for the order. */
export async function readOrderPayment(
  customer: string,
  { number, product }: Order,
): Promise<OrderPayment | undefined> {
  const { stripe } = await connect();
  const charges = await stripe.charges
    .list({ customer, limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
    .catch(ignoreMissing);
  const paid = (charges ?? []).filter(({ paid: isPaid, status }) => isPaid && status === 'succeeded');
  if (plans[product].paid === 'ONCE') {
    const charge = paid.find(({ metadata }) => metadata.order === number);
    const until = charge?.metadata.until;
    const period = until ? { subscriptionId: null, from: charge.created * 1000, to: Date.parse(until) } : null;
    return charge && toPayment(charge, period);
  }
  const subscriptions = await stripe.subscriptions
    .list({ customer, status: 'all', limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  const subscription = subscriptions.find(({ metadata }) => metadata.order === number);
  if (!subscription) return undefined;
  const { id, start_date: from, items } = subscription;
  // A charge does not name its subscription: the first one of no match since the start is the first month's.
  const first = paid
    .filter(({ metadata, created }) => !metadata.order && !metadata.sportEventId && created >= from - clockSeconds)
    .sort((a, b) => a.created - b.created)[0];
  const to = items.data[0]?.current_period_end ?? from;
  return first && toPayment(first, { subscriptionId: id, from: from * 1000, to: to * 1000 });
}

/** Seconds by which the times of one purchase may differ. */
const clockSeconds = 60;

const toPayment = (
  { id, created, amount, amount_refunded, disputed }: Stripe.Charge,
  period: OrderPayment['period'],
): OrderPayment => ({
  chargeId: id,
  paidAt: created * 1000,
  amount,
  returned: amount_refunded,
  isDisputed: disputed,
  period,
});

/**
 * Ends the subscription or pass and refunds `amount` cents, or what is left of the payment if that is less: some may
 * have gone back meanwhile. Idempotent by the order's number.
 */
export async function undoPayment(
  {
    chargeId,
    subscriptionId,
    isPass = false,
  }: { chargeId: string; subscriptionId: string | null; isPass?: boolean | undefined },
  amount: number,
  number: string,
): Promise<void> {
  const { stripe } = await connect();
  if (subscriptionId) await stripe.subscriptions.cancel(subscriptionId).catch(ignoreMissing);
  if (isPass) await stripe.charges.update(chargeId, { metadata: { withdrawn: number } });
  const [charge, refunds] = await Promise.all([
    stripe.charges.retrieve(chargeId),
    stripe.refunds.list({ charge: chargeId, limit: 100 }),
  ]);
  if (refunds.data.some(({ metadata }) => metadata?.withdrawal === number)) return;
  const due = Math.min(amount, charge.amount - charge.amount_refunded);
  if (due > 0)
    await stripe.refunds
      .create(
        { charge: chargeId, amount: due, metadata: { withdrawal: number } },
        { idempotencyKey: `withdrawal-${number}-${due}` },
      )
      .catch(ignoreReturnedMoney);
}
