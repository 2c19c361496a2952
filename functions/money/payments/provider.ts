/** Stripe through its official client: customers, checkout sessions, and the data that entitlements follow from. */
import Stripe from 'stripe';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Payment } from '../../../shared/contract/payments.ts';
import { SportInput } from '../../../shared/contract/schema.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { seasonEnd } from '../../../shared/domain/season.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { secret } from '../../platform/aws/secrets.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { type ChargeFact, type Facts, moneyWentBack, type PaidFor, type SubscriptionFact } from './rules.ts';
import { withThrottlingRetries } from './throttling-retries.ts';

/** Content of the secret STRIPE_SECRET_ARN. */
interface StripeSecret {
  apiKey: string;
  webhookSecret: string;
}

let client: Promise<{ stripe: Stripe; webhookSecret: string }> | undefined;

/**
 * An unset or empty secret stops the function at start. Not memoised on failure, so that a corrected secret works on
 * the next call.
 */
function connect() {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

function open() {
  return secret('STRIPE_SECRET_ARN').then((text) => {
    const { apiKey, webhookSecret } = JSON.parse(text) as StripeSecret;
    if (!apiKey && !webhookSecret) throw new ApiError('PYM5030');
    if (!apiKey || !webhookSecret) throw new Error('STRIPE_SECRET_ARN lacks apiKey or webhookSecret');
    const other = optionalEnvironment('STRIPE_API_URL');
    const address = other ? new URL(other) : undefined;
    const place = address
      ? { host: address.hostname, port: address.port, protocol: address.protocol.slice(0, -1) as 'http' | 'https' }
      : {};
    const calls = { httpClient: withThrottlingRetries(), maxNetworkRetries: 4, timeout: 6_000, telemetry: false };
    const stripe = new Stripe(apiKey, { ...place, ...calls });
    stripe.on('response', ({ status, path }: { status: number; path: string }) => {
      if (isRefusal(status)) measure('PaymentCallsFailed', 1, { status, path: path.split('?')[0] });
    });
    return { stripe, webhookSecret };
  });
}

/** Statuses that concern the whole account: invalid keys, throttling, outages. */
const isRefusal = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500;

/** True if the keys are set; a stage may run for weeks before it sells anything. */
export async function takesPayments(): Promise<boolean> {
  try {
    await connect();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PYM5030') return false;
    throw error;
  }
}

// Fails at start rather than at the first payment if the variable is missing.
environment('STRIPE_SECRET_ARN');

/**
 * Verifies a webhook's signature and returns its event.
 * @throws ApiError 400 if it is not signed with our secret.
 */
export async function verifiedEvent(body: string, signature: string | undefined): Promise<Stripe.Event> {
  const { stripe, webhookSecret } = await connect();
  try {
    return await stripe.webhooks.constructEventAsync(body, signature ?? '', webhookSecret);
  } catch {
    throw new ApiError('PYM4003');
  }
}

/** True if the provider does not know the customer: it was deleted there, or belongs to the account of other keys. */
export const isCustomerUnknown = (error: unknown): boolean => isMissing(error) && /customer/i.test(error.message);

const isRequestError = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  isRequestError(error) && error.code === 'resource_missing';

/** `replaced` is a customer that the provider no longer knows. */
export async function createCustomer(
  user: { id: string; email: string; name: string; surname: string },
  replaced?: string,
): Promise<string> {
  const { stripe } = await connect();
  const name = `${user.name} ${user.surname}`.trim();
  const create = (email?: string) =>
    stripe.customers.create(
      {
        ...(email && { email }),
        ...(name && { name }),
        metadata: { userId: user.id },
        preferred_locales: ['es'],
      },
      // The provider repeats the answer for a key for a day, even if the customer was deleted.
      { idempotencyKey: ['customer', user.id, replaced, email ? undefined : 'no-email'].filter(Boolean).join('-') },
    );
  // Leaves the email out if the provider would reject it; its payment page then asks for one.
  const customer = await create(user.email).catch((error: unknown) => {
    if (!isRequestError(error) || error.code !== 'email_invalid') throw error;
    return create();
  });
  return customer.id;
}

/** Returns our user's id of a customer; undefined for customers of others, and for deleted and unknown ones. */
export async function userOfCustomer(customerId: string): Promise<string | undefined> {
  const { stripe } = await connect();
  const customer = await stripe.customers.retrieve(customerId).catch(unlessMissing);
  return !customer || customer.deleted ? undefined : customer.metadata.userId;
}

export interface Product {
  name: string;
  /** Cents, VAT included. */
  amount: number;
  event: { id: string; title: string; sport: string } | null;
}

interface CheckoutRequest {
  customerId: string;
  userId: string;
  product: Product;
  successUrl: string;
  cancelUrl: string;
  /** The same key returns the same session, so that two clicks or two tabs cause one payment. */
  idempotencyKey: string;
}

/**
 * Opens a payment page; returns its URL and return address. The faster of two concurrent requests decides on the return
 * address.
 */
export async function createCheckout(
  request: CheckoutRequest,
): Promise<{ id: string; url: string; returnsTo: string | null }> {
  const { stripe } = await connect();
  const { customerId, userId, product, successUrl, cancelUrl, idempotencyKey } = request;
  const { event } = product;
  const metadata: Record<string, string> = {
    userId,
    productType: event ? 'PT_SPORT_EVENT' : 'PT_MONTHLY',
    ...(event ? { sportEventId: event.id, eventTitle: cutText(event.title, 450), sport: event.sport } : {}),
  };
  const created = stripe.checkout.sessions.create(
    {
      mode: event ? 'payment' : 'subscription',
      customer: customerId,
      client_reference_id: userId,
      locale: 'es',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: product.amount,
            tax_behavior: 'inclusive',
            product_data: { name: cutText(product.name, 250) },
            ...(event ? {} : { recurring: { interval: 'month' as const } }),
          },
        },
      ],
      metadata,
      ...(event ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
      success_url: successUrl,
      cancel_url: cancelUrl,
    },
    { idempotencyKey },
  );
  const session = await created.catch((error) => openCheckout(stripe, customerId, metadata, error));
  if (!session.url) throw new Error('Stripe answered a checkout session without an address');
  return { id: session.id, url: session.url, returnsTo: session.success_url };
}

