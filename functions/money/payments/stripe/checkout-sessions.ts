/** Stripe's checkout sessions, which are our payment pages. */
import Stripe from 'stripe';
import { cutText } from '../../../../shared/domain/cut-text.ts';
import { plans } from '../../../../shared/domain/plans.ts';
import type { SellerKind } from '../../../../shared/domain/seller.ts';
import { connect } from './client.ts';
import { ignoreMissing } from './errors.ts';
import { ensureProduct, type Product, taxCodes } from './products.ts';

interface CheckoutRequest {
  customerId: string;
  userId: string;
  product: Product;
  successUrl: string;
  cancelUrl: string;
  orderNumber: string;
  seller: SellerKind;
  /** Product and seller, beside the button; the provider's page has no room for it where the provider sells. */
  summary: string;
  /** Terms that the provider's page asks to accept; it needs their address in the provider's own settings. */
  termsUrl: string | undefined;
  /** The same key returns the same session, so that two clicks or two tabs cause one payment. */
  idempotencyKey: string;
}

/**
 * Opens a payment page; returns its URL and return address. The faster of two concurrent requests decides on the return
 * address.
 */
export async function createCheckout(
  request: CheckoutRequest,
): Promise<{ id: string; url: string; returnsTo: string | null; orderNumber: string }> {
  const { stripe } = await connect();
  const { customerId, userId, product, successUrl, cancelUrl, orderNumber, termsUrl, idempotencyKey } = request;
  const { event, club, clubIds, until, screens } = product;
  const { plan, paid } = plans[product.type];
  // The provider repeats this on payment and subscription: entitlements, statements and invoices read it.
  const metadata: Record<string, string> = {
    userId,
    productType: product.type,
    plan,
    order: orderNumber,
    ...(request.seller === 'managed' && { seller: 'managed' }),
    ...(club && { clubId: club.id, clubName: cutText(club.name, 450) }),
    ...(until && { until }),
    ...(screens > 1 && { screens: String(screens) }),
    ...(event ? { sportEventId: event.id, eventTitle: cutText(event.title, 450), sport: event.sport } : {}),
    ...(clubIds.length > 0 && { clubIds: clubIds.slice(0, maxClubs).join() }),
  };
  const created = stripe.checkout.sessions.create(
    {
      mode: paid === 'ONCE' ? 'payment' : 'subscription',
      customer: customerId,
      client_reference_id: userId,
      locale: 'es',
      // The law wants the button to say that it costs money; without this, a subscription's does not.
      submit_type: 'pay',
      // The page has a field for a code: the operator's coupons are the provider's.
      allow_promotion_codes: true,
      // No list of payment methods: the provider offers what its settings have switched on, Bizum for one payment only.
      ...describeSale(request),
      ...(termsUrl && { consent_collection: { terms_of_service: 'required' } }),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            unit_amount: product.amount,
            tax_behavior: 'inclusive',
            ...(await describeProduct(stripe, request)),
            ...(paid === 'MONTHLY' && { recurring: { interval: 'month' as const } }),
          },
        },
      ],
      metadata,
      ...(paid === 'ONCE' ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
      success_url: successUrl,
      cancel_url: cancelUrl,
    },
    { idempotencyKey },
  );
  const session = await created.catch((error) => findOpenCheckout(stripe, customerId, metadata, error));
  if (!session.url) throw new Error('Stripe returned a checkout session without a URL');
  const number = session.metadata?.order ?? orderNumber;
  return { id: session.id, url: session.url, returnsTo: session.success_url, orderNumber: number };
}

/** Ids of 26 characters that fit into the provider's 500. */
const maxClubs = 18;

/** A match is named by its title; a plan is a product to which coupons may be restricted. */
async function describeProduct(stripe: Stripe, { product, seller }: CheckoutRequest) {
  const { type } = product;
  if (type !== 'PT_SPORT_EVENT') return { product: await ensureProduct(stripe, product) };
  const name = cutText(product.name, 250);
  return { product_data: { name, ...(seller === 'managed' && { tax_code: taxCodes[plans[type].covers] }) } };
}

/**
 * Parameters that depend on the seller: where the provider sells, it accepts neither texts nor a label of the price.
 */
function describeSale({ seller, summary, termsUrl }: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  // New accounts have it on unless a session says otherwise.
  if (seller === 'managed') return { managed_payments: { enabled: true } };
  return {
    managed_payments: { enabled: false },
    // The price stays as it was shown.
    adaptive_pricing: { enabled: false },
    custom_text: {
      submit: { message: cutText(summary, longestText) },
      ...(termsUrl && { terms_of_service_acceptance: { message: `Acepto las [condiciones de compra](${termsUrl})` } }),
    },
  };
}

/** Characters of a text of the provider's page. */
const longestText = 1200;

/**
 * Finds the session that a faster tab has opened, after Stripe's error for the same key with another return address.
 */
async function findOpenCheckout(stripe: Stripe, customer: string, wanted: Record<string, string>, error: unknown) {
  if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const same = open.data.find(({ metadata }) => metadata && isSameProduct(metadata, wanted));
  if (!same) throw error;
  return same;
}

const isSameProduct = (a: Record<string, string>, b: Record<string, string>) =>
  a.productType === b.productType && a.sportEventId === b.sportEventId && a.clubId === b.clubId;

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

/** `open` with its URL, or its final status; `expired` for a session of another Stripe account. */
export async function readCheckout(id: string): Promise<{ status: string; url: string | null }> {
  const { stripe } = await connect();
  const session = await stripe.checkout.sessions.retrieve(id).catch(ignoreMissing);
  return { status: session?.status ?? 'expired', url: session?.url ?? null };
}
