/** Clips: what is stored, which part of a recording they take, and who may open them. Pure. Rows: D-CLIP-1 to 4. */
import { longestClip, longestSummary, shortestClip } from '../../../shared/domain/clip-length.ts';
import type { MomentType } from '../../../shared/domain/moment-types.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { type Cut, type MediaFields, titleCard } from '../media/rules.ts';
import { isPublished, type StoredVod } from '../vods/rules.ts';

/** The fields of a club that decide who may cut and see clips. */
export interface ClipPermissions {
  visible: boolean;
  publicClips?: boolean;
  viewerClips?: boolean;
}

export interface StoredClip extends MediaFields {
  id: string;
  version: number;
  title: string;
  /** The recording that it is of; null while the live that it was cut from is no video yet. */
  vodId: string | null;
  live?: LiveCut;
  /** The club that it is of: whose staff keep it, whose crest is in its corner, who says whether it may be public. */
  clubId: string;
  /** The match that it is of, as it was when it was cut: its end is the clip's, whatever becomes of the recording. */
  sportEventId: string | null;
  /** Who cut it for themselves (row D-CLIP-3); missing where staff did, for their club. */
  userId?: string;
  /** What visitors may watch once (row E-PAY-2). */
  isFree?: true;
  cut: Cut;
  dateCreated: string;
  uploadId: null;
}

/** What was cut from a live while it went on: by the clock, which the pictures of a recording have. */
export interface LiveCut {
  channelArn: string;
  broadcastId: string;
  /** Of its first picture, in milliseconds since 1970; and how long it was to be, in seconds. */
  from: number;
  seconds: number;
  /** Seconds from the beginning of the broadcast, or of the video once there is one. */
  at: number;
  /** The recording that it was cut from; missing until there is enough of it. */
  prefix?: string;
  /** Nothing more is to come: there will be no video of it. */
  isOver?: boolean;
}

export type Part = Pick<Cut, 'start' | 'seconds' | 'poster'>;

/** What is seen before and after what happens. In seconds. */
const before = 8;
const after = 6;

/** What surrounds a second of a recording; undefined where the recording is too short for any clip. */
export function partAround(second: number, duration: number): Part | undefined {
  if (duration < shortestClip) return undefined;
  const at = Math.min(Math.max(0, second), duration);
  const start = Math.max(0, Math.min(at - before, duration - shortestClip));
  const end = Math.min(duration, Math.max(at + after, start + shortestClip));
  return part(start, end - start, at - start);
}

/** A part that somebody chose; undefined where the recording has no such part. */
export function partFrom(start: number, seconds: number, duration: number): Part | undefined {
  // A browser's clock and the encoder's do not agree on a recording's last tenths.
  const within = Math.min(seconds, tenth(duration - start));
  if (within < shortestClip || within < seconds - 1 || seconds > longestClip) return undefined;
  return part(start, within, within / 2);
}

/** The first are shown first where there is no room for all. */
const weights: readonly MomentType[] = [
  ...(['goal', 'three_pointer', 'basket', 'save', 'chance', 'custom'] as const),
  ...(['card', 'foul', 'substitution', 'timeout'] as const),
];

interface Candidate {
  second: number;
  type: MomentType;
}

/**
 * What surrounds the moments of a match, in its order; what overlaps, or nearly, is one part. Where they are too many for a
 * summary the most telling ones are in it, and of the same kind the later ones: the end of a match decides it.
 */
export function partsOfSummary(candidates: readonly Candidate[], duration: number): Part[] {
  const byWeight = candidates.toSorted(
    (a, b) => weights.indexOf(a.type) - weights.indexOf(b.type) || b.second - a.second,
  );
  let parts: Part[] = [];
  for (const { second } of byWeight) {
    const around = partAround(second, duration);
    if (!around) return [];
    const next = merged([...parts, around]);
    if (next.reduce((sum, { seconds }) => sum + seconds, titleCard.seconds) <= longestSummary) parts = next;
  }
  return parts;
}

