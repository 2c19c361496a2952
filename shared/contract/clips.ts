/**
 * Clips: some seconds of a recording as a video of their own, with a page that plays without login once it is
 * published. Rows: D-CLIP-1 to D-CLIP-4.
 */
import * as z from 'zod';
import { longestClip, shortestClip } from '../domain/clip-length.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  BooleanInput,
  ClubName,
  Id,
  MediaStatus,
  NewId,
  Page,
  PageQuery,
  requiredText,
  Single,
  Version,
} from './schema.ts';

const Club = ClubName.extend({ thumbnail: z.string().nullable() });

/** A part of a recording, its moments one after the other (D-CLIP-4), or what visitors may watch of it once (E-PAY-2). */
const ClipKind = z.enum(['CUT', 'SUMMARY', 'FREE']);

/** What staff see of a clip. Times in seconds of the recording, or of the broadcast while there is none. */
export const ManagedClip = z.object({
  id: Id,
  kind: ClipKind,
  title: z.string(),
  /** Of a summary its first part's. */
  start: z.number(),
  seconds: z.number(),
  /** Of a summary, how many parts it has after its title card. */
  parts: z.int(),
  clubId: Id,
  status: MediaStatus,
  progress: z.int().nullable(),
  failure: z.string().nullable(),
  /** Somebody who may watch the match has cut it for themselves (D-CLIP-3). */
  byViewer: z.boolean(),
  /** Published, as far as whoever made it is concerned. */
  visible: z.boolean(),
  /** Everybody can open it now: it is ready, its club allows it, and nothing that it is of is hidden. */
  isPublic: z.boolean(),
  dateCreated: z.string(),
  poster: z.string().nullable(),
  /** An address that is good for some minutes; null until it is ready. */
  video: z.string().nullable(),
  version: Version,
});
export type ManagedClip = z.output<typeof ManagedClip>;

/** What somebody sees of a clip that they cut for themselves (D-CLIP-3). Times in seconds of the recording. */
export const OwnClip = z.object({
  id: Id,
  title: z.string(),
  start: z.number(),
  seconds: z.number(),
  status: MediaStatus,
  progress: z.int().nullable(),
  failure: z.string().nullable(),
  /** Staff of its club have published it: everybody can open its page. */
  isPublic: z.boolean(),
  dateCreated: z.string(),
  poster: z.string().nullable(),
  /** Good for some minutes; null until it is ready, and when the right to the match, or the club's leave, has ended. */
  video: z.string().nullable(),
  /** Null when it is not published any more. */
  vod: z.object({ id: Id, title: z.string() }).nullable(),
});
export type OwnClip = z.output<typeof OwnClip>;

/** Whose clips the caller can cut, and whether they may be public. */
const CuttingClub = Club.extend({ publicClips: z.boolean() });

/** What everybody sees of a published clip. */
export const PublicClip = z.object({
  id: Id,
  kind: ClipKind,
  title: z.string(),
  seconds: z.number(),
  dateCreated: z.string(),
  poster: z.string().nullable(),
  video: z.string(),
  club: Club,
  clubs: z.array(Club),
  /** Null while there is none that everybody may find: of a live, until its video is published. */
  vod: z.object({ id: Id, title: z.string() }).nullable(),
  sportEvent: z.object({ id: Id, title: z.string() }).nullable(),
});
export type PublicClip = z.output<typeof PublicClip>;

/** The same in a list. */
export const ClipCard = PublicClip.pick({ id: true, kind: true, title: true, seconds: true, poster: true }).extend({
  club: ClubName,
});
export type ClipCard = z.output<typeof ClipCard>;

const title = requiredText(200, 'El título es requerido');

const start = z.number().min(0).max(86_400);
const seconds = z
  .number()
  .min(shortestClip, `Un clip dura al menos ${shortestClip} segundos`)
  .max(longestClip, `Un clip dura como mucho ${longestClip} segundos`);

/** Either what surrounds a moment, by one tap, or freely from a second on. */
export const NewClip = z.object({
  momentId: Id.optional(),
  title: title.optional(),
  start: start.optional(),
  seconds: seconds.optional(),
  /** Whose crest is in the corner; of club staff their own. */
  clubId: Id.optional(),
});

export const NewOwnClip = z.object({ title, start, seconds });

/** Which broadcast of a source: the instant at which it began, as the live itself says. */
const Broadcast = { startedAt: z.iso.datetime('La emisión no es válida') };

/** Of a live: what surrounds an action of its match, by one tap, or freely from a second of the broadcast on. */
export const NewLiveClip = NewClip.omit({ momentId: true }).extend({ ...Broadcast, actionId: Id.optional() });

/** `by`: those that staff have cut, or those that viewers have cut for themselves. */
const ClipsQuery = PageQuery.extend({
  by: z.enum(['club', 'viewers']).optional(),
  clipId: Id.optional().meta({ description: 'The page on which this clip is, in place of `page`.' }),
});

