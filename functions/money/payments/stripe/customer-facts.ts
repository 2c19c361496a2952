/** Reads the data of a customer from which entitlements follow. */
import type Stripe from 'stripe';
import { SportInput } from '../../../../shared/contract/schema.ts';
import { isPass, isProductType, plans } from '../../../../shared/domain/plans.ts';
import { seasonEnd } from '../../../../shared/domain/season.ts';
import { environment } from '../../../platform/aws/environment.ts';
import {
  type ChargeFact,
  type Facts,
  isMoneyReturned,
  listSuperseded,
  type SubscriptionFact,
  splitPeriod,
} from '../rules.ts';
import { connect } from './client.ts';
import { ignoreMissing, ignoreRepeated, ignoreReturnedMoney } from './errors.ts';

/**
 * Reads everything that decides what a customer may watch. Sets `cancel_at` to the end of the season where it is
 * missing, and cancels superseded subscriptions and those whose money was returned.
 */
export async function readFacts(customerId: string): Promise<Facts> {
  const { stripe } = await connect();
  const [subscriptions, charges, pages] = await Promise.all([
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1000 }),
    stripe.charges.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    stripe.checkout.sessions
      .list({ customer: customerId, status: 'complete', limit: 100 })
      .autoPagingToArray({ limit: 10_000 }),
  ]);
  const paid = [
    ...(await Promise.all(charges.map((charge) => toChargeFact(stripe, charge)))),
    ...pages.filter(isFree).map(toFreeFact),
  ];
  const current = await endSuperseded(stripe, subscriptions, paid);
  return {
    subscriptions: await Promise.all(
      current.map(async (subscription) => {
        const end = endOfSeason(subscription);
        const fact = toSubscriptionFact(await endWithSeason(stripe, subscription, end), end);
        if (!isActive(subscription) || !isMoneyReturned(fact, paid)) return fact;
        const ended = await stripe.subscriptions.cancel(subscription.id).catch(ignoreMissing);
        return ended ? toSubscriptionFact(ended, end) : { ...fact, status: 'canceled', endedAt: Date.now() };
      }),
    ),
    charges: paid,
  };
}

function toSubscriptionFact(subscription: Stripe.Subscription, end: number): SubscriptionFact {
  const { id, status, start_date, cancel_at, cancel_at_period_end, ended_at, metadata } = subscription;
  const endsAt = Math.min(toMs(cancel_at) ?? end, end);
  return {
    id,
    ...readPlan(metadata),
    status,
    startedAt: start_date * 1000,
    endsAt,
    endedAt: toMs(ended_at),
    isCancelled: cancel_at_period_end || endsAt < end,
    renewal: findNextCharge(subscription, endsAt),
  };
}

function findNextCharge(
  { items, cancel_at_period_end }: Stripe.Subscription,
  endsAt: number,
): SubscriptionFact['renewal'] {
  const [item] = items.data;
  if (!item || cancel_at_period_end || item.current_period_end * 1000 >= endsAt) return null;
  return { at: item.current_period_end * 1000, amount: item.price.unit_amount ?? 0 };
}

/** The plan that was sold. */
function readPlan({ productType, screens }: Stripe.Metadata): Pick<SubscriptionFact, 'product' | 'screens'> {
  const product = isProductType(productType) && plans[productType].paid === 'MONTHLY' ? productType : 'PT_MONTHLY';
  return { product, screens: Number(screens ?? 1) };
}

/**
 * Cancels subscriptions that another plan makes superfluous, also after a failed renewal or a lost dispute, and pays
 * back the days that are left of a month. Returns the remaining list.
 */
