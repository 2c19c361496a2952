/** Stripe API calls that the product and its tests use, with Stripe's errors and idempotency. */
import { listInvoicePayments, listTransactions } from './ledger.ts';
import { findManaged, findManagedProblem } from './managed.ts';
import { type Checkout, createId, type PaymentMethodType, type Subscription } from './objects.ts';
import { createProduct, findProductProblem, updateProduct } from './products.ts';
import { createCoupon, createPromotionCode, listPromotionCodes } from './promotions.ts';
import { BadRequest, findRefundProblem, findRefusal, listItems } from './refusals.ts';
import { searchCharges } from './search.ts';
import type { StripeState } from './state.ts';
import { createErrorBody, decodeForm, listObjects, toPage } from './wire-format.ts';

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
  const refuse = (status: number, ...error: Parameters<typeof createErrorBody>) => ({
    status,
    body: createErrorBody(...error),
  });
  if (idempotencyKey && idempotencyKey.length > 255)
    return refuse(400, undefined, 'Idempotency keys must be at most 255 characters');
  const stored = idempotencyKey ? state.data.answers[idempotencyKey] : undefined;
  if (stored?.request === request) return { status: 200, body: stored.answer };
  const reused = 'Keys for idempotent requests can only be used with the same parameters';
  if (stored) return refuse(400, undefined, reused, 'idempotency_error');
  const answer = handleCall(state, `${method} ${path}`, query, decodeForm(body), pages);
  if (answer === null) return refuse(404, 'resource_missing', `No such resource: ${path}`);
  if (answer instanceof BadRequest) return refuse(400, answer.code, answer.message, undefined, answer.param);
  if (!answer) {
    const problem = `Unsupported by the local Stripe: ${method} ${path}`;
    console.error(`[stripe] ${problem}`);
    return refuse(404, 'resource_missing', problem);
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
    return new BadRequest(`No such customer: '${named}'`, 'customer', 'resource_missing');
  const [, kind = '', id, verb = ''] =
    /^(?:GET|POST|DELETE) \/v1\/([a-z_/]+?)(?:\/((?:cus|cs|sub|ch|dp|evt|promo|prod|cantera)_\w+)(\/\w+)?)?$/.exec(
      call,
    ) ?? [];
  const method = call.slice(0, call.indexOf(' '));
  const operation = `${method} ${kind}${id ? '/{id}' : ''}${verb}`;
  const refusal = findRefusal(operation, query, body, state.dashboard);
  if (refusal) return refusal;
  return id ? changeObject(state, operation, id, body) : answerCall(state, operation, query, body, pages);
}

/** Answers a call that names one object; null if there is none. */
function changeObject(state: StripeState, operation: string, id: string, body: Record<string, unknown>): unknown {
  const { customers, sessions, subscriptions, charges, products, promotionCodes } = state.data;
  const [customer, session, subscription] = [customers[id], sessions[id], subscriptions[id]];
  const [charge, product, code] = [charges[id], products[id], promotionCodes[id]];
  if (!(customer ?? session ?? subscription ?? charge ?? product ?? code)) return null;
  switch (operation) {
    case 'GET customers/{id}':
      // Stripe still answers for a deleted customer, without its data.
      return isCustomer(customer) ? customer : { id, object: 'customer', deleted: true };
    case 'DELETE customers/{id}':
      if (!customer || !isCustomer(customer)) return null;
      state.deleteCustomer(customer);
      return { id, object: 'customer', deleted: true };
    case 'GET checkout/sessions/{id}':
      return session;
    case 'POST checkout/sessions/{id}/expire':
      if (session?.status !== 'open')
        return new BadRequest('Only Checkout Sessions with a status of open can be expired.');
      state.expire(session);
      return session;
    case 'POST subscriptions/{id}':
      return subscription && changeEnd(state, subscription, body);
    case 'DELETE subscriptions/{id}':
      if (!subscription || subscription.ended_at) return null;
      state.cancel(subscription);
      return subscription;
    case 'GET charges/{id}':
      return charge;
    case 'POST charges/{id}':
      if (!charge) return null;
      Object.assign(charge.metadata, body.metadata);
      state.emit('charge.updated', charge);
      return charge;
    case 'GET products/{id}':
      return product;
    case 'POST products/{id}':
      return product && updateProduct(product, body);
    case 'POST promotion_codes/{id}':
      if (code && body.active !== undefined) code.active = body.active === 'true';
      return code;
    default:
      return undefined;
  }
}

