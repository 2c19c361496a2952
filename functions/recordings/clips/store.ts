/** Clips: items, rows, the reads of their recording and match, and the mark that makes cutting idempotent. */
import type { PublicClip } from '../../../shared/contract/clip.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { deleteWrite, getItem, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { hashId } from '../../platform/lists/hashed-id.ts';
import { inheritHolds, listMatters } from '../../platform/withholding/rules.ts';
import { withdrawalWrites } from '../../platform/withholding/withdrawals.ts';
import { findMediaPicture } from '../media/media-picture.ts';
import { isPublished } from '../vods/rules.ts';
import { type VodRow, vods } from '../vods/store.ts';
import { isPublicClip, type StoredClip, type Surroundings, sharesMoment, toClipState } from './rules.ts';

const toRow = ({ id, title, vodId, userId, isFree, cut, live, ...clip }: StoredClip) => ({
  id,
  title: foldText(title),
  vodId,
  clubId: clip.clubId,
  sportEventId: clip.sportEventId,
  visible: clip.visible,
  status: clip.status,
  ...(listMatters(clip).length > 0 && { heldBy: listMatters(clip) }),
  ...(userId && { userId }),
  ...(isFree && { isFree }),
  /** `broadcastId`: the source live; `waits`: for segments, or for the video of its live. */
  ...(live && { broadcastId: live.broadcastId, waits: vodId === null && !live.isOver }),
  // Summaries sort first.
  start: cut.summary ? -1 : (live?.at ?? cut.start),
});

export type ClipRow = ReturnType<typeof toRow>;

export const clips = new Collection<StoredClip, ClipRow>({
  table: 'clips',
  audit: { kind: 'clips', name: ({ title }) => title, kept: ['visible', 'status', 'withheld', 'clubId', 'vodId'] },
  row: toRow,
  compare: (a, b) => a.start - b.start || (a.id < b.id ? -1 : 1),
});

type Wanted = Partial<Pick<ClipRow, 'vodId' | 'broadcastId' | 'clubId' | 'sportEventId' | 'userId' | 'isFree'>>;

/** Tests the fields that are stated. */
const createFilter = (wanted: Wanted) => (row: ClipRow) =>
  Object.entries(wanted).every(([name, value]) => value === undefined || row[name as keyof Wanted] === value);

/** The clips of a recording, a live (also after it became a video) or a match, in order of time. */
export const findClips = (wanted: Wanted) => clips.find(wanted, createFilter);

/** Clips that a viewer has cut, newest first, optionally of one recording. */
export const findViewerClips = (userId: string, vodId?: string) => listNewestFirst({ userId, vodId });

/** Free previews of a recording, newest first. */
export const findFreePreviews = (vodId: string) => listNewestFirst({ vodId, isFree: true });

async function listNewestFirst(wanted: Wanted): Promise<StoredClip[]> {
  const { items } = await clips.list(wanted, createFilter, (rows) => ({ rows }));
  return items.toSorted((a, b) => (a.id > b.id ? -1 : 1));
}

