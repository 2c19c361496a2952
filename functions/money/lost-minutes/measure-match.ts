/** Reads the data about a match's picture, and measures its loss. */
import type { LostPicture } from '../../../shared/domain/lost-minutes.ts';
import { findMatchClock } from '../../../shared/domain/match-clock.ts';
import { isSummary } from '../../../shared/domain/match-videos.ts';
import { minViewers, toFigures } from '../../../shared/domain/quality-sums.ts';
import type { Range } from '../../../shared/domain/withdrawn.ts';
import type { StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { listBroadcastsBetween } from '../../broadcast/broadcasts/store.ts';
import { sources } from '../../broadcast/live/store.ts';
import { isPhoneChannel } from '../../broadcast/phone/phone-channel.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { readLog } from '../../league/scores/store.ts';
import { readStreamEvents } from '../../platform/aws/live-streaming.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { readSubject } from '../../viewing/quality/store.ts';
import {
  awaitsRecording,
  describeLoss,
  listPictures,
  listPlayedPeriods,
  listStarvedRanges,
  measureLoss,
  type StalledHour,
} from './rules.ts';

export interface Measured {
  playedMs: number;
  lost: LostPicture | null;
  sources: { id: string; name: string }[];
}

const hourMs = 3_600_000;

/**
 * Undefined while a recording may still become finished. No minutes are lost of a match without a score log, whose time
 * of play is unknown, nor of one without any picture: its whole price goes back (money/unseen).
 */
export async function measureMatch(event: StoredEvent, now: number): Promise<Measured | undefined> {
  const finish = Date.parse(event.scheduledFinishDate);
  const [log, rows, broadcasts] = await Promise.all([
    readLog(event.id),
    findVodsOfEvent(event.id),
    listMatchBroadcasts(event),
  ]);
  if (
    awaitsRecording(
      finish,
      rows.some(({ status }) => status === 'SENT' || status === 'STARTED'),
      now,
    )
  )
    return undefined;
  const named = await nameSources(broadcasts);
  const clock = findMatchClock(event, log);
  const periods = listPlayedPeriods(log, clock);
  const recordings = (await vods.items(rows)).filter((vod) => vod.status === 'FINISHED' && !isSummary(vod));
  const pictures = listPictures(broadcasts, recordings, now);
  const untimedMs = Math.max(
    0,
    ...recordings.filter((vod) => isPublished(vod) && !vod.recorded).map(({ duration }) => 1000 * (duration ?? 0)),
  );
  if (periods.length === 0 || pictures.length === 0) return { playedMs: 0, lost: null, sources: named };
  const loss = measureLoss(periods, pictures, {
    untimedMs,
    starved: await readStarved(broadcasts),
    stalled: await readStalls(event.id, now),
  });
  return { playedMs: loss.playedMs, lost: describeLoss(loss, periods, clock) ?? null, sources: named };
}

/** The broadcasts of the match's day that showed it. */
async function listMatchBroadcasts(event: StoredEvent): Promise<StoredBroadcast[]> {
  const day = {
    from: Date.parse(event.scheduledStartDate) - 24 * hourMs,
    to: Date.parse(event.scheduledFinishDate) + 24 * hourMs,
  };
  const broadcasts: StoredBroadcast[] = [];
  for (const { channelArn, kind, sportEventId } of await sources.rows()) {
    // Every match may have phones of its own, so that a season has thousands.
    if (kind === 'phone' && sportEventId !== event.id) continue;
    broadcasts.push(...(await listBroadcastsBetween(channelArn, day)));
  }
  return broadcasts.filter((broadcast) => broadcast.event?.id === event.id);
}

async function nameSources(broadcasts: readonly StoredBroadcast[]): Promise<{ id: string; name: string }[]> {
  const rows = await sources.rows();
  return [...new Set(broadcasts.map(({ sourceId }) => sourceId))].map((id) => {
    const row = rows.find((one) => one.id === id);
    return { id, name: row?.kind === 'phone' ? 'Móvil' : (row?.slug ?? 'Cámara borrada') };
  });
}

/** Reads when the source itself did not deliver; the service keeps a stream's events for 60 days. */
async function readStarved(broadcasts: readonly StoredBroadcast[]): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const { channelArn, streamIds, startedAt, endedAt } of broadcasts) {
    if (isPhoneChannel(channelArn)) continue;
    for (const streamId of streamIds)
      ranges.push(...listStarvedRanges(await readStreamEvents(channelArn, streamId), Date.parse(endedAt ?? startedAt)));
  }
  return ranges;
}

/** The viewers' reports, if there are enough of them. */
async function readStalls(eventId: string, now: number): Promise<StalledHour[]> {
  return (await readSubject(`sportevents/${eventId}`, now)).flatMap(({ hour, sums }) => {
    const from = Date.parse(`${hour}:00:00.000Z`);
    const { viewers, stallShare } = toFigures(sums);
    return viewers >= minViewers && stallShare ? [{ from, to: from + hourMs, share: stallShare }] : [];
  });
}