const ManagedClips = Page('clips', ManagedClip).extend({
  /** How many of all are viewers' own. */
  byViewers: z.int(),
  clubs: z.array(CuttingClub),
  /** Whether there is still something to cut from. */
  canCut: z.boolean(),
});

const ClipChanges = z.object({ title, visible: BooleanInput, version: Version }).partial();

export const clipEndpoints = defineEndpoints({
  'GET /clips/{id}': {
    summary: 'A published clip',
    access: 'public',
    data: Single('clip', PublicClip),
    cache: 30,
    refuses: ['CLP4040'],
  },
  'GET /clips/{id}/video': {
    summary: 'The MP4 of a published clip',
    access: 'public',
    produces: 'video/mp4',
    status: 302,
    cache: 30,
    refuses: ['CLP4040'],
  },
  'GET /sportevents/{id}/clips': {
    summary: 'Published clips of an event: what was made of the whole of it first, then as it went',
    access: 'public',
    query: PageQuery,
    data: Page('clips', ClipCard),
    cache: 10,
  },
  'GET /liveusers/{slug}/clips': {
    summary: 'Clips of a live, also when it is a video by now: for club staff those of the own club',
    access: 'staff',
    query: ClipsQuery.extend(Broadcast),
    data: ManagedClips,
    refuses: ['BRD4040', 'SSN4030'],
  },
  'POST /liveusers/{slug}/clips': {
    summary: 'Cut a clip from a live; it is made as soon as the live is recorded so far',
    access: 'staff',
    body: NewLiveClip,
    data: NewId,
    status: 201,
    refuses: ['BRD4040', 'CLB4000', 'CLP4000', 'CLP4001', 'EVT4040', 'MOM4040', 'REQ4290', 'SSN4030'],
  },
  'GET /vods/{id}/clips': {
    summary: 'Clips of a recording: for club staff those of the own club',
    access: 'staff',
    query: ClipsQuery,
    /** `moments`: of all clubs, what a summary can be made of. */
    data: ManagedClips.extend({ moments: z.int() }),
    refuses: ['SSN4030', 'VOD4040'],
  },
  'POST /vods/{id}/clips': {
    summary: 'Cut a clip; the same cut again is the same clip',
    access: 'staff',
    body: NewClip,
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'CLP4000', 'CLP4001', 'MOM4040', 'REQ4290', 'SSN4030', 'VOD4040', 'VOD4090', 'VOD4091'],
  },
  'POST /vods/{id}/summary': {
    summary: 'Make one clip of the moments of a recording; of the same moments it is the same one',
    access: 'staff',
    body: z.object({ clubId: Id.optional() }),
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'CLP4002', 'REQ4290', 'SSN4030', 'VOD4040', 'VOD4090', 'VOD4091'],
  },
  'GET /vods/{id}/free-moment': {
    summary: 'Whether whoever may not watch a recording may watch a moment of it',
    access: 'public',
    data: z.object({ freeMoment: z.object({ seconds: z.number() }).nullable() }),
    cache: 30,
  },
  'POST /vods/{id}/free-moment': {
    summary: 'Watch that moment: once a match and network, at an address that is good for some minutes',
    access: 'public',
    data: z.object({ video: z.string() }),
    refuses: ['CLP4031', 'CLP4040'],
  },
  'POST /vods/{id}/free-moments': {
    summary: 'Choose that moment, in place of the one that the club had chosen: half a minute from this second on',
    access: 'staff',
    body: z.object({ start, clubId: Id.optional() }),
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'CLP4000', 'REQ4290', 'SSN4030', 'VOD4040', 'VOD4090', 'VOD4091'],
  },
  'GET /users/me/clips': {
    summary: 'Clips that the caller has cut, the latest first',
    access: 'viewer',
    query: z.object({ vodId: Id.optional() }),
    data: z.object({ clips: z.array(OwnClip) }),
  },
  'POST /vods/{id}/own-clips': {
    summary: 'Cut a clip for oneself, where a club of the match lets viewers; the same cut again is the same clip',
    access: 'viewer',
    body: NewOwnClip,
    data: NewId,
    status: 201,
    refuses: [
      ...(['CLP4000', 'CLP4030', 'CLP4091', 'PLY4030', 'REQ4290', 'SSN4030'] as const),
      ...(['VOD4040', 'VOD4090', 'VOD4091'] as const),
    ],
  },
  'DELETE /users/me/clips/{id}': { summary: 'Delete an own clip', access: 'viewer', refuses: ['CLP4040'] },
  'PATCH /clips/{id}': {
    summary: 'Rename, publish or hide a clip',
    access: 'staff',
    body: ClipChanges,
    refuses: ['CLP4040', 'CLP4090', 'REQ4090', 'SSN4030'],
  },
  'DELETE /clips/{id}': { summary: 'Delete a clip', access: 'staff', refuses: ['CLP4040', 'SSN4030'] },
});
