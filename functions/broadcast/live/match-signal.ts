/**
 * Copies what cameras show of a match into the match, so that whoever reads it knows whether it can be seen. Idempotent:
 * computed from the sources as they are now.
 */
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import { changeEvent } from '../../league/events/change-event.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { isInAirtimeNow } from './airtime.ts';
import type { Broadcast } from './rules.ts';
import { type SourceRow, sources } from './store.ts';

type Signal = NonNullable<StoredEvent['signal']>;
type Shown = Pick<Broadcast, 'startedAt' | 'stoppedAt'>;

export async function followSignal(eventId: string | null | undefined, now: number): Promise<void> {
  if (!eventId) return;
  const shown = listBroadcasts(await sources.rows(), eventId, now);
  const event = await events.get(eventId);
  if (!event || nextSignal(event.signal, shown, now) === event.signal) return;
  await changeEvent(
    eventId,
    (current) => {
      const signal = nextSignal(current.signal, shown, now);
      return signal === current.signal || !signal ? undefined : { ...current, signal };
    },
    now,
  );
}

/** Matches whose signal may be outdated: those on air, and those that seem to be. */
export async function listMatchesWithSignal(): Promise<string[]> {
  const onAir = (await sources.rows()).flatMap((row) => (row.broadcast && row.sportEventId ? [row.sportEventId] : []));
  const seemOnAir = (await events.rows()).filter(({ signal }) => signal?.stoppedAt === null).map(({ id }) => id);
  return [...new Set([...onAir, ...seemOnAir])];
}

const listBroadcasts = (rows: readonly SourceRow[], eventId: string, now: number): Shown[] =>
  rows.flatMap((row) =>
    row.sportEventId === eventId && !row.isTest && row.broadcast && isInAirtimeNow(row, now) ? [row.broadcast] : [],
  );

/** The signal of a match whose sources have these broadcasts; the same object for no change. Pure. */
export function nextSignal(before: Signal | undefined, shown: readonly Shown[], now: number): Signal | undefined {
  const running = shown.filter(({ stoppedAt }) => stoppedAt === null).map(({ startedAt }) => startedAt);
  const [since] = running.sort();
  if (since !== undefined) {
    if (before?.stoppedAt === null) return before;
    const lostAt = before?.stoppedAt;
    const wasMissed = lostAt && Date.parse(since) - Date.parse(lostAt) >= reconnectWindowMs;
    if (before && !wasMissed) return { ...before, stoppedAt: null };
    return { since, stoppedAt: null, ...(lostAt && { lostAt }) };
  }
  const stopped = shown.flatMap(({ stoppedAt }) => stoppedAt ?? []).sort();
  if (before)
    return before.stoppedAt ? before : { ...before, stoppedAt: stopped.at(-1) ?? new Date(now).toISOString() };
  const [first] = shown;
  return first && { since: first.startedAt, stoppedAt: stopped.at(-1) ?? null };
}
