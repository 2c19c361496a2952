/** Stripe API calls that the product and its tests use, with Stripe's errors and idempotency. */
import { answerLedger } from './ledger.ts';
import { findManaged, findManagedProblem } from './managed.ts';
import { type Checkout, createId, type PaymentMethodType, type Subscription } from './objects.ts';
import { createProduct, findProductProblem, updateProduct } from './products.ts';
import { createCoupon, createPromotionCode, listPromotionCodes } from './promotions.ts';
import { BadRequest, findRefundProblem, findRefusal } from './refusals.ts';
import { searchCharges } from './search.ts';
import type { StripeState } from './state.ts';
import { createErrorBody, decodeForm, toPage } from './wire-format.ts';

export interface ApiCall {
  method: string;
  path: string;
  query: URLSearchParams;
  body: URLSearchParams;
  idempotencyKey: string | undefined;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Answers one call; `pages` is the base URL of the hosted pages. */
export function answerApi(
  state: StripeState,
  { method, path, query, body, idempotencyKey }: ApiCall,
  pages: string,
): ApiAnswer {
  const request = `${method} ${path} ${body}`;
  if (idempotencyKey && idempotencyKey.length > 255)
    return { status: 400, body: createErrorBody(undefined, 'Idempotency keys must be at most 255 characters') };
  const stored = idempotencyKey ? state.data.answers[idempotencyKey] : undefined;
  if (stored?.request === request) return { status: 200, body: stored.answer };
  if (stored)
    return {
      status: 400,
      body: createErrorBody(
        undefined,
        'Keys for idempotent requests can only be used with the same parameters',
        'idempotency_error',
      ),
    };
  const answer = handleCall(state, `${method} ${path}`, query, decodeForm(body), pages);
  if (answer === null) return { status: 404, body: createErrorBody('resource_missing', `No such resource: ${path}`) };
  if (answer instanceof BadRequest)
    return { status: 400, body: createErrorBody(answer.code, answer.message, undefined, answer.param) };
  if (!answer) {
    const problem = `Unsupported by the local Stripe, or no such resource: ${method} ${path}`;
    console.error(`[stripe] ${problem}`);
    return { status: 404, body: createErrorBody('resource_missing', problem) };
  }
  if (idempotencyKey) state.data.answers[idempotencyKey] = { request, answer };
  return { status: 200, body: answer };
}

function handleCall(
  state: StripeState,
  call: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  pages: string,
): unknown {
  const { data } = state;
  const named = query.get('customer') ?? body.customer;
  if (named !== undefined && !isCustomer(data.customers[String(named)]))
    return new BadRequest(`No such customer: '${named}'`, 'resource_missing', 'customer');
  const [, kind, id, verb = ''] =
    /^(?:GET|POST|DELETE) \/v1\/([a-z_/]+?)(?:\/((?:cus|cs|sub|ch|dp|evt|promo|prod|cantera)_\w+)(\/\w+)?)?$/.exec(
      call,
    ) ?? [];
  const method = call.slice(0, call.indexOf(' '));
  const operation = `${method} ${kind}${id ? '/{id}' : ''}${verb}`;
  const refusal = findRefusal(operation, query, body, state.dashboard);
  if (refusal) return refusal;
  switch (operation) {
    case 'POST customers': {
      const customer = {
        object: 'customer',
        created: state.nowSeconds(),
        email: '',
        metadata: {},
        ...body,
        id: createId('cus'),
      };
      data.customers[customer.id] = customer as (typeof data.customers)[string];
      return customer;
    }
    case 'GET customers/{id}': {
      const customer = data.customers[id ?? ''];
      // Stripe still answers for a deleted customer, without its data.
      return customer && !isCustomer(customer) ? { id, object: 'customer', deleted: true } : customer;
    }
    case 'DELETE customers/{id}': {
      const customer = data.customers[id ?? ''];
      if (!customer || !isCustomer(customer)) return null;
      state.deleteCustomer(customer);
      return { id, object: 'customer', deleted: true };
    }
    case 'POST checkout/sessions':
      return findProductProblem(data, body) ?? findManagedProblem(body, state) ?? createSession(state, body, pages);
    case 'GET checkout/sessions': {
      const sessions = Object.values(data.sessions).filter(
        (one) => matchesCustomer(one, query) && (!query.has('status') || one.status === query.get('status')),
      );
      return toPage(sessions, query, '/v1/checkout/sessions');
    }
    case 'GET checkout/sessions/{id}':
      return data.sessions[id ?? ''];
    case 'POST checkout/sessions/{id}/expire': {
      const session = data.sessions[id ?? ''];
      if (session?.status !== 'open')
        return new BadRequest('Only Checkout Sessions with a status of open can be expired.');
      state.expire(session);
      return session;
    }
    case 'GET refunds': {
      const refunds = Object.values(data.refunds).filter(({ charge }) => charge === query.get('charge'));
      return toPage(refunds, query, '/v1/refunds');
    }
    case 'POST refunds': {
      const charge = data.charges[String(body.charge)];
      if (!charge) return null;
      const problem = findRefundProblem(charge, data.disputes);
      if (problem) return problem;
      const amount = body.amount === undefined ? charge.amount - charge.amount_refunded : Number(body.amount);
      if (!(amount > 0 && amount <= charge.amount - charge.amount_refunded))
        return new BadRequest(`Refund amount is greater than unrefunded amount on charge ${charge.id}.`);
      return state.refund(charge, amount, (body.metadata ?? {}) as Record<string, string>);
    }
    case 'GET subscriptions': {
      const status = query.get('status');
      // Without `status`, Stripe omits cancelled subscriptions.
      const matchesStatus = (one: Subscription) =>
        status === 'all' ? true : status ? one.status === status : one.status !== 'canceled';
      return toPage(
        Object.values(data.subscriptions).filter((one) => matchesCustomer(one, query) && matchesStatus(one)),
        query,
        '/v1/subscriptions',
      );
    }
    case 'POST subscriptions/{id}': {
      const subscription = data.subscriptions[id ?? ''];
      if (!subscription) return null;
      if (subscription.ended_at)
        return new BadRequest('A canceled subscription can only update its cancellation_details and metadata.');
      if (body.cancel_at && Number(body.cancel_at) <= state.nowSeconds())
        return new BadRequest('The cancellation date must be in the future.', 'parameter_invalid_integer', 'cancel_at');
      if ('cancel_at' in body) subscription.cancel_at = body.cancel_at === '' ? null : Number(body.cancel_at);
      state.emit('customer.subscription.updated', subscription);
      return subscription;
    }
    case 'DELETE subscriptions/{id}': {
      const subscription = data.subscriptions[id ?? ''];
      if (!subscription || subscription.ended_at) return null;
      state.cancel(subscription);
      return subscription;
    }
    case 'GET charges':
      return toPage(
        Object.values(data.charges).filter(
          (one) => matchesCustomer(one, query) && one.created >= Number(query.get('created[gte]') ?? 0),
        ),
        query,
        '/v1/charges',
      );
    case 'GET charges/search':
      return searchCharges(state, query);
    case 'GET charges/{id}':
      return data.charges[id ?? ''];
    case 'POST products':
      return createProduct(data, body, state.nowSeconds());
    case 'GET products/{id}':
      return data.products[id ?? ''] ?? null;
    case 'POST products/{id}':
      return updateProduct(data, id ?? '', body);
    case 'POST coupons':
      return createCoupon(data, body, state.nowSeconds());
    case 'GET promotion_codes':
      if (!data.promotionCodes[query.get('starting_after') ?? ''] && query.has('starting_after'))
        return new BadRequest('No such promotion code', 'resource_missing', 'starting_after');
      return toPage(listPromotionCodes(data, query, state.nowSeconds()), query, '/v1/promotion_codes');
    case 'POST promotion_codes':
      return createPromotionCode(data, body, state.nowSeconds());
    case 'POST promotion_codes/{id}': {
      const code = data.promotionCodes[id ?? ''];
      if (!code) return null;
      if (body.active !== undefined) code.active = body.active === 'true';
      return code;
    }
    case 'POST charges/{id}': {
      const charge = data.charges[id ?? ''];
      if (!charge) return null;
      Object.assign(charge.metadata, body.metadata);
      state.emit('charge.updated', charge);
      return charge;
    }
    case 'GET disputes':
      return toPage(
        Object.values(data.disputes).filter(
          (one) =>
            (!query.has('charge') || one.charge === query.get('charge')) &&
            one.created >= Number(query.get('created[gte]') ?? 0),
        ),
        query,
        '/v1/disputes',
      );
    case 'GET balance_transactions':
    case 'GET invoice_payments':
      return answerLedger(state, operation, query);
    case 'GET events': {
      const since = Number(query.get('created[gte]') ?? 0);
      return toPage(
        Object.values(data.events).filter(({ created }) => created >= since),
        query,
        '/v1/events',
      );
    }
    case 'GET payment_method_configurations': {
      const value = state.dashboard.bizum ? 'on' : 'off';
      const toMethod = (on: boolean) => ({ available: on, display_preference: { value: on ? 'on' : 'off' } });
      const methods = { card: toMethod(true), sepa_debit: toMethod(true), bizum: toMethod(value === 'on') };
      const configuration = { id: 'pmc_local', object: 'payment_method_configuration', is_default: true, active: true };
      return {
        object: 'list',
        url: '/v1/payment_method_configurations',
        has_more: false,
        data: [{ ...configuration, ...methods }],
      };
    }
    case 'POST billing_portal/sessions': {
      const returnUrl = encodeURIComponent(String(body.return_url ?? ''));
      return {
        id: createId('bps'),
        object: 'billing_portal.session',
        url: `${pages}/portal/${body.customer}?return=${returnUrl}`,
      };
    }
    default:
      return undefined;
  }
}

const isCustomer = (customer: StripeState['data']['customers'][string] | undefined) =>
  customer !== undefined && !customer.deleted;

function createSession(state: StripeState, body: Record<string, unknown>, pages: string): Checkout {
  const items = Object.values((body.line_items ?? {}) as Record<string, Record<string, Record<string, unknown>>>);
  const [price] = items.map((item) => item.price_data);
  const id = createId('cs');
  const mode = body.mode === 'subscription' ? 'subscription' : 'payment';
  const currency = String(price?.currency);
  const paid = (body.payment_intent_data ?? body.subscription_data ?? {}) as { metadata?: Record<string, string> };
  const terms = (body.consent_collection as Record<string, string> | undefined)?.terms_of_service;
  const adaptive = (body.adaptive_pricing as Record<string, string> | undefined)?.enabled;
  const isManaged = findManaged(body, state.dashboard);
  const session: Checkout = {
    id,
    object: 'checkout.session',
    created: state.nowSeconds(),
    mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: String(body.customer),
    client_reference_id: body.client_reference_id,
    amount_subtotal: Number(price?.unit_amount ?? 0),
    amount_total: Number(price?.unit_amount ?? 0),
    allow_promotion_codes: body.allow_promotion_codes === undefined ? null : body.allow_promotion_codes === 'true',
    discounts: [],
    currency,
    metadata: (body.metadata ?? {}) as Record<string, string>,
    success_url: String(body.success_url),
    cancel_url: String(body.cancel_url),
    url: `${pages}/pay/${id}`,
    expires_at: state.nowSeconds() + 24 * 3600,
    paid_metadata: paid.metadata ?? {},
    submit_type: body.submit_type === undefined ? null : String(body.submit_type),
    consent_collection: terms === undefined ? null : { terms_of_service: terms },
    consent: null,
    custom_text: (body.custom_text ?? {}) as Checkout['custom_text'],
    // Stripe converts prices unless it is told not to.
    adaptive_pricing: { enabled: adaptive !== 'false' },
    managed_payments: { enabled: isManaged },
    // Managed payments take only cards among Stripe's methods here.
    payment_method_types: isManaged ? ['card'] : findPaymentMethods(body, mode, currency, state.dashboard.bizum),
    product_name: String(
      state.data.products[String(price?.product)]?.name ??
        (price?.product_data as Record<string, unknown> | undefined)?.name,
    ),
    product_id: price?.product === undefined ? null : String(price.product),
  };
  state.data.sessions[id] = session;
  return session;
}

/** Returns the methods that the dashboard enables; `allowed_payment_method_types` restricts them. */
function findPaymentMethods(
  body: Record<string, unknown>,
  mode: Checkout['mode'],
  currency: string,
  bizum: boolean,
): PaymentMethodType[] {
  const offered: PaymentMethodType[] =
    mode === 'subscription'
      ? ['card']
      : ['card', 'sepa_debit', ...(bizum && currency === 'eur' ? (['bizum'] as const) : [])];
  const { allowed_payment_method_types: list } = body as { allowed_payment_method_types?: Record<string, string> };
  const allowed = list && Object.values(list);
  return allowed ? offered.filter((one) => allowed.includes(one)) : offered;
}

const matchesCustomer = (object: { customer: string }, query: URLSearchParams) =>
  !query.has('customer') || object.customer === query.get('customer');
