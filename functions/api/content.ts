/** Endpoints of editorial videos: open to everybody, managed by admins. */
import { contentEndpoints } from '../../shared/contract/content.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { answerClubs, clubs, createClubNamer, keepExistingClubs, requireClubs } from '../league/clubs/store.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { serveCached } from '../platform/http/serve.ts';
import { type PageOfRows, toPage, toPagination } from '../platform/lists/pagination.ts';
import { editItem, requireItem } from '../platform/lists/require-item.ts';
import { assertMayShow } from '../platform/withholding/rules.ts';
import { isPlayable, isPublished } from '../recordings/content/rules.ts';
import {
  type ContentRow,
  categories,
  contentVideos,
  type StoredContent,
  toContentCard,
  toManagedContent,
} from '../recordings/content/store.ts';
import { createMedia } from '../recordings/media/create-media.ts';
import { deleteVideo, listDeleted, recoverVideo, toDeletedCards } from '../recordings/media/deleted-videos.ts';
import { regenerate } from '../recordings/media/encoding.ts';
import { matchesVideoFilter, type VideoFilter } from '../recordings/media/video-filter.ts';
import { openContent, previewContent } from '../viewing/playback/playback-grants.ts';

export const handler = serveCached([contentVideos, clubs], contentEndpoints, {
  'GET /content/categories': async () => ({ data: { categories: [...categories] } }),

  'GET /content/categories/{categoryId}/videos': async ({ params, query }) => {
    const categoryId = requireCategory(params.categoryId);
    const { page, ...filter } = query;
    return { data: await listCards({ ...filter, categoryId, published: true }, (rows) => toPage(rows, page)) };
  },

  'GET /content/categories/{categoryId}/videos/{videoId}': async ({ params, caller, now }) => {
    const video = await requireVideo(params, caller);
    const playback = video.visible
      ? openContent(video.id, video.generation !== null)
      : await previewContent(video.id, video.generation !== null, caller, now);
    return { data: { contentVideo: { ...toContentCard(video, await createClubNamer([video])), playback } } };
  },

  'GET /content/categories/{categoryId}/videos/{videoId}/clubs': async ({ params, caller }) =>
    answerClubs(await requireVideo(params, caller)),

  'GET /live/content/categories': async () => ({ data: { categories: [...categories] } }),
  'GET /live/content': async ({ query }) => {
    const { page, clubId, ...asked } = query;
    const filter = { ...asked, ...(clubId && { clubIds: [clubId] }) };
    const { items, ...chosen } = await contentVideos.list(filter, createContentFilter, (rows) => toPage(rows, page));
    const nameClubs = await createClubNamer(items, 'staff');
    return {
      data: { contentVideos: items.map((video) => toManagedContent(video, nameClubs)), ...toPagination(chosen) },
    };
  },
  'POST /live/content': async ({ body, files, caller, now }) => {
    const { file, visible, ...fields } = body;
    requireKnownCategory(fields.categoryId);
    await requireClubs(fields.clubIds);
    const item = { kind: 'contentvideos' as const, fields: { ...fields, renderOrder: null }, visible, file };
    const sent = { video: files.contentVideoFile, picture: files.contentVideoThumbFile };
    const { id, upload } = await createMedia({ ...item, ...sent }, { caller, now });
    return { data: id, upload, message: 'Contenido subido correctamente' };
  },
  'GET /live/content/{id}': async ({ params }) => answerOne(await requireContent(params.id)),
  'PATCH /live/content/{id}': async ({ params, body: { version, ...edit } }) => {
    if (edit.categoryId !== undefined) requireKnownCategory(edit.categoryId);
    const changed = await editItem(contentVideos, params.id, { version, missing: 'CON4040' }, (video) => {
      assertMayShow(video, edit);
      return { ...video, ...edit };
    });
    return { ...(await answerOne(changed)), message: 'Contenido actualizado correctamente' };
  },
  'DELETE /live/content/{id}': async ({ params, caller, now }) => {
    if (!(await deleteVideo('contentvideos', params.id, caller.user.id, now))) throw new ApiError('CON4040');
    return { message: 'Contenido eliminado correctamente' };
  },
  'GET /live/deleted-content': async ({ query, now }) => {
    const page = toPage(await listDeleted('contentvideos', now), query.page);
    return { data: { contentVideos: await toDeletedCards(page.rows), ...toPagination(page) } };
  },
  'POST /live/content/{id}/recover': async ({ params, now }) => {
    const removeMissingClubs = async (video: StoredContent) => ({
      ...video,
      clubIds: await keepExistingClubs(video.clubIds),
    });
    const video = await recoverVideo('contentvideos', params.id, removeMissingClubs, now);
    if (!video) throw new ApiError('CON4040');
    return { ...(await answerOne(video)), message: 'Contenido recuperado: está oculto hasta que lo publiques' };
  },
  'PUT /live/content/{id}/segments': async ({ params, now }) => {
    await requireContent(params.id);
    return regenerate({ kind: 'contentvideos', id: params.id }, now);
  },
  'GET /live/content/{id}/clubs': async ({ params }) => answerClubs(await requireContent(params.id), 'staff'),
  'PUT /live/content/{id}/clubs': async ({ params, body: { version, clubIds } }) => {
    await requireClubs(clubIds);
    await editItem(contentVideos, params.id, { version, missing: 'CON4040' }, (video) => ({ ...video, clubIds }));
    return { message: 'Clubes actualizados correctamente' };
  },

  'GET /public/content/videos': async ({ query }) => {
    const sortNewestFirst = (rows: readonly ContentRow[]) => rows.toSorted((a, b) => (a.created < b.created ? 1 : -1));
    return { data: await listCards({ playable: true }, (rows) => toPage(sortNewestFirst(rows), query.page)) };
  },
});

interface ContentFilter extends VideoFilter {
  published?: boolean;
  playable?: boolean;
  categoryId?: number | undefined;
}

function createContentFilter({ published, playable, categoryId, ...filter }: ContentFilter) {
  const inList = matchesVideoFilter(filter);
  return (row: ContentRow) =>
    (!published || isPublished(row)) &&
    (!playable || isPlayable(row)) &&
    (categoryId === undefined || row.categoryId === categoryId) &&
    inList(row);
}

async function listCards(filter: ContentFilter, choose: (rows: readonly ContentRow[]) => PageOfRows<ContentRow>) {
  const { items, ...chosen } = await contentVideos.list(filter, createContentFilter, choose);
  const nameClubs = await createClubNamer(items);
  return { contentVideos: items.map((video) => toContentCard(video, nameClubs)), ...toPagination(chosen) };
}

const answerOne = async (video: StoredContent) => ({
  data: { contentVideo: toManagedContent(video, await createClubNamer([video], 'staff')) },
});

const requireContent = (id: string): Promise<StoredContent> => requireItem(contentVideos, id, 'CON4040');

function requireKnownCategory(id: number): void {
  if (!categories.some((category) => category.id === id)) throw new ApiError('CAT4000');
}

function requireCategory(id: string): number {
  const category = categories.find((candidate) => String(candidate.id) === id);
  if (!category) throw new ApiError('CON4040');
  return category.id;
}

/** Hidden content is open to admins only. */
async function requireVideo(
  { categoryId, videoId }: { categoryId: string; videoId: string },
  caller: Caller | undefined,
): Promise<StoredContent> {
  const video = await contentVideos.get(videoId);
  const isOpen = video && (video.visible || caller?.user.role === 'ADMIN');
  if (!isOpen || video.categoryId !== requireCategory(categoryId)) throw new ApiError('CON4040');
  return video;
}
