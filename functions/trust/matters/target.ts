/** Finds the item that an address shows. */
import { type ItemAddress, listItemAddresses } from '../../../shared/domain/item-addresses.ts';
import { paths } from '../../../shared/domain/paths.ts';
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
import { type Target, toItemKey } from './rules.ts';

/** Items that are looked up for one text; a text can name any number. */
const maxLookups = 8;

/** Finds the item of the first address, in the order of the texts; null without one. */
export async function findTarget(...texts: string[]): Promise<Target | null> {
  for (const address of texts.flatMap(listItemAddresses).slice(0, maxLookups)) {
    const target = await findItem(address);
    if (target) return target;
  }
  return null;
}

async function findItem({ page, key }: ItemAddress): Promise<Target | null> {
  if (page === 'event') return findMatch(key, paths.event(key));
  if (page === 'live') return findLive(key);
  if (page === 'vod') {
    const vod = await vods.get(key);
    return vod && isKnown(vod)
      ? { kind: 'vods', id: key, path: paths.vod(key), ...toFacts(vod), picture: findMediaPicture('vods', vod) }
      : null;
  }
  if (page === 'clip') {
    const clip = await clips.get(key);
    if (!clip || !isKnown(clip)) return null;
    const { vod, events: matches } = await readSurroundings(clip);
    const audience = [vod, ...matches].find((item) => item?.audience)?.audience;
    const facts = toFacts({ title: clip.title, clubIds: [clip.clubId], visible: clip.visible, audience });
    return { kind: 'clips', id: key, path: paths.clip(key), ...facts, picture: findMediaPicture('clips', clip) };
  }
  if (page === 'contentVideo') {
    const video = await contentVideos.get(key);
    const path = video && paths.contentVideo(video.categoryId, key);
    return video && path && isKnown(video)
      ? { kind: 'contentvideos', id: key, path, ...toFacts(video), picture: findMediaPicture('contentvideos', video) }
      : null;
  }
  const club = await clubs.get(key);
  const fixed = { kind: 'clubs' as const, id: key, path: paths.club(key), clubIds: [key] };
  return club ? { ...fixed, title: club.name, picture: pictureUrl(club.thumbnail), isPublic: true } : null;
}

async function findMatch(id: string, path: string): Promise<Target | null> {
  const event = await events.get(id);
  return event && isKnown(event)
    ? { kind: 'events', id, path, ...toFacts(event), picture: pictureUrl(event.thumbnail) }
    : null;
}

/** A live is hidden by hiding its match. */
async function findLive(slug: string): Promise<Target | null> {
  const source = await findSourceBySlug(slug);
  const path = paths.live(slug);
  if (source?.sportEventId) return findMatch(source.sportEventId, path);
  if (!source || source.isTest) return null;
  return { kind: 'live', id: source.id, path, title: source.title || slug, clubIds: [], picture: null, isPublic: true };
}

/** The answer must not reveal the title of an unpublished item; a withheld one was public before. */
const isKnown = ({ visible, withheld }: { visible: boolean; withheld?: Withheld }) => visible || withheld !== undefined;

/** The email that confirms a report must not name the match to readers who may not see it. */
const toFacts = ({ title, clubIds, audience, visible }: Facts) => ({
  title: audience === 'FAMILIES' ? 'Partido solo para familias' : title,
  clubIds,
  ...(visible && { isPublic: true as const }),
});

type Facts = { title: string; clubIds: string[]; visible: boolean } & Pick<Showable, 'audience'>;

/** Keys of the item and of those that contain it: a clip is part of its video, a video of its match. */
export async function listContaining({ kind, id }: Target): Promise<string[]> {
  const own = toItemKey({ kind, id });
  if (kind === 'vods') return [own, ...toMatchKeys((await vods.get(id))?.sportEventId)];
  const clip = kind === 'clips' ? await clips.get(id) : undefined;
  if (!clip) return [own];
  const { vod, events: matches } = await readSurroundings(clip);
  const video = vod ? [toItemKey({ kind: 'vods', id: vod.id })] : [];
  return [own, ...video, ...matches.flatMap((match) => toMatchKeys(match?.id))];
}

const toMatchKeys = (id: string | null | undefined) => (id ? [toItemKey({ kind: 'events', id })] : []);
