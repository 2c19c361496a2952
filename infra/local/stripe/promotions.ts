/** Coupons and promotion codes. https://docs.stripe.com/billing/subscriptions/coupons */
import {
  type Checkout,
  type Coupon,
  createId,
  type PromotionCode,
  type StripeData,
  type StripeObject,
} from './objects.ts';
import { BadRequest, createTooLongError, isLonger, smallestCharge } from './refusals.ts';

type Body = Record<string, unknown>;

export function createCoupon(data: StripeData, body: Body, now: number): Coupon | BadRequest {
  const [percent, amount] = [readNumber(body.percent_off), readNumber(body.amount_off)];
  if ((percent === null) === (amount === null))
    return new BadRequest('You must pass exactly one of percent_off and amount_off.', undefined, 'parameter_missing');
  if (percent !== null && !(percent > 0 && percent <= 100))
    return new BadRequest('Invalid percent_off: must be greater than 0 and at most 100', 'percent_off');
  if (amount !== null && body.currency !== 'eur')
    return new BadRequest('Missing required param: currency.', 'currency', 'parameter_missing');
  const products = (body.applies_to as { products?: Record<string, string> } | undefined)?.products;
  const unknown = Object.values(products ?? {}).find((one) => !data.products[one]);
  if (unknown) return new BadRequest(`No such product: '${unknown}'`, 'applies_to[products]', 'resource_missing');
  const problem = findNumberProblem(body, ['amount_off', 'max_redemptions']) ?? findNameProblem(body);
  if (problem) return problem;
  const coupon: Coupon = {
    id: createId('coupon'),
    object: 'coupon',
    created: now,
    duration: String(body.duration ?? 'once'),
    valid: true,
    percent_off: percent,
    amount_off: amount,
    currency: amount === null ? null : 'eur',
    times_redeemed: 0,
    max_redemptions: readNumber(body.max_redemptions),
    redeem_by: null,
    applies_to: products ? { products: Object.values(products) } : null,
  };
  data.coupons[coupon.id] = coupon;
  return coupon;
}

export function createPromotionCode(data: StripeData, body: Body, now: number): PromotionCode | BadRequest {
  const { type, coupon = '' } = (body.promotion ?? {}) as { type?: string; coupon?: string };
  if (type !== 'coupon') return new BadRequest('Missing required param: promotion.', 'promotion', 'parameter_missing');
  if (!data.coupons[coupon])
    return new BadRequest(`No such coupon: '${coupon}'`, 'promotion[coupon]', 'resource_missing');
  const code = String(body.code ?? '').toUpperCase();
  if (!/^[A-Z0-9-]{1,500}$/.test(code))
    return new BadRequest('Promotion codes may only contain letters, digits and dashes.', 'code');
  const expiresAt = readNumber(body.expires_at);
  const problem = findNumberProblem(body, ['max_redemptions']) ?? findEndProblem(expiresAt, now);
  if (problem) return problem;
  if (listPromotionCodes(data, new URLSearchParams({ active: 'true', code }), now).length > 0)
    return new BadRequest('An active promotion code with `code` already exists.', 'code', 'resource_already_exists');
  const limits = (body.restrictions ?? {}) as Record<string, string>;
  if (limits.minimum_amount !== undefined && limits.minimum_amount_currency !== 'eur')
    return new BadRequest(
      'Missing required param: restrictions[minimum_amount_currency].',
      undefined,
      'parameter_missing',
    );
  const made: PromotionCode = {
    id: createId('promo'),
    object: 'promotion_code',
    created: now,
    code,
    active: true,
    times_redeemed: 0,
    expires_at: expiresAt,
    max_redemptions: readNumber(body.max_redemptions),
    promotion: { type: 'coupon', coupon },
    metadata: (body.metadata ?? {}) as Record<string, string>,
    restrictions: {
      first_time_transaction: limits.first_time_transaction === 'true',
      minimum_amount: readNumber(limits.minimum_amount),
    },
  };
  data.promotionCodes[made.id] = made;
  return made;
}

/** Lists codes as `active` while they and their coupons are valid. */
export function listPromotionCodes(data: StripeData, query: URLSearchParams, now: number): PromotionCodeView[] {
  const [active, code] = [query.get('active'), query.get('code')?.toUpperCase()];
  return Object.values(data.promotionCodes)
    .map((one) => showPromotionCode(data, one, query, now))
    .filter((one) => (active === null || one.active === (active === 'true')) && (!code || one.code === code));
}

