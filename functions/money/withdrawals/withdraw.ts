/**
 * Withdraws from an order. The statement, its email and the amount due are one transaction; the refund follows, and a
 * scheduled run continues an interrupted one.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import { clockTime, longDate } from '../../../shared/domain/madrid-text.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { isPass } from '../../../shared/domain/plans.ts';
import { titleFor } from '../../../shared/domain/result-text.ts';
import { describeOutcome, type WithdrawalOutcome } from '../../../shared/domain/withdrawal-text.ts';
import { events } from '../../league/events/store.ts';
import { readBilling } from '../../people/accounts/profile.ts';
import { getUser } from '../../people/accounts/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { isRecorded } from '../../recordings/vods/store.ts';
import { nameOrder, type Order } from '../orders/rules.ts';
import { findOrder, findOwner } from '../orders/store.ts';
import { readOrderPayment, undoPayment } from '../payments/stripe/order-payment.ts';
import { syncCustomer } from '../payments/sync-customer.ts';
import { decideWithdrawal, type OrderPayment } from './rules.ts';
import {
  type Buyer,
  type DueRefund,
  dueWrite,
  findWithdrawal,
  finishDue,
  listDue,
  type Withdrawal,
  withdrawalWrite,
} from './store.ts';

interface Examined {
  user: Buyer;
  order: Order;
  payment: OrderPayment | undefined;
  outcome: WithdrawalOutcome;
  /** The statement that arrived before. */
  earlier: Withdrawal | undefined;
}

/**
 * Returns the outcome of a withdrawal, without making it. @throws ApiError ORD4040 for an email and a number that do
 * not belong together: both are needed.
 */
export async function examineWithdrawal(email: string, number: string, now: number): Promise<Examined> {
  const orderNumber = number.trim().toUpperCase();
  const owner = await findOwner(orderNumber);
  const user = owner && (await findBuyer(owner));
  const order = user && (await findOrder(user.id, orderNumber));
  if (!user || !order || user.email.toLowerCase() !== email.trim().toLowerCase()) throw new ApiError('ORD4040');
  const [earlier, payment] = await Promise.all([
    findWithdrawal(user.id, order.number),
    user.stripeCustomerId ? readOrderPayment(user.stripeCustomerId, order) : undefined,
  ]);
  const hasBegun = order.event !== null && (await hasMatchBegun(order.event, now));
  return {
    user,
    order,
    payment,
    earlier,
    outcome: earlier?.outcome ?? decideWithdrawal(order, payment, hasBegun, now),
  };
}

/** The right of withdrawal outlives the account. */
async function findBuyer(userId: string): Promise<Buyer | undefined> {
  const [user, billing] = await Promise.all([getUser(userId), readBilling(userId)]);
  return user ?? (billing && { ...billing, id: userId, emailConfirmedAt: null, hidesResults: true });
}

async function hasMatchBegun({ id, start }: NonNullable<Order['event']>, now: number): Promise<boolean> {
  const event = await events.get(id);
  if (event?.state === 'CANCELLED') return false;
  const begins = event?.scheduledStartDate ?? start;
  return now >= Date.parse(begins) || event?.signal !== undefined || (await isRecorded(id));
}

/** Repeated, it answers as the first time and does nothing more. `at` is null for an order that is not paid yet. */
export async function withdraw(
  email: string,
  number: string,
  now: number,
): Promise<{ order: Order; made: Pick<Withdrawal, 'outcome'> & { at: string | null } }> {
  const { user, order, payment, outcome, earlier } = await examineWithdrawal(email, number, now);
  if (earlier) return { order, made: earlier };
  // A payment may still arrive: a statement stored now would cost its buyer the right.
  if (!outcome.hasRight && outcome.reason === 'NOT_PAID') return { order, made: { outcome, at: null } };
  const made = { number: order.number, userId: user.id, at: new Date(now).toISOString(), outcome };
  const refund = payment && outcome.hasRight ? toDue(user, order, payment, outcome.refund) : undefined;
  const mail = writeWithdrawal(user, order, made);
  const isFirst = await queueEmailOnce(mail, withdrawalWrite(made), now, refund && [dueWrite(refund)]);
  // Another request was faster.
  if (!isFirst) return { order, made: (await findWithdrawal(user.id, order.number)) ?? made };
  if (refund)
    await attemptEach('a withdrawal waits for its refund', [refund], settle, ({ number: of }) => ({ order: of }));
  return { order, made };
}

const toDue = (
  user: Buyer,
  { number, product }: Order,
  { chargeId, period }: OrderPayment,
  amount: number,
): DueRefund => ({
  number,
  chargeId,
  amount,
  customerId: user.stripeCustomerId ?? '',
  subscriptionId: period?.subscriptionId ?? null,
  ...(isPass(product) && { isPass: true }),
});

/** Every run: continues the withdrawals whose money has not gone back yet. */
export const settleWithdrawals = async (): Promise<void> =>
  attemptEach('a withdrawal was not refunded', await listDue(), settle, ({ number }) => ({ order: number }));

async function settle(refund: DueRefund): Promise<void> {
  await undoPayment(refund, refund.amount, refund.number);
  await syncCustomer(refund.customerId);
  await finishDue(refund);
}

function writeWithdrawal(user: Buyer, order: Order, { at, outcome }: Withdrawal): Email {
  const received = new Date(at);
  const title = nameOrder(order);
  return renderEmail({
    to: user.email,
    subject: 'Hemos recibido tu desistimiento',
    lines: [
      `${greet(user)} El ${longDate(received)} a las ${clockTime(received)} has desistido de este contrato: «${titleFor(user, title)}», con el número de recibo ${order.number}.`,
      describeOutcome(outcome),
      'Guarda este email: es el justificante de que nos lo has comunicado.',
    ],
    action: { label: 'Ver mi cuenta', url: pageUrl(paths.profilePart('pagos')) },
    // The buyer has just requested it.
    isRequested: true,
  });
}
