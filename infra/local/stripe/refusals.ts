/**
 * Requests that Stripe rejects for their parameters. https://docs.stripe.com/api/errors,
 * https://docs.stripe.com/metadata
 */
import type { StripeData } from './objects.ts';
import type { Dashboard } from './state.ts';

/** Answered with status 400. */
export class BadRequest {
  readonly message: string;
  readonly param: string | undefined;
  readonly code: string | undefined;

  constructor(says: string, param?: string, code?: string) {
    this.message = says;
    this.param = param;
    this.code = code;
  }
}

type Body = Record<string, unknown>;

/** Checks a call, named like `POST checkout/sessions`; undefined if it is well formed. */
export function findRefusal(
  call: string,
  query: URLSearchParams,
  body: Body,
  dashboard: Dashboard,
): BadRequest | undefined {
  const metadata = [body, part(body, 'payment_intent_data'), part(body, 'subscription_data')].map((one) =>
    findMetadataProblem(part(one, 'metadata')),
  );
  return (
    findLimitProblem(query) ?? metadata.find(Boolean) ?? findUncarried(call, body) ?? checks[call]?.(body, dashboard)
  );
}

const checks: Record<string, (body: Body, dashboard: Dashboard) => BadRequest | undefined> = {
  'POST customers': ({ email = '', name = '' }) => {
    // Stripe sends receipts to the address, so its domain must end in letters.
    if (email !== '' && (!/^[^\s@]+@[^\s@]+\.([a-z]{2,}|xn--[a-z0-9-]+)$/i.test(String(email)) || isLonger(email, 512)))
      return new BadRequest(`Invalid email address: ${email}`, 'email', 'email_invalid');
    return isLonger(name, 256) ? createTooLongError('name', 256) : undefined;
  },
  'POST checkout/sessions': findCheckoutProblem,
  'POST billing_portal/sessions': ({ return_url: url }) =>
    url === undefined ? undefined : findUrlProblem('return_url', url),
};

function findCheckoutProblem(body: Body, dashboard: Dashboard): BadRequest | undefined {
  const { mode } = body;
  if (mode !== 'payment' && mode !== 'subscription')
    return new BadRequest('Invalid mode: must be one of payment, subscription', 'mode');
  for (const name of ['payment', 'subscription'] as const) {
    const data = name === 'payment' ? 'payment_intent_data' : 'subscription_data';
    if (mode !== name && body[data] !== undefined)
      return new BadRequest(`You can not pass \`${data}\` in \`${mode}\` mode.`, data);
  }
  const prices = listItems(body);
  if (prices.length === 0)
    return new BadRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  return (
    prices.map((price) => findPriceProblem(price, mode)).find(Boolean) ??
    findTotalProblem(prices, mode) ??
    findUrlProblem('success_url', body.success_url) ??
    findUrlProblem('cancel_url', body.cancel_url) ??
    findTextProblem(body) ??
    findConsentProblem(body, dashboard)
  );
}

/** Prices of the session's items. */
export const listItems = (body: Body): Body[] =>
  Object.values(part(body, 'line_items')).map((item) => part(item as Body, 'price_data'));

/** Parameters that the emulator carries; a product that sends another one must teach it to the emulator first. */
const carried: Record<string, string[]> = {
  'POST checkout/sessions': [
    ...['mode', 'customer', 'client_reference_id', 'locale', 'submit_type', 'allow_promotion_codes'],
    ...['managed_payments', 'adaptive_pricing', 'custom_text', 'consent_collection', 'line_items', 'metadata'],
    ...['payment_intent_data', 'subscription_data', 'success_url', 'cancel_url'],
  ],
  'POST coupons': ['name', 'duration', 'percent_off', 'amount_off', 'currency', 'applies_to', 'max_redemptions'],
  'POST promotion_codes': ['code', 'promotion', 'metadata', 'expires_at', 'max_redemptions', 'restrictions'],
};

function findUncarried(call: string, body: Body): BadRequest | undefined {
  const { submit_type: type } = body;
  const param = carried[call] && Object.keys(body).find((name) => !carried[call]?.includes(name));
  if (param) return new BadRequest(`Unsupported by the local Stripe: ${param}`, param);
  return type === undefined || type === 'pay'
    ? undefined
    : new BadRequest(`Unsupported by the local Stripe: submit_type=${type}`, 'submit_type');
}