type PromotionCodeView = StripeObject & Pick<PromotionCode, 'active' | 'code'>;

/** With its coupon, and the coupon's products, if the query expands them. */
function showPromotionCode(
  data: StripeData,
  code: PromotionCode,
  query: URLSearchParams,
  now: number,
): PromotionCodeView {
  const expanded = [...query].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, path]) => path);
  const coupon = data.coupons[code.promotion.coupon];
  const active = code.active && coupon !== undefined && isValid(code, coupon, now);
  if (!coupon || !expanded.some((path) => path.includes('promotion.coupon'))) return { ...code, active };
  const { applies_to, ...rest } = coupon;
  const hasProducts = applies_to && expanded.some((path) => path.endsWith('promotion.coupon.applies_to'));
  return { ...code, active, promotion: { type: 'coupon', coupon: { ...rest, ...(hasProducts && { applies_to }) } } };
}

/** Applies a code that the buyer has typed on the payment page; false for one that is not valid for this order. */
export function applyCode(data: StripeData, session: Checkout, code: string, now: number): boolean {
  const promotionCode = Object.values(data.promotionCodes).find(
    (one) => one.active && one.code === code.trim().toUpperCase(),
  );
  const coupon = promotionCode && data.coupons[promotionCode.promotion.coupon];
  if (!session.allow_promotion_codes || !coupon || !isValid(promotionCode, coupon, now)) return false;
  if (!appliesTo(data, session, promotionCode, coupon)) return false;
  const off = coupon.amount_off ?? Math.round((session.amount_subtotal * (coupon.percent_off ?? 0)) / 100);
  const left = Math.max(0, session.amount_subtotal - off);
  // The service charges nothing, or its smallest charge.
  if (left > 0 && left < smallestCharge) return false;
  Object.assign(session, { amount_total: left, discounts: [{ coupon: coupon.id, promotion_code: promotionCode.id }] });
  return true;
}

/** Counts the code of a session that is being paid; false if it was used up or ended meanwhile, and no longer counts. */
export function redeemCode(data: StripeData, session: Checkout, now: number): boolean {
  const [discount] = session.discounts;
  if (!discount) return true;
  const promotionCode = data.promotionCodes[discount.promotion_code];
  const coupon = data.coupons[discount.coupon];
  if (!promotionCode?.active || !coupon || !isValid(promotionCode, coupon, now)) {
    Object.assign(session, { amount_total: session.amount_subtotal, discounts: [] });
    return false;
  }
  promotionCode.times_redeemed += 1;
  coupon.times_redeemed += 1;
  return true;
}

function appliesTo(data: StripeData, session: Checkout, { restrictions }: PromotionCode, coupon: Coupon): boolean {
  const isFirst = () => !Object.values(data.charges).some((one) => one.paid && one.customer === session.customer);
  return (
    (coupon.applies_to?.products.includes(session.product_id ?? '') ?? true) &&
    session.amount_subtotal >= (restrictions.minimum_amount ?? 0) &&
    (!restrictions.first_time_transaction || isFirst())
  );
}

const isValid = (code: PromotionCode, coupon: Coupon, now: number): boolean =>
  (code.expires_at ?? Number.POSITIVE_INFINITY) > now &&
  [code, coupon].every((one) => one.times_redeemed < (one.max_redemptions ?? Number.POSITIVE_INFINITY));

const readNumber = (value: unknown): number | null => (value === undefined || value === '' ? null : Number(value));

function findNumberProblem(body: Body, names: readonly string[]): BadRequest | undefined {
  const wrong = names.find((name) => body[name] !== undefined && !/^[1-9]\d*$/.test(String(body[name])));
  return wrong === undefined
    ? undefined
    : new BadRequest(`Invalid ${wrong}: must be a positive integer`, wrong, 'parameter_invalid_integer');
}

/** Characters. https://docs.stripe.com/api/coupons/create#create_coupon-name */
const findNameProblem = ({ name = '' }: Body): BadRequest | undefined =>
  isLonger(name, 40) ? createTooLongError('name', 40) : undefined;

const findEndProblem = (end: number | null, now: number): BadRequest | undefined =>
  end !== null && end <= now
    ? new BadRequest('expires_at must be in the future', 'expires_at', 'parameter_invalid_integer')
    : undefined;
