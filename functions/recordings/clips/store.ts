/** Clips: items and rows, what they are of, and the mark that makes the same cut the same clip. */
import type { MediaStatus } from '../../../shared/contract/schema.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import {
  ConditionFailed,
  deleteWrite,
  getItem,
  isNew,
  type Key,
  putWrite,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { hashedId } from '../../platform/lists/hashed-id.ts';
import { isPublished } from '../vods/rules.ts';
import { type VodRow, vods } from '../vods/store.ts';
import { isPublicClip, ofStored, type StoredClip, type Surroundings } from './rules.ts';

export interface ClipRow {
  id: string;
  vodId: string | null;
  /** Of a live. */
  broadcastId?: string;
  /** It waits for segments, or for the video of its live. */
  waits?: boolean;
  clubId: string;
  sportEventId: string | null;
  /** Who cut it for themselves. */
  userId?: string;
  isFree?: true;
  start: number;
  visible: boolean;
  status: MediaStatus;
}

export const clips = new Collection<StoredClip, ClipRow>({
  table: 'clips',
  row: ({ id, vodId, clubId, sportEventId, userId, isFree, cut, live, visible, status }) => ({
    ...{ id, vodId, clubId, sportEventId, visible, status, ...(userId && { userId }), ...(isFree && { isFree }) },
    ...(live && { broadcastId: live.broadcastId, waits: vodId === null && !live.isOver }),
    // A summary stands before all that was cut.
    start: cut.summary ? -1 : (live?.at ?? cut.start),
  }),
  compare: (a, b) => a.start - b.start || (a.id < b.id ? -1 : 1),
});

/** The clips of a recording in its order; of one club when given. */
export const clipsOf = (vodId: string, clubId?: string) => clips.find({ vodId, clubId }, ofVod);

const ofVod =
  ({ vodId, clubId }: { vodId: string; clubId: string | undefined }) =>
  (row: ClipRow) =>
    row.vodId === vodId && (clubId === undefined || row.clubId === clubId);

/** Those that somebody cut for themselves, the latest first; of one recording or of all. */
export async function ownClipsOf(userId: string, vodId?: string): Promise<StoredClip[]> {
  const { items } = await clips.list({ userId, vodId }, ofMaker, (rows) => ({ rows }));
  return items.toSorted((a, b) => (a.id > b.id ? -1 : 1));
}

const ofMaker =
  ({ userId, vodId }: { userId: string; vodId: string | undefined }) =>
  (row: ClipRow) =>
    row.userId === userId && (vodId === undefined || row.vodId === vodId);

/** Those that visitors may watch once (row E-PAY-2), the latest first. */
export async function freeMomentsOf(vodId: string): Promise<StoredClip[]> {
  const { items } = await clips.list({ freeOf: vodId }, ofFree, (rows) => ({ rows }));
  return items.toSorted((a, b) => (a.id > b.id ? -1 : 1));
}

const ofFree =
  ({ freeOf }: { freeOf: string }) =>
  (row: ClipRow) =>
    row.isFree === true && row.vodId === freeOf;

/** Those of a live, also when it is a video by now. */
export const clipsOfLive = (broadcastId: string, clubId?: string) => clips.find({ broadcastId, clubId }, ofLive);

const ofLive =
  ({ broadcastId, clubId }: { broadcastId: string; clubId: string | undefined }) =>
  (row: ClipRow) =>
    row.broadcastId === broadcastId && (clubId === undefined || row.clubId === clubId);

