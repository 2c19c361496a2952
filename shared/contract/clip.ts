/** A clip as the API returns it: for staff, for the viewer who cut it, and for everybody. */
import * as z from 'zod';
import { ClubName, Id, MediaStatus, Version } from './schema.ts';
import { EventOfItem } from './sport-event.ts';

const Club = ClubName.extend({ thumbnail: z.string().nullable() });

/** A part of a recording, a summary of its moments, or the free preview. */
const ClipKind = z.enum(['CUT', 'SUMMARY', 'FREE']);

/** A clip as staff see it. Times in seconds of the recording, or of the broadcast until there is a recording. */
export const ManagedClip = z.object({
  id: Id,
  kind: ClipKind,
  title: z.string(),
  /** Start of the clip; of a summary, the start of its first part. */
  start: z.number(),
  seconds: z.number(),
  /** Number of parts of a summary, without its title card. */
  parts: z.int(),
  clubId: Id,
  status: MediaStatus,
  progress: z.int().nullable(),
  failure: z.string().nullable(),
  byViewer: z.boolean(),
  /** The publisher's choice; see `isPublic` for its effect. */
  visible: z.boolean(),
  /**
   * True if everybody can open it: it is published and finished, its club allows it, and neither its recording nor its
   * match is hidden.
   */
  isPublic: z.boolean(),
  dateCreated: z.string(),
  poster: z.string().nullable(),
  /** A URL valid for some minutes; null until the clip is finished. */
  video: z.string().nullable(),
  version: Version,
});
export type ManagedClip = z.output<typeof ManagedClip>;

/** A clip as the viewer who cut it sees it. Times in seconds of the recording. */
export const ViewerClip = z.object({
  id: Id,
  title: z.string(),
  start: z.number(),
  seconds: z.number(),
  status: MediaStatus,
  progress: z.int().nullable(),
  failure: z.string().nullable(),
  /** True if everybody can open it, as in `ManagedClip`. */
  isPublic: z.boolean(),
  dateCreated: z.string(),
  poster: z.string().nullable(),
  /**
   * A URL valid for some minutes; null until finished, and after the viewer's right or the club's permission has ended.
   */
  video: z.string().nullable(),
  /** Null once the recording is unpublished. */
  vod: z.object({ id: Id, title: z.string() }).nullable(),
});
export type ViewerClip = z.output<typeof ViewerClip>;

/** A club whose clips the caller may cut, and whether they may be public. */
export const CuttingClub = Club.extend({ publicClips: z.boolean() });

const published = { id: Id, kind: ClipKind, title: z.string(), seconds: z.number(), poster: z.string().nullable() };

export const ClipCard = z.object({ ...published, club: ClubName });
export type ClipCard = z.output<typeof ClipCard>;

export const PublicClip = z.object({
  ...published,
  dateCreated: z.string(),
  video: z.string(),
  club: Club,
  clubs: z.array(Club),
  /** Null until the recording is published. `endsAt`: second of the player at which the clip ends. */
  vod: z.object({ id: Id, title: z.string(), endsAt: z.number() }).nullable(),
  sportEvent: EventOfItem.nullable(),
  /** Minute and score of its scene; null if they were not logged. */
  moment: z.object({ time: z.string(), home: z.int(), away: z.int() }).nullable(),
  /** The latest other clips of its club. */
  more: z.array(ClipCard),
});
export type PublicClip = z.output<typeof PublicClip>;
