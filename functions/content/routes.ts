/** Editorial videos for viewers: open to everyone (row V-ACC-7). */
import { contentEndpoints } from '../../shared/content.ts';
import { Refusal } from '../../shared/errors.ts';
import { matches, pageOf, pagination } from '../catalogue/page.ts';
import { clubNamer, clubNames, type NameClubs } from '../clubs/store.ts';
import { serve } from '../http/serve.ts';
import { mediaPicture } from '../media/picture.ts';
import { openContent } from '../playback/grant.ts';
import { categories, contentVideos, type StoredContent } from './store.ts';

export const handler = serve(contentEndpoints, {
  'GET /content/categories': async () => ({ data: { categories: [...categories] } }),

  'GET /content/categories/{categoryId}/videos': async ({ params, query }) => {
    const categoryId = requireCategory(params.categoryId);
    const wanted = matches({ search: query.search, clubIds: query.clubIds });
    const rows = (await published()).filter((row) => row.categoryId === categoryId && wanted(row));
    return { data: await page(rows, query.page) };
  },

  'GET /content/categories/{categoryId}/videos/{videoId}': async ({ params }) => {
    const video = await requireVideo(params);
    const playback = openContent(video.id, video.generation !== null);
    return { data: { contentVideo: { ...card(video, await clubNamer([video])), playback } } };
  },

  'GET /content/categories/{categoryId}/videos/{videoId}/clubs': async ({ params }) => ({
    data: { clubs: await clubNames((await requireVideo(params)).clubIds) },
  }),

  'GET /public/content/videos': async ({ query }) => {
    const newestFirst = (await published()).toSorted((a, b) => (a.created < b.created ? 1 : -1));
    return { data: await page(newestFirst, query.page) };
  },
});

/** A video that is still being processed is listed too: its page says so (row V-VIDEO-4). */
const published = async () => (await contentVideos.rows()).filter((row) => row.visible && row.status !== 'FAILED');

async function page(rows: readonly { id: string }[], number: number) {
  const shown = pageOf(rows, number);
  const items = await contentVideos.items(shown.rows);
  const nameClubs = await clubNamer(items);
  return { contentVideos: items.map((video) => card(video, nameClubs)), ...pagination(shown) };
}

function card(video: StoredContent, nameClubs: NameClubs) {
  const { id, title, description, dateCreated, status, duration, categoryId } = video;
  const categoryName = categories.find((category) => category.id === categoryId)?.title ?? '';
  const thumbnail = mediaPicture('contentvideos', video);
  const clubs = nameClubs(video.clubIds);
  return { id, title, description, dateCreated, status, duration, categoryId, categoryName, thumbnail, clubs };
}

function requireCategory(id: string): number {
  const category = categories.find((candidate) => String(candidate.id) === id);
  if (!category) throw new Refusal('CON4040');
  return category.id;
}

async function requireVideo({ categoryId, videoId }: { categoryId: string; videoId: string }): Promise<StoredContent> {
  const video = await contentVideos.get(videoId);
  if (!video?.visible || video.categoryId !== requireCategory(categoryId)) throw new Refusal('CON4040');
  return video;
}
