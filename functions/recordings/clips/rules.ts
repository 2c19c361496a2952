/** Clips: the stored item, the part of the recording that it covers, and the permission to open it. Pure. */
import { longestClip, longestSummary, shortestClip } from '../../../shared/domain/clip-length.ts';
import type { MomentType } from '../../../shared/domain/moment-types.ts';
import { overlaps, type Range } from '../../../shared/domain/withdrawn.ts';
import { isShownFor, type Showable } from '../../platform/shown/rules.ts';
import { type Cut, type MediaFields, titleCard } from '../media/rules.ts';
import { isPublished, type StoredVod } from '../vods/rules.ts';

/** The club fields that decide who may cut and see clips. */
export interface ClipPermissions {
  visible: boolean;
  publicClips?: boolean;
  viewerClips?: boolean;
}

export interface StoredClip extends MediaFields {
  id: string;
  version: number;
  title: string;
  /** Null while the source live has no video yet. */
  vodId: string | null;
  live?: LiveCut;
  /** The owning club: its staff manage the clip, its crest is shown, and it decides on publication. */
  clubId: string;
  /** The match at the time of cutting. The clip is deleted with it, even after its recording was deleted. */
  sportEventId: string | null;
  /** The viewer who cut it; absent for clips cut by staff. */
  userId?: string;
  /** A free preview, which visitors may watch once. */
  isFree?: true;
  cut: Cut;
  dateCreated: string;
  uploadId: null;
}

/** A clip of a running live, addressed by wall-clock time. */
export interface LiveCut {
  channelArn: string;
  broadcastId: string;
  /** First frame in milliseconds since the Unix epoch, and requested length in seconds. */
  from: number;
  seconds: number;
  /** Seconds from the start of the broadcast, later of its video. */
  at: number;
  /** The source IVS recording; absent until enough has been recorded. */
  prefix?: string;
  /** The broadcast ended without a video. */
  isOver?: boolean;
}

/** The parts of a clip: in milliseconds since the Unix epoch for a clip of a live, else in seconds of the recording. */
export const listParts = ({ live, cut }: Pick<StoredClip, 'live' | 'cut'>): Range[] =>
  live
    ? [{ from: live.from, to: live.from + 1000 * live.seconds }]
    : (cut.summary?.parts ?? [cut]).map(({ start, seconds }) => ({ from: start, to: start + seconds }));

type Shown = Pick<StoredClip, 'vodId' | 'live' | 'cut'>;

/** True if both clips show a moment of the same live or recording. */
export function sharesMoment(one: Shown, other: Shown): boolean {
  if (one.live && one.live.broadcastId === other.live?.broadcastId)
    return listParts(one).some((part) => overlaps(listParts(other), part));
  const toSeconds = ({ live, cut }: Shown) =>
    live ? [{ from: live.at, to: live.at + live.seconds }] : listParts({ cut });
  return (
    one.vodId !== null && one.vodId === other.vodId && toSeconds(one).some((part) => overlaps(toSeconds(other), part))
  );
}

export type Part = Pick<Cut, 'start' | 'seconds' | 'poster'>;

/** Length of a clip around a moment. */
const secondsBefore = 8;
const secondsAfter = 6;

/** Returns the part around a second; undefined if the recording is too short for a clip. */
export function findPartAround(second: number, duration: number): Part | undefined {
  if (duration < shortestClip) return undefined;
  const at = Math.min(Math.max(0, second), duration);
  const start = Math.max(0, Math.min(at - secondsBefore, duration - shortestClip));
  const end = Math.min(duration, Math.max(at + secondsAfter, start + shortestClip));
  return toPart(start, end - start, at - start);
}

/**
 * Returns the part that a user chose; undefined if it is too short or too long, or the recording does not contain it.
 */
export function findPartFrom(start: number, seconds: number, duration: number): Part | undefined {
  // Browser and encoder disagree by some tenths of a second about the end of a recording.
  const within = Math.min(seconds, roundToTenth(duration - start));
  if (within < shortestClip || within < seconds - 1 || seconds > longestClip) return undefined;
  return toPart(start, within, within / 2);
}

/** Types of moments in their order of priority, for a summary without room for all. */
const weights: readonly MomentType[] = [
  ...(['goal', 'three_pointer', 'basket', 'save', 'chance', 'custom'] as const),
  ...(['card', 'foul', 'substitution', 'timeout'] as const),
];

interface Candidate {
  second: number;
  type: MomentType;
}

/**
 * Parts around the moments of a match, in order; near ones are merged. If there are too many, the most important types
 * win, and within a type the later ones. A moment that touches a withdrawn range is left out.
 */
export function selectSummaryParts(
  candidates: readonly Candidate[],
  duration: number,
  withdrawn: readonly Range[] = [],
): Part[] {
  const byWeight = candidates.toSorted(
    (a, b) => weights.indexOf(a.type) - weights.indexOf(b.type) || b.second - a.second,
  );
  let parts: Part[] = [];
  for (const { second } of byWeight) {
    const around = findPartAround(second, duration);
    if (!around) return [];
    if (overlaps(withdrawn, { from: around.start, to: around.start + around.seconds })) continue;
    const next = mergeParts([...parts, around]);
    if (next.reduce((sum, { seconds }) => sum + seconds, titleCard.seconds) <= longestSummary) parts = next;
  }
  return parts;
}

