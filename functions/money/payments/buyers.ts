/** Buyers by event and holders by plan, in the table `purchases`, changed in the same transaction as the user's purchases. */
import { divide } from '../../../shared/domain/divide.ts';
import { type ProductType, planTypes } from '../../../shared/domain/plans.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import {
  deleteWrite,
  getItems,
  isNew,
  type Key,
  putWrite,
  transact,
  updateItem,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { Email } from '../../platform/aws/email.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { listHeld } from './rules.ts';

type Purchases = StoredUser['purchases'];
type Purchase = Purchases[number];

/** A transaction takes 100 writes, some of them the caller's; larger differences are recorded in part. */
const maxWrites = 86;

/** Writes for a change of the user's purchases, new ones first. */
export function buyerWrites({ id: userId, purchases }: Pick<StoredUser, 'id' | 'purchases'>, next: Purchases): Write[] {
  const isNoted = (one: Purchase) => purchases.some(({ id, amount }) => id === one.id && amount === one.amount);
  const bought = next
    .filter((one) => !isNoted(one))
    .map(({ id, amount }) => putWrite('purchases', { ...buyerKey(id, userId), amount }));
  const lost = subtractPurchases(purchases, next).map(({ id }) => deleteWrite('purchases', buyerKey(id, userId)));
  return [...bought, ...lost].slice(0, maxWrites);
}

/** True if anybody holds a paid right to the event. */
export async function hasBuyers(eventId: string): Promise<boolean> {
  for await (const buyers of queryItems('purchases', eventKey(eventId))) if (buyers.length > 0) return true;
  return false;
}

/** Ids of the users who hold a paid right to the event, in order and in pages; begins after `after`. */
export async function* listBuyers(eventId: string, after?: string): AsyncGenerator<string[]> {
  const range = after === undefined ? undefined : { after: buyerKey(eventId, after).sk };
  for await (const buyers of queryItems<Key>('purchases', eventKey(eventId), range))
    yield buyers.map(({ sk }) => sk.slice('USER#'.length));
}

/** Counts the buyers of an event and adds up what they have paid, in cents; `price` stands for an unknown amount. */
export async function sumUpBuyers(eventId: string, price: number): Promise<{ buyers: number; amount: number }> {
  const sum = { buyers: 0, amount: 0 };
  for await (const page of queryItems<Key & { amount?: number }>('purchases', eventKey(eventId))) {
    sum.buyers += page.length;
    for (const { amount = price } of page) sum.amount += amount;
  }
  return sum;
}

/** Ids of the events that this process has already marked as sold. */
const marked = new Set<string>();

/**
 * Marks events as sold, before their purchases are written: a mark without buyers is harmless. A counter in the
 * purchase's transaction would make concurrent buyers conflict.
 */
export async function markSold(purchases: Purchases, now: number): Promise<void> {
  for (const { id, title, until } of purchases) {
    if (marked.has(id) || Date.parse(until) <= now) continue;
    const expiresAt = Math.ceil(Date.parse(until) / 1000) + soldSeconds;
    // An update keeps `seenAt`.
    await updateItem('purchases', soldKey(id), {
      expression: 'SET title = :title, expiresAt = :expiresAt',
      values: { ':title': title, ':expiresAt': expiresAt },
    });
    marked.add(id);
  }
}

export interface SoldEvent {
  eventId: string;
  /** The title when it was sold. */
  title: string;
  /** When a published recording was noticed, in milliseconds since the Unix epoch. */
  seenAt?: number;
}

/** Events that were sold in the last season. */
export async function listSoldEvents(): Promise<SoldEvent[]> {
  const matches = await queryAll<Key & Omit<SoldEvent, 'eventId'>>('purchases', sold);
  return matches.map(({ sk, title, seenAt }) => ({ eventId: sk, title, ...(seenAt !== undefined && { seenAt }) }));
}

/** Notes that a sold event has had a published recording, which stays true when the recording goes. */
export async function noteSeen(eventId: string, now: number): Promise<void> {
  const update = { expression: 'SET seenAt = :now', values: { ':now': now } };
  await updateItem('purchases', soldKey(eventId), update, { condition: 'attribute_exists(pk)' }).catch(
    ignoreFailedCondition,
  );
}

