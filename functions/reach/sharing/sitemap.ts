/**
 * Sitemaps (sitemaps.org) of all public pages: an index, and parts by kind with Google's video fields. A part fits one
 * response; a video takes some 700 bytes.
 */
import { escapeHtml } from '../../../shared/domain/escape-html.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { clubs } from '../../league/clubs/store.ts';
import { listTables } from '../../league/competitions/store.ts';
import { events } from '../../league/events/store.ts';
import { clips, listPublicRows } from '../../recordings/clips/store.ts';
import { isPublished as isContentPublished } from '../../recordings/content/rules.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findMediaPicture } from '../../recordings/media/media-picture.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { describeClip, shorten } from './descriptions.ts';
import { fixedPages } from './page-routes.ts';

const pagesEach = 1_000;
/** Maximum age of the lists from which the sitemaps are built. */
const rowsAgeMs = 1_000;

interface Entry {
  path: string;
  /** ISO 8601. */
  changed?: string;
  video?: {
    picture: string;
    title: string;
    description: string;
    seconds: number | null;
    published: string;
    isFree: boolean;
  };
}

interface Kind {
  rows: () => Promise<readonly { id: string }[]>;
  entries: (rows: readonly { id: string }[]) => Promise<Entry[]>;
}

const kinds: Record<string, Kind> = {
  pages: {
    rows: async () => [...fixedPages.keys()].map((id) => ({ id })),
    entries: async (rows) => rows.map(({ id }) => ({ path: id })),
  },
  clubs: {
    rows: async () => (await clubs.rows(rowsAgeMs)).filter(({ visible }) => visible),
    entries: async (rows) => rows.map(({ id }) => ({ path: paths.club(id) })),
  },
  competitions: {
    rows: async () => [...(await listTables()).values()].map(({ slug }) => ({ id: slug })),
    entries: async (rows) => rows.map(({ id }) => ({ path: paths.competition(id) })),
  },
  events: {
    rows: async () => (await events.rows(rowsAgeMs)).filter(({ visible }) => visible),
    entries: async (rows) => rows.map(({ id }) => ({ path: paths.event(id) })),
  },
  videos: {
    rows: async () => (await vods.rows(rowsAgeMs)).filter(isPublished),
    entries: async (rows) =>
      (await vods.items(rows)).map((vod) => toEntry('vods', vod, paths.vod(vod.id), sportName(vod.sport), false)),
  },
  clips: {
    rows: () => listPublicRows(rowsAgeMs),
    entries: async (rows) => {
      const items = await clips.items(rows);
      const [videos, matches] = await Promise.all([
        vods.items(listDistinct(items.map(({ vodId }) => vodId))),
        // A clip of a live has its match's title until the video exists.
        events.items(listDistinct(items.map(({ vodId, sportEventId }) => (vodId === null ? sportEventId : null)))),
      ]);
      const titles = new Map([...videos, ...matches].map(({ id, title }) => [id, title]));
      return items.map((clip) => {
        const title = titles.get(clip.vodId ?? clip.sportEventId ?? '') ?? '';
        const about = describeClip(title, clubs.getRow(clip.clubId)?.name ?? '', Boolean(clip.cut.summary));
        return toEntry('clips', clip, paths.clip(clip.id), about, true);
      });
    },
  },
  content: {
    rows: async () => (await contentVideos.rows(rowsAgeMs)).filter(isContentPublished),
    entries: async (rows) =>
      (await contentVideos.items(rows)).map((video) => {
        const path = paths.contentVideo(video.categoryId, video.id);
        return toEntry('contentvideos', video, path, video.description || video.title, true);
      }),
  },
};

export async function renderSitemapIndex(origin: string): Promise<string> {
  const parts = await Promise.all(
    Object.entries(kinds).map(async ([name, { rows }]) => {
      const count = Math.ceil((await rows()).length / pagesEach);
      return Array.from(
        { length: count },
        (_, at) => `<sitemap>${renderLocation(origin, `/sitemaps/${name}-${at + 1}.xml`)}</sitemap>`,
      );
    }),
  );
  return `${xml}<sitemapindex xmlns="${schema}">\n${parts.flat().join('\n')}\n</sitemapindex>\n`;
}

/** A part by name, such as 'clubs-1.xml'; undefined if it does not exist. */
export async function renderSitemapPart(name: string, origin: string): Promise<string | undefined> {
  const [, kindName = '', number] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(name) ?? [];
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  if (!kind) return undefined;
  const from = (Number(number) - 1) * pagesEach;
  const rows = (await kind.rows()).slice(from, from + pagesEach);
  if (rows.length === 0) return undefined;
  const urls = (await kind.entries(rows)).map((one) => renderUrl(origin, one));
  return `${xml}<urlset xmlns="${schema}" xmlns:video="${videoSchema}">\n${urls.join('\n')}\n</urlset>\n`;
}

function toEntry(
  kind: MediaKind,
  item: Parameters<typeof findMediaPicture>[1] & { title: string; dateCreated: string; duration: number | null },
  path: string,
  description: string,
  isFree: boolean,
): Entry {
  const { title, dateCreated, duration } = item;
  const picture = findMediaPicture(kind, item);
  const video = picture && { picture, title, description, seconds: duration, published: dateCreated, isFree };
  return { path, changed: dateCreated, ...(video && { video }) };
}

function renderUrl(origin: string, { path, changed, video }: Entry): string {
  const parts = [renderLocation(origin, path), changed && `<lastmod>${changed}</lastmod>`, video && renderVideo(video)];
  return `<url>${parts.filter(Boolean).join('')}</url>`;
}

/** Google's limits: titles of 100 characters, durations of eight hours. */
function renderVideo({ picture, title, description, seconds, published, isFree }: NonNullable<Entry['video']>): string {
  const whole = Math.round(seconds ?? 0);
  const parts = [
    `<video:thumbnail_loc>${escapeText(picture)}</video:thumbnail_loc>`,
    `<video:title>${escapeText(shorten(title, 100))}</video:title>`,
    `<video:description>${escapeText(shorten(description, 500))}</video:description>`,
    whole > 0 && whole <= 28_800 && `<video:duration>${whole}</video:duration>`,
    `<video:publication_date>${published}</video:publication_date>`,
    `<video:requires_subscription>${isFree ? 'no' : 'yes'}</video:requires_subscription>`,
  ];
  return `<video:video>${parts.filter(Boolean).join('')}</video:video>`;
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const videoSchema = 'http://www.google.com/schemas/sitemap-video/1.1';

const listDistinct = (ids: readonly (string | null)[]) =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [{ id }]));

const renderLocation = (origin: string, path: string) => `<loc>${escapeText(origin + path)}</loc>`;

/** XML allows no control characters, not even escaped. */
const escapeText = (raw: string) => escapeHtml(raw.replace(/\p{Cc}/gu, ' ').trim());