async function endSuperseded(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
  charges: ChargeFact[],
): Promise<Stripe.Subscription[]> {
  const facts = subscriptions.map(({ id, status, start_date, metadata }) => ({
    id,
    status,
    startedAt: start_date * 1000,
    ...readPlan(metadata),
  }));
  const superseded = listSuperseded(facts, charges, Date.now());
  for (const subscription of subscriptions.filter(({ id }) => superseded.includes(id))) {
    // Refunds first, so that an interrupted run finds the subscription again.
    if (isActive(subscription)) await refundRest(stripe, subscription, charges);
    await stripe.subscriptions.cancel(subscription.id).catch(ignoreMissing);
  }
  return subscriptions.filter(({ id }) => !superseded.includes(id));
}

async function refundRest(stripe: Stripe, { id, items }: Stripe.Subscription, charges: ChargeFact[]): Promise<void> {
  const [item] = items.data;
  if (!item) return;
  const [from, to] = [item.current_period_start * 1000, item.current_period_end * 1000];
  // A charge does not name its subscription: the first one of no match or pass since then is this month's.
  const month = charges
    .filter(({ event, pass, paid, createdAt }) => !event && !pass && paid && createdAt >= from - clockMs)
    .sort((a, b) => a.createdAt - b.createdAt)[0];
  if (!month || month.lostDispute) return;
  const amount = Math.min(month.amount, splitPeriod(month.amount, { from, to }, Date.now()).rest);
  if (amount <= 0) return;
  await stripe.refunds
    .create({ charge: month.id, amount, metadata: { superseded: id } }, { idempotencyKey: `superseded-${id}` })
    .catch(ignoreRepeated)
    .catch(ignoreReturnedMoney);
}

/** Milliseconds by which the times of one purchase may differ. */
const clockMs = 60_000;

const isActive = ({ status }: Stripe.Subscription) => status === 'active' || status === 'trialing';

const endOfSeason = ({ start_date }: Stripe.Subscription) =>
  seasonEnd(start_date * 1000, environment('SEASON_LAST_DAY'));

/** Subscriptions end with the season in which they began; Checkout cannot set that itself. */
async function endWithSeason(
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

/** A coupon of 100 % leaves no charge: the completed page itself is the order. */
const isFree = ({ mode, payment_status }: Stripe.Checkout.Session) =>
  mode === 'payment' && payment_status === 'no_payment_required';

const toFreeFact = ({ id, created, metadata }: Stripe.Checkout.Session): ChargeFact => ({
  id,
  createdAt: created * 1000,
  paid: true,
  refunded: false,
  lostDispute: false,
  amount: 0,
  ...readBought(metadata ?? {}),
});

async function toChargeFact(stripe: Stripe, charge: Stripe.Charge): Promise<ChargeFact> {
  return {
    id: charge.id,
    createdAt: charge.created * 1000,
    paid: charge.paid && charge.status === 'succeeded',
    refunded: charge.refunded,
    lostDispute: charge.disputed && (await hasLostDispute(stripe, charge.id)),
    amount: charge.amount - charge.amount_refunded,
    ...readBought(charge.metadata),
  };
}

function readBought(metadata: Stripe.Metadata): Pick<ChargeFact, 'event' | 'pass' | 'withdrawn'> {
  const { sportEventId, eventTitle, sport, withdrawn } = metadata;
  const knownSport = SportInput.safeParse(sport ?? '');
  return {
    event: sportEventId
      ? { id: sportEventId, title: eventTitle ?? '', sport: knownSport.success ? knownSport.data : 'SOCCER' }
      : null,
    pass: readPass(metadata),
    withdrawn: withdrawn !== undefined,
  };
}

/** A pass as it was sold, with its end. */
function readPass({ productType, clubId, clubName, until }: Stripe.Metadata): ChargeFact['pass'] {
  if (!isProductType(productType) || !isPass(productType) || !until) return null;
  return { product: productType, club: clubId ? { id: clubId, name: clubName ?? '' } : null, until };
}

export async function hasLostDispute(stripe: Stripe, charge: string): Promise<boolean> {
  const disputes = await stripe.disputes.list({ charge, limit: 100 });
  return disputes.data.some(({ status }) => status === 'lost');
}

const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
