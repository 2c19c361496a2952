/** Links to the payment page: one customer per user, one open session per product. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { ProductType } from '../../../shared/contract/payments.ts';
import { isOnSale } from '../../../shared/domain/match-state.ts';
import { type ConsentId, consents, describeOrderTerms } from '../../../shared/domain/order.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { findSalesReopening } from '../../../shared/domain/season.ts';
import { events } from '../../league/events/store.ts';
import { updateUserWrite } from '../../people/accounts/store.ts';
import { type StoredUser, withEffectiveRights } from '../../platform/auth/rules.ts';
import { getItem, type Key, putItem, transact } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { isRecorded } from '../../recordings/vods/store.ts';
import { createOrder, describeAgreement, type Order, type Ordered, toOrderNumber } from '../orders/rules.ts';
import { recordOrder } from '../orders/store.ts';
import { isOffered, noteOpenPage } from './ended-sales.ts';
import { isPaymentPending } from './stripe/charges.ts';
import { createCheckout, expireCheckout, type Product, readCheckout } from './stripe/checkout-sessions.ts';
import { createCustomer, findUserOfCustomer } from './stripe/customers.ts';
import { isCustomerUnknown } from './stripe/errors.ts';
import { syncCustomer } from './sync-customer.ts';

interface PaymentRequest {
  productType: ProductType;
  callbackUrl: string;
  sportEventId?: string | undefined;
  consent?: ConsentId | null | undefined;
}

export async function createPaymentLink(user: StoredUser, request: PaymentRequest, now: number): Promise<string> {
  const addresses = parseReturnAddresses(request.callbackUrl);
  const product = await readProduct(request, now);
  assertNotPaid(user, product);
  const { consent } = request;
  if (consent !== undefined && consent !== consents[request.productType].id) throw new ApiError('PYM4010');
  const hasConsent = consent !== undefined;
  const open = (customerId: string) => openPage(user, customerId, { product, hasConsent, addresses, now });
  if (!user.stripeCustomerId) return open(await createAndKeepCustomer(user));
  return open(user.stripeCustomerId).catch(async (error: unknown) => {
    if (!isCustomerUnknown(error)) throw error;
    return open(await createAndKeepCustomer(user));
  });
}

/** Returns the open payment page of this product, or opens one. */
async function openPage(
  user: StoredUser,
  customerId: string,
  {
    product,
    hasConsent,
    addresses,
    now,
  }: {
    product: SoldProduct;
    hasConsent: boolean;
    addresses: ReturnType<typeof parseReturnAddresses>;
    now: number;
  },
): Promise<string> {
  const key = checkoutKey(user.id, product);
  const agreement = describeAgreement(product.type, hasConsent);
  const known = await getItem<{ sessionId: string; returnsTo?: string | null; agreement?: string }>('purchases', key);
  if (known) {
    const session = await readCheckout(known.sessionId);
    const page = session.status === 'open' ? session.url : null;
    // A payment page of a customer who was deleted at the provider no longer works.
    const isSame = known.returnsTo === addresses.successUrl && known.agreement === agreement;
    if (page && isSame && (await findUserOfCustomer(customerId))) return page;
    // An open page with another return address, or for other documents, is expired. If it cannot be expired, it has been paid.
    const isPaid = page ? !(await expireCheckout(known.sessionId)) : session.status === 'complete';
    if (isPaid) {
      // The user paid a moment ago: the webhook or the money is still on its way.
      assertNotPaid((await syncCustomer(customerId)) ?? user, product, now);
      if (product.event && (await isPaymentPending(customerId, product.event.id))) throw new ApiError('PYM4006');
    }
  }
  const idempotencyKey = `checkout-${key.pk}-${key.sk}-${customerId}-${known?.sessionId ?? 'first'}`;
  const order = {
    ...{ userId: user.id, product: product.type, event: product.event, amount: product.amount, hasConsent },
    ...{ seller: environment('SELLER'), seasonLastDay: environment('SEASON_LAST_DAY') },
  };
  const session = await createCheckout({
    ...addresses,
    customerId,
    userId: user.id,
    product,
    orderNumber: toOrderNumber(idempotencyKey),
    ...describeOrder(order, now),
    idempotencyKey,
  });
  // Written before the link is given out: nothing is paid without its record.
  await recordOrder(createOrder(order, { number: session.orderNumber, sessionId: session.id, now }));
  await putItem('purchases', {
    ...key,
    sessionId: session.id,
    returnsTo: session.returnsTo,
    agreement,
    openedAt: new Date(now).toISOString(),
  });
  if (product.event) await followSale(product.event.id, user.id, session.id);
  return session.url;
}