/** Same key, other return address: another tab was faster, and its session is used. */
async function openCheckout(stripe: Stripe, customer: string, wanted: Record<string, string>, error: unknown) {
  if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const same = open.data.find(({ metadata }) => metadata && sameProduct(metadata, wanted));
  if (!same) throw error;
  return same;
}

const sameProduct = (a: Record<string, string>, b: Record<string, string>) =>
  a.productType === b.productType && a.sportEventId === b.sportEventId;

/** Expires a session; false if it has just been paid. */
export async function expireCheckout(id: string): Promise<boolean> {
  const { stripe } = await connect();
  try {
    await stripe.checkout.sessions.expire(id);
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return (await stripe.checkout.sessions.retrieve(id)).status === 'expired';
  }
}

/** `open` with its URL, or its final status; `expired` for a session of an account used earlier. */
export async function readCheckout(id: string): Promise<{ status: string; url: string | null }> {
  const { stripe } = await connect();
  const session = await stripe.checkout.sessions.retrieve(id).catch(unlessMissing);
  return { status: session?.status ?? 'expired', url: session?.url ?? null };
}

/** @throws ApiError PYM4004 if the provider does not know the customer. */
export async function billingPortal(customerId: string, returnUrl: string): Promise<string> {
  const { stripe } = await connect();
  const created = stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl, locale: 'es' });
  return (await created.catch(refuseUnknownCustomer)).url;
}

/**
 * Reads everything that decides what a customer may watch. Sets `cancel_at` to the end of the season where it is
 * missing, and cancels subscriptions whose payment was refunded.
 */
