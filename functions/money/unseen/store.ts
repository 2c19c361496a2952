/** Paid matches that cannot be watched, in the table `purchases`: UNSEEN / {event}. */
import { atVersion, deleteItem, getItem, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { ConditionFailed, ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { UnseenMatch } from './rules.ts';

/** Lists all entries; a season has a few dozen. */
export async function listUnseen(): Promise<UnseenMatch[]> {
  const matches: UnseenMatch[] = [];
  for await (const page of queryItems<UnseenMatch & Key>('purchases', partition))
    matches.push(...page.map(({ pk: _, sk: _sk, ...match }) => match));
  return matches;
}

export async function readUnseen(eventId: string): Promise<UnseenMatch | undefined> {
  return getItem<UnseenMatch>('purchases', toKey(eventId));
}

/** Replaces the entry that was read; undefined if another run was faster. */
export async function saveUnseen(match: UnseenMatch): Promise<UnseenMatch | undefined> {
  const next = { ...match, version: match.version + 1 };
  try {
    await putItem(
      'purchases',
      { ...toKey(match.eventId), ...next },
      match.version === 0 ? isNew : atVersion(match.version),
    );
    return next;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

export async function forgetUnseen({ eventId, version }: UnseenMatch): Promise<void> {
  await deleteItem('purchases', toKey(eventId), atVersion(version)).catch(ignoreFailedCondition);
}

const partition = 'UNSEEN';
const toKey = (eventId: string): Key => ({ pk: partition, sk: eventId });
