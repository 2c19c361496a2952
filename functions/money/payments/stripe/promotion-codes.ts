/** Promotion codes and their coupons, which are the provider's: it enforces plan, end and number of uses. */
import type Stripe from 'stripe';
import { ApiError } from '../../../../shared/contract/errors.ts';
import { type PromotionCode, type PromotionState, promotionPageSize } from '../../../../shared/contract/plans.ts';
import { connect } from './client.ts';
import { ignoreMissing, isRequestError } from './errors.ts';
import { ensureProduct, type PlanProduct } from './products.ts';

/** A code, with the ids of the provider's products that it is for (none for all), and of the request that created it. */
export type CodeFacts = Omit<PromotionCode, 'plans'> & { products: string[]; request: string | null };

export interface NewCode {
  /** Idempotent by the id. */
  id: string;
  code: string;
  percent: number | null;
  /** Cents. */
  amount: number | null;
  /** Null for everything that is sold. */
  plan: PlanProduct | null;
  /** ISO 8601. */
  until: string | null;
  uses: number | null;
}

const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to'];

/** A page of codes, newest first. */
export async function listCodes(
  after: string | undefined,
  now: number,
): Promise<{ codes: CodeFacts[]; next: string | null }> {
  const { stripe } = await connect();
  const page = await stripe.promotionCodes
    .list({ limit: promotionPageSize, expand, ...(after && { starting_after: after }) })
    .catch(ignoreMissing);
  const codes = (page?.data ?? []).map((code) => toFacts(code, now));
  return { codes, next: page?.has_more ? (codes.at(-1)?.id ?? null) : null };
}

/** Finds the code that buyers may use, or else the latest of this text. */
export async function findCode(code: string, now: number): Promise<CodeFacts | undefined> {
  const { stripe } = await connect();
  const { data } = await stripe.promotionCodes.list({ code, limit: 100, expand });
  const latest = data.find(({ active }) => active) ?? data[0];
  return latest && toFacts(latest, now);
}

/** @throws ApiError PYM4090 if another code of this text is active. */
export async function createCode({ id, code, percent, amount, plan, until, uses }: NewCode): Promise<void> {
  const { stripe } = await connect();
  const coupon = await stripe.coupons.create(
    {
      name: code,
      // A plan that is paid by the month costs less in its first month only.
      duration: 'once',
      ...(percent === null ? { amount_off: amount ?? 0, currency: 'eur' } : { percent_off: percent }),
      ...(plan && { applies_to: { products: [await ensureProduct(stripe, plan)] } }),
    },
    { idempotencyKey: `coupon-${id}` },
  );
  const limits = {
    ...(until && { expires_at: Math.floor(Date.parse(until) / 1000) }),
    ...(uses && { max_redemptions: uses }),
  };
  await stripe.promotionCodes
    .create(
      { code, promotion: { type: 'coupon', coupon: coupon.id }, metadata: { request: id }, ...limits },
      { idempotencyKey: `code-${id}` },
    )
    .catch(async (error: unknown) => {
      // Another request has created one of the same text since it was looked up.
      const taken = isRequestError(error) && (await stripe.promotionCodes.list({ code, active: true, limit: 1 }));
      throw taken && taken.data.length > 0 ? new ApiError('PYM4090') : error;
    });
}

/** Switches a code off; orders that were paid with it keep their price. */
export async function endCode(id: string): Promise<void> {
  const { stripe } = await connect();
  await stripe.promotionCodes.update(id, { active: false });
}

function toFacts(
  { id, code, active, promotion, restrictions, metadata, ...own }: Stripe.PromotionCode,
  now: number,
): CodeFacts {
  const coupon = typeof promotion.coupon === 'object' ? promotion.coupon : null;
  const ends = [own.expires_at, coupon?.redeem_by].filter((end) => typeof end === 'number');
  const left = [own, coupon].flatMap((one) =>
    one?.max_redemptions == null ? [] : [one.max_redemptions - one.times_redeemed],
  );
  const until = ends.length > 0 ? new Date(Math.min(...ends) * 1000).toISOString() : null;
  const uses = { used: own.times_redeemed, left: left.length > 0 ? Math.max(0, Math.min(...left)) : null };
  return {
    id,
    code,
    percent: coupon?.percent_off ?? null,
    amount: coupon?.amount_off ?? null,
    products: coupon?.applies_to?.products ?? [],
    request: metadata?.request ?? null,
    isForEveryMonth: coupon !== null && coupon.duration !== 'once',
    isForFirstPurchase: restrictions.first_time_transaction,
    minimum: restrictions.minimum_amount,
    until,
    ...uses,
    state: chooseState({ active, until, left: uses.left }, now),
  };
}

function chooseState(
  { active, until, left }: { active: boolean; until: string | null; left: number | null },
  now: number,
): PromotionState {
  // The provider also calls a code inactive that has expired or is used up.
  if (until !== null && Date.parse(until) <= now) return 'EXPIRED';
  if (left === 0) return 'USED_UP';
  return active ? 'ACTIVE' : 'ENDED';
}
