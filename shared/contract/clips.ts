/** Endpoints of clips: seconds of a recording as a separate video, with a public page once published. */
import * as z from 'zod';
import { longestClip, shortestClip } from '../domain/clip-length.ts';
import { ClipCard, CuttingClub, ManagedClip, PublicClip, ViewerClip } from './clip.ts';
import { defineEndpoints } from './endpoint.ts';
import { BooleanInput, Id, NewId, Page, PageQuery, requiredText, Single, Version } from './schema.ts';

const title = requiredText(200, 'El título es requerido');

const start = z.number().min(0).max(86_400);
const seconds = z
  .number()
  .min(shortestClip, `Un clip dura al menos ${shortestClip} segundos`)
  .max(longestClip, `Un clip dura como mucho ${longestClip} segundos`);

/** A clip of a recording: around a moment, or a free choice of seconds. */
export const NewClip = z.object({
  momentId: Id.optional(),
  title: title.optional(),
  start: start.optional(),
  seconds: seconds.optional(),
  /** The club whose crest is shown; club staff always use their own. */
  clubId: Id.optional(),
});

export const NewViewerClip = z.object({ title, start, seconds });

/** Start of the broadcast, as the live reports it. */
const BroadcastStart = { startedAt: z.iso.datetime('La emisión no es válida') };

/** A clip of a live: around an action of its match, or a free choice of seconds of the broadcast. */
export const NewLiveClip = NewClip.omit({ momentId: true }).extend({ ...BroadcastStart, actionId: Id.optional() });

/** `by`: clips cut by staff (`club`) or by viewers. */
const ClipsQuery = PageQuery.extend({
  by: z.enum(['club', 'viewers']).optional(),
  clipId: Id.optional().meta({ description: 'The page on which this clip is, in place of `page`.' }),
});

const ManagedClips = Page('clips', ManagedClip).extend({
  byViewers: z.int(),
  clubs: z.array(CuttingClub),
  /** True if clips can be cut: from a recording with its source file and an encoding, or from a live with a match. */
  canCut: z.boolean(),
});

const ClipChanges = z.object({ title, visible: BooleanInput, version: Version }).partial();

export const clipEndpoints = defineEndpoints({
  'GET /clips/{id}': {
    summary: 'A published clip',
    access: 'public',
    data: Single('clip', PublicClip),
    cache: 10,
    publiclyCacheable: false,
    refuses: ['CLP4040'],
  },
  'GET /clips/{id}/video': {
    summary: 'The MP4 of a published clip',
    access: 'public',
    produces: 'video/mp4',
    status: 302,
    cache: 10,
    publiclyCacheable: false,
    refuses: ['CLP4040'],
  },
  'GET /sportevents/{id}/clips': {
    summary: 'Published clips of an event: summaries first, then in match order',
    access: 'public',
    query: PageQuery,
    data: Page('clips', ClipCard),
    cache: 10,
    publiclyCacheable: true,
    refuses: ['EVT4040'],
  },
  'GET /liveusers/{slug}/clips': {
    summary: 'Clips of a live, even after it has become a video; club staff see those of their club',
    access: 'staff',
    query: ClipsQuery.extend(BroadcastStart),
    data: ManagedClips,
    refuses: ['BRD4040', 'SSN4030'],
  },
  'POST /liveusers/{slug}/clips': {
    summary: 'Cut a clip from a live; it is encoded once the recording reaches its end',
    access: 'staff',
    body: NewLiveClip,
    data: NewId,
    status: 201,
    refuses: ['BRD4040', 'CLB4000', 'CLP4000', 'CLP4001', 'CLP4092', 'EVT4040', 'MOM4040', 'REQ4290', 'SSN4030'],
  },
  'GET /vods/{id}/clips': {
    summary: 'Clips of a recording; club staff see those of their club',
    access: 'staff',
    query: ClipsQuery,
    /** `moments`: number of moments available for a summary, of all clubs. */
    data: ManagedClips.extend({ moments: z.int() }),
    refuses: ['SSN4030', 'VOD4040'],
  },
  'POST /vods/{id}/clips': {
    summary: 'Cut a clip; repeating the same cut returns the same clip',
    access: 'staff',
    body: NewClip,
    data: NewId,
    status: 201,
    refuses: [
      'CLB4000',
      'CLP4000',
      'CLP4001',
      'CLP4092',
      'MOM4040',
      'REQ4290',
      'SSN4030',
      'VOD4040',
      'VOD4090',
      'VOD4091',
    ],
  },
  'POST /vods/{id}/summary': {
    summary:
      'Create a summary clip from a recording’s moments; repeating it for the same moments returns the same clip',
    access: 'staff',
    body: z.object({ clubId: Id.optional() }),
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'CLP4002', 'REQ4290', 'SSN4030', 'VOD4040', 'VOD4090', 'VOD4091'],
  },
  'GET /vods/{id}/free-moment': {
    summary: 'Length of a recording’s free preview; null if it has none',
    access: 'public',
    data: z.object({ freeMoment: z.object({ seconds: z.number() }).nullable() }),
    cache: 30,
    publiclyCacheable: false,
  },
  'POST /vods/{id}/free-moment': {
    summary:
      'Watch the free preview: once per match and network, for some minutes; its URL must be renewed, like those of clips',
    access: 'public',
    data: z.object({ video: z.string() }),
    refuses: ['CLP4031', 'CLP4040'],
  },
  'POST /vods/{id}/free-moments': {
    summary: 'Choose the second at which the half minute of free preview begins',
    access: 'staff',
    body: z.object({ start, clubId: Id.optional() }),
    data: NewId,
    status: 201,
    refuses: ['CLB4000', 'CLP4000', 'CLP4092', 'REQ4290', 'SSN4030', 'VOD4040', 'VOD4090', 'VOD4091'],
  },
  'GET /users/me/clips': {
    summary: 'Clips cut by the caller, latest first',
    access: 'viewer',
    query: z.object({ vodId: Id.optional() }),
    data: z.object({ clips: z.array(ViewerClip) }),
  },
  'POST /vods/{id}/own-clips': {
    summary: 'Cut a viewer clip, if a club of the match allows it; repeating the same cut returns the same clip',
    access: 'viewer',
    body: NewViewerClip,
    data: NewId,
    status: 201,
    refuses: [
      ...(['CLP4000', 'CLP4030', 'CLP4091', 'CLP4092', 'PLY4030', 'REQ4290', 'SSN4030'] as const),
      ...(['VOD4040', 'VOD4090', 'VOD4091'] as const),
    ],
  },
  'DELETE /users/me/clips/{id}': {
    summary: 'Delete a clip of the caller',
    access: 'viewer',
    refuses: ['CLP4040', 'MTT4090'],
  },
  'PATCH /clips/{id}': {
    summary: 'Rename, publish or hide a clip',
    access: 'staff',
    body: ClipChanges,
    refuses: ['CLP4040', 'CLP4090', 'FAM4091', 'MTT4090', 'SSN4030'],
  },
  'DELETE /clips/{id}': { summary: 'Delete a clip', access: 'staff', refuses: ['CLP4040', 'MTT4090', 'SSN4030'] },
});
