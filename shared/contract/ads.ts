import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import {
  BooleanInput,
  ClubIdList,
  ClubIds,
  ClubName,
  ClubNames,
  Id,
  ListQuery,
  MediaStatus,
  managedVideo,
  Order,
  Page,
  requiredText,
  Single,
  Version,
  VideoFilter,
} from './schema.ts';
import { FileDescription, mp4File, UploadTicket } from './uploads.ts';

/** A higher `emissionPriority` goes first, null last. */
export const AdVideo = z.object({
  ...managedVideo,
  id: Id,
  title: z.string(),
  emissionPriority: z.int().nullable(),
  dateCreated: z.string(),
  status: MediaStatus,
  duration: z.number().nullable(),
  thumbnail: z.string().nullable(),
  clubs: z.array(ClubName),
});
export type AdVideo = z.output<typeof AdVideo>;

const title = requiredText(200, 'El título del anuncio es requerido');

/** A priority that is not a number counts as 1. */
const formPriority = z
  .unknown()
  .optional()
  .transform((value) => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    return Order.unwrap().safeParse(number).data ?? 1;
  });

export const NewAd = z.object({
  title,
  visible: BooleanInput.default(true),
  emissionPriority: formPriority,
  clubIds: ClubIdList.default([]),
  file: FileDescription.optional(),
});

export const AdChanges = z
  .object({ title, visible: BooleanInput, emissionPriority: Order, version: Version })
  .partial();

/** Endpoints that admins and club staff have alike; club staff for the ads of their club. */
const list = {
  query: ListQuery.pick({ page: true, search: true, clubIds: true }).extend(VideoFilter.shape),
  data: Page('adVideos', AdVideo),
} as const;
const one = { data: Single('adVideo', AdVideo), refuses: ['ADV4040'] } as const;
const readClubs = { data: ClubNames, refuses: ['ADV4040'] } as const;

export const adEndpoints = defineEndpoints({
  'GET /ad_videos': {
    summary: 'Ads to play before an item of the given clubs, in playing order',
    access: 'public',
    query: ListQuery.pick({ clubIds: true }),
    data: z.object({
      adVideos: z.array(z.object({ id: Id, title: z.string(), duration: z.number().nullable(), url: z.string() })),
    }),
    cache: 30,
    publiclyCacheable: true,
  },
  'GET /live/ad_videos': { ...list, access: 'admin', summary: 'All ads' },
  'POST /live/ad_videos': {
    summary: 'Create an ad and open its upload',
    access: 'admin',
    body: NewAd,
    files: { adVideoFile: mp4File },
    data: Id,
    extra: z.object({ upload: UploadTicket.optional() }),
    status: 201,
    refuses: ['CLB4000', 'IMG4000', 'IMG4001', 'IMG4002', 'REQ4290', 'UPL4001', 'UPL4002', 'UPL4003'],
  },
  'GET /live/ad_videos/{id}': { ...one, access: 'admin', summary: 'One ad' },
  'PATCH /live/ad_videos/{id}': { ...one, body: AdChanges, access: 'admin', summary: 'Change an ad' },
  'DELETE /live/ad_videos/{id}': { summary: 'Delete an ad', access: 'admin', refuses: ['ADV4040'] },
  'GET /live/ad_videos/{id}/clubs': { ...readClubs, access: 'admin', summary: 'Clubs of an ad' },
  'PUT /live/ad_videos/{id}/clubs': {
    summary: 'Set the clubs of an ad',
    access: 'admin',
    body: ClubIds,
    refuses: ['ADV4040', 'CLB4000'],
  },

  'GET /clubStaff/ad_videos': { ...list, access: 'clubStaff', summary: 'Ads of the caller’s club' },
  'GET /clubStaff/ad_videos/{id}': { ...one, access: 'clubStaff', summary: 'One ad of the caller’s club' },
  'GET /clubStaff/ad_videos/{id}/clubs': { ...readClubs, access: 'clubStaff', summary: 'Clubs of an ad' },
});
