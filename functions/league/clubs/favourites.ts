/**
 * Favourite clubs per user, and the number of users per club. Stored outside the clubs' log, which they would flood.
 */
import { deleteWrite, getItems, isNew, type Key, putWrite, transact, updateWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';

/** Adds a favourite; idempotent. */
export function addFavourite(userId: string, clubId: string, now: number): Promise<void> {
  const mark = putWrite('clubs', { ...markKey(userId, clubId), clubId, since: new Date(now).toISOString() }, isNew);
  return transact([mark, countWrite(clubId, 1)]).catch(ignoreFailedCondition);
}

/** Removes a favourite; idempotent. */
export function removeFavourite(userId: string, clubId: string): Promise<void> {
  const unmark = deleteWrite('clubs', markKey(userId, clubId), { expression: 'attribute_exists(pk)' });
  return transact([unmark, countWrite(clubId, -1)]).catch(ignoreFailedCondition);
}

/** Ids of a user's favourite clubs, in the order of choice. */
export async function listFavourites(userId: string): Promise<string[]> {
  const marks = await queryAll<{ clubId: string; since: string }>('clubs', `USER#${userId}`);
  return marks.sort((a, b) => (a.since < b.since ? -1 : 1)).map(({ clubId }) => clubId);
}

/** Number of users per club, in the order of the ids. */
export async function countFavourites(clubIds: readonly string[]): Promise<number[]> {
  const counts = await getItems(clubIds.map((id) => ({ table: 'clubs', key: countKey(id) })));
  return counts.map((item) => Number(item?.favourites ?? 0));
}

const countWrite = (clubId: string, change: 1 | -1) =>
  updateWrite('clubs', countKey(clubId), { expression: 'ADD favourites :change', values: { ':change': change } });

const markKey = (userId: string, clubId: string): Key => ({ pk: `USER#${userId}`, sk: `FAVOURITE#${clubId}` });
const countKey = (clubId: string): Key => ({ pk: clubId, sk: 'FAVOURITES' });
