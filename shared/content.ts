/** Editorial videos in categories. Rows: V-CONT, V-VIDEO, V-API-13 to 18. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Playback } from './playback.ts';
import { ClubName, ClubNames, Id, ListQuery, MediaStatus, Page, Single } from './schema.ts';

/** Row V-ENT-6. */
export const ContentCategory = z.object({ id: z.int(), title: z.string() });

/** Row V-ENT-5. */
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

const categories = z.object({ categories: z.array(ContentCategory) });

export const contentEndpoints = defineEndpoints({
  'GET /content/categories': { summary: 'The categories', access: 'public', data: categories, cache: 60 },
  'GET /content/categories/{categoryId}/videos': {
    summary: 'Visible videos of a category',
    access: 'public',
    query: ListQuery,
    data: Page('contentVideos', ContentCard),
    cache: 10,
  },
  'GET /content/categories/{categoryId}/videos/{videoId}': {
    summary: 'One video',
    access: 'public',
    data: Single('contentVideo', ContentCard.extend({ playback: Playback })),
    cache: 10,
  },
  'GET /content/categories/{categoryId}/videos/{videoId}/clubs': {
    summary: 'Clubs of a video',
    access: 'public',
    data: ClubNames,
    cache: 10,
  },
  'GET /public/content/videos': {
    summary: 'The latest videos of all categories',
    access: 'public',
    query: ListQuery.pick({ page: true }),
    data: Page('contentVideos', ContentCard),
    cache: 10,
  },
});
