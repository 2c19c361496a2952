/**
 * Copies the state of a match's cameras into the match, so that its readers know whether it can be seen. Idempotent:
 * computed from the current sources.
 */
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import { changeEvent } from '../../league/events/change-event.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { isShownFor } from '../../platform/shown/rules.ts';
import { isInAirtimeNow } from './airtime.ts';
import { chooseFeed, type FeedSource, toFeedId } from './feeds.ts';
import type { Broadcast } from './rules.ts';
import { type SourceRow, sources } from './store.ts';

type Signal = NonNullable<StoredEvent['signal']>;
type OnAirTimes = Pick<Broadcast, 'startedAt' | 'stoppedAt'>;

/** Updates the matches that a source shows or showed before. */
export async function followSignals(eventIds: readonly (string | null | undefined)[], now: number): Promise<void> {
  for (const eventId of new Set(eventIds)) await followSignal(eventId, now);
}

export async function followSignal(eventId: string | null | undefined, now: number): Promise<void> {
  if (!eventId) return;
  const [rows, event] = await Promise.all([sources.rows(), events.get(eventId)]);
  // The live of a visible match may still lack the image rights; viewers then see no signal.
  const isClosed = event?.visible && !isShownFor(event, 'live');
  const onAir = listOnAir(rows, eventId, now);
  const broadcasts = isClosed ? [] : onAir.map(({ broadcast }) => broadcast);
  const hasCamera = rows.some((row) => isSetTo(row, eventId));
  const follow = (current: StoredEvent): StoredEvent | undefined => {
    const signal = computeSignal(current.signal, broadcasts, now);
    const feed = chooseFeed(current.feed, onAir, now);
    const isSame = signal === current.signal && feed === current.feed;
    if (isSame && hasCamera === (current.hasCamera ?? false)) return undefined;
    return { ...current, ...(signal && { signal }), ...(feed && { feed }), hasCamera };
  };
  if (event && follow(event)) await changeEvent(eventId, follow, now);
}

/** Shows viewers the feed of a source, as staff ask for it; undefined unless it is on air. */
export async function showFeed(eventId: string, sourceId: string, now: number): Promise<StoredEvent | undefined> {
  const onAir = listOnAir(await sources.rows(), eventId, now).find(({ id }) => id === sourceId);
  const event = await events.get(eventId);
  if (!event || onAir?.broadcast.stoppedAt !== null) return undefined;
  const feed = { id: toFeedId(onAir), slug: onAir.slug };
  const isShown = event.feed?.id === feed.id && event.feed.slug === feed.slug;
  return isShown ? event : changeEvent(eventId, (current) => ({ ...current, feed }), now);
}

/** Lists the matches whose copy may be outdated: on air, stored as on air, or wrong about having a camera. */
export async function listMatchesToFollow(): Promise<string[]> {
  const rows = await sources.rows();
  const onAir = rows.flatMap((row) => (row.broadcast && row.sportEventId ? [row.sportEventId] : []));
  const withCamera = new Set(rows.flatMap((row) => (isSetTo(row, row.sportEventId) ? [row.sportEventId] : [])));
  const outdated = (await events.rows()).filter(
    ({ id, signal, hasCamera = false }) => signal?.stoppedAt === null || hasCamera !== withCamera.has(id),
  );
  return [...new Set([...onAir, ...outdated.map(({ id }) => id)])];
}

const isSetTo = (row: SourceRow, eventId: string | null) =>
  eventId !== null && row.sportEventId === eventId && !row.isTest && (row.kind !== 'phone' || row.broadcast !== null);

/** Lists the sources that broadcast the match within their airtime. */
export const listOnAir = (rows: readonly SourceRow[], eventId: string, now: number): FeedSource[] =>
  rows.flatMap(({ broadcast, ...row }) =>
    isSetTo({ ...row, broadcast }, eventId) && broadcast && isInAirtimeNow(row, now) ? [{ ...row, broadcast }] : [],
  );

/** Computes the signal of a match from its broadcasts; returns the same object for no change. Pure. */
export function computeSignal(
  before: Signal | undefined,
  broadcasts: readonly OnAirTimes[],
  now: number,
): Signal | undefined {
  const running = broadcasts.filter(({ stoppedAt }) => stoppedAt === null).map(({ startedAt }) => startedAt);
  const [since] = running.sort();
  if (since !== undefined) {
    if (before?.stoppedAt === null) return before;
    const lostAt = before?.stoppedAt;
    // Within the reconnect window the broadcast continues: viewers notice no interruption.
    const wasNoticed = lostAt && Date.parse(since) - Date.parse(lostAt) >= reconnectWindowMs;
    if (before && !wasNoticed) return { ...before, stoppedAt: null };
    return { since, stoppedAt: null, ...(lostAt && { lostAt }) };
  }
  const stopped = broadcasts.flatMap(({ stoppedAt }) => stoppedAt ?? []).sort();
  if (before)
    return before.stoppedAt ? before : { ...before, stoppedAt: stopped.at(-1) ?? new Date(now).toISOString() };
  const [first] = broadcasts;
  return first && { since: first.startedAt, stoppedAt: stopped.at(-1) ?? null };
}
