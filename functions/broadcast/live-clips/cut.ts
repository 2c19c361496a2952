/**
 * Clips of a running live. A clip is stored with its wall-clock time. At most half a minute later, IVS lists its
 * recorded segments: an excerpt of them (`excerpt.ts`) is then encoded like any other clip.
 */
import { ulid } from 'ulid';
import type * as z from 'zod';
import type { NewLiveClip } from '../../../shared/contract/clips.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { findAiredUntil } from '../../../shared/domain/aired-part.ts';
import { shortestClip } from '../../../shared/domain/clip-length.ts';
import { cutText } from '../../../shared/domain/cut-text.ts';
import { secondsAt } from '../../../shared/domain/recorded-time.ts';
import { listCounting } from '../../../shared/domain/score.ts';
import { overlaps } from '../../../shared/domain/withdrawn.ts';
import { events } from '../../league/events/store.ts';
import { readLog } from '../../league/scores/store.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { inheritHolds } from '../../platform/withholding/rules.ts';
import { ensureEncoding, selectClub, spendCut } from '../../recordings/clips/create-clip.ts';
import { renderCrestPng } from '../../recordings/clips/crest.ts';
import { findPartAround, findPartFrom, type Part, type StoredClip } from '../../recordings/clips/rules.ts';
import { clips, holdWrites, inheritFromClips, keepClip } from '../../recordings/clips/store.ts';
import { type FoundExcerpt, findExcerpt, storeExcerpt } from '../../recordings/media/excerpt.ts';
import { createMediaFields } from '../../recordings/media/rules.ts';
import { labelAction } from '../../recordings/moments/from-score.ts';
import { vods } from '../../recordings/vods/store.ts';
import { listRecordingPrefixes } from '../broadcasts/event-broadcasts.ts';
import { recordingGraceMs, type StoredBroadcast } from '../broadcasts/rules.ts';
import { getBroadcast, listBroadcasts } from '../broadcasts/store.ts';
import { readAirtimeRule } from '../live/airtime.ts';
import { findChannelBySlug } from '../live/slugs.ts';
import { sources } from '../live/store.ts';

interface CuttableLive {
  broadcast: StoredBroadcast;
  /** Current clubs of the broadcast's match; the broadcast itself has those from its start. */
  clubIds: readonly string[];
}

/** Staff may also cut a hidden live. @throws ApiError 404; 403 for staff of a club not playing in it. */
export async function requireManagedLive(slug: string, startedAt: string, caller: Caller): Promise<CuttableLive> {
  const channelArn = await findChannelBySlug(slug);
  const broadcast = channelArn && (await listBroadcasts(channelArn)).find((one) => one.startedAt === startedAt);
  if (!broadcast) throw new ApiError('BRD4040');
  const event = broadcast.event ? await events.get(broadcast.event.id) : undefined;
  const clubIds = event?.clubIds ?? broadcast.event?.clubIds ?? [];
  if (!manages(caller, { clubIds })) throw new ApiError('SSN4030');
  return { broadcast, clubIds };
}

/** Seconds by which the requested end may lie in the future; tolerates a wrong clock. */
const allowedAhead = 10;

/** Stores the clip and cuts it at once if the segments exist; returns an existing clip with the same cut. */
export async function createLiveClip(
  { broadcast, clubIds }: CuttableLive,
  body: z.output<typeof NewLiveClip>,
  caller: Caller,
  now: number,
): Promise<StoredClip> {
  const event = broadcast.event && (await events.get(broadcast.event.id));
  if (!event) throw new ApiError('EVT4040');
  const club = await selectClub({ clubIds }, body.clubId, caller);
  const startedAt = Date.parse(broadcast.startedAt);
  const action = body.actionId ? await requireAction(event.id, body.actionId) : undefined;
  const onAirUntil =
    broadcast.endedAt === null ? now + 1000 * allowedAhead : Math.min(now, Date.parse(broadcast.endedAt));
  const source = await sources.get(broadcast.sourceId);
  const airedUntil = source && findAiredUntil(source, broadcast.startedAt, readAirtimeRule());
  // Pictures after the camera's airtime are for staff only.
  const until = airedUntil ? Math.min(onAirUntil, Date.parse(airedUntil)) : onAirUntil;
  const part = selectPart(body, action && (action.at - startedAt) / 1000, (until - startedAt) / 1000);
  const from = startedAt + Math.round(1000 * part.start);
  if (overlaps(broadcast.withdrawn ?? [], { from, to: from + 1000 * part.seconds })) throw new ApiError('CLP4092');
  await spendCut(caller, now);
  const clip = await keepClip({
    ...createMediaFields(null, 0),
    id: ulid(now),
    title: body.title ?? cutText((action && labelAction(action)) ?? event.title, 200),
    vodId: null,
    live: { channelArn: broadcast.channelArn, broadcastId: broadcast.id, from, seconds: part.seconds, at: part.start },
    clubId: club.id,
    sportEventId: event.id,
    cut: { ...part, crest: await renderCrestPng(club.thumbnail) },
    visible: false,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
  });
  const cut = await cutFromLive(clip, now);
  // A live that has its video already has clips of it, whose holds count at once.
  await joinVideo(cut);
  return cut;
}

