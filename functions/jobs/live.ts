/** Events of IVS channels, changes of the sport events that they show, and the schedule that reconciles both. */
import { takeFrame } from '../broadcast/broadcasts/live-frame.ts';
import { getBroadcast, noteAttempt, noteHealth, notePeak } from '../broadcast/broadcasts/store.ts';
import { readListedHealth } from '../broadcast/ingest/health.ts';
import { listCurrentStreams } from '../broadcast/live/channel-streams.ts';
import { divideBroadcasts, followAirtime } from '../broadcast/live/follow-airtime.ts';
import { followSignal, listMatchesToFollow } from '../broadcast/live/match-signal.ts';
import { announceMatch, observeStream } from '../broadcast/live/observe-stream.ts';
import { isLostToCut, type StoredSource, withEvent } from '../broadcast/live/rules.ts';
import { sendScore } from '../broadcast/live/score-in-stream.ts';
import { closeViews, type SourceRow, sources } from '../broadcast/live/store.ts';
import { events } from '../league/events/store.ts';
import { closeMatches } from '../league/scores/close-matches.ts';
import type { Stream } from '../platform/aws/live-streaming.ts';
import type { StreamStateChange } from '../platform/aws/service-events.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { attemptEach, attemptSteps, attemptTogether } from '../platform/observability/attempt-each.ts';

/** A stream started or ended: the source takes the state that IVS reports now. */
export async function streamState(event: StreamStateChange): Promise<void> {
  const [channelArn] = event.resources;
  if (!channelArn) return;
  const source = await observeStream(channelArn);
  const { event_name, stream_id } = event.detail;
  if (!source) return;
  await followSignal(source.sportEventId, Date.now());
  await announceMatch(source, Date.now());
  if (event_name === 'Stream Failure' && !isLostToCut(source, event.time))
    await noteAttempt(source, stream_id, new Date(event.time).toISOString());
}

/** Copies a changed event into its cameras, so that the list of lives needs no second read. */
export async function followEvent({
  detail,
}: DomainEventMessage<'EventChanged' | 'EventRecovered' | 'EventRemoved'>): Promise<void> {
  const { eventId } = detail;
  const event = await events.get(eventId);
  const showing = (await sources.rows()).filter((row) => row.sportEventId === eventId).map(({ id }) => id);
  // The cameras of a recovered match show it again, unless staff have assigned another match.
  const formerIds = event && 'cameraIds' in detail ? detail.cameraIds : [];
  for (const id of [...new Set([...showing, ...formerIds])]) {
    const changed = await sources.change(id, (source) =>
      source.sportEventId === eventId || (formerIds.includes(id) && source.sportEventId === null)
        ? withEvent(source, event)
        : undefined,
    );
    if (changed) await closeViews(changed);
  }
}

export async function followScoreLive({ detail }: DomainEventMessage<'ScoreChanged'>): Promise<void> {
  await sendScore(detail.eventId);
}

/** Cameras and matches at the same time. One after the other, some 220 cameras took a run's whole minute. */
const atOnce = 5;
/** Milliseconds after the start of a run until which it begins work that may wait for the next one. */
const patientMs = 50_000;

/**
 * Reconciles sources with streams and matches with sources every minute, and ends forgotten matches. Stopped streams and
 * frames come last, because they may wait for the next minute.
 */
export async function reconcileLives(): Promise<void> {
  const startedAt = Date.now();
  const onAir: StoredSource[] = [];
  await attemptSteps(
    () => reconcileSources(startedAt, onAir),
    async () =>
      attemptEach(
        'the signal of a match was not followed',
        await listMatchesToFollow(),
        (eventId) => followSignal(eventId, Date.now()),
        (event) => ({ event }),
        atOnce,
      ),
    () => closeMatches(Date.now()),
    () =>
      attemptTogether(
        () => divideBroadcasts(onAir, startedAt + patientMs),
        () => takeFrames(onAir, startedAt + patientMs),
      ),
  );
}

/** Adds the sources on air to `onAir`. */
async function reconcileSources(now: number, onAir: StoredSource[]): Promise<void> {
  const rows = await sources.rows();
  if (rows.length === 0) return;
  const streams = new Map((await listCurrentStreams(rows)).map((stream) => [stream.channelArn, stream]));
  await attemptEach(
    'a camera was not reconciled',
    rows,
    async (row) => {
      const source = await reconcileSource(row, streams.get(row.channelArn), now);
      if (source) onAir.push(source);
    },
    ({ id }) => ({ source: id }),
    atOnce,
  );
}

/** Returns the source if it is on air. */
async function reconcileSource(
  row: SourceRow,
  stream: Stream | undefined,
  now: number,
): Promise<StoredSource | undefined> {
  if (!stream && !row.broadcast) return undefined;
  const isKnown = row.broadcast?.streamId === stream?.streamId && row.broadcast?.stoppedAt === null;
  const observed = isKnown ? await sources.get(row.id) : await observeStream(row.channelArn);
  // Repairs an interrupted run: the source was hidden, but its views were not closed.
  if (observed) await closeViews(observed);
  if (!observed?.broadcast || !stream) return undefined;
  const source = await followAirtime(observed, now);
  if (!source.broadcast) return undefined;
  await announceMatch(source, now);
  const ref = { ...source, id: source.broadcast.id };
  await noteHealth(ref, await readListedHealth(stream, (await getBroadcast(ref))?.health, now));
  if (stream.viewers) await notePeak(ref, stream.viewers);
  return source;
}

/** Takes what the time allows: a frame that is missing is taken in the next minute. */
const takeFrames = (onAir: readonly StoredSource[], deadline: number): Promise<void> =>
  attemptEach(
    'the frame of a camera was not taken',
    onAir,
    async (source) => {
      if (Date.now() < deadline) await takeFrame(source, Date.now());
    },
    ({ id }) => ({ source: id }),
    atOnce,
  );
