/** Links to the payment page: one customer per user, one open session per product. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { PaymentRequest } from '../../../shared/contract/payments.ts';
import { isOnSale } from '../../../shared/domain/match-state.ts';
import { consents, describeOrderTerms, describeScreens } from '../../../shared/domain/order.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { isCovered, isPass, type ProductType, plans } from '../../../shared/domain/plans.ts';
import { findSalesReopening, seasonEnd } from '../../../shared/domain/season.ts';
import type { SellerKind } from '../../../shared/domain/seller.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { updateUserWrite } from '../../people/accounts/store.ts';
import { isViewer, listRights, type StoredUser, withEffectiveRights } from '../../platform/auth/rules.ts';
import { getItem, type Key, putItem, transact } from '../../platform/aws/dynamo.ts';
import { refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { readCents } from '../../platform/aws/prices.ts';
import { isRecorded } from '../../recordings/vods/store.ts';
import { createOrder, describeAgreement, type Order, type OrderRequest, toOrderNumber } from '../orders/rules.ts';
import { recordOrder } from '../orders/store.ts';
import { isOffered, noteOpenPage } from './ended-sales.ts';
import { isPaymentPending } from './stripe/charges.ts';
import { createCheckout, expireCheckout, readCheckout } from './stripe/checkout-sessions.ts';
import { createCustomer, findUserOfCustomer } from './stripe/customers.ts';
import { isCustomerUnknown } from './stripe/errors.ts';
import { namePlan, type Product } from './stripe/products.ts';
import { syncCustomer } from './sync-customer.ts';

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
  }: { product: SoldProduct; hasConsent: boolean; addresses: ReturnType<typeof parseReturnAddresses>; now: number },
): Promise<string> {
  const key = checkoutKey(user.id, product);
  const seller = readSellerKind();
  const agreement = `${describeAgreement(product.type, hasConsent)} ${product.amount}${seller === 'own' ? '' : ` ${seller}`}`;
  const pending = await getItem<{ sessionId: string; returnsTo?: string | null; agreement?: string }>('purchases', key);
  if (pending) {
    const session = await readCheckout(pending.sessionId);
    const page = session.status === 'open' ? session.url : null;
    // A payment page of a customer who was deleted at the provider no longer works.
    const isSame = pending.returnsTo === addresses.successUrl && pending.agreement === agreement;
    if (page && isSame && (await findUserOfCustomer(customerId))) return page;
    // An open page with another return address, or for other documents, is expired. If it cannot be expired, it has been paid.
    const isPaid = page ? !(await expireCheckout(pending.sessionId)) : session.status === 'complete';
    if (isPaid) {
      // The user paid a moment ago: the webhook or the money is still on its way.
      assertNotPaid((await syncCustomer(customerId)) ?? user, product, now);
      if (plans[product.type].paid === 'ONCE' && (await isPaymentPending(customerId, product)))
        throw new ApiError('PYM4006');
    }
  }
  const idempotencyKey = `checkout-${key.pk}-${key.sk}-${customerId}-${pending?.sessionId ?? 'first'}`;
  const order = {
    userId: user.id,
    product: product.type,
    amount: product.amount,
    hasConsent,
    event: product.event,
    club: product.club,
    screens: product.screens,
    seller: environment('SELLER'),
    isManaged: seller === 'managed',
    seasonLastDay: environment('SEASON_LAST_DAY'),
  };
  const session = await createCheckout({
    ...addresses,
    customerId,
    userId: user.id,
    product,
    orderNumber: toOrderNumber(idempotencyKey),
    seller,
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

/** Rejects a purchase that a right of the buyer already covers, before any charge. */
function assertNotPaid(user: StoredUser, { type, event, club, clubIds }: SoldProduct, now = Date.now()): void {
  const wanted = { product: type, eventId: event?.id, clubIds: club ? [club.id] : clubIds };
  // Staff buy matches of other clubs, and no plans.
  const isStaff = plans[type].covers !== 'MATCH' && !isViewer(user);
  if (isStaff || isCovered(listRights(withEffectiveRights(user, now)), wanted)) throw new ApiError('PYM4001');
}

type SoldProduct = Product & { event: Order['event'] };

async function readProduct(request: PaymentRequest, now: number): Promise<SoldProduct> {
  return request.productType === 'PT_SPORT_EVENT' ? readMatch(request, now) : readPlan(request, now);
}

async function readPlan({ productType: type, clubId }: PaymentRequest, now: number): Promise<SoldProduct> {
  const amount = readCents(plans[type].price);
  if (amount === 0) throw new ApiError('PYM4011');
  const lastDay = environment('SEASON_LAST_DAY');
  if (findSalesReopening(now, lastDay)) throw new ApiError('PYM4007');
  const club = type === 'PT_CLUB_PASS' ? await readClub(clubId) : null;
  return {
    type,
    name: namePlan(type, club),
    amount,
    club,
    event: null,
    clubIds: [],
    until: isPass(type) ? new Date(seasonEnd(now, lastDay)).toISOString() : null,
    screens: type === 'PT_FAMILY' ? Number(environment('FAMILY_SCREENS')) : 1,
  };
}

async function readClub(id: string | undefined): Promise<{ id: string; name: string }> {
  const club = id ? await clubs.get(id) : undefined;
  if (!club?.visible) throw new ApiError('CLB4040');
  return { id: club.id, name: club.name };
}

async function readMatch({ productType: type, sportEventId }: PaymentRequest, now: number): Promise<SoldProduct> {
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  if (!event?.visible) throw new ApiError('EVT4040');
  if (event.isPublic) throw new ApiError('PYM4005');
  if (event.state === 'CANCELLED') throw new ApiError('PYM4008');
  if (!isOnSale(event, now) && !(await isRecorded(event.id))) throw new ApiError('PYM4009');
  const { id, title, sport, scheduledStartDate: start, clubIds } = event;
  const amount = event.price ?? readCents('event');
  return {
    type,
    name: title,
    amount,
    event: { id, title, sport, start },
    clubIds,
    club: null,
    until: null,
    screens: 1,
  };
}

/** Texts of the payment page, which has no room for the whole summary. */
function describeOrder({ product, amount, seller, seasonLastDay, screens }: OrderRequest, now: number) {
  const { duration, renewal } = describeOrderTerms(product, { price: amount / 100, seasonLastDay, now });
  const rights = screens > 1 ? `${describeScreens(screens)}. ` : '';
  return {
    summary: `${duration}. ${rights}${renewal}. Vende ${seller}.`,
    termsUrl: optionalEnvironment('TERMS_ADDRESS'),
  };
}

async function createAndKeepCustomer(user: StoredUser): Promise<string> {
  const stripeCustomerId = await createCustomer(user, user.stripeCustomerId);
  // The condition fails if the account was deleted meanwhile: aborts before charging.
  await transact([updateUserWrite(user.id, { stripeCustomerId })]).catch(refuseFailedCondition('SSN4010'));
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

/** One open page a user and product. */
const checkoutKey = (userId: string, { type, event, club }: Product): Key => ({
  pk: `USER#${userId}`,
  sk: ['CHECKOUT', toKeyName(type), event?.id ?? club?.id].filter(Boolean).join('#'),
});

const readSellerKind = () => environment('SELLER_KIND') as SellerKind;

const toKeyName = (type: ProductType) => (type === 'PT_MONTHLY' ? 'MONTHLY' : plans[type].plan.toUpperCase());
