import { events } from '../../league/events/store.ts';
import { publishTransient } from '../../platform/events/domain-events.ts';
import { isShownNow } from './airtime.ts';
import { isInReserve } from './feeds.ts';
import { isOnAir, type StoredSource } from './rules.ts';

/** Announces that a match can be watched, even if its scorer has not started the clock. */
export async function announceMatch(source: StoredSource, now: number): Promise<void> {
  const { sportEventId, broadcast } = source;
  if (!sportEventId || !broadcast || !isShownNow(source, now) || !isOnAir(source, now)) return;
  if (!isInReserve(source, await events.get(sportEventId)))
    await publishTransient('MatchOnAir', { eventId: sportEventId, since: broadcast.startedAt });
}