const sold = 'SOLD';
const soldKey = (eventId: string): Key => ({ pk: sold, sk: eventId });
/** Seconds: a match may be rescheduled within its season after its first sale. */
const soldSeconds = 366 * 86_400;

const subtractPurchases = (these: Purchases, those: Purchases) =>
  these.filter(({ id }) => !those.some((one) => one.id === id));
const eventKey = (eventId: string) => `EVENT#${eventId}`;
const buyerKey = (eventId: string, userId: string): Key => ({ pk: eventKey(eventId), sk: `USER#${userId}` });

/**
 * Writes for a change of the user's rights: HOLDERS#{product} / USER#{id} with the end of the right, in the transaction
 * that changes it.
 */
export function holderWrites(before: StoredUser, after: StoredUser, now: number): Write[] {
  const [was, is] = [listHeld(before, now), listHeld(after, now)];
  return planTypes.flatMap((product) => {
    const key = holderKey(product, after.id);
    const until = is.get(product);
    if (until) return [putWrite('purchases', { ...key, until, expiresAt: Math.ceil(Date.parse(until) / 1000) })];
    return was.has(product) ? [deleteWrite('purchases', key)] : [];
  });
}

export const forgetHolder = (userId: string): Promise<void> =>
  transact(planTypes.map((product) => deleteWrite('purchases', holderKey(product, userId))));

export async function countHolders(product: ProductType, now: number): Promise<number> {
  let count = 0;
  for await (const page of queryItems<{ until: string }>('purchases', holderKey(product, '').pk))
    count += page.filter(({ until }) => Date.parse(until) > now).length;
  return count;
}

const holderKey = (product: ProductType, userId: string): Key => ({ pk: `HOLDERS#${product}`, sk: `USER#${userId}` });

/**
 * Calls `each` for the buyers after `toldUpTo`, and saves how far it has come. Returns the match without this place after
 * the last one; undefined if time ran out or another run took the match.
 */
export async function visitBuyers<Match extends { eventId: string; toldUpTo?: string }>(
  match: Match,
  save: (match: Match) => Promise<Match | undefined>,
  { now, stopAt }: { now: number; stopAt: number },
  each: (user: StoredUser, until: string, amount: number | undefined) => Promise<void>,
): Promise<Match | undefined> {
  let reached = match;
  for await (const ids of listBuyers(match.eventId, match.toldUpTo)) {
    for (const some of divide(ids, atOnce)) {
      if (Date.now() > stopAt) return undefined;
      const users = await getItems(some.map((id) => ({ table: 'users', key: userKey(id) })));
      const holders = (users as (StoredUser | undefined)[]).flatMap(
        (user) => findHolder(user, match.eventId, now) ?? [],
      );
      await Promise.all(holders.map(({ user, until, amount }) => each(user, until, amount)));
      const saved = await save({ ...reached, toldUpTo: some.at(-1) });
      if (!saved) return undefined;
      reached = saved;
    }
  }
  const { toldUpTo: _, ...told } = reached;
  return told as Match;
}

/** Queues an email to a buyer, once for each mark, which is kept for longer than any right lasts. */
export const tellOnce = (
  mail: Email,
  userId: string,
  mark: string,
  now: number,
  also: Write[] = [],
): Promise<boolean> =>
  queueEmailOnce(
    mail,
    putWrite('purchases', { ...toldKey(userId, mark), expiresAt: Math.ceil(now / 1000) + markSeconds }, isNew),
    now,
    also,
  );

const markSeconds = 2 * 366 * 86_400;

export const toldKey = (userId: string, mark: string): Key => ({ pk: `USER#${userId}`, sk: mark });

/** Undefined for deleted and disabled accounts, and for rights that have ended. */
function findHolder(user: StoredUser | undefined, eventId: string, now: number) {
  const right = user?.purchases.find(({ id }) => id === eventId);
  return user && !user.disabled && right && Date.parse(right.until) > now
    ? { user, until: right.until, amount: right.amount }
    : undefined;
}

/** Emails sent concurrently, well below SES's usual rate. */
const atOnce = 10;
