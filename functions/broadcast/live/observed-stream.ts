/** The effect of IVS's current stream on a source and its broadcast. Pure. */
import { ulid } from 'ulid';
import { findAiredUntil } from '../../../shared/domain/aired-part.ts';
import type { AirtimeRule } from '../../../shared/domain/airtime.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import { type Broadcast, findShownEvent, type StoredSource, showsOtherMatch, unlimited } from './rules.ts';

/** The stream on air; for a new stream, also the end of the previous one if known. */
export interface ObservedStream {
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
