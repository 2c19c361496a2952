/** What IVS says of channels, what happens to the events that they show, and the clock that repairs what nobody said. */

import { takeFrame } from '../broadcast/broadcasts/live-frame.ts';
import { noteAttempt, notePeak } from '../broadcast/broadcasts/store.ts';
import { observe } from '../broadcast/live/observe-stream.ts';
import { factsOf, isOnAir, isShown, type StoredSource } from '../broadcast/live/rules.ts';
import { sayScore } from '../broadcast/live/score-in-stream.ts';
import { closeViews, sources } from '../broadcast/live/store.ts';
import { events } from '../league/events/store.ts';
import { currentStreams } from '../platform/aws/live-streaming.ts';
import type { StreamStateChange } from '../platform/aws/service-events.ts';
import { type DomainEventMessage, publishTransient } from '../platform/events/domain-events.ts';

/** IVS has news of a channel: its source goes on or off air as the service says now (row B-API-96). */
export async function streamState(event: StreamStateChange): Promise<void> {
  const [channelArn] = event.resources;
  if (!channelArn) return;
  const source = await observe(channelArn);
  const { event_name, stream_id } = event.detail;
  if (!source) return;
  await mentionMatch(source, Date.now());
  if (event_name === 'Stream Failure') await noteAttempt(source, stream_id, new Date(event.time).toISOString());
}

/** Who follows a match wants to hear that it can be watched, though nobody says that it has begun. */
async function mentionMatch(source: StoredSource, now: number): Promise<void> {
  const { sportEventId, broadcast } = source;
  if (sportEventId && broadcast && isShown(source) && isOnAir(source, now))
    await publishTransient('MatchOnAir', { eventId: sportEventId, since: broadcast.startedAt });
}

/** Cameras keep what is shown of their event, so that the list of lives needs no second look. */
export async function followEvent({ detail }: DomainEventMessage<'EventChanged' | 'EventRemoved'>): Promise<void> {
  const event = await events.get(detail.eventId);
  const showing = (await sources.rows()).filter((row) => row.sportEventId === detail.eventId);
  for (const { id } of showing) {
    const changed = await sources.change(id, (source) =>
      source.sportEventId === detail.eventId
        ? { ...source, sportEventId: event ? event.id : null, ...factsOf(event) }
        : undefined,
    );
    if (changed) await closeViews(changed);
  }
}

/** Something was logged in a match: its lives say so. */
export async function followScoreLive({ detail }: DomainEventMessage<'ScoreChanged'>): Promise<void> {
  await sayScore(detail.eventId);
}

/** Every minute: sources follow what IVS has on air. */
export async function reconcileLives(): Promise<void> {
  const now = Date.now();
  const rows = await sources.rows();
  if (rows.length === 0) return;
  const onAir = new Map((await currentStreams()).map((stream) => [stream.channelArn, stream]));
  for (const row of rows) {
    const stream = onAir.get(row.channelArn);
    if (!stream && !row.broadcast) continue;
    const isKnown = row.broadcast?.streamId === stream?.streamId && row.broadcast?.stoppedAt === null;
    const source = isKnown ? await sources.get(row.id) : await observe(row.channelArn);
    // Who hid it may not have lived to end it.
    if (source) await closeViews(source);
    if (!source?.broadcast || !stream) continue;
    await mentionMatch(source, now);
    await takeFrame(source, now);
    if (stream.viewers) await notePeak({ ...source, id: source.broadcast.id }, stream.viewers);
  }
}
