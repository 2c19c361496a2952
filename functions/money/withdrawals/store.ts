/**
 * Withdrawals in the table `purchases`: USER#{id} / WITHDRAWAL#{number} is the statement of the buyer with its outcome;
 * WITHDRAWALS / {number} lists those whose money still has to go back.
 */
import type { PersonalData } from '../../../shared/contract/personal-data.ts';
import type { WithdrawalOutcome } from '../../../shared/domain/withdrawal-text.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { deleteItem, getItem, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { nameOrder } from '../orders/rules.ts';
import { keepSeconds, listOrders } from '../orders/store.ts';

export interface Withdrawal {
  number: string;
  userId: string;
  /** ISO 8601: when the statement arrived. */
  at: string;
  outcome: WithdrawalOutcome;
}

/** The person who withdraws, also after the account has been deleted. */
export type Buyer = Pick<StoredUser, 'id' | 'email' | 'name' | 'emailConfirmedAt' | 'hidesResults'> & {
  stripeCustomerId?: string | undefined;
};

/** Work that is left at the provider. */
export interface DueRefund {
  number: string;
  customerId: string;
  chargeId: string;
  subscriptionId: string | null;
  /** A pass ends with the mark on its payment. */
  isPass?: boolean;
  amount: number;
}

const due = 'WITHDRAWALS';

export const withdrawalWrite = (withdrawal: Withdrawal): Write =>
  putWrite(
    'purchases',
    {
      ...withdrawalKey(withdrawal.userId, withdrawal.number),
      ...withdrawal,
      expiresAt: Math.ceil(Date.parse(withdrawal.at) / 1000) + keepSeconds,
    },
    isNew,
  );

export const dueWrite = (refund: DueRefund): Write => putWrite('purchases', { pk: due, sk: refund.number, ...refund });

export const findWithdrawal = (userId: string, number: string): Promise<Withdrawal | undefined> =>
  getItem<Withdrawal & Key>('purchases', withdrawalKey(userId, number));

const listWithdrawals = (userId: string): Promise<Withdrawal[]> =>
  queryAll<Withdrawal & Key>('purchases', `USER#${userId}`, { prefix: 'WITHDRAWAL#' });

/** The orders of a person's export, with their withdrawals. */
export async function exportOrders(userId: string): Promise<PersonalData['orders']> {
  const [orders, withdrawals] = await Promise.all([listOrders(userId), listWithdrawals(userId)]);
  return orders.map(({ event, club, consent, ...order }) => ({
    ...order,
    // Without a title, it is the monthly subscription.
    title: order.product === 'PT_MONTHLY' ? null : nameOrder({ ...order, event, club: club ?? null }),
    consent: consent?.text ?? null,
    withdrawnAt: withdrawals.find(({ number }) => number === order.number)?.at ?? null,
  }));
}

export const listDue = (): Promise<DueRefund[]> => queryAll<DueRefund & Key>('purchases', due);

export const finishDue = ({ number }: DueRefund): Promise<void> => deleteItem('purchases', { pk: due, sk: number });

const withdrawalKey = (userId: string, number: string): Key => ({ pk: `USER#${userId}`, sk: `WITHDRAWAL#${number}` });
