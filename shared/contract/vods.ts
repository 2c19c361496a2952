import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { MatchFilter } from './events.ts';
import {
  BooleanInput,
  ClubIdList,
  ClubIds,
  ClubNames,
  DeletedVideo,
  Id,
  ListQuery,
  Order,
  Page,
  PageQuery,
  requiredText,
  Single,
  SportInput,
  text,
  Version,
  VideoFilter,
} from './schema.ts';
import { FileDescription, pngFile, UploadTicket, videoFile } from './uploads.ts';
import { Audience, ListedVod, ManagedVod, Vod, VodCard } from './vod.ts';

const title = requiredText(200, 'El título del video es requerido');
const sportEventId = z.union([Id, z.literal('').transform(() => null), z.null()]);

/** JSON with `file` opens a multipart upload; a form carries the file itself. */
export const NewVod = z.object({
  title,
  summary: text(5000).default(''),
  sport: SportInput.default('SOCCER'),
  visible: BooleanInput.default(false),
  sportEventId: sportEventId.default(null),
  clubIds: ClubIdList.default([]),
  file: FileDescription.optional(),
});

export const VodChanges = z
  .object({
    title,
    summary: text(5000),
    visible: BooleanInput,
    sport: SportInput,
    sportEventId,
    renderOrder: Order,
    version: Version,
  })
  .partial();

const ManagedQuery = ListQuery.extend(VideoFilter.shape);
/** Endpoints that admins and club staff have alike; club staff for the videos of their club. */
const one = { data: Single('vod', ManagedVod), refuses: ['VOD4040'] } as const;
const change = {
  body: VodChanges,
  data: Single('vod', ManagedVod),
  refuses: ['CLS4030', 'EVT4000', 'MTT4090', 'RGT4090', 'VOD4040'],
} as const;
const readClubs = { data: ClubNames, refuses: ['VOD4040'] } as const;
const setClubs = { body: ClubIds, refuses: ['CLB4000', 'VOD4040'] } as const;
const creation = {
  body: NewVod,
  files: { vodFile: videoFile, vodThumbFile: pngFile },
  data: Id,
  extra: z.object({ upload: UploadTicket.optional() }),
  status: 201,
  refuses: ['CLB4000', 'EVT4000', 'IMG4000', 'IMG4001', 'IMG4002', 'REQ4290', 'UPL4001', 'UPL4002', 'UPL4003'],
} as const;

export const vodEndpoints = defineEndpoints({
  'GET /vods': {
    summary: 'Visible, playable VODs, filtered by sport, title and clubs; `each` returns one per match',
    access: 'public',
    query: ListQuery.extend({ ...MatchFilter.shape, each: z.literal('match').optional() }),
    data: Page('vods', ListedVod),
    cache: 10,
    publiclyCacheable: true,
  },
  'GET /vods/{id}': {
    summary: 'One VOD, with the caller’s access decision',
    access: 'public',
    data: Single('vod', Vod),
    cache: 10,
    publiclyCacheable: false,
    refuses: ['VOD4040'],
  },
  'GET /vods/{id}/clubs': {
    summary: 'Clubs of a VOD',
    access: 'public',
    data: ClubNames,
    cache: 10,
    publiclyCacheable: false,
    refuses: ['VOD4040'],
  },
  'GET /clubs/{id}/vods': {
    summary: 'VODs of a club',
    access: 'public',
    query: PageQuery.extend(MatchFilter.shape),
    data: Page('vods', VodCard),
    cache: 10,
    publiclyCacheable: true,
    refuses: ['CLB4040'],
  },
  'GET /sportevents/{id}/vods': {
    summary: 'VODs of an event, and its number of public clips',
    access: 'public',
    query: PageQuery,
    data: Page('vods', VodCard).extend({ clips: z.int() }),
    cache: 10,
    publiclyCacheable: true,
    refuses: ['EVT4040'],
  },

  'GET /live/vods': {
    summary: 'All VODs in any state',
    access: 'admin',
    query: ManagedQuery.extend({ awaitsPublication: z.literal('true').optional() }),
    data: Page('vods', ManagedVod),
  },
  'GET /live/publications': {
    summary: 'Number of VODs that wait for publication',
    access: 'admin',
    data: z.object({ awaiting: z.int() }),
  },
  'POST /live/vods': { ...creation, access: 'admin', summary: 'Create a VOD and open its upload' },
  'GET /live/vods/{id}': { ...one, access: 'admin', summary: 'One VOD' },
  'PATCH /live/vods/{id}': { ...change, access: 'admin', summary: 'Change a VOD' },
  'DELETE /live/vods/{id}': {
    summary: 'Delete a VOD; its files are kept for 14 days',
    access: 'admin',
    refuses: ['VOD4040'],
  },
  'GET /live/deleted-vods': {
    summary: 'Deleted VODs that can be recovered, latest first',
    access: 'admin',
    query: PageQuery,
    data: Page('vods', DeletedVideo),
  },
  'POST /live/vods/{id}/recover': {
    summary: 'Recover a deleted VOD, hidden; no effect if it is not deleted',
    access: 'admin',
    data: Single('vod', ManagedVod),
    refuses: ['EVT4040', 'VOD4040'],
  },
  'PUT /live/vods/{id}/segments': {
    summary: 'Re-encode with a new key; hidden until set visible',
    access: 'admin',
    status: 202,
    refuses: ['VOD4040', 'VOD4090', 'VOD4091'],
  },
  'GET /live/vods/{id}/audience': {
    summary: 'Number of viewers and plays of a VOD, and of plays of each part',
    access: 'admin',
    data: z.object({ audience: Audience }),
    refuses: ['VOD4040'],
  },
  'GET /live/vods/{id}/clubs': { ...readClubs, access: 'admin', summary: 'Clubs of a VOD' },
  'PUT /live/vods/{id}/clubs': { ...setClubs, access: 'admin', summary: 'Set the clubs of a VOD' },

  'GET /clubStaff/vods': {
    summary: 'VODs in which the caller’s club takes part',
    access: 'clubStaff',
    query: ManagedQuery,
    data: Page('vods', ManagedVod),
  },
  'POST /clubStaff/vods': { ...creation, access: 'clubStaff', summary: 'Create a VOD of the caller’s club' },
  'GET /clubStaff/vods/{id}': { ...one, access: 'clubStaff', summary: 'One VOD of the caller’s club' },
  'PATCH /clubStaff/vods/{id}': {
    ...change,
    access: 'clubStaff',
    summary: 'Change title, summary or event of a VOD of the caller’s club',
  },
  'PUT /clubStaff/vods/{id}/segments': { summary: 'Always refused', access: 'clubStaff' },
  'GET /clubStaff/vods/{id}/clubs': { ...readClubs, access: 'clubStaff', summary: 'Clubs of a VOD' },
  'PUT /clubStaff/vods/{id}/clubs': {
    ...setClubs,
    access: 'clubStaff',
    summary: 'Set the clubs of a VOD; club staff must keep their club and cannot add or remove others',
  },
});
