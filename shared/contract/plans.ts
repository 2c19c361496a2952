/** Plans and promotion codes as admins see them. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { ProductType, requireFor } from './payments.ts';
import { Id, Instant } from './schema.ts';

/** Codes of one answer. */
export const promotionPageSize = 50;

const promotionStates = ['ACTIVE', 'ENDED', 'EXPIRED', 'USED_UP'] as const;
export type PromotionState = (typeof promotionStates)[number];

/** A plan that a code may be for; a match is sold under its own title, so that no code is for matches alone. */
export const promotedPlans = ['PT_CLUB_PASS', 'PT_MONTHLY', 'PT_SEASON', 'PT_FAMILY'] as const;

const Plan = z.object({
  product: ProductType,
  /** Cents, VAT included; 0 for a plan that is not on sale. */
  price: z.int(),
  screens: z.int(),
  /** People who may watch by it now because they paid; null for a match. */
  holders: z.int().nullable(),
});
export type PlanView = z.output<typeof Plan>;

/** Amounts in cents. */
const PromotionCode = z.object({
  /** The provider's. */
  id: z.string(),
  code: z.string(),
  state: z.enum(promotionStates),
  percent: z.number().nullable(),
  amount: z.int().nullable(),
  /** Names of the plans that it is for; empty for everything. */
  plans: z.array(z.string()),
  /** False if a plan that is paid by the month costs less in the first one only. */
  isForEveryMonth: z.boolean(),
  isForFirstPurchase: z.boolean(),
  minimum: z.int().nullable(),
  until: z.string().nullable(),
  used: z.int(),
  /** Uses that are left; null without a limit. */
  left: z.int().nullable(),
});
export type PromotionCode = z.output<typeof PromotionCode>;

export const promotionCodePattern = /^[A-Z0-9-]{3,30}$/;
/** The largest discount, in percent and in cents. */
export const promotionLimits = { PERCENT: 100, CENTS: 10_000 };

const offError = 'El descuento va de 1 a 100 %, o de 0,01 a 100 €';
const usesError = 'Los usos van de 1 a 100.000';

const NewPromotionCode = z
  .object({
    /** Chosen by the form, which makes a repeated request idempotent. */
    id: Id,
    code: z.string().regex(promotionCodePattern, 'El código lleva de 3 a 30 letras sin tilde, números o guiones'),
    unit: z.enum(['PERCENT', 'CENTS']),
    off: z.int(offError).min(1, offError).max(promotionLimits.CENTS, offError),
    /** Null for everything that is sold. */
    product: z.enum(promotedPlans).nullable(),
    clubId: Id.optional(),
    until: Instant.nullable(),
    uses: z.int(usesError).min(1, usesError).max(100_000, usesError).nullable(),
  })
  .refine(({ unit, off }) => off <= promotionLimits[unit], { error: offError, path: ['off'] })
  .refine(({ product, clubId }) => product !== 'PT_CLUB_PASS' || clubId !== undefined, {
    error: 'No se ha especificado el club',
    path: ['clubId'],
  })
  .meta({
    allOf: [
      requireFor('product', 'PT_CLUB_PASS', { required: ['clubId'] }),
      requireFor('unit', 'PERCENT', { properties: { off: { maximum: promotionLimits.PERCENT } } }),
    ],
  });
export type NewPromotionCode = z.output<typeof NewPromotionCode>;

export const planEndpoints = defineEndpoints({
  'GET /live/plans': {
    summary: 'The plans with their prices, and how many people hold each',
    access: 'admin',
    data: z.object({ plans: z.array(Plan) }),
  },
  'GET /live/promotion-codes': {
    summary: 'Promotion codes of the payment provider, newest first',
    access: 'admin',
    query: z.object({
      after: z
        .string()
        .regex(/^promo_\w{1,100}$/, 'La página no es válida')
        .optional(),
    }),
    data: z.object({ codes: z.array(PromotionCode), next: z.string().nullable() }),
    refuses: ['PYM5030'],
  },
  'POST /live/promotion-codes': {
    summary: 'Create a promotion code; once for each id',
    access: 'admin',
    body: NewPromotionCode,
    status: 201,
    refuses: ['CLB4040', 'PYM4012', 'PYM4090', 'PYM5030'],
  },
  'DELETE /live/promotion-codes/{code}': {
    summary: 'Switch a promotion code off; idempotent',
    access: 'admin',
    refuses: ['PYM4040', 'PYM5030'],
  },
});