function findTextProblem(body: Body): BadRequest | undefined {
  const long = Object.entries(part(body, 'custom_text')).find(([, text]) =>
    isLonger((text as Body).message, longestText),
  );
  return long && createTooLongError(`custom_text[${long[0]}][message]`, longestText);
}

/** Characters. https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-custom_text */
const longestText = 1200;

function findConsentProblem(body: Body, { termsUrl }: Dashboard): BadRequest | undefined {
  const { terms_of_service: terms } = part(body, 'consent_collection');
  if (terms === 'required' && !termsUrl)
    return new BadRequest(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard.',
      'consent_collection[terms_of_service]',
    );
  if (terms !== 'required' && part(body, 'custom_text').terms_of_service_acceptance !== undefined)
    return new BadRequest(
      'custom_text[terms_of_service_acceptance] needs consent_collection[terms_of_service] to be required.',
      'custom_text[terms_of_service_acceptance]',
    );
  return undefined;
}

function findPriceProblem(price: Body, mode: string): BadRequest | undefined {
  const param = 'line_items[0][price_data]';
  if (price.currency !== 'eur')
    return new BadRequest(`Unsupported by the local Stripe: ${price.currency}`, `${param}[currency]`);
  const name = String(part(price, 'product_data').name ?? '');
  if (price.product === undefined && name.trim() === '')
    return new BadRequest(
      `You passed an empty string for '${param}[product_data][name]'.`,
      `${param}[product_data][name]`,
      'parameter_invalid_empty',
    );
  if (isLonger(name, 250)) return createTooLongError(`${param}[product_data][name]`, 250);
  if (!/^\d{1,8}$/.test(String(price.unit_amount)))
    return new BadRequest(
      `Invalid integer: ${price.unit_amount}`,
      `${param}[unit_amount]`,
      'parameter_invalid_integer',
    );
  if (mode === 'payment' && price.recurring !== undefined)
    return new BadRequest('You specified `payment` mode but passed a recurring price.');
  if (mode === 'subscription' && price.recurring === undefined)
    return new BadRequest('You must provide at least one recurring price in `subscription` mode when using prices.');
  return undefined;
}

/** Cents in euros. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const smallestCharge = 50;

function findTotalProblem(prices: Body[], mode: string): BadRequest | undefined {
  const total = prices.reduce((sum, { unit_amount: cents }) => sum + Number(cents), 0);
  return mode === 'payment' && total < smallestCharge
    ? new BadRequest(
        "The Checkout Session's total amount due must add up to at least €0.50 eur",
        undefined,
        'amount_too_small',
      )
    : undefined;
}

function findUrlProblem(param: string, url: unknown): BadRequest | undefined {
  if (!URL.canParse(String(url)) || !/^https?:/.test(String(url)))
    return new BadRequest('Not a valid URL', param, 'url_invalid');
  return isLonger(url, 5000) ? createTooLongError(param, 5000) : undefined;
}

function findMetadataProblem(metadata: Body): BadRequest | undefined {
  const entries = Object.entries(metadata);
  if (entries.length > 50) return new BadRequest('Metadata can have up to 50 keys', 'metadata');
  for (const [key, value] of entries) {
    if (isLonger(key, 40))
      return new BadRequest(`Invalid key: ${key} must be a string under 40 characters`, 'metadata');
    if (isLonger(value, 500))
      return new BadRequest(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${String(value).length} characters.`,
        `metadata[${key}]`,
      );
  }
  return undefined;
}

function findLimitProblem(query: URLSearchParams): BadRequest | undefined {
  const limit = query.get('limit');
  if (limit === null || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100)) return undefined;
  return new BadRequest(
    `This value must be between 1 and 100 (it currently is '${limit}').`,
    'limit',
    'parameter_invalid_integer',
  );
}

export function findRefundProblem(
  charge: StripeData['charges'][string],
  disputes: StripeData['disputes'],
): BadRequest | undefined {
  const { id, refunded, paid, disputed } = charge;
  if (refunded) return new BadRequest(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (!paid) return new BadRequest(`Charge ${id} has not been paid, and cannot be refunded.`);
  const isWon = Object.values(disputes).some((dispute) => dispute.charge === id && dispute.status === 'won');
  return disputed && !isWon
    ? new BadRequest(`Charge ${id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
    : undefined;
}

export const createTooLongError = (param: string, most: number) =>
  new BadRequest(`Invalid string: must be at most ${most} characters`, param);

export const isLonger = (value: unknown, most: number) => String(value).length > most;

export function part(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}
