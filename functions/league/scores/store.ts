/**
 * The log of a match, in the table `scores`: {event} / ACTION#{id}, which makes a repetition harmless, and {event} / SCORE,
 * what follows from the log, written in the same transaction and guarded by the number of actions: readers of the
 * score read that one item, and two desks at once never lose an action. {event} / WORD: what its lives have said last.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import {
  atVersion,
  ConditionFailed,
  deleteWrite,
  getItem,
  getItems,
  isNew,
  type Key,
  putItem,
  putWrite,
  queryItems,
  transact,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { type StoredScore, storedScore } from './rules.ts';
import { endLink } from './scorer-links.ts';

/** `removed` stands in the place of the score of a match that is gone, so that no late desk begins it anew. */
type ScoreItem = Key & (StoredScore | { removed: true });

export async function findScore(eventId: string): Promise<StoredScore | undefined> {
  const item = await getItem<ScoreItem>('scores', scoreKey(eventId));
  return item && !('removed' in item) ? item : undefined;
}

/** The scores of several matches, without those that have none. */
export async function findScores(eventIds: readonly string[]): Promise<Map<string, StoredScore>> {
  if (eventIds.length === 0) return new Map();
  const found = (await getItems(eventIds.map((id) => ({ table: 'scores', key: scoreKey(id) })))) as (
    | ScoreItem
    | undefined
  )[];
  return new Map(found.flatMap((item) => (item && !('removed' in item) ? [[item.pk, item] as const] : [])));
}

/** All actions in the order in which they came. */
export async function logOf(eventId: string): Promise<LoggedAction[]> {
  const log: LoggedAction[] = [];
  for await (const page of queryItems<LoggedAction>('scores', eventId, { prefix: actions })) log.push(...page);
  return log.sort((a, b) => a.sequence - b.sequence);
}

/**
 * Adds what `joining` makes of the log, again when another desk was faster; gives the log as it is then. `also` is
 * written with it.
 */
export async function append(
  eventId: string,
  joining: (log: readonly LoggedAction[]) => LoggedAction[],
  also: (before: StoredScore | undefined, after: StoredScore) => Write[],
): Promise<{ log: LoggedAction[]; score: StoredScore }> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [item, log] = await Promise.all([getItem<ScoreItem>('scores', scoreKey(eventId)), logOf(eventId)]);
    if (item && 'removed' in item) throw new ApiError('EVT4040');
    // The two reads are no snapshot: one of them may have seen a write that the other has not.
    if ((item?.version ?? 0) === log.length) {
      const fresh = joining(log);
      const whole = [...log, ...fresh];
      const score = storedScore(whole);
      if (fresh.length === 0) return { log: whole, score };
      try {
        await transact([
          putWrite('scores', { ...score, ...scoreKey(eventId) }, item ? atVersion(item.version) : isNew),
          ...fresh.map((action) => putWrite('scores', { ...action, ...actionKey(eventId, action.id) }, isNew)),
          ...also(item, score),
        ]);
        return { log: whole, score };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    }
    await sleep(Math.random() * Math.min(200, 5 * 2 ** attempt));
  }
  throw new Error(`The log of match ${eventId} is too busy: gave up after ${attempts} attempts`);
}

const attempts = 20;

interface Word {
  version: number;
  /** Milliseconds since 1970. */
  saidAt: number;
}

/**
 * The right to say a version in the lives of a match: each is said once, by whoever comes first, and two are at least
 * `apartMs` apart. 'said': that one, or a newer one. Whoever dies with it has not said it.
 */
export async function claimWord(
  eventId: string,
  { version, now, apartMs }: { version: number; now: number; apartMs: number },
): Promise<'yes' | 'wait' | 'said'> {
  const key = { pk: eventId, sk: 'WORD' };
  try {
    const expiresAt = Math.floor(now / 1000) + rememberedSeconds;
    await putItem<Word & Key & { expiresAt: number }>(
      'scores',
      { ...key, version, saidAt: now, expiresAt },
      {
        expression: 'attribute_not_exists(pk) OR (#version < :version AND #saidAt <= :before)',
        names: { '#version': 'version', '#saidAt': 'saidAt' },
        values: { ':version': version, ':before': now - apartMs },
      },
    );
    return 'yes';
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const last = await getItem<Word>('scores', key);
    return last && last.version >= version ? 'said' : 'wait';
  }
}

/** Forgets a match that is gone. From the first write on nothing can join its log. */
export async function forgetLog(eventId: string, now: number): Promise<void> {
  const expiresAt = Math.floor(now / 1000) + rememberedSeconds;
  await putItem('scores', { ...scoreKey(eventId), removed: true, expiresAt });
  await endLink(eventId);
  const keys = (await logOf(eventId)).map(({ id }) => actionKey(eventId, id));
  for (let from = 0; from < keys.length; from += 100)
    await transact(keys.slice(from, from + 100).map((key) => deleteWrite('scores', key)));
}

/** Longer than any request that had found the match. */
const rememberedSeconds = 24 * 3600;

const actions = 'ACTION#';
const scoreKey = (eventId: string): Key => ({ pk: eventId, sk: 'SCORE' });
const actionKey = (eventId: string, id: string): Key => ({ pk: eventId, sk: `${actions}${id}` });
