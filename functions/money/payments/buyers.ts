/** Buyers by event, in the table `purchases`, changed in the same transaction as the user's purchases. */

import type { StoredUser } from '../../platform/auth/rules.ts';
import { deleteWrite, type Key, putWrite, queryItems, type Write } from '../../platform/aws/dynamo.ts';

type Purchases = StoredUser['purchases'];

/** A transaction takes 100 writes, some of them the caller's; larger differences are recorded in part. */
const atOnce = 90;

/** Writes for a change of the user's purchases, new ones first. */
export function buyerWrites({ id: userId, purchases }: Pick<StoredUser, 'id' | 'purchases'>, next: Purchases): Write[] {
  const bought = lacking(next, purchases).map(({ id }) => putWrite('purchases', buyerKey(id, userId)));
  const lost = lacking(purchases, next).map(({ id }) => deleteWrite('purchases', buyerKey(id, userId)));
  return [...bought, ...lost].slice(0, atOnce);
}

/** True if anybody holds a paid right to the event. */
export async function hasBuyers(eventId: string): Promise<boolean> {
  for await (const buyers of queryItems('purchases', eventKey(eventId))) if (buyers.length > 0) return true;
  return false;
}

/** Ids of the users who hold a paid right to the event, page by page. */
export async function* listBuyers(eventId: string): AsyncGenerator<string[]> {
  for await (const buyers of queryItems<Key>('purchases', eventKey(eventId)))
    yield buyers.map(({ sk }) => sk.slice('USER#'.length));
}

const lacking = (these: Purchases, those: Purchases) => these.filter(({ id }) => !those.some((one) => one.id === id));
const eventKey = (eventId: string) => `EVENT#${eventId}`;
const buyerKey = (eventId: string, userId: string): Key => ({ pk: eventKey(eventId), sk: `USER#${userId}` });
