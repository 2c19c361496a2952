import * as z from 'zod';
import { consentIds } from '../domain/order.ts';
import { productTypes } from '../domain/plans.ts';
import { unseenReasons, unseenStates } from '../domain/unseen.ts';
import { defineEndpoints } from './endpoint.ts';
import { InvoiceLink } from './invoices.ts';
import { Id, Page, PageQuery } from './schema.ts';

export const ProductType = z.enum(productTypes);

/** A rule for one value of a field, in JSON Schema's words. */
export const requireFor = (field: string, value: string, rule: object) => ({
  if: { properties: { [field]: { const: value } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word
  then: rule,
});

export const PaymentRequest = z
  .object({
    productType: ProductType,
    callbackUrl: z.url('La dirección de vuelta no es válida').max(2000),
    sportEventId: Id.optional(),
    clubId: Id.optional(),
    /**
     * The sentence of the order's checkbox (shared/domain/order.ts). Null while it is not ticked, which PYM4010
     * answers. Without this field the order is made, and the buyer keeps the right of withdrawal.
     */
    consent: z.enum(consentIds, 'La casilla del pedido ha cambiado: recarga la página').nullable().optional(),
  })
  .refine(({ productType, sportEventId }) => productType !== 'PT_SPORT_EVENT' || sportEventId !== undefined, {
    error: 'No se ha especificado el evento deportivo',
    path: ['sportEventId'],
  })
  .refine(({ productType, clubId }) => productType !== 'PT_CLUB_PASS' || clubId !== undefined, {
    error: 'No se ha especificado el club',
    path: ['clubId'],
  })
  .meta({
    allOf: [
      requireFor('productType', 'PT_SPORT_EVENT', { required: ['sportEventId'] }),
      requireFor('productType', 'PT_CLUB_PASS', { required: ['clubId'] }),
    ],
  });
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** `amount` in cents, VAT included. */
export const Payment = z.object({
  id: z.string(),
  productType: ProductType,
  title: z.string(),
  amount: z.int(),
  currency: z.string(),
  date: z.string(),
  status: z.enum(['paid', 'pending', 'refunded', 'disputed', 'failed']),
  receiptUrl: z.string().nullable(),
  /** In the order of their issue; empty for a minute after the payment. */
  invoices: z.array(InvoiceLink),
});
export type Payment = z.output<typeof Payment>;

/** A match with buyers that cannot be watched. */
export const UnseenPurchase = z.object({
  eventId: Id,
  title: z.string(),
  /** Null for a match that was deleted before it was listed. */
  start: z.string().nullable(),
  reason: z.enum(unseenReasons),
  state: z.enum(unseenStates),
  since: z.string(),
  /** Time of the first email to its buyers; null before. */
  toldAt: z.string().nullable(),
  backAt: z.string().nullable(),
  buyers: z.int(),
  /** Cents paid and not refunded; since the refund began, what was paid before it. */
  amount: z.int(),
  /** Cents and payments that went back by themselves; null if no refund has begun. */
  refunded: z.object({ payments: z.int(), amount: z.int() }).nullable(),
  /** False if the match was deleted. */
  exists: z.boolean(),
});
export type UnseenPurchase = z.output<typeof UnseenPurchase>;

/** A match of which minutes could not be seen. */
export const LostMinutesOfMatch = z.object({
  eventId: Id,
  title: z.string(),
  start: z.string(),
  clubs: z.array(z.string()),
  cameras: z.array(z.string()),
  minutes: z.int(),
  /** Percent of the price to refund; 0 for a small loss. */
  percent: z.int(),
  /** Cents that have gone back, and whether all has. */
  refunded: z.object({ payments: z.int(), amount: z.int(), isDone: z.boolean() }).nullable(),
});
export type LostMinutesOfMatch = z.output<typeof LostMinutesOfMatch>;

const LostSum = z.object({ id: z.string(), name: z.string(), matches: z.int(), minutes: z.int() });
export type LostSum = z.output<typeof LostSum>;

const UnseenFilter = z.object({ state: z.enum(unseenStates).optional() });

export const paymentEndpoints = defineEndpoints({
  'POST /payments/stripe': {
    summary: 'Create a link to the payment page of a product',
    access: 'viewer',
    body: PaymentRequest,
    data: z.object({ paymentLink: z.string() }),
    refuses: [
      'CLB4040',
      'EVT4040',
      'PYM4001',
      'PYM4002',
      'PYM4005',
      'PYM4006',
      'PYM4007',
      'PYM4008',
      'PYM4009',
      'PYM4010',
      'PYM4011',
      'PYM5030',
    ],
  },
  'POST /payments/stripe/portal': {
    summary: 'Create a link to the billing portal, to change the card or cancel',
    access: 'viewer',
    data: z.object({ url: z.string() }),
    refuses: ['PYM4004', 'PYM5030'],
  },
  'GET /users/me/payments': {
    summary: 'Payments and receipts; applies the latest payments before answering',
    access: 'viewer',
    /** Applies the subscription too, as it is at the provider: for the return from the billing portal. */
    query: z.object({ apply: z.enum(['subscription']).optional() }),
    data: z.object({ payments: z.array(Payment) }),
    refuses: ['PYM5030'],
  },
  'GET /live/unseen-purchases': {
    summary: 'Matches with buyers that cannot be watched, and the amounts paid for them',
    access: 'admin',
    query: UnseenFilter.extend(PageQuery.shape),
    data: Page('matches', UnseenPurchase).extend({ sum: z.object({ buyers: z.int(), amount: z.int() }) }),
  },
  'GET /live/unseen-purchases/csv': {
    summary: 'Matches with buyers that cannot be watched, as CSV',
    access: 'admin',
    query: UnseenFilter,
    produces: 'text/csv',
  },
  'GET /live/lost-minutes': {
    summary: 'Matches of the last thirteen months of which minutes could not be seen, with sums by club and by camera',
    access: 'admin',
    query: PageQuery,
    data: Page('matches', LostMinutesOfMatch).extend({ clubs: z.array(LostSum), cameras: z.array(LostSum) }),
  },
  'POST /payments/stripe/webhook': {
    summary: 'Signed events of the payment provider',
    access: 'public',
    rawBody: true,
    refuses: ['PYM4003', 'PYM5030'],
  },
});
