/**
 * From what the payment provider holds to what a person may watch. Pure: the same facts always give the same
 * entitlements, so events may come late, twice or out of order. Rows: A-PAY-19, A-PAY-20, A-CONST-3, A-CONST-4.
 */
import type { Payment } from '../../../shared/contract/payments.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { asOf, type StoredUser } from '../../platform/auth/rules.ts';

export interface SubscriptionFact {
  id: string;
  /** Stripe's word: incomplete, incomplete_expired, trialing, active, past_due, canceled, unpaid or paused. */
  status: string;
  /** Milliseconds since 1970, as all times here. */
  startedAt: number;
  /** When it ends by itself: with its season, at the latest. */
  endsAt: number;
  endedAt: number | null;
}

export interface ChargeFact {
  id: string;
  createdAt: number;
  paid: boolean;
  /** The whole amount was given back. */
  refunded: boolean;
  lostDispute: boolean;
  /** Absent on a charge of a subscription. */
  event: { id: string; title: string; sport: Sport } | null;
}

export interface Facts {
  subscriptions: SubscriptionFact[];
  charges: ChargeFact[];
}

export type Entitlements = Pick<StoredUser, 'subscription' | 'purchases'>;

export const stripeProvider = 'stripe';

/** Row A-CONST-3: 90 days from the later of the purchase and the scheduled end of the event. */
export const eventAccessMs = 90 * 24 * 3600 * 1000;

/** How long whoever bought an event before it was played may watch it. */
export const heldUntil = ({ scheduledFinishDate }: { scheduledFinishDate: string }) =>
  iso(Date.parse(scheduledFinishDate) + eventAccessMs);

/** What Stripe's webhook must be set to tell. Others are taken too: each leads to a fresh look at its customer. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

/** `eventEnds` gives the scheduled end of each event that still exists. */
export function entitlements(facts: Facts, eventEnds: ReadonlyMap<string, number>): Entitlements {
  return { subscription: subscriptionOf(facts), purchases: purchasesOf(facts.charges, eventEnds) };
}

/** The subscription that takes effect: one that is alive, else the latest one with the reason why it is not. */
function subscriptionOf({ subscriptions, charges }: Facts): StoredUser['subscription'] {
  const begun = subscriptions.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  const [chosen] = begun.sort((a, b) => Number(isAlive(b)) - Number(isAlive(a)) || b.startedAt - a.startedAt);
  if (!chosen) return null;
  const error = errorOf(chosen, charges);
  return {
    provider: stripeProvider,
    from: iso(chosen.startedAt),
    to: iso(chosen.endedAt ?? chosen.endsAt),
    error: error ? { type: error, url: null } : null,
  };
}

const isAlive = ({ status }: SubscriptionFact) => status === 'active' || status === 'trialing';

/** Whether the last payment of a subscription was given back or lost. */
export function moneyWentBack(subscription: SubscriptionFact, charges: ChargeFact[]): boolean {
  const last = lastPayment(subscription, charges);
  return last !== undefined && (last.refunded || last.lostDispute);
}

function lastPayment({ startedAt }: SubscriptionFact, charges: ChargeFact[]): ChargeFact | undefined {
  return charges
    .filter(({ event, paid, createdAt }) => event === null && paid && createdAt >= startedAt - 60_000)
    .sort((a, b) => b.createdAt - a.createdAt)[0];
}

function errorOf(subscription: SubscriptionFact, charges: ChargeFact[]) {
  const last = lastPayment(subscription, charges);
  if (last?.lostDispute) return 'PDS_STRIPE_DISPUTE_CLOSED';
  if (last?.refunded) return 'PDS_STRIPE_CANCELLED';
  if (isAlive(subscription)) return undefined;
  if (subscription.status !== 'canceled') return 'PDS_ERROR';
  // Ended by itself at the end of the season: `to` says so.
  const byItself = (subscription.endedAt ?? 0) >= subscription.endsAt;
  return byItself ? undefined : 'PDS_STRIPE_CANCELLED';
}

/** One purchase for each event; of several charges the latest good one counts. */
function purchasesOf(charges: ChargeFact[], eventEnds: ReadonlyMap<string, number>): StoredUser['purchases'] {
  const good = charges
    .filter(({ event, paid, refunded, lostDispute }) => event !== null && paid && !refunded && !lostDispute)
    .sort((a, b) => a.createdAt - b.createdAt);
  const byEvent = new Map<string, StoredUser['purchases'][number]>();
  for (const { event, createdAt } of good) {
    if (!event) continue;
    const until = iso(Math.max(createdAt, eventEnds.get(event.id) ?? 0) + eventAccessMs);
    byEvent.set(event.id, { ...event, until });
  }
  return [...byEvent.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface PaidFor {
  /** None of a subscription. */
  eventId: string | null;
}

/** Longer than an event of the provider is late without the reconciliation. */
const newsMs = 3_600_000;

/** Whether something was paid a moment ago that the account does not hold. */
export function isNews({ status, date, eventId }: Payment & PaidFor, user: StoredUser, now: number): boolean {
  if (status !== 'paid' || Date.parse(date) < now - newsMs) return false;
  const { role, purchases } = asOf(user, now);
  return eventId ? !purchases.some(({ id }) => id === eventId) : role === 'REGULAR_BASIC';
}

/** Whether somebody may watch less than before, which ends what they are watching. */
export function losesSomething(before: StoredUser, after: StoredUser, now: number): boolean {
  const [was, is] = [asOf(before, now), asOf(after, now)];
  const lostMatch = was.purchases.some(({ id }) => !is.purchases.some((kept) => kept.id === id));
  return lostMatch || (was.role === 'REGULAR_SUBSCRIBER' && is.role !== 'REGULAR_SUBSCRIBER');
}

const iso = (ms: number) => new Date(ms).toISOString();
