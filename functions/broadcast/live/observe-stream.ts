/**
 * Updates a source from its IVS channel. Each write requires the version that was read, so that concurrent updates and
 * changes by staff do not undo each other.
 */
import { ulid } from 'ulid';
import { findAiredUntil } from '../../../shared/domain/aired-part.ts';
import type { AirtimeRule } from '../../../shared/domain/airtime.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import { events } from '../../league/events/store.ts';
import { retryUntilDone } from '../../platform/aws/retries.ts';
import { publishTransient } from '../../platform/events/domain-events.ts';
import { isShownNow, readAirtimeRule } from './airtime.ts';
import { findCurrentStream, readReconnectWindow, readStreamEnd } from './channel-streams.ts';
import { isInReserve } from './feeds.ts';
import { type Broadcast, findShownEvent, isOnAir, type StoredSource, showsOtherMatch, unlimited } from './rules.ts';
import { findSourceByChannel, sources } from './store.ts';

/** Undefined if no source has the channel. */
export async function observeStream(channelArn: string): Promise<StoredSource | undefined> {
  const { observed } = await retryUntilDone(async () => {
    const source = await findSourceByChannel(channelArn);
    if (!source) return { observed: undefined };
    const now = Date.now();
    const [stream, windowMs] = await Promise.all([readStream(source), readReconnectWindow(channelArn)]);
    let isOutdated = false;
    const after = await sources.change(source.id, (current) => {
      isOutdated = current.version !== source.version;
      return isOutdated ? undefined : withObservedStream(current, stream, now, readAirtimeRule(), windowMs);
    });
    return isOutdated ? undefined : { observed: after };
  });
  return observed;
}

async function readStream({ channelArn, broadcast }: StoredSource): Promise<ObservedStream | undefined> {
  const stream = await findCurrentStream(channelArn);
  if (!stream) return undefined;
  const { streamId, startedAt } = stream;
  if (broadcast?.streamId === streamId) return { streamId, startedAt };
  const [end, previousEndedAt] = await Promise.all([
    // GetStream lags behind the end of a stream; its session is exact.
    readStreamEnd(channelArn, streamId),
    // The end event may be lost: only IVS knows how long the channel was off air.
    broadcast ? readStreamEnd(channelArn, broadcast.streamId) : undefined,
  ]);
  return end ? undefined : { streamId, startedAt, previousEndedAt };
}

/** Announces that a match can be watched, even if its scorer has not started the clock. */
export async function announceMatch(source: StoredSource, now: number): Promise<void> {
  const { sportEventId, broadcast } = source;
  if (!sportEventId || !broadcast || !isShownNow(source, now) || !isOnAir(source, now)) return;
  if (!isInReserve(source, await events.get(sportEventId)))
    await publishTransient('MatchOnAir', { eventId: sportEventId, since: broadcast.startedAt });
}

/** The stream on air; for a new stream, also the end of the previous one if known. */
interface ObservedStream {
  streamId: string;
  startedAt: string;
  previousEndedAt?: string | undefined;
}

/**
 * The source after IVS reported its current stream; undefined for no change. Uses the current state, never an event's,
 * because events may be late, repeated or out of order. `windowMs`: time within which a stream continues its broadcast.
 */
export function withObservedStream(
  source: StoredSource,
  stream: ObservedStream | undefined,
  now: number,
  rule: AirtimeRule = unlimited,
  windowMs = reconnectWindowMs,
): StoredSource | undefined {
  const { broadcast } = source;
  if (stream) {
    if (broadcast && broadcast.streamId === stream.streamId && broadcast.stoppedAt === null) return undefined;
    const { streamId, startedAt } = stream;
    // A reconnect within the window continues the same broadcast, whatever the new stream id.
    if (broadcast && continuesBroadcast(source, broadcast, stream, { rule, windowMs })) {
      return { ...source, broadcast: { ...broadcast, streamId, stoppedAt: null } };
    }
    const id = ulid(Date.parse(startedAt));
    const event = findShownEvent(source, startedAt, new Date(now).toISOString(), rule);
    return { ...source, broadcast: { id, streamId, startedAt, stoppedAt: null, event } };
  }
  if (!broadcast) return undefined;
  if (broadcast.stoppedAt === null && windowMs > 0) {
    return { ...source, broadcast: { ...broadcast, stoppedAt: new Date(now).toISOString() } };
  }
  const isAwaited = broadcast.stoppedAt !== null && now - Date.parse(broadcast.stoppedAt) < windowMs;
  return isAwaited ? undefined : { ...source, broadcast: null };
}

/** True if the stream reconnects within the window and shows the same match. */
function continuesBroadcast(
  source: StoredSource,
  broadcast: Broadcast,
  stream: ObservedStream,
  { rule, windowMs }: { rule: AirtimeRule; windowMs: number },
): boolean {
  if (stream.streamId !== broadcast.streamId) {
    if (showsOtherMatch(source, broadcast)) return false;
    // A broadcast lies either within or outside its airtime, because only staff may see the part outside.
    const airedUntil = findAiredUntil(source, broadcast.startedAt, rule);
    if (rule.enforced && airedUntil !== findAiredUntil(source, stream.startedAt, rule)) return false;
  }
  const stoppedAt = stream.previousEndedAt ?? broadcast.stoppedAt;
  return stoppedAt === null || Date.parse(stream.startedAt) - Date.parse(stoppedAt) < windowMs;
}
