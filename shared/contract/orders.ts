/** Orders of a buyer, and the right of withdrawal from them. */
import * as z from 'zod';
import { EmailField } from '../domain/account-forms.ts';
import { defineEndpoints } from './endpoint.ts';

export const WithdrawalRequest = z.object({
  email: EmailField,
  /** Number of the receipt: '7KQ2-M9XD', in upper or lower case. */
  number: z
    .string()
    .trim()
    .regex(/^[2-9a-zA-Z]{4}-[2-9a-zA-Z]{4}$/, 'El número de recibo tiene ocho letras y cifras, como 7KQ2-M9XD'),
});

const Outcome = z.discriminatedUnion('hasRight', [
  z.object({
    hasRight: z.literal(true),
    /** Cents to be refunded. */
    refund: z.int(),
    /** Days of the month; null for a match. */
    days: z.object({ used: z.int(), total: z.int() }).nullable(),
  }),
  z.object({ hasRight: z.literal(false), reason: z.enum(['NOT_PAID', 'RETURNED', 'LATE', 'BEGUN']) }),
]);

const WithdrawalView = z.object({
  number: z.string(),
  title: z.string().nullable(),
  /** When the order was made. */
  orderedAt: z.string(),
  amount: z.int(),
  outcome: Outcome,
  /** When the withdrawal arrived; null before. */
  withdrawnAt: z.string().nullable(),
});
export type WithdrawalView = z.output<typeof WithdrawalView>;

const OrderView = z.object({
  number: z.string(),
  at: z.string(),
  /** Null for the subscription. */
  title: z.string().nullable(),
  /** Cents of the order, and the amount paid: less with a coupon. */
  amount: z.int(),
  paid: z.int(),
  /** The sentence of the box that was ticked. */
  consent: z.string().nullable(),
  documents: z.array(z.object({ name: z.string(), version: z.int(), date: z.string() })),
  withdrawnAt: z.string().nullable(),
});
export type OrderView = z.output<typeof OrderView>;

export const orderEndpoints = defineEndpoints({
  'GET /users/me/orders': {
    summary: 'Paid orders with what was agreed to, newest first',
    access: 'viewer',
    data: z.object({ orders: z.array(OrderView) }),
  },
  'POST /public/withdrawal/preview': {
    summary: 'What withdrawing from an order would bring; by email and number of the receipt, without a session',
    access: 'public',
    body: WithdrawalRequest,
    data: WithdrawalView,
    refuses: ['ORD4040', 'PYM5030'],
  },
  'POST /public/withdrawal': {
    summary: 'Withdraw from an order; by email and number of the receipt, without a session',
    access: 'public',
    body: WithdrawalRequest,
    data: WithdrawalView,
    refuses: ['ORD4040', 'PYM5030'],
  },
});
