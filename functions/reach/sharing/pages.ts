/** Reads the subject of a page; undefined if nothing public exists. */

import type { LiveCard } from '../../../shared/contract/live.ts';
import { EventOfItem } from '../../../shared/contract/sport-event.ts';
import { competitionTitle } from '../../../shared/domain/competition.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { liveCards, livesOnAir } from '../../broadcast/live/lives-on-air.ts';
import { hasShownContent } from '../../broadcast/live/rules.ts';
import { sourceBySlug } from '../../broadcast/live/store.ts';
import { clubNamer, clubs, readClubs } from '../../league/clubs/store.ts';
import { toCard } from '../../league/competitions/rules.ts';
import { listTables } from '../../league/competitions/store.ts';
import { readEventView } from '../../league/events/event-views.ts';
import { events } from '../../league/events/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { publicClip } from '../../recordings/clips/store.ts';
import { contentCard } from '../../recordings/content/content-views.ts';
import { isPublished as isContentPublished } from '../../recordings/content/rules.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { mediaPicture } from '../../recordings/media/media-picture.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { vodCards } from '../../recordings/vods/vod-views.ts';
import { mayShowScore } from '../embeds/rules.ts';
import {
  clipPreview,
  clubPreview,
  competitionPreview,
  livePreview,
  matchPreview,
  momentPreview,
  productPath,
  productPreview,
  videoPreview,
} from '../previews/rules.ts';
import {
  clipDescription,
  clubDescription,
  competitionDescription,
  contentDescription,
  eventDescription,
  liveDescription,
  productDescription,
  vodDescription,
} from './descriptions.ts';
import type { Page } from './head.ts';
import type { Place } from './page-routes.ts';
import { newShown, toPage } from './shown-page.ts';
import { breadcrumbs, broadcast, sportsEvent, team, video, website } from './structured-data.ts';

type PublicPlace = Exclude<Place, { kind: 'private' | 'unknown' }>;

export async function findPage(place: PublicPlace, origin: string, now: number): Promise<Page | undefined> {
  switch (place.kind) {
    case 'fixed':
      return fixedPage(place, origin);
    case 'competition':
      return competitionPage(place, origin);
    case 'club':
      return clubPage(place, origin);
    case 'event':
      return eventPage(place, origin, now);
    case 'vod':
      return vodPage(place, origin);
    case 'clip':
      return clipPage(place, origin);
    case 'content':
      return contentPage(place, origin);
    case 'live':
      return livePage(place, origin, now);
  }
}

type Of<Kind> = Extract<PublicPlace, { kind: Kind }>;

function fixedPage({ path, page }: Of<'fixed'>, origin: string): Page {
  const { title, description = productDescription } = page;
  const things = title ? [breadcrumbs(origin, [{ name: title, path }])] : website(origin, description);
  const own = { path, ...(title && { title }), description };
  return { ...own, type: 'website', things, preview: productPreview, previewPath: productPath };
}

async function competitionPage({ path, slug }: Of<'competition'>, origin: string): Promise<Page | undefined> {
  const table = (await listTables()).get(slug);
  if (!table) return undefined;
  const title = competitionTitle(toCard(table));
  const shown = newShown(origin, path, title, competitionDescription(title), null, competitionPreview(toCard(table)));
  const trail = [
    { name: 'Competiciones', path: '/competiciones' },
    { name: title, path },
  ];
  return toPage(shown, 'website', [breadcrumbs(origin, trail)]);
}

async function clubPage({ path, id }: Of<'club'>, origin: string): Promise<Page | undefined> {
  const club = await clubs.get(id);
  if (!club?.visible) return undefined;
  const thumbnail = pictureUrl(club.thumbnail);
  const preview = clubPreview(club.name, thumbnail);
  const shown = newShown(origin, path, club.name, clubDescription(club.name), thumbnail, preview);
  return toPage(shown, 'website', [
    { ...team(origin, { ...club, thumbnail }), description: shown.description },
    breadcrumbs(origin, [
      { name: 'Clubes', path: '/clubes' },
      { name: club.name, path },
    ]),
  ]);
}

async function eventPage({ path, id }: Of<'event'>, origin: string, now: number): Promise<Page | undefined> {
  const stored = await events.get(id);
  if (!stored?.visible) return undefined;
  const [answer, lives] = await Promise.all([readEventView(stored), livesOnAir(now, { eventId: id })]);
  const event = EventOfItem.parse(answer);
  const description = eventDescription(event, lives.length > 0, now);
  const match = { ...event, thumbnail: answer.thumbnail };
  const preview = momentPreview(matchPreview(match, lives.length > 0, await mayShowResult(event)), match, now);
  const shown = newShown(origin, path, event.title, description, answer.thumbnail, preview);
  const things = [
    sportsEvent(shown, event, lives),
    breadcrumbs(origin, [sportPage(event.sport), { name: event.title, path }]),
  ];
  return { ...toPage(shown, 'website', things), ...(answer.thumbnail && { hero: answer.thumbnail }) };
}