export async function readFacts(customerId: string): Promise<Facts> {
  const { stripe } = await connect();
  const [subscriptions, charges] = await Promise.all([
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1000 }),
    stripe.charges.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  ]);
  const [current, paid] = await Promise.all([
    endSuperseded(stripe, subscriptions),
    Promise.all(charges.map((charge) => chargeFact(stripe, charge))),
  ]);
  return {
    subscriptions: await Promise.all(
      current.map(async (subscription) => {
        const end = endOfSeason(subscription);
        const fact = toSubscriptionFact(await endsWithSeason(stripe, subscription, end), end);
        if (!isActive(subscription) || !moneyWentBack(fact, paid)) return fact;
        const ended = await stripe.subscriptions.cancel(subscription.id).catch(unlessMissing);
        return ended ? toSubscriptionFact(ended, end) : { ...fact, status: 'canceled', endedAt: Date.now() };
      }),
    ),
    charges: paid,
  };
}

function toSubscriptionFact(subscription: Stripe.Subscription, end: number): SubscriptionFact {
  const { id, status, start_date, cancel_at, ended_at } = subscription;
  const endsAt = Math.min(ms(cancel_at) ?? end, end);
  return {
    id,
    status,
    startedAt: start_date * 1000,
    endsAt,
    endedAt: ms(ended_at),
    renewal: nextCharge(subscription, endsAt),
  };
}

function nextCharge({ items, cancel_at_period_end }: Stripe.Subscription, endsAt: number): SubscriptionFact['renewal'] {
  const [item] = items.data;
  if (!item || cancel_at_period_end || item.current_period_end * 1000 >= endsAt) return null;
  return { at: item.current_period_end * 1000, amount: item.price.unit_amount ?? 0 };
}

/**
 * Keeps the newest of several active subscriptions and cancels the others: after a failed renewal or a lost dispute a
 * user may have subscribed again. Returns the remaining list.
 */
async function endSuperseded(stripe: Stripe, subscriptions: Stripe.Subscription[]): Promise<Stripe.Subscription[]> {
  const [latest] = subscriptions.filter(isActive).sort((a, b) => b.start_date - a.start_date);
  if (!latest) return subscriptions;
  const superseded = subscriptions.filter(
    ({ id, status }) => id !== latest.id && status !== 'canceled' && status !== 'incomplete_expired',
  );
  for (const { id } of superseded) await stripe.subscriptions.cancel(id).catch(unlessMissing);
  return subscriptions.filter((subscription) => !superseded.includes(subscription));
}

/** Cancelled concurrently, or of an account before. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Refunded concurrently, or taken back by the bank: the provider refuses to refund a disputed charge. */
function unlessMoneyWentBack(error: unknown): undefined {
  if (!isRequestError(error) || !['charge_already_refunded', 'charge_disputed'].includes(error.code ?? '')) throw error;
}

function refuseUnknownCustomer(error: unknown): never {
  throw isCustomerUnknown(error) ? new ApiError('PYM4004') : error;
}

const isActive = ({ status }: Stripe.Subscription) => status === 'active' || status === 'trialing';

const endOfSeason = ({ start_date }: Stripe.Subscription) =>
  seasonEnd(start_date * 1000, environment('SEASON_LAST_DAY'));

/** Subscriptions end with the season in which they began; Checkout cannot set that itself. */
async function endsWithSeason(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  end: number,
): Promise<Stripe.Subscription> {
  if (!isActive(subscription) || subscription.cancel_at !== null || subscription.cancel_at_period_end)
    return subscription;
  // The season is over already: cancel instead of charging.
  if (end <= Date.now()) return stripe.subscriptions.cancel(subscription.id);
  return stripe.subscriptions.update(subscription.id, {
    cancel_at: Math.floor(end / 1000),
    proration_behavior: 'none',
  });
}

async function chargeFact(stripe: Stripe, charge: Stripe.Charge): Promise<ChargeFact> {
  const { sportEventId, eventTitle, sport } = charge.metadata;
  const knownSport = SportInput.safeParse(sport ?? '');
  return {
    id: charge.id,
    createdAt: charge.created * 1000,
    paid: charge.paid && charge.status === 'succeeded',
    refunded: charge.refunded,
    lostDispute: charge.disputed && (await hasLostDispute(stripe, charge.id)),
    amount: charge.amount - charge.amount_refunded,
    event: sportEventId
      ? { id: sportEventId, title: eventTitle ?? '', sport: knownSport.success ? knownSport.data : 'SOCCER' }
      : null,
  };
}

