/** Computes entitlements from the payment provider's data. Pure: events may come late, repeated or out of order. */
import { isDeepStrictEqual } from 'node:util';
import type { Payment } from '../../../shared/contract/payments.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { isPass, type PassType, type ProductType, plans } from '../../../shared/domain/plans.ts';
import { listRights, type StoredUser, withEffectiveRights } from '../../platform/auth/rules.ts';

export interface SubscriptionFact {
  id: string;
  /** The plan and the screens that were sold. */
  product: ProductType;
  screens: number;
  /** Stripe's status: incomplete, incomplete_expired, trialing, active, past_due, canceled, unpaid or paused. */
  status: string;
  /** Milliseconds since the Unix epoch, like all times here. */
  startedAt: number;
  /** Scheduled end: the end of the season at the latest. */
  endsAt: number;
  endedAt: number | null;
  /** The customer wants it to end before the season does. */
  isCancelled?: boolean;
  /** The next charge; `amount` in cents. */
  renewal?: { at: number; amount: number } | null;
}

export interface ChargeFact {
  id: string;
  createdAt: number;
  paid: boolean;
  /** Refunded in full. */
  refunded: boolean;
  lostDispute: boolean;
  /** Cents, without refunds. */
  amount: number;
  /** Null for a charge of a subscription or pass. */
  event: { id: string; title: string; sport: Sport } | null;
  /** The plan that was paid once, with the end that was sold. */
  pass: { product: PassType; club: { id: string; name: string } | null; until: string } | null;
  /** The buyer has withdrawn from a pass, of which the days used stay paid. */
  withdrawn: boolean;
}

export interface Facts {
  subscriptions: SubscriptionFact[];
  charges: ChargeFact[];
}

export type Entitlements = Required<Pick<StoredUser, 'subscription' | 'purchases' | 'passes'>>;

export const stripeProvider = 'stripe';

/** 90 days from the purchase or the scheduled end of the event, whichever is later. */
export const eventAccessMs = 90 * 24 * 3600 * 1000;

/** End of access for purchases made before the event. */
export const computeAccessEnd = ({ scheduledFinishDate }: { scheduledFinishDate: string }) =>
  toIso(Date.parse(scheduledFinishDate) + eventAccessMs);

/** The refund of a match's payments, with those made by hand (`amount` in cents). Instants in milliseconds. */
export interface EventRefund {
  since: number;
  /** The buyers know of it. */
  told?: boolean;
  payments: number;
  amount: number;
  doneAt?: number;
  /** When the provider last reported that one of its refunds has failed. */
  failedAt?: number;
}

/** Events to enable for Stripe's webhook. Others are accepted too: each leads to a sync of its customer. */
export const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.failed',
] as const;

/** The match of a purchase as it is now: it may have been renamed or moved since. */
export interface PaidMatch {
  title: string;
  sport: Sport;
  scheduledFinishDate: string;
}

/** `matches`: the existing matches of the charges. */
export function computeEntitlements(facts: Facts, matches: ReadonlyMap<string, PaidMatch>): Entitlements {
  return {
    subscription: selectSubscription(facts),
    purchases: toPurchases(facts.charges, matches),
    passes: toPasses(facts.charges),
  };
}

/** The active subscription, or the latest one with the reason why it ended. */
function selectSubscription({ subscriptions, charges }: Facts): StoredUser['subscription'] {
  const begun = subscriptions.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  const [chosen] = begun.sort((a, b) => Number(isAlive(b)) - Number(isAlive(a)) || b.startedAt - a.startedAt);
  if (!chosen) return null;
  const error = findSubscriptionError(chosen, charges);
  return {
    provider: stripeProvider,
    from: toIso(chosen.startedAt),
    to: toIso(chosen.endedAt ?? chosen.endsAt),
    error: error ? { type: error, url: null } : null,
    renewal: isAlive(chosen) && !error && chosen.renewal ? { ...chosen.renewal, at: toIso(chosen.renewal.at) } : null,
    ...(chosen.isCancelled && !error && { cancelled: true as const }),
    ...(chosen.product !== 'PT_MONTHLY' && { plan: chosen.product }),
    ...(chosen.screens > 1 && { screens: chosen.screens }),
  };
}

const isAlive = ({ status }: Pick<SubscriptionFact, 'status'>) => status === 'active' || status === 'trialing';

/** True if the subscription's last payment was refunded or lost in a dispute. */
export function isMoneyReturned(subscription: SubscriptionFact, charges: ChargeFact[]): boolean {
  const last = findLastPayment(subscription, charges);
  return last !== undefined && (last.refunded || last.lostDispute);
}

function findLastPayment({ startedAt }: SubscriptionFact, charges: ChargeFact[]): ChargeFact | undefined {
  return charges
    .filter(({ event, pass, paid, createdAt }) => !event && !pass && paid && createdAt >= startedAt - 60_000)
    .sort((a, b) => b.createdAt - a.createdAt)[0];
}

function findSubscriptionError(subscription: SubscriptionFact, charges: ChargeFact[]) {
  const last = findLastPayment(subscription, charges);
  if (last?.lostDispute) return 'PDS_STRIPE_DISPUTE_CLOSED';
  if (last?.refunded) return 'PDS_STRIPE_CANCELLED';
  if (isAlive(subscription)) return undefined;
  if (subscription.status !== 'canceled') return 'PDS_ERROR';
  // A subscription that ended with its season has no error: `to` says that it ended.
  const byItself = (subscription.endedAt ?? 0) >= subscription.endsAt;
  return byItself ? undefined : 'PDS_STRIPE_CANCELLED';
}

