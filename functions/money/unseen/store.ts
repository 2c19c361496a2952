/** Paid matches that cannot be watched, in the table `purchases`: UNSEEN / {event}. */
import { atVersion, deleteItem, getItem, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition, isWritten } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import type { UnseenMatch } from './rules.ts';

/** Lists all entries; a season has a few dozen. */
export async function listUnseen(): Promise<UnseenMatch[]> {
  const matches = await queryAll<UnseenMatch & Key>('purchases', partition);
  return matches.map(({ pk: _, sk: _sk, ...match }) => match);
}

export const readUnseen = (eventId: string): Promise<UnseenMatch | undefined> =>
  getItem<UnseenMatch>('purchases', toUnseenKey(eventId));

/** Replaces the entry that was read; undefined if another run was faster. */
export async function saveUnseen(match: UnseenMatch): Promise<UnseenMatch | undefined> {
  const next = { ...match, version: match.version + 1 };
  const condition = match.version === 0 ? isNew : atVersion(match.version);
  return (await isWritten(putItem('purchases', { ...toUnseenKey(match.eventId), ...next }, condition)))
    ? next
    : undefined;
}

export async function forgetUnseen({ eventId, version }: UnseenMatch): Promise<void> {
  await deleteItem('purchases', toUnseenKey(eventId), atVersion(version)).catch(ignoreFailedCondition);
}

const partition = 'UNSEEN';
export const toUnseenKey = (eventId: string): Key => ({ pk: partition, sk: eventId });