/** Stores a new clip, or returns the existing one with the same cut, also on concurrent requests. */
export async function keepClip(fresh: Omit<StoredClip, 'version'>, also: Write[] = []): Promise<StoredClip> {
  const clip = await inheritFromClips(fresh);
  const mark = markKey(clip);
  const writes = [putWrite('clips', { ...mark, id: clip.id }, isNew), ...also, ...holdWrites(clip)];
  try {
    return await clips.create(clip, writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const earlier = await getItem<{ id: string }>('clips', mark);
    const same = earlier && (await clips.get(earlier.id));
    // The clip with the same cut may have been deleted between the two reads.
    return same ?? clips.create(clip, writes);
  }
}

/** Gives a clip the matters of those that show the same moment: cutting it again ends no protection. */
export async function inheritFromClips<Clip extends Omit<StoredClip, 'version'>>(clip: Clip): Promise<Clip> {
  const { vodId, live } = clip;
  const rows = [
    ...(vodId === null ? [] : await findClips({ vodId })),
    ...(live ? await findClips({ broadcastId: live.broadcastId }) : []),
  ];
  const held = await clips.items(rows.filter(({ heldBy }) => heldBy));
  return held.filter((other) => sharesMoment(clip, other)).reduce<Clip>(inheritHolds, clip);
}

/** Writes that make the edge refuse the files of a clip that has inherited a hold. */
export const holdWrites = ({ id, withheld }: Pick<StoredClip, 'id' | 'withheld'>): Write[] =>
  withheld ? withdrawalWrites({ kind: 'clips', id }, true, Date.now()) : [];

/** Write for the transaction that deletes the clip. */
export const forgetCut = (clip: StoredClip): Write[] => [deleteWrite('clips', markKey(clip))];

function markKey({ vodId, clubId, userId, isFree, live, cut }: Omit<StoredClip, 'version'>): Key {
  const { start, seconds, summary } = cut;
  if (live) return { pk: ['LIVE', live.broadcastId, clubId, live.from, live.seconds].join('#'), sk: 'CLIP' };
  const what = summary
    ? ['SUMMARY', vodId, clubId, hashId(summary.parts.map((part) => `${part.start}+${part.seconds}`).join())]
    : [isFree ? 'FREE' : 'CUT', vodId, clubId, start, seconds, ...(userId ? [userId] : [])];
  return { pk: what.join('#'), sk: 'CLIP' };
}

export async function readSurroundings(clip: StoredClip) {
  const [vod, club] = await Promise.all([clip.vodId === null ? null : vods.get(clip.vodId), clubs.get(clip.clubId)]);
  const matches = await Promise.all(listMatchIds(clip, vod).map((id) => events.get(id)));
  return { vod, club, events: matches } satisfies Surroundings;
}

const listMatchIds = (clip: Pick<ClipRow, 'sportEventId'>, vod: Pick<VodRow, 'sportEventId'> | null | undefined) => [
  ...new Set([clip.sportEventId, vod?.sportEventId ?? null].filter((id) => id !== null)),
];

export async function listPublicRows(maxAgeMs: number): Promise<ClipRow[]> {
  const [rows] = await Promise.all([
    clips.rows(maxAgeMs),
    ...[vods, clubs, events].map((one) => one.refresh(maxAgeMs)),
  ]);
  const published = rows.filter(({ visible }) => visible);
  const ids = [...new Set(published.map(({ clubId }) => clubId))];
  const allowing = new Map((await clubs.items(ids.map((id) => ({ id })))).map((club) => [club.id, club]));
  return published.filter((row) => {
    const vod = row.vodId === null ? null : vods.getRow(row.vodId);
    const matches = listMatchIds(row, vod).map((id) => events.getRow(id));
    return isPublicClip(
      { ...row, isOfLive: row.broadcastId !== undefined },
      { vod, club: allowing.get(row.clubId), events: matches },
    );
  });
}

const sources = [clips, vods, clubs, events];

let cached: { sequences: string; byMatch: ReadonlyMap<string, readonly ClipRow[]> } | undefined;

/** Public clips by match, at most `maxAgeMs` old; recomputed when an item that decides on them has changed. */
export async function groupPublicClips(maxAgeMs: number): Promise<ReadonlyMap<string, readonly ClipRow[]>> {
  await Promise.all(sources.map((source) => source.refresh(maxAgeMs)));
  const sequences = sources.map(({ sequence }) => sequence).join();
  if (cached?.sequences === sequences) return cached.byMatch;
  const byMatch = Map.groupBy(
    await listPublicRows(maxAgeMs),
    ({ vodId, sportEventId }) => vods.getRow(vodId ?? '')?.sportEventId ?? sportEventId ?? '',
  );
  for (const rows of byMatch.values()) rows.sort(compareInMatchOrder);
  cached = { sequences, byMatch };
  return byMatch;
}

/** Summaries, then the clips of the first recording, then of the next; ids sort by creation. */
const compareInMatchOrder = (a: ClipRow, b: ClipRow) =>
  Number(a.start >= 0) - Number(b.start >= 0) || (a.vodId ?? '').localeCompare(b.vodId ?? '') || a.start - b.start;

const maxMoreClips = 3;

/** Reads the latest other public clips of the clip's club. */
export async function findMoreClips({ id, clubId }: Pick<StoredClip, 'id' | 'clubId'>): Promise<StoredClip[]> {
  const rows = [...(await groupPublicClips(0)).values()].flat();
  const others = rows.filter((row) => row.clubId === clubId && row.id !== id);
  return clips.items(others.toSorted((a, b) => (a.id > b.id ? -1 : 1)).slice(0, maxMoreClips));
}

/** A public clip, with its recording, match and club. */
export async function findPublicClip(id: string) {
  const clip = await clips.get(id);
  if (!clip?.visible || !clip.generation) return undefined;
  const { vod, club, events: matches } = await readSurroundings(clip);
  const [event] = matches;
  const match = vod ?? event;
  if (!match || !club || !isPublicClip(toClipState(clip), { vod, club, events: matches })) return undefined;
  // An unpublished video is not named.
  return { clip, generation: clip.generation, vod: vod && isPublished(vod) ? vod : undefined, match, club, event };
}

/** Callers must have refreshed the list of clubs. */
export function toClipCard(clip: StoredClip) {
  const { id, title, cut, duration, clubId } = clip;
  return {
    id,
    kind: toKind(clip),
    title,
    seconds: duration ?? cut.seconds,
    poster: findMediaPicture('clips', clip),
    club: { id: clubId, name: clubs.getRow(clubId)?.name ?? '' },
  };
}

export const toKind = ({ cut, isFree }: StoredClip): PublicClip['kind'] =>
  isFree ? 'FREE' : cut.summary ? 'SUMMARY' : 'CUT';