async function vodPage({ path, id }: Of<'vod'>, origin: string): Promise<Page | undefined> {
  const stored = await vods.get(id);
  if (!stored || !isPublished(stored)) return undefined;
  const [[vod], event] = await Promise.all([vodCards([stored]), shownEvent(stored.sportEventId)]);
  if (!vod) return undefined;
  const preview = videoPreview(vod, event, event !== null && (await mayShowResult(event)));
  const shown = newShown(origin, path, vod.title, vodDescription(vod, event), vod.thumbnail, preview);
  const trail = [
    sportPage(vod.sport),
    ...(event ? [{ name: event.title, path: `/evento/${event.id}` }] : []),
    { name: vod.title, path },
  ];
  return toPage(shown, 'video.other', [video(shown, vod), breadcrumbs(origin, trail)]);
}

/** Messengers that play previews get the video file. */
async function clipPage({ path, id }: Of<'clip'>, origin: string): Promise<Page | undefined> {
  const found = await publicClip(id);
  if (!found) return undefined;
  const { clip, vod, match, event, club } = found;
  const thumbnail = mediaPicture('clips', clip);
  const isSummary = Boolean(clip.cut.summary);
  const preview = clipPreview({ title: clip.title, thumbnail, sport: match.sport }, club.name, isSummary);
  const shown = newShown(
    origin,
    path,
    clip.title,
    clipDescription(match.title, club.name, isSummary),
    thumbnail,
    preview,
  );
  const file = `${origin}/api/clips/${id}/video`;
  const recordingStep = vod ? [{ name: vod.title, path: `/vods/${vod.id}` }] : [];
  const eventStep = !vod && event ? [{ name: event.title, path: `/evento/${event.id}` }] : [];
  const trail = [sportPage(match.sport), ...recordingStep, ...eventStep, { name: clip.title, path }];
  const thing = video(shown, clip, { isAccessibleForFree: true, contentUrl: file });
  return { ...toPage(shown, 'video.other', [thing, breadcrumbs(origin, trail)]), video: file };
}

async function contentPage({ path, id, categoryId }: Of<'content'>, origin: string): Promise<Page | undefined> {
  const stored = await contentVideos.get(id);
  if (!stored || stored.categoryId !== categoryId || !isContentPublished(stored)) return undefined;
  const card = contentCard(stored, await clubNamer([stored]));
  const preview = { ...videoPreview(card, null), label: card.categoryName };
  const shown = newShown(origin, path, card.title, contentDescription(card), card.thumbnail, preview);
  const trail = [
    { name: 'Contenido', path: '/contenido' },
    { name: card.title, path },
  ];
  return toPage(shown, 'video.other', [video(shown, card, { isAccessibleForFree: true }), breadcrumbs(origin, trail)]);
}

async function livePage({ path, slug }: Of<'live'>, origin: string, now: number): Promise<Page | undefined> {
  const source = await sourceBySlug(slug);
  const stored = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
  if (!source || !hasShownContent(source, stored)) return undefined;
  const [[card], event] = await Promise.all([liveCards([source], now), stored ? readEventOfItem(stored) : null]);
  if (!card) return undefined;
  const live: LiveCard = card;
  const preview = livePreview(
    event
      ? { ...momentPreview(matchPreview(event, live.isLive), event, now), title: live.title }
      : { ...videoPreview(live, null), isLive: live.isLive },
    now,
  );
  const shown = newShown(origin, path, live.title, liveDescription(live, event, now), live.thumbnail, preview);
  const publication = broadcast(origin, live, event);
  const started = live.startedAt ?? event?.scheduledStartDate;
  return toPage(shown, 'video.other', [
    ...(started ? [video(shown, { dateCreated: started, duration: null }, { publication })] : [publication]),
    breadcrumbs(origin, [sportPage(live.sport), { name: live.title, path }]),
  ]);
}

async function shownEvent(id: string | null): Promise<EventOfItem | null> {
  const event = id === null ? undefined : await events.get(id);
  return event?.visible ? readEventOfItem(event) : null;
}

/** Queried only if there is a final score. */
async function mayShowResult({ clubs: shown, homeClubId, score }: EventOfItem): Promise<boolean> {
  return score?.phase === 'ENDED' && mayShowScore(await readClubs(shown.map(({ id }) => id)), homeClubId);
}

const readEventOfItem = async (event: Parameters<typeof readEventView>[0]) =>
  EventOfItem.parse(await readEventView(event));

const sportPage = (sport: 'SOCCER' | 'BASKET') => ({
  name: sportName(sport),
  path: sport === 'SOCCER' ? '/futbol' : '/baloncesto',
});