async function requireAction(eventId: string, id: string) {
  const action = listCounting(await readLog(eventId)).find((one) => one.id === id);
  if (!action) throw new ApiError('MOM4040');
  return action;
}

function selectPart(
  { start, seconds }: z.output<typeof NewLiveClip>,
  second: number | undefined,
  duration: number,
): Part {
  if (second === undefined && (start === undefined || seconds === undefined)) throw new ApiError('CLP4001');
  const hasRange = start !== undefined && seconds !== undefined;
  const isWithin = second !== undefined && second >= 0 && second <= duration;
  const part = hasRange
    ? findPartFrom(start, seconds, duration)
    : second !== undefined && isWithin && findPartAround(second, duration);
  if (!part) throw new ApiError('CLP4000');
  return part;
}

/**
 * Cuts the clip once all of its segments are recorded, or none will follow. Idempotent, also concurrently: both runs
 * write the same playlists and start one encoding.
 */
export async function cutFromLive(clip: StoredClip, now: number): Promise<StoredClip> {
  const { live } = clip;
  if (!live || clip.generation !== null || clip.pending) return clip;
  if (clip.source) return ensureEncoding(clip, now);
  const broadcast = await getBroadcast({ channelArn: live.channelArn, id: live.broadcastId });
  const interval = { from: live.from, to: live.from + 1000 * live.seconds };
  const item = broadcast
    ? await Promise.all(listRecordingPrefixes(broadcast).map((one) => findExcerpt(one, interval)))
    : [];
  const excerpts = item.filter((one) => one !== undefined);
  const isWhole = excerpts.some(({ until }) => until >= interval.to);
  if (!isWhole && broadcast && !isComplete(broadcast, now) && now - interval.to < recordingGraceMs) return clip;
  const best = excerpts.toSorted((a, b) => b.seconds - a.seconds)[0];
  if (!best || best.seconds < shortestClip) return markFailed(clip);
  const cut = { ...clip.cut, ...findPartWithin(best, clip) };
  const key = await storeExcerpt(clip.id, best);
  const changed = await clips.change(clip.id, (current) =>
    current.source || current.pending || !current.live
      ? undefined
      : {
          ...current,
          ...createMediaFields({ bucket: 'recordings', key }, 0),
          live: { ...current.live, prefix: best.prefix },
          cut,
        },
  );
  return changed ? ensureEncoding(changed, now) : clip;
}

/** True if the broadcast has ended and its recording is settled, or has had enough time to be. */
function isComplete({ endedAt, closedAt, recordings, recordingPrefix }: StoredBroadcast, now: number): boolean {
  if (endedAt === null) return false;
  const isSettled = recordingPrefix !== undefined && recordings[recordingPrefix] !== undefined;
  return closedAt !== undefined || isSettled || now - Date.parse(endedAt) > recordingGraceMs;
}

function findPartWithin({ start, seconds }: FoundExcerpt, { cut, live }: StoredClip): Part {
  // A dropped connection shortens the clip before or after its moment.
  const poster = Math.min(cut.poster, Math.max(0.5, seconds - 0.5));
  return { start, seconds: Math.min(seconds, live?.seconds ?? seconds), poster };
}

async function markFailed(clip: StoredClip): Promise<StoredClip> {
  const reason = 'De ese momento de la emisión no hay grabación';
  const changed = await clips.change(clip.id, (current) =>
    current.source || current.status === 'FAILED' ? undefined : { ...current, status: 'FAILED', failure: reason },
  );
  return changed ?? clip;
}

/** Every minute: cuts pending clips and attaches them to the video of their live. */
export async function cutLives(now: number): Promise<void> {
  const waiting = (await clips.rows()).filter(({ waits }) => waits);
  await attemptEach(
    'a clip of a live was not cut',
    await clips.items(waiting),
    async (clip) => joinVideo(await cutFromLive(clip, now)),
    ({ id }) => ({ clip: id }),
  );
}

/** Attaches the clip to its live's video once that exists. */
async function joinVideo(clip: StoredClip): Promise<void> {
  const { live } = clip;
  if (!live || clip.vodId !== null || live.isOver) return;
  const broadcast = await getBroadcast({ channelArn: live.channelArn, id: live.broadcastId });
  const outcome = live.prefix === undefined ? undefined : broadcast?.recordings[live.prefix];
  const isEnd = !broadcast || broadcast.closedAt !== undefined || (outcome && outcome.kind !== 'VIDEO');
  const vodId = outcome?.kind === 'VIDEO' ? outcome.vodId : null;
  if (vodId === null && !isEnd) return;
  const recorded = vodId === null ? undefined : (await vods.get(vodId))?.recorded;
  const at = recorded ? secondsAt({ from: Date.parse(recorded.from), gaps: recorded.gaps ?? [] }, live.from) : live.at;
  const begins = Math.max(0, Math.round(10 * at) / 10);
  const joined = vodId === null ? clip : await inheritFromClips({ ...clip, vodId, live: { ...live, at: begins } });
  await clips.change(
    clip.id,
    (current) => {
      if (!current.live || current.vodId !== null) return undefined;
      if (vodId !== null) return inheritHolds({ ...current, vodId, live: { ...current.live, at: begins } }, joined);
      // A clip that is not cut yet may still become available.
      return current.status === 'SENT' ? undefined : { ...current, live: { ...current.live, isOver: true } };
    },
    holdWrites,
  );
}
