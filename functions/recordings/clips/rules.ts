/** Clips: what is stored, which part of a recording they take, and who may open them. Pure. Rows: D-CLIP-1 to 3. */
import { longestClip, shortestClip } from '../../../shared/recordings/clip-length.ts';
import type { StoredClub } from '../../league/clubs/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import type { Cut, MediaFields } from '../media/rules.ts';
import { isPublished, type StoredVod } from '../vods/rules.ts';

export interface StoredClip extends MediaFields {
  id: string;
  version: number;
  title: string;
  vodId: string;
  /** The club that it is of: whose staff keep it, whose crest is in its corner, who says whether it may be public. */
  clubId: string;
  /** The match that it is of, as it was when it was cut: its end is the clip's, whatever becomes of the recording. */
  sportEventId: string | null;
  cut: Cut;
  dateCreated: string;
  uploadId: null;
}

type Part = Pick<Cut, 'start' | 'seconds' | 'poster'>;

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

/** In tenths of a second, so that the same is the same. Of the first and the last picture no poster is made. */
const part = (start: number, seconds: number, poster: number): Part => ({
  start: tenth(start),
  seconds: tenth(seconds),
  poster: tenth(Math.min(Math.max(poster, 0.5), seconds - 0.5)),
});

const tenth = (seconds: number) => Math.round(seconds * 10) / 10;

/** What a clip stands and falls with, as of now. */
export interface Surroundings {
  vod: StoredVod | undefined;
  club: StoredClub | undefined;
  /** Its match, and that of its recording; undefined for one that is gone. */
  events: readonly (StoredEvent | undefined)[];
}

/** Row D-CLIP-3: everything that ends or hides what it is of ends or hides the clip. */
export function isPublicClip(
  { visible, status, clubId }: Pick<StoredClip, 'visible' | 'status' | 'clubId'>,
  { vod, club, events }: Surroundings,
): boolean {
  return (
    visible &&
    status === 'FINISHED' &&
    vod !== undefined &&
    isPublished(vod) &&
    vod.clubIds.includes(clubId) &&
    Boolean(club?.visible && club.publicClips) &&
    events.every((event) => event?.visible)
  );
}

/** Nothing brings it back: its files can go. */
export const isOver = (
  { sportEventId }: Pick<StoredClip, 'sportEventId'>,
  { vod, club, match }: { vod: unknown; club: unknown; match: unknown },
): boolean => !vod || !club || (sportEventId !== null && !match);