/** Keeps a new clip, or gives the one that is this cut already: whoever asks twice at once gets one. */
export async function keepClip(clip: Omit<StoredClip, 'version'>, also: Write[] = []): Promise<StoredClip> {
  const mark = markKey(clip);
  const writes = [putWrite('clips', { ...mark, id: clip.id }, isNew), ...also];
  try {
    return await clips.create(clip, writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const known = await getItem<{ id: string }>('clips', mark);
    const same = known && (await clips.get(known.id));
    // Deleted between the two.
    return same ?? clips.create(clip, writes);
  }
}

/** In the transaction that removes it. */
export const forgetCut = (clip: StoredClip): Write[] => [deleteWrite('clips', markKey(clip))];

function markKey({ vodId, clubId, userId, isFree, live, cut }: Omit<StoredClip, 'version'>): Key {
  const { start, seconds, summary } = cut;
  if (live) return { pk: ['LIVE', live.broadcastId, clubId, live.from, live.seconds].join('#'), sk: 'CLIP' };
  const what = summary
    ? ['SUMMARY', vodId, clubId, hashedId(summary.parts.map((part) => `${part.start}+${part.seconds}`).join())]
    : [isFree ? 'FREE' : 'CUT', vodId, clubId, start, seconds, ...(userId ? [userId] : [])];
  return { pk: what.join('#'), sk: 'CLIP' };
}

export async function surroundingsOf(clip: StoredClip) {
  const [vod, club] = await Promise.all([clip.vodId === null ? null : vods.get(clip.vodId), clubs.get(clip.clubId)]);
  const matches = await Promise.all(matchesOf(clip, vod).map((id) => events.get(id)));
  return { vod, club, events: matches } satisfies Surroundings;
}

const matchesOf = (clip: Pick<ClipRow, 'sportEventId'>, vod: Pick<VodRow, 'sportEventId'> | null | undefined) => [
  ...new Set([clip.sportEventId, vod?.sportEventId ?? null].filter((id) => id !== null)),
];

/** The rows of all clips that everybody may open, as of so many milliseconds ago. */
export async function publicRows(maxAgeMs: number): Promise<ClipRow[]> {
  const [rows] = await Promise.all([
    clips.rows(maxAgeMs),
    ...[vods, clubs, events].map((one) => one.refresh(maxAgeMs)),
  ]);
  const published = rows.filter(({ visible }) => visible);
  const ids = [...new Set(published.map(({ clubId }) => clubId))];
  const allowing = new Map((await clubs.items(ids.map((id) => ({ id })))).map((club) => [club.id, club]));
  return published.filter((row) => {
    const vod = row.vodId === null ? null : vods.known(row.vodId);
    const matches = matchesOf(row, vod).map((id) => events.known(id));
    return isPublicClip(
      { ...row, isOfLive: row.broadcastId !== undefined },
      { vod, club: allowing.get(row.clubId), events: matches },
    );
  });
}

const sources = [clips, vods, clubs, events];

let kept: { sequences: string; byMatch: ReadonlyMap<string, readonly ClipRow[]> } | undefined;

/**
 * The clips of each match that everybody may open, as of so many milliseconds ago: of what its recordings are of by now,
 * and of a live, until it is a video, its own. Worked out anew when anything has changed that decides it.
 */
export async function publicClipsByMatch(maxAgeMs: number): Promise<ReadonlyMap<string, readonly ClipRow[]>> {
  await Promise.all(sources.map((source) => source.refresh(maxAgeMs)));
  const sequences = sources.map(({ sequence }) => sequence).join();
  if (kept?.sequences === sequences) return kept.byMatch;
  const byMatch = Map.groupBy(
    await publicRows(maxAgeMs),
    ({ vodId, sportEventId }) => vods.known(vodId ?? '')?.sportEventId ?? sportEventId ?? '',
  );
  for (const rows of byMatch.values()) rows.sort(asItWent);
  kept = { sequences, byMatch };
  return byMatch;
}

/** Summaries, then what was cut of the first recording, and of the next: their ids are in the order of their making. */
const asItWent = (a: ClipRow, b: ClipRow) =>
  Number(a.start >= 0) - Number(b.start >= 0) || (a.vodId ?? '').localeCompare(b.vodId ?? '') || a.start - b.start;

/** A clip that everybody may open now, with what it is of. */
export async function publicClip(id: string) {
  const clip = await clips.get(id);
  if (!clip?.visible || !clip.generation) return undefined;
  const { vod, club, events: matches } = await surroundingsOf(clip);
  const [event] = matches;
  const match = vod ?? event;
  if (!match || !club || !isPublicClip(ofStored(clip), { vod, club, events: matches })) return undefined;
  // A video that is not public is named to nobody.
  return { clip, generation: clip.generation, vod: vod && isPublished(vod) ? vod : undefined, match, club, event };
}