/** One purchase per event: the latest valid charge counts, and the amounts are added up. */
function toPurchases(charges: ChargeFact[], matches: ReadonlyMap<string, PaidMatch>): StoredUser['purchases'] {
  const good = charges
    .filter(({ event, paid, refunded, lostDispute }) => event !== null && paid && !refunded && !lostDispute)
    .sort((a, b) => a.createdAt - b.createdAt);
  const byEvent = new Map<string, StoredUser['purchases'][number]>();
  for (const { event, createdAt, amount } of good) {
    if (!event) continue;
    const match = matches.get(event.id);
    const { title, sport } = match ?? event;
    const until = toIso(Math.max(createdAt, match ? Date.parse(match.scheduledFinishDate) : 0) + eventAccessMs);
    byEvent.set(event.id, { id: event.id, title, sport, until, amount: amount + (byEvent.get(event.id)?.amount ?? 0) });
  }
  return [...byEvent.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** One pass a plan and club: that which lasts longest. */
function toPasses(charges: ChargeFact[]): Entitlements['passes'] {
  const byPlan = new Map<string, Entitlements['passes'][number]>();
  for (const { pass, createdAt, ...charge } of charges) {
    if (!pass || !charge.paid || charge.refunded || charge.lostDispute || charge.withdrawn) continue;
    const key = `${pass.product} ${pass.club?.id}`;
    const best = byPlan.get(key);
    if (!best || best.until < pass.until || (best.until === pass.until && best.from > toIso(createdAt)))
      byPlan.set(key, { ...pass, from: toIso(createdAt) });
  }
  return [...byPlan.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pass]) => pass);
}

/**
 * Ids of the subscriptions that another plan makes superfluous, so that nobody pays twice: a running one of a higher
 * rank, a newer one of the same rank, or a paid season.
 */
export function listSuperseded(
  subscriptions: readonly Pick<SubscriptionFact, 'id' | 'product' | 'status' | 'startedAt'>[],
  charges: ChargeFact[],
  now: number,
): string[] {
  const season = toPasses(charges).filter(
    ({ product, until }) => plans[product].covers === 'ALL' && Date.parse(until) > now,
  );
  const paidRank = Math.max(-1, ...season.map(({ product }) => plans[product].rank));
  const getRank = ({ product }: { product: ProductType }) => plans[product].rank;
  const [kept] = subscriptions
    .filter((one) => isAlive(one) && getRank(one) > paidRank)
    .toSorted((a, b) => getRank(b) - getRank(a) || b.startedAt - a.startedAt);
  if (!kept && paidRank < 0) return [];
  return subscriptions
    .filter(({ id, status }) => id !== kept?.id && status !== 'canceled' && status !== 'incomplete_expired')
    .filter((one) => kept || getRank(one) <= paidRank)
    .map(({ id }) => id);
}

/**
 * Divides a paid period at `now`: the days used, and the cents of the others. A day that has begun is used, and a part of
 * a cent stays with the buyer.
 */
export function splitPeriod(
  amount: number,
  { from, to }: { from: number; to: number },
  now: number,
): { days: { used: number; total: number }; rest: number } {
  const total = Math.max(1, Math.round((to - from) / dayMs));
  const used = Math.min(total, Math.floor(Math.max(0, now - from) / dayMs) + 1);
  return { days: { used, total }, rest: amount - Math.floor((amount * used) / total) };
}

const dayMs = 86_400_000;

export interface PaidFor {
  /** Null for a plan. */
  eventId: string | null;
  clubId: string | null;
}

/** Upper bound on webhook delay. */
const webhookDelayMs = 3_600_000;

/** True if the provider lists a recent payment that the account does not hold yet. */
export function awaitsSync(
  { productType, status, date, eventId, clubId }: Omit<Payment, 'invoices'> & PaidFor,
  user: StoredUser,
  now: number,
): boolean {
  if (status !== 'paid' || Date.parse(date) < now - webhookDelayMs) return false;
  const { role, purchases, passes = [] } = withEffectiveRights(user, now);
  if (eventId) return !purchases.some(({ id }) => id === eventId);
  if (isPass(productType))
    return !passes.some(({ product, club }) => product === productType && (club?.id ?? null) === clubId);
  return role === 'REGULAR_BASIC';
}

/** Plans by which a user may watch now because they were paid, with the end of each (ISO 8601). */
export function listHeld(user: StoredUser, now: number): Map<ProductType, string> {
  const { grants: _, ...paid } = { ...user, partnerSubscription: null };
  const held = new Map<ProductType, string>();
  for (const { product, until } of listRights(withEffectiveRights(paid, now)))
    if (plans[product].covers !== 'MATCH' && until > (held.get(product) ?? '')) held.set(product, until);
  return held;
}

/** True if the change takes rights away, which ends running views. */
export function losesRights(before: StoredUser, after: StoredUser, now: number): boolean {
  const [was, is] = [listRights(withEffectiveRights(before, now)), listRights(withEffectiveRights(after, now))];
  return was.some(
    ({ of, screens }) => !is.some((right) => isDeepStrictEqual(right.of, of) && right.screens >= screens),
  );
}

const toIso = (ms: number) => new Date(ms).toISOString();

/** Cents to refund of a payment: its percentage, less earlier refunds. */
export const computePartDue = (amount: number, refunded: number, percent: number): number =>
  Math.max(0, Math.ceil((amount * percent) / 100) - refunded);
