/** The right of withdrawal from an order: whether it exists, and how much of the price goes back. Pure. */
import { endOfDay, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { withdrawalDays } from '../../../shared/domain/order.ts';
import type { WithdrawalOutcome } from '../../../shared/domain/withdrawal-text.ts';
import type { Order } from '../orders/rules.ts';
import { splitPeriod } from '../payments/rules.ts';

/** The payment of an order, as the provider knows it. Times in milliseconds since the Unix epoch, amounts in cents. */
export interface OrderPayment {
  chargeId: string;
  paidAt: number;
  amount: number;
  /** Cents that have gone back already. */
  returned: number;
  isDisputed: boolean;
  /** The days that were paid: of a month, or of a season; null for a match. */
  period: { subscriptionId: string | null; from: number; to: number } | null;
}

const dayMs = 86_400_000;

/** `hasBegun`: the match can be watched, or has been. */
export function decideWithdrawal(
  { consent }: Pick<Order, 'consent'>,
  payment: OrderPayment | undefined,
  hasBegun: boolean,
  now: number,
): WithdrawalOutcome {
  if (!payment) return { hasRight: false, reason: 'NOT_PAID' };
  const { amount, returned, paidAt, isDisputed, period } = payment;
  if (returned >= amount || isDisputed) return { hasRight: false, reason: 'RETURNED' };
  if (now >= findLastMoment(paidAt)) return { hasRight: false, reason: 'LATE' };
  // The consent costs the right only once the match could be watched.
  if (!period) {
    return consent && hasBegun
      ? { hasRight: false, reason: 'BEGUN' }
      : { hasRight: true, refund: amount - returned, days: null };
  }
  // A buyer who did not request an immediate start owes nothing for the days used.
  if (!consent) return { hasRight: true, refund: amount - returned, days: null };
  const { days, rest } = splitPeriod(amount, period, now);
  return { hasRight: true, refund: Math.max(0, rest - returned), days };
}

/** The end of the fourteenth day after the payment, in Madrid. */
export function findLastMoment(paidAt: number): number {
  const { year, month, day } = toWallTime(new Date(paidAt + withdrawalDays * dayMs));
  return Date.parse(endOfDay([year, pad(month), pad(day)].join('-')));
}

const pad = (value: number) => String(value).padStart(2, '0');