/** Parts nearer than this are shown as one: a cut that skips less looks like a fault. In seconds. */
const leastGap = 1.5;

function merged(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const one of parts.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || one.start > last.start + last.seconds + leastGap) result.push(one);
    else {
      const end = Math.max(last.start + last.seconds, one.start + one.seconds);
      result[result.length - 1] = part(last.start, end - last.start, last.poster);
    }
  }
  return result;
}

/** In tenths of a second, so that the same is the same. Of the first and the last picture no poster is made. */
const part = (start: number, seconds: number, poster: number): Part => ({
  start: tenth(start),
  seconds: tenth(seconds),
  poster: tenth(Math.min(Math.max(poster, 0.5), seconds - 0.5)),
});

const tenth = (seconds: number) => Math.round(seconds * 10) / 10;

/** How many clips somebody may keep of their own. */
export const mostOwnClips = 50;

/** What somebody may cut from for themselves, if they may watch it and a club lets them. */
export const mayCutOwn = (
  vod: Pick<StoredVod, 'visible' | 'status' | 'sportEventId'>,
  event: Pick<StoredEvent, 'visible'> | undefined,
): boolean => isPublished(vod) && (vod.sportEventId === null || Boolean(event?.visible));

/** Row D-CLIP-3: staff only, unless the club has chosen otherwise. */
export const letsViewersCut = (club: Pick<ClipPermissions, 'visible' | 'viewerClips'> | undefined): boolean =>
  Boolean(club?.visible && club.viewerClips);

/** Whoever cut it for themselves sees it as long as this holds, and they may watch what it is of. */
export const isOpenToMaker = (clip: Pick<StoredClip, 'status' | 'clubId'>, around: Surroundings): boolean =>
  isWhole(clip, around) && letsViewersCut(around.club);

/** Row E-PAY-2: visitors may watch it once as long as this holds. */
export const isOpenOnce = (clip: Pick<StoredClip, 'status' | 'clubId' | 'isFree'>, around: Surroundings): boolean =>
  clip.isFree === true && isWhole(clip, around);

/** It is ready, and nothing that it is of is hidden or gone. */
const isWhole = (
  { status, clubId }: Pick<StoredClip, 'status' | 'clubId'>,
  { vod, club, events }: Surroundings,
): boolean =>
  status === 'FINISHED' &&
  Boolean(vod && isPublished(vod) && vod.clubIds.includes(clubId)) &&
  Boolean(club?.visible) &&
  events.every((event) => event?.visible);

/** What a clip stands and falls with, as of now. */
export interface Surroundings {
  /** Null while the live is no video yet. */
  vod: (Pick<StoredVod, 'visible' | 'status' | 'awaiting'> & { clubIds: readonly string[] }) | null | undefined;
  club: ClipPermissions | undefined;
  /** Its match, and that of its recording; undefined for one that is gone. */
  events: readonly ((Pick<StoredEvent, 'visible'> & { clubIds: readonly string[] }) | undefined)[];
}

/** As the decision on it knows a clip. */
export const ofStored = ({ visible, status, clubId, live }: StoredClip) => ({
  ...{ visible, status, clubId },
  isOfLive: live !== undefined,
});

/** Row D-CLIP-3: everything that ends or hides what it is of ends or hides the clip. */
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
    events.every((event) => event?.visible)
  );
}

/**
 * What was cut from a live is shown with its match, also after the end: the video is hidden until somebody has decided on
 * it, and the goal stays in the chats to which it was sent. Whoever hides the video then hides its clips.
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

/** Nothing brings it back: its files can go. `vod` is null while the live is no video yet. */
export const isOver = (
  { sportEventId }: Pick<StoredClip, 'sportEventId'>,
  { vod, club, match }: { vod: unknown; club: unknown; match: unknown },
): boolean => vod === undefined || !club || (sportEventId !== null && !match);
