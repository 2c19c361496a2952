/** Finds the item that a page shows, from the page's address. */
import { findPageByPath } from '../../../shared/domain/page-patterns.ts';
import { findSourceBySlug } from '../../broadcast/live/store.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import type { Showable } from '../../platform/shown/rules.ts';
import type { Withheld } from '../../platform/withholding/rules.ts';
import { clips, readSurroundings } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findMediaPicture } from '../../recordings/media/media-picture.ts';
import { vods } from '../../recordings/vods/store.ts';
import type { Target } from './rules.ts';

/** Returns null for a page without an item. Ignores the host, because emails and embeds use other hosts. */
export async function findTarget(address: string): Promise<Target | null> {
  const path = toPath(address);
  const page = path === undefined ? undefined : findPageByPath(path);
  if (!page || path === undefined) return null;
  const found = await findItem(page.name, page.params);
  return found && { ...found, path: page.path };
}

function toPath(address: string): string | undefined {
  const url = /^[a-z]+:\/\//i.test(address) || address.startsWith('/') ? address : `https://${address}`;
  return URL.canParse(url, 'https://cantera.test') ? new URL(url, 'https://cantera.test').pathname : undefined;
}

async function findItem(page: string, params: Record<string, string>): Promise<Omit<Target, 'path'> | null> {
  const id = (params.videoId ?? params.id ?? '').toUpperCase();
  if (page === 'event' || page === 'matchReport') return findMatch(id);
  if (page === 'vod') {
    const vod = await vods.get(id);
    return vod && isKnown(vod) ? { kind: 'vods', id, ...toFacts(vod), picture: findMediaPicture('vods', vod) } : null;
  }
  if (page === 'clip') {
    const clip = await clips.get(id);
    if (!clip || !isKnown(clip)) return null;
    const { vod, events: matches } = await readSurroundings(clip);
    const audience = [vod, ...matches].find((item) => item?.audience)?.audience;
    const known = toFacts({ title: clip.title, clubIds: [clip.clubId], audience });
    return { kind: 'clips', id, ...known, picture: findMediaPicture('clips', clip) };
  }
  if (page === 'contentVideo') {
    const video = await contentVideos.get(id);
    return video && isKnown(video)
      ? { kind: 'contentvideos', id, ...toFacts(video), picture: findMediaPicture('contentvideos', video) }
      : null;
  }
  if (page === 'live') return findLive(params.slug ?? '');
  const club = page === 'club' ? await clubs.get(id) : undefined;
  return club ? { kind: 'clubs', id, title: club.name, clubIds: [id], picture: pictureUrl(club.thumbnail) } : null;
}

async function findMatch(id: string): Promise<Omit<Target, 'path'> | null> {
  const event = await events.get(id);
  return event && isKnown(event)
    ? { kind: 'events', id, ...toFacts(event), picture: pictureUrl(event.thumbnail) }
    : null;
}

/** A live is hidden by hiding its match. */
async function findLive(slug: string): Promise<Omit<Target, 'path'> | null> {
  const source = await findSourceBySlug(slug);
  if (source?.sportEventId) return findMatch(source.sportEventId);
  if (!source || source.isTest) return null;
  return { kind: 'live', id: source.id, title: source.title || slug, clubIds: [], picture: null };
}

/** The answer must not reveal the title of an unpublished item; a withheld one was public before. */
const isKnown = ({ visible, withheld }: { visible: boolean; withheld?: Withheld }) => visible || withheld !== undefined;

/** The email that confirms a report must not name the match to readers who may not see it. */
const toFacts = ({ title, clubIds, audience }: { title: string; clubIds: string[] } & Pick<Showable, 'audience'>) => ({
  title: audience === 'FAMILIES' ? 'Partido solo para familias' : title,
  clubIds,
});
