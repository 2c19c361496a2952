/** Reads the data of a customer from which entitlements follow. */
import type Stripe from 'stripe';
import { SportInput } from '../../../../shared/contract/schema.ts';
import { seasonEnd } from '../../../../shared/domain/season.ts';
import { environment } from '../../../platform/aws/environment.ts';
import { type ChargeFact, type Facts, isMoneyReturned, type SubscriptionFact } from '../rules.ts';
import { connect } from './client.ts';
import { ignoreMissing } from './errors.ts';

/**
 * Reads everything that decides what a customer may watch. Sets `cancel_at` to the end of the season where it is
 * missing, and cancels superseded subscriptions and those whose money was returned.
 */
export async function readFacts(customerId: string): Promise<Facts> {
  const { stripe } = await connect();
  const [subscriptions, charges] = await Promise.all([
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1000 }),
    stripe.charges.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  ]);
  const [current, paid] = await Promise.all([
    endSuperseded(stripe, subscriptions),
    Promise.all(charges.map((charge) => toChargeFact(stripe, charge))),
  ]);
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
  const { id, status, start_date, cancel_at, cancel_at_period_end, ended_at } = subscription;
  const endsAt = Math.min(toMs(cancel_at) ?? end, end);
  return {
    id,
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
  for (const { id } of superseded) await stripe.subscriptions.cancel(id).catch(ignoreMissing);
  return subscriptions.filter((subscription) => !superseded.includes(subscription));
}

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

async function toChargeFact(stripe: Stripe, charge: Stripe.Charge): Promise<ChargeFact> {
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

export async function hasLostDispute(stripe: Stripe, charge: string): Promise<boolean> {
  const disputes = await stripe.disputes.list({ charge, limit: 100 });
  return disputes.data.some(({ status }) => status === 'lost');
}

const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