function changeEnd(state: StripeState, subscription: Subscription, body: Record<string, unknown>): unknown {
  if (subscription.ended_at)
    return new BadRequest('A canceled subscription can only update its cancellation_details and metadata.');
  if (body.cancel_at && Number(body.cancel_at) <= state.nowSeconds())
    return new BadRequest('The cancellation date must be in the future.', 'cancel_at', 'parameter_invalid_integer');
  if ('cancel_at' in body) subscription.cancel_at = body.cancel_at === '' ? null : Number(body.cancel_at);
  state.emit('customer.subscription.updated', subscription);
  return subscription;
}

function answerCall(
  state: StripeState,
  operation: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  pages: string,
): unknown {
  const { data } = state;
  switch (operation) {
    case 'POST customers': {
      const created = state.nowSeconds();
      const customer = { object: 'customer', created, email: '', metadata: {}, ...body, id: createId('cus') };
      data.customers[customer.id] = customer;
      return customer;
    }
    case 'POST checkout/sessions':
      return findProductProblem(data, body) ?? findManagedProblem(body, state) ?? createSession(state, body, pages);
    case 'GET checkout/sessions':
      return listObjects(data.sessions, query);
    case 'GET refunds':
      return listObjects(data.refunds, query);
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
    case 'GET subscriptions':
      return listSubscriptions(data, query);
    case 'GET charges':
      return listObjects(data.charges, query);
    case 'GET charges/search':
      return searchCharges(state, query);
    case 'POST products':
      return createProduct(data, body, state.nowSeconds());
    case 'POST coupons':
      return createCoupon(data, body, state.nowSeconds());
    case 'GET promotion_codes':
      if (!data.promotionCodes[query.get('starting_after') ?? ''] && query.has('starting_after'))
        return new BadRequest('No such promotion code', 'starting_after', 'resource_missing');
      return toPage(listPromotionCodes(data, query, state.nowSeconds()), query);
    case 'POST promotion_codes':
      return createPromotionCode(data, body, state.nowSeconds());
    case 'GET disputes':
      return listObjects(data.disputes, query);
    case 'GET balance_transactions':
      return listTransactions(data, query);
    case 'GET invoice_payments':
      return listInvoicePayments(state, query);
    case 'GET events':
      return listObjects(data.events, query);
    case 'GET payment_method_configurations': {
      const toMethod = (on: boolean) => ({ available: on, display_preference: { value: on ? 'on' : 'off' } });
      const methods = { card: toMethod(true), sepa_debit: toMethod(true), bizum: toMethod(state.dashboard.bizum) };
      return {
        object: 'list',
        has_more: false,
        data: [{ id: 'pmc_local', is_default: true, active: true, ...methods }],
      };
    }
    case 'POST billing_portal/sessions': {
      const returnUrl = encodeURIComponent(String(body.return_url ?? ''));
      return { id: createId('bps'), url: `${pages}/portal/${body.customer}?return=${returnUrl}` };
    }
    default:
      return undefined;
  }
}

const isCustomer = (customer: StripeState['data']['customers'][string] | undefined) =>
  customer !== undefined && !customer.deleted;

/** Without `status`, Stripe omits cancelled subscriptions. */
function listSubscriptions({ subscriptions }: StripeState['data'], query: URLSearchParams): unknown {
  const status = query.get('status');
  if (status === 'all') query.delete('status');
  const listed = Object.entries(subscriptions).filter(([, one]) => status || one.status !== 'canceled');
  return listObjects(Object.fromEntries(listed), query);
}

function createSession(state: StripeState, body: Record<string, unknown>, pages: string): Checkout {
  const [price] = listItems(body);
  const id = createId('cs');
  const mode = body.mode === 'subscription' ? 'subscription' : 'payment';
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
    currency: 'eur',
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
    payment_method_types: isManaged || mode === 'subscription' ? ['card'] : listPaymentMethods(state.dashboard),
    product_name: String(
      state.data.products[String(price?.product)]?.name ??
        (price?.product_data as Record<string, unknown> | undefined)?.name,
    ),
    product_id: price?.product === undefined ? null : String(price.product),
  };
  state.data.sessions[id] = session;
  return session;
}

const listPaymentMethods = ({ bizum }: StripeState['dashboard']): PaymentMethodType[] => [
  'card',
  'sepa_debit',
  ...(bizum ? (['bizum'] as const) : []),
];
