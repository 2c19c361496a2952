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

const query = ListQuery.pick({ page: true, search: true, clubIds: true }).extend(VideoFilter.shape);

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
  'GET /live/ad_videos': { summary: 'All ads', access: 'admin', query, data: Page('adVideos', AdVideo) },
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
  'GET /live/ad_videos/{id}': {
    summary: 'One ad',
    access: 'admin',
    data: Single('adVideo', AdVideo),
    refuses: ['ADV4040'],
  },
  'PATCH /live/ad_videos/{id}': {
    summary: 'Change an ad',
    access: 'admin',
    body: AdChanges,
    data: Single('adVideo', AdVideo),
    refuses: ['ADV4040'],
  },
  'DELETE /live/ad_videos/{id}': { summary: 'Delete an ad', access: 'admin', refuses: ['ADV4040'] },
  'GET /live/ad_videos/{id}/clubs': {
    summary: 'Clubs of an ad',
    access: 'admin',
    data: ClubNames,
    refuses: ['ADV4040'],
  },
  'PUT /live/ad_videos/{id}/clubs': {
    summary: 'Set the clubs of an ad',
    access: 'admin',
    body: ClubIds,
    refuses: ['ADV4040', 'CLB4000'],
  },

  'GET /clubStaff/ad_videos': {
    summary: 'Ads of the caller’s club',
    access: 'clubStaff',
    query,
    data: Page('adVideos', AdVideo),
  },
  'GET /clubStaff/ad_videos/{id}': {
    summary: 'One ad of the caller’s club',
    access: 'clubStaff',
    data: Single('adVideo', AdVideo),
    refuses: ['ADV4040'],
  },
  'GET /clubStaff/ad_videos/{id}/clubs': {
    summary: 'Clubs of an ad',
    access: 'clubStaff',
    data: ClubNames,
    refuses: ['ADV4040'],
  },
});