async function hasLostDispute(stripe: Stripe, charge: string): Promise<boolean> {
  const disputes = await stripe.disputes.list({ charge, limit: 100 });
  return disputes.data.some(({ status }) => status === 'lost');
}

/** Payments for display, newest first, with their product. */
export async function readPayments(customerId: string): Promise<(Payment & PaidFor)[]> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer: customerId, limit: 100 }).catch(unlessMissing);
  return (charges?.data ?? []).map((charge) => ({
    id: charge.id,
    productType: charge.metadata.sportEventId ? 'PT_SPORT_EVENT' : 'PT_MONTHLY',
    title: charge.metadata.eventTitle ?? 'Suscripción mensual',
    amount: charge.amount,
    currency: charge.currency,
    date: new Date(charge.created * 1000).toISOString(),
    status: toPaymentStatus(charge),
    receiptUrl: charge.receipt_url,
    eventId: charge.metadata.sportEventId ?? null,
  }));
}

function toPaymentStatus({ refunded, disputed, status, paid }: Stripe.Charge): Payment['status'] {
  if (refunded) return 'refunded';
  if (disputed) return 'disputed';
  if (status === 'pending') return 'pending';
  return paid ? 'paid' : 'failed';
}

/** True if a payment for the event has not settled yet, as with direct debit. */
export async function isPaymentPending(customerId: string, eventId: string): Promise<boolean> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer: customerId, limit: 100 }).catch(unlessMissing);
  return (charges?.data ?? []).some(
    ({ status, metadata }) => status === 'pending' && metadata.sportEventId === eventId,
  );
}

/** Events since an instant (milliseconds), newest first. */
export async function eventsSince(since: number): Promise<Stripe.Event[]> {
  const { stripe } = await connect();
  return stripe.events
    .list({ created: { gte: Math.floor(since / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
}

/** The event's customer; a dispute names only its charge. */
export async function findCustomerId(event: Stripe.Event): Promise<string | undefined> {
  const object = event.data.object as {
    customer?: string | { id: string } | null;
    charge?: string | { id: string } | null;
  };
  if (object.customer) return toId(object.customer);
  if (!event.type.startsWith('charge.dispute.') || !object.charge) return undefined;
  const { stripe } = await connect();
  const charge = await stripe.charges.retrieve(toId(object.charge));
  return charge.customer ? toId(charge.customer) : undefined;
}

/**
 * Margin around the deletion of an account: the reconciliation runs every minute, and the provider's clock differs.
 */
const underwayMs = 60_000;

/**
 * Closes payment pages, cancels subscriptions and refunds payments since `goneSince` (milliseconds) of a deleted
 * account; idempotent.
 */
export async function endCustomer(customer: string, goneSince: number): Promise<void> {
  const { stripe } = await connect();
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).catch(unlessMissing);
  // The customer was deleted at the provider, which ends everything.
  if (!open) return;
  for (const { id } of open.data) await expireCheckout(id);
  const subscriptions = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await stripe.subscriptions.cancel(id).catch(unlessMissing);
  const since = Math.floor((goneSince - underwayMs) / 1000);
  const charges = await stripe.charges.list({ customer, created: { gte: since }, limit: 100 });
  for (const { id, paid, refunded } of charges.data) {
    if (paid && !refunded)
      await stripe.refunds.create({ charge: id }, { idempotencyKey: `refund-gone-${id}` }).catch(unlessMoneyWentBack);
  }
}

/** Refunds what the customer has paid for an event since an instant (seconds); idempotent. */
export async function refundPurchase(customer: string, eventId: string, since: number): Promise<void> {
  const { stripe } = await connect();
  const charges = await stripe.charges.list({ customer, created: { gte: since }, limit: 100 });
  for (const { id, paid, refunded, metadata } of charges.data) {
    if (paid && !refunded && metadata.sportEventId === eventId)
      await stripe.refunds
        .create({ charge: id }, { idempotencyKey: `refund-cancelled-${id}` })
        .catch(unlessMoneyWentBack);
  }
}

const toId = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id);
const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
