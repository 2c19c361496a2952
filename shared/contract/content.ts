import * as z from 'zod';
import { Playback } from '../domain/playback-grant.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  BooleanInput,
  ClubIdList,
  ClubIds,
  ClubName,
  ClubNames,
  DeletedVideo,
  Id,
  ListQuery,
  MediaStatus,
  managedVideo,
  Order,
  Page,
  PageQuery,
  requiredText,
  Single,
  text,
  Version,
  VideoFilter,
} from './schema.ts';
import { FileDescription, mp4File, pngFile, UploadTicket } from './uploads.ts';

export const ContentCategory = z.object({ id: z.int(), title: z.string() });

export const ContentCard = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  dateCreated: z.string(),
  status: MediaStatus,
  duration: z.number().nullable(),
  clubs: z.array(ClubName),
  categoryId: z.int(),
  categoryName: z.string(),
});
export type ContentCard = z.output<typeof ContentCard>;

export const ManagedContent = ContentCard.extend({ ...managedVideo, renderOrder: z.int().nullable() });
export type ManagedContent = z.output<typeof ManagedContent>;

const title = requiredText(200, 'El título del contenido es requerido');
const categoryId = z.coerce.number('La categoría no es válida').int('La categoría no es válida');

/** JSON with `file` opens a multipart upload; a form carries the file itself. */
export const NewContent = z.object({
  title,
  description: text(5000).default(''),
  visible: BooleanInput.default(false),
  categoryId,
  clubIds: ClubIdList.default([]),
  file: FileDescription.optional(),
});

export const ContentChanges = z
  .object({ title, description: text(5000), visible: BooleanInput, categoryId, renderOrder: Order, version: Version })
  .partial();

const categories = z.object({ categories: z.array(ContentCategory) });

const managed = { access: 'admin', data: Single('contentVideo', ManagedContent) } as const;

export const contentEndpoints = defineEndpoints({
  'GET /content/categories': {
    summary: 'The categories',
    access: 'public',
    data: categories,
    cache: 60,
    publiclyCacheable: true,
  },
  'GET /content/categories/{categoryId}/videos': {
    summary: 'Visible videos of a category',
    access: 'public',
    query: ListQuery,
    data: Page('contentVideos', ContentCard),
    cache: 10,
    publiclyCacheable: true,
    refuses: ['CON4040'],
  },
  'GET /content/categories/{categoryId}/videos/{videoId}': {
    summary: 'One video',
    access: 'public',
    data: Single('contentVideo', ContentCard.extend({ playback: Playback })),
    cache: 10,
    publiclyCacheable: false,
    refuses: ['CON4040'],
  },
  'GET /content/categories/{categoryId}/videos/{videoId}/clubs': {
    summary: 'Clubs of a video',
    access: 'public',
    data: ClubNames,
    cache: 10,
    publiclyCacheable: false,
    refuses: ['CON4040'],
  },
  'GET /live/content/categories': { summary: 'The categories', access: 'admin', data: categories },
  'GET /live/content': {
    summary: 'All content videos in any state',
    access: 'admin',
    query: ListQuery.pick({ page: true, search: true, clubIds: true }).extend({
      ...VideoFilter.shape,
      categoryId: categoryId.optional(),
      clubId: Id.optional(),
    }),
    data: Page('contentVideos', ManagedContent),
  },
  'POST /live/content': {
    summary: 'Create a content video and open its upload',
    access: 'admin',
    body: NewContent,
    files: { contentVideoFile: mp4File, contentVideoThumbFile: pngFile },
    data: Id,
    extra: z.object({ upload: UploadTicket.optional() }),
    status: 201,
    refuses: ['CAT4000', 'CLB4000', 'IMG4000', 'IMG4001', 'IMG4002', 'REQ4290', 'UPL4001', 'UPL4002', 'UPL4003'],
  },
  'GET /live/content/{id}': { ...managed, summary: 'One content video', refuses: ['CON4040'] },
  'PATCH /live/content/{id}': {
    ...managed,
    summary: 'Change a content video',
    body: ContentChanges,
    refuses: ['CAT4000', 'CON4040', 'MTT4090'],
  },
  'DELETE /live/content/{id}': {
    summary: 'Delete a content video; its files are kept for 14 days',
    access: 'admin',
    refuses: ['CON4040'],
  },
  'GET /live/deleted-content': {
    summary: 'Deleted content videos that can be recovered, latest first',
    access: 'admin',
    query: PageQuery,
    data: Page('contentVideos', DeletedVideo),
  },
  'POST /live/content/{id}/recover': {
    ...managed,
    summary: 'Recover a deleted content video, hidden; no effect if it is not deleted',
    refuses: ['CON4040'],
  },
  'PUT /live/content/{id}/segments': {
    summary: 'Re-encode with a new key; hidden until set visible',
    access: 'admin',
    status: 202,
    refuses: ['CON4040', 'VOD4090', 'VOD4091'],
  },
  'GET /live/content/{id}/clubs': {
    summary: 'Clubs of a content video',
    access: 'admin',
    data: ClubNames,
    refuses: ['CON4040'],
  },
  'PUT /live/content/{id}/clubs': {
    summary: 'Set the clubs of a content video',
    access: 'admin',
    body: ClubIds,
    refuses: ['CLB4000', 'CON4040'],
  },

  'GET /public/content/videos': {
    summary: 'The latest videos of all categories',
    access: 'public',
    query: ListQuery.pick({ page: true }),
    data: Page('contentVideos', ContentCard),
    cache: 10,
    publiclyCacheable: true,
  },
});