/** Seconds between two parts: nearer ones are merged, because a short skip looks like a fault. */
const minGap = 1.5;

function mergeParts(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const one of parts.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || one.start > last.start + last.seconds + minGap) result.push(one);
    else {
      const end = Math.max(last.start + last.seconds, one.start + one.seconds);
      result[result.length - 1] = toPart(last.start, end - last.start, last.poster);
    }
  }
  return result;
}

/**
 * Rounded to tenths of a second, so that equal parts compare equal. Neither the first nor the last frame becomes a
 * poster.
 */
const toPart = (start: number, seconds: number, poster: number): Part => ({
  start: roundToTenth(start),
  seconds: roundToTenth(seconds),
  poster: roundToTenth(Math.min(Math.max(poster, 0.5), seconds - 0.5)),
});

const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10;

export const maxViewerClips = 50;

/**
 * True if the recording is published, and it and its match have the image rights for clips. Callers check the viewer's
 * access and the clubs' permission.
 */
export const mayViewerCut = (
  vod: Pick<StoredVod, 'visible' | 'status' | 'sportEventId' | 'lacks'>,
  event: Showable | undefined,
): boolean => isPublished(vod) && isShownFor(vod, 'clips') && (vod.sportEventId === null || isShownFor(event, 'clips'));

/** True if the club lets viewers cut clips; the default is no. */
export const allowsViewerClips = (club: Pick<ClipPermissions, 'visible' | 'viewerClips'> | undefined): boolean =>
  Boolean(club?.visible && club.viewerClips);

/** True if the viewer who cut the clip may see it; callers check the right to its recording. */
export const isOpenToCutter = (
  clip: Pick<StoredClip, 'status' | 'clubId' | 'withheld'>,
  around: Surroundings,
): boolean => isAvailable(clip, around) && allowsViewerClips(around.club);

export const isFreePreviewOpen = (
  clip: Pick<StoredClip, 'status' | 'clubId' | 'isFree' | 'withheld'>,
  around: Surroundings,
): boolean => clip.isFree === true && isAvailable(clip, around);

/** Finished, not withheld, and neither its recording nor its match is hidden or deleted. */
const isAvailable = (
  { status, clubId, withheld }: Pick<StoredClip, 'status' | 'clubId' | 'withheld'>,
  { vod, club, events }: Surroundings,
): boolean =>
  status === 'FINISHED' &&
  !withheld &&
  Boolean(vod && isPublished(vod) && vod.clubIds.includes(clubId)) &&
  Boolean(club?.visible) &&
  mayBeCut({ vod, events });

/** True if image rights allow clips of the recording and the match. */
const mayBeCut = ({ vod, events }: Pick<Surroundings, 'vod' | 'events'>): boolean =>
  (!vod?.visible || isShownFor(vod, 'clips')) && events.every((event) => isShownFor(event, 'clips'));

/** The current state of the recording, match and club of a clip. */
export interface Surroundings {
  /** Null while the live has no video yet. */
  vod:
    | (Pick<StoredVod, 'visible' | 'status' | 'awaiting' | 'lacks' | 'audience'> & { clubIds: readonly string[] })
    | null
    | undefined;
  club: ClipPermissions | undefined;
  /** The match of the clip, and that of its recording; undefined if deleted. */
  events: readonly ((Showable & { clubIds: readonly string[] }) | undefined)[];
}

export const toClipState = ({ visible, status, clubId, live }: StoredClip) => ({
  visible,
  status,
  clubId,
  isOfLive: live !== undefined,
});

/** True if everybody may open the clip: hiding or deleting its recording or match hides it too. */
export function isPublicClip(
  {
    visible,
    status,
    clubId,
    isOfLive = false,
  }: Pick<StoredClip, 'visible' | 'status' | 'clubId'> & { isOfLive?: boolean },
  { vod, club, events }: Surroundings,
): boolean {
  return (
    visible &&
    status === 'FINISHED' &&
    isShownWith(clubId, vod, events[0], isOfLive) &&
    Boolean(club?.visible && club.publicClips) &&
    mayBeCut({ vod, events })
  );
}

/**
 * After the end, a clip of a live stays public with its match while the video waits for publication, so that links in
 * chats keep working. Hiding the video later hides its clips.
 */
function isShownWith(
  clubId: string,
  vod: Surroundings['vod'],
  event: Surroundings['events'][number],
  isOfLive: boolean,
): boolean {
  if (vod === undefined) return false;
  if (vod !== null && (isPublished(vod) || !isOfLive || !vod.awaiting))
    return isPublished(vod) && vod.clubIds.includes(clubId);
  return isOfLive && Boolean(event?.clubIds.includes(clubId)) && (vod === null || vod.clubIds.includes(clubId));
}

/**
 * True if the clip can never be shown again, so that its files can be deleted. `vod` is null while the live has no
 * video yet.
 */
export const isOver = (
  { sportEventId }: Pick<StoredClip, 'sportEventId'>,
  { vod, club, match }: { vod: unknown; club: unknown; match: unknown },
): boolean => vod === undefined || !club || (sportEventId !== null && !match);
