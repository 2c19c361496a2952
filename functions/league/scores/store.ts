/**
 * The score of a match, in the table `scores`. {event} / ACTION#{id}: one item an action, so that repetitions are
 * harmless. {event} / SCORE: the score folded from them, which readers read alone; written in the same transaction,
 * guarded by the number of actions. {event} / WORD: the score last sent into the match's lives.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { LoggedAction, MatchScore } from '../../../shared/contract/scores.ts';
import { divide } from '../../../shared/domain/divide.ts';
import { type AuditSpec, describeItem, transactAudited } from '../../platform/audit/trail.ts';
import {
  atVersion,
  deleteItem,
  deleteWrite,
  getItem,
  getItems,
  isNew,
  type Key,
  putItem,
  putWrite,
  transact,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { ConditionFailed, ignoreFailedCondition, retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import type { StoredEvent } from '../events/rules.ts';
import { cameraLinks, scorerLinks } from './match-links.ts';
import { type StoredScore, toStoredScore } from './rules.ts';

/** `removed` replaces the score of a deleted match, so that late scorers cannot recreate it. */
type ScoreItem = Key & (StoredScore | { removed: true });

export async function findScore(eventId: string): Promise<StoredScore | undefined> {
  const item = await getItem<ScoreItem>('scores', scoreKey(eventId));
  return item && !('removed' in item) ? item : undefined;
}

/** Scores by event; events without one are left out. */
export async function findScores(eventIds: readonly string[]): Promise<Map<string, StoredScore>> {
  if (eventIds.length === 0) return new Map();
  const stored = (await getItems(eventIds.map((id) => ({ table: 'scores', key: scoreKey(id) })))) as (
    | ScoreItem
    | undefined
  )[];
  return new Map(stored.flatMap((item) => (item && !('removed' in item) ? [[item.pk, item] as const] : [])));
}

/** All actions, in order of arrival. */
export async function readLog(eventId: string): Promise<LoggedAction[]> {
  const log = await queryAll<LoggedAction>('scores', eventId, { prefix: actions });
  return log.sort((a, b) => a.sequence - b.sequence);
}

/**
 * Appends the actions that `selectNew` returns for the current log, retrying on conflicts; returns the new log. `also`
 * returns further writes of the transaction.
 */
export const append = (
  eventId: string,
  selectNew: (log: readonly LoggedAction[]) => LoggedAction[],
  also: (before: StoredScore | undefined, after: StoredScore) => Write[],
): Promise<{ log: LoggedAction[]; score: StoredScore }> =>
  retryWrite(async () => {
    const [item, before] = await Promise.all([getItem<ScoreItem>('scores', scoreKey(eventId)), readLog(eventId)]);
    if (item && 'removed' in item) throw new ApiError('EVT4040');
    // The two reads are no snapshot, and have to agree.
    if ((item?.version ?? 0) !== before.length) throw new ConditionFailed();
    const fresh = selectNew(before);
    const log = [...before, ...fresh];
    const score = toStoredScore(log);
    if (fresh.length > 0)
      await transactAudited(
        [
          putWrite('scores', { ...score, ...scoreKey(eventId) }, item ? atVersion(item.version) : isNew),
          ...fresh.map((action) => putWrite('scores', { ...action, ...actionKey(eventId, action.id) }, isNew)),
          ...also(item, score),
        ],
        describeItem(audit, item && { ...item, id: eventId }, { ...score, id: eventId }),
      );
    return { log, score };
  });

const audit: AuditSpec<StoredScore & { id: string }> = { kind: 'scores', kept: ['home', 'away', 'phase', 'period'] };

/** The score version that was last sent into the match's lives. */
interface SentScore {
  version: number;
  /** Milliseconds since the Unix epoch. */
  saidAt: number;
}

/**
 * Claims the right to send a score version into the match's lives: each is sent once, at least `apartMs` apart. Returns
 * 'sent' if that version or a newer one has been claimed.
 */
export async function claimScoreMessage(
  eventId: string,
  { version, now, apartMs }: { version: number; now: number; apartMs: number },
): Promise<'claimed' | 'wait' | 'sent'> {
  const key = { pk: eventId, sk: 'WORD' };
  try {
    const expiresAt = Math.floor(now / 1000) + rememberedSeconds;
    await putItem<SentScore & Key & { expiresAt: number }>(
      'scores',
      { ...key, version, saidAt: now, expiresAt },
      {
        expression: 'attribute_not_exists(pk) OR (#version < :version AND #saidAt <= :before)',
        names: { '#version': 'version', '#saidAt': 'saidAt' },
        values: { ':version': version, ':before': now - apartMs },
      },
    );
    return 'claimed';
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const last = await getItem<SentScore>('scores', key);
    return last && last.version >= version ? 'sent' : 'wait';
  }
}

/** Closes the log of a deleted match, which may be recovered: nothing can be appended, and its links end. */
export async function closeLog(eventId: string): Promise<void> {
  await putItem('scores', { ...scoreKey(eventId), removed: true });
  await removeLinks(eventId);
}

/** Reopens the log of a recovered match; does nothing for an open one. */
export async function reopenLog(eventId: string): Promise<void> {
  const item = await getItem<ScoreItem>('scores', scoreKey(eventId));
  if (!item || !('removed' in item)) return;
  const log = await readLog(eventId);
  const isClosed = { expression: 'removed = :true', values: { ':true': true } };
  const open =
    log.length > 0
      ? putItem('scores', { ...toStoredScore(log), ...scoreKey(eventId) }, isClosed)
      : deleteItem('scores', scoreKey(eventId), isClosed);
  await open.catch(ignoreFailedCondition);
}

/** Deletes the log of a deleted match. After the first write, appending is impossible. */
export async function deleteLog(eventId: string, now: number): Promise<void> {
  const expiresAt = Math.floor(now / 1000) + rememberedSeconds;
  await putItem('scores', { ...scoreKey(eventId), removed: true, expiresAt });
  await removeLinks(eventId);
  const keys = (await readLog(eventId)).map(({ id }) => actionKey(eventId, id));
  for (const some of divide(keys, 100)) await transact(some.map((key) => deleteWrite('scores', key)));
}

const removeLinks = (eventId: string) => Promise.all([scorerLinks, cameraLinks].map((links) => links.remove(eventId)));

/** Seconds for which the marker of a deleted match stays: longer than any request that had read the match before. */
const rememberedSeconds = 24 * 3600;

const actions = 'ACTION#';
const scoreKey = (eventId: string): Key => ({ pk: eventId, sk: 'SCORE' });
const actionKey = (eventId: string, id: string): Key => ({ pk: eventId, sk: `${actions}${id}` });

type Scored = Pick<StoredEvent, 'id' | 'state' | 'score'>;

/** Postponed matches, which may have been abandoned, and cancelled ones have no result. */
const showsScore = ({ state }: Scored) => state !== 'POSTPONED' && state !== 'CANCELLED';

const isPlayed = ({ score }: Scored) => score?.phase === 'PLAYING' || score?.phase === 'BREAK';

/** Returns a function from match to score; the score is null before the first action. */
export async function createScoreFinder(matches: readonly Scored[]): Promise<(match: Scored) => MatchScore | null> {
  const played = matches.filter((match) => showsScore(match) && isPlayed(match)).map(({ id }) => id);
  const now = await findScores([...new Set(played)]);
  return (match) => {
    const score = now.get(match.id) ?? match.score;
    return score && showsScore(match) && score.phase !== 'BEFORE' ? score : null;
  };
}