/**
 * Lists the page, so that a cancellation of the match expires it, then checks whether the match was cancelled
 * meanwhile.
 */
async function followSale(eventId: string, userId: string, sessionId: string): Promise<void> {
  await noteOpenPage(eventId, userId, sessionId);
  const event = await events.get(eventId);
  if (isOffered(event)) return;
  await expireCheckout(sessionId);
  throw new ApiError(event?.visible ? 'PYM4008' : 'EVT4040');
}

/** Rejects a second purchase of the same product before any charge. A subscription covers every event. */
function assertNotPaid(user: StoredUser, { event }: Product, now = Date.now()): void {
  const { role, purchases } = withEffectiveRights(user, now);
  const isBought = event !== null && purchases.some(({ id }) => id === event.id);
  const isHeld = event ? role === 'REGULAR_SUBSCRIBER' : role !== 'REGULAR_BASIC';
  if (isBought || isHeld) throw new ApiError('PYM4001');
}

type SoldProduct = Product & { event: Order['event'] };

async function readProduct({ productType, sportEventId }: PaymentRequest, now: number): Promise<SoldProduct> {
  if (productType === 'PT_MONTHLY') {
    if (findSalesReopening(now, environment('SEASON_LAST_DAY'))) throw new ApiError('PYM4007');
    const amount = readCents('PRICE_MONTHLY_CENTS');
    return { type: productType, name: 'Cantera TV: suscripción mensual', amount, event: null };
  }
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  if (!event?.visible) throw new ApiError('EVT4040');
  if (event.isPublic) throw new ApiError('PYM4005');
  if (event.state === 'CANCELLED') throw new ApiError('PYM4008');
  if (!isOnSale(event, now) && !(await isRecorded(event.id))) throw new ApiError('PYM4009');
  const { id, title, sport, scheduledStartDate: start } = event;
  const amount = readCents('PRICE_EVENT_CENTS');
  return { type: productType, name: title, amount, event: { id, title, sport, start } };
}

/** Texts of the payment page, which has no room for the whole summary. */
function describeOrder({ product, amount, seller, seasonLastDay }: Ordered, now: number) {
  const { duration, renewal } = describeOrderTerms(product, { price: amount / 100, seasonLastDay, now });
  return { summary: `${duration}. ${renewal}. Vende ${seller}.`, termsUrl: optionalEnvironment('TERMS_ADDRESS') };
}

const readCents = (variable: 'PRICE_MONTHLY_CENTS' | 'PRICE_EVENT_CENTS') => Number(environment(variable));

async function createAndKeepCustomer(user: StoredUser): Promise<string> {
  const stripeCustomerId = await createCustomer(user, user.stripeCustomerId);
  try {
    await transact([updateUserWrite(user.id, { stripeCustomerId })]);
  } catch (error) {
    // The account was deleted meanwhile: aborts before charging.
    throw error instanceof ConditionFailed ? new ApiError('SSN4010') : error;
  }
  return stripeCustomerId;
}

/** Only URLs of this site; a cancelled payment returns to redirectUrl itself. */
function parseReturnAddresses(callbackUrl: string): { successUrl: string; cancelUrl: string } {
  const origin = environment('WEB_ORIGIN');
  const callback = new URL(callbackUrl);
  if (callback.origin !== origin || callback.pathname !== paths.paymentSuccess) throw new ApiError('PYM4002');
  const redirect = callback.searchParams.get('redirectUrl') ?? paths.home;
  const back = URL.canParse(redirect, origin) ? new URL(redirect, origin) : undefined;
  return { successUrl: callback.href, cancelUrl: back?.origin === origin ? back.href : origin + paths.home };
}

const checkoutKey = (userId: string, { event }: Product): Key => ({
  pk: `USER#${userId}`,
  sk: event ? `CHECKOUT#EVENT#${event.id}` : 'CHECKOUT#MONTHLY',
});
