/** Reads the subject of a page; undefined if nothing public exists. */
import { EventOfItem } from '../../../shared/contract/sport-event.ts';
import { formatCompetitionTitle } from '../../../shared/domain/competition.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { listLivesOnAir, toLiveCards } from '../../broadcast/live/lives-on-air.ts';
import { hasShownContent } from '../../broadcast/live/rules.ts';
import { findSourceBySlug } from '../../broadcast/live/store.ts';
import { clubs, createClubNamer, readClubs } from '../../league/clubs/store.ts';
import { toCard } from '../../league/competitions/rules.ts';
import { listTables } from '../../league/competitions/store.ts';
import { readEventView } from '../../league/events/event-views.ts';
import { events } from '../../league/events/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { isShownFor } from '../../platform/shown/rules.ts';
import { findPublicClip } from '../../recordings/clips/store.ts';
import { isPublished as isContentPublished } from '../../recordings/content/rules.ts';
import { contentVideos, toContentCard } from '../../recordings/content/store.ts';
import { findMediaPicture } from '../../recordings/media/media-picture.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { toVodCards } from '../../recordings/vods/vod-views.ts';
import { mayShowScore } from '../embeds/rules.ts';
import {
  matchPreview,
  productPath,
  productPreview,
  toClipPreview,
  toClubPreview,
  toCompetitionPreview,
  toLivePreview,
  toMomentPreview,
  toVideoPreview,
} from '../previews/rules.ts';
import {
  describeClip,
  describeClub,
  describeCompetition,
  describeContent,
  describeEvent,
  describeLive,
  describeVod,
  productDescription,
} from './descriptions.ts';
import type { Page } from './head.ts';
import type { Place } from './page-routes.ts';
import { createShown, toPage } from './shown-page.ts';
import {
  describeBreadcrumbs,
  describeBroadcast,
  describeSportsEvent,
  describeTeam,
  describeVideo,
  describeWebsite,
} from './structured-data.ts';

type PublicPlace = Exclude<Place, { kind: 'private' | 'unknown' }>;

export async function findPage(place: PublicPlace, origin: string, now: number): Promise<Page | undefined> {
  switch (place.kind) {
    case 'fixed':
      return toFixedPage(place, origin);
    case 'competition':
      return readCompetitionPage(place, origin);
    case 'club':
      return readClubPage(place, origin);
    case 'event':
      return readEventPage(place, origin, now);
    case 'vod':
      return readVodPage(place, origin);
    case 'clip':
      return readClipPage(place, origin);
    case 'content':
      return readContentPage(place, origin);
    case 'live':
      return readLivePage(place, origin, now);
  }
}

type PlaceByKind<Kind> = Extract<PublicPlace, { kind: Kind }>;

function toFixedPage({ path, page }: PlaceByKind<'fixed'>, origin: string): Page {
  const { title, description = productDescription } = page;
  const things = title ? [describeBreadcrumbs(origin, [{ name: title, path }])] : describeWebsite(origin, description);
  const own = { path, ...(title && { title }), description };
  return { ...own, type: 'website', things, preview: productPreview, previewPath: productPath };
}

async function readCompetitionPage(
  { path, slug }: PlaceByKind<'competition'>,
  origin: string,
): Promise<Page | undefined> {
  const table = (await listTables()).get(slug);
  if (!table) return undefined;
  const title = formatCompetitionTitle(toCard(table));
  const head = createShown(origin, path, title, describeCompetition(title), null, toCompetitionPreview(toCard(table)));
  const trail = [
    { name: 'Competiciones', path: paths.competitions },
    { name: title, path },
  ];
  return toPage(head, 'website', [describeBreadcrumbs(origin, trail)]);
}

async function readClubPage({ path, id }: PlaceByKind<'club'>, origin: string): Promise<Page | undefined> {
  const club = await clubs.get(id);
  if (!club?.visible) return undefined;
  const thumbnail = pictureUrl(club.thumbnail);
  const preview = toClubPreview(club.name, thumbnail);
  const head = createShown(origin, path, club.name, describeClub(club.name), thumbnail, preview);
  return toPage(head, 'website', [
    { ...describeTeam(origin, { ...club, thumbnail }), description: head.description },
    describeBreadcrumbs(origin, [
      { name: 'Clubes', path: paths.clubs },
      { name: club.name, path },
    ]),
  ]);
}

async function readEventPage(
  { path, id }: PlaceByKind<'event'>,
  origin: string,
  now: number,
): Promise<Page | undefined> {
  const stored = await events.get(id);
  if (!stored?.visible) return undefined;
  const [answer, lives] = await Promise.all([readEventView(stored), listLivesOnAir(now, { eventId: id })]);
  const read = EventOfItem.parse(answer);
  const showsResult = await mayShowResult(read);
  const event = showsResult ? read : hideScore(read);
  const description = describeEvent(event, lives.length > 0, now);
  const match = { ...event, thumbnail: answer.thumbnail };
  const preview = toMomentPreview(matchPreview(match, lives.length > 0, showsResult), match, now);
  const head = createShown(origin, path, event.title, description, answer.thumbnail, preview);
  const things = [
    describeSportsEvent(head, event, lives),
    describeBreadcrumbs(origin, [toSportPage(event.sport), { name: event.title, path }]),
  ];
  return { ...toPage(head, 'website', things), ...(answer.thumbnail && { hero: answer.thumbnail }) };
}

async function readVodPage({ path, id }: PlaceByKind<'vod'>, origin: string): Promise<Page | undefined> {
  const stored = await vods.get(id);
  if (!stored || !isPublished(stored)) return undefined;
  const [[card], read] = await Promise.all([toVodCards([stored]), findShownEvent(stored.sportEventId)]);
  if (!card) return undefined;
  const showsResult = read !== null && (await mayShowResult(read));
  const [vod, event] = showsResult ? [card, read] : [hideScore(card), read && hideScore(read)];
  const preview = toVideoPreview(vod, event, showsResult);
  const head = createShown(origin, path, vod.title, describeVod(vod, event), vod.thumbnail, preview);
  const trail = [
    toSportPage(vod.sport),
    ...(event ? [{ name: event.title, path: paths.event(event.id) }] : []),
    { name: vod.title, path },
  ];
  return toPage(head, 'video.other', [describeVideo(head, vod), describeBreadcrumbs(origin, trail)]);
}

/** Messengers that play previews get the video file. */
async function readClipPage({ path, id }: PlaceByKind<'clip'>, origin: string): Promise<Page | undefined> {
  const publicClip = await findPublicClip(id);
  if (!publicClip) return undefined;
  const { club } = publicClip;
  const [clip, match] = [hideScore(publicClip.clip), hideScore(publicClip.match)];
  const [vod, event] = [publicClip.vod && hideScore(publicClip.vod), publicClip.event && hideScore(publicClip.event)];
  const thumbnail = findMediaPicture('clips', clip);
  const isSummary = Boolean(clip.cut.summary);
  const preview = toClipPreview({ title: clip.title, thumbnail, sport: match.sport }, club.name, isSummary);
  const head = createShown(
    origin,
    path,
    clip.title,
    describeClip(match.title, club.name, isSummary),
    thumbnail,
    preview,
  );
  const file = `${origin}/api/clips/${id}/video`;
  const recordingStep = vod ? [{ name: vod.title, path: paths.vod(vod.id) }] : [];
  const eventStep = !vod && event ? [{ name: event.title, path: paths.event(event.id) }] : [];
  const trail = [toSportPage(match.sport), ...recordingStep, ...eventStep, { name: clip.title, path }];
  const thing = describeVideo(head, clip, { isAccessibleForFree: true, contentUrl: file });
  return { ...toPage(head, 'video.other', [thing, describeBreadcrumbs(origin, trail)]), video: file };
}

async function readContentPage(
  { path, id, categoryId }: PlaceByKind<'content'>,
  origin: string,
): Promise<Page | undefined> {
  const stored = await contentVideos.get(id);
  if (!stored || stored.categoryId !== categoryId || !isContentPublished(stored)) return undefined;
  const card = hideScore(toContentCard(stored, await createClubNamer([stored])));
  const preview = { ...toVideoPreview(card, null), label: card.categoryName };
  const head = createShown(origin, path, card.title, removeScore(describeContent(card)), card.thumbnail, preview);
  const trail = [
    { name: 'Contenido', path: paths.content },
    { name: card.title, path },
  ];
  return toPage(head, 'video.other', [
    describeVideo(head, card, { isAccessibleForFree: true }),
    describeBreadcrumbs(origin, trail),
  ]);
}

async function readLivePage(
  { path, slug }: PlaceByKind<'live'>,
  origin: string,
  now: number,
): Promise<Page | undefined> {
  const source = await findSourceBySlug(slug);
  const stored = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
  if (!source || !hasShownContent(source, stored)) return undefined;
  const [[card], read] = await Promise.all([toLiveCards([source], now), stored ? readEventOfItem(stored) : null]);
  if (!card) return undefined;
  const [live, event] = [hideScore(card), read && hideScore(read)];
  const drawn = event
    ? { ...toMomentPreview(matchPreview(event, live.isLive), event, now), title: live.title }
    : { ...toVideoPreview(live, null), isLive: live.isLive };
  // A frame of the players travels through messengers and networks: guardians authorise that on its own.
  const preview = stored && !isShownFor(stored, 'sponsors') ? drawn : toLivePreview(drawn, now);
  const head = createShown(origin, path, live.title, describeLive(live, event, now), live.thumbnail, preview);
  const publication = describeBroadcast(origin, live, event);
  const started = live.startedAt ?? event?.scheduledStartDate;
  return toPage(head, 'video.other', [
    ...(started ? [describeVideo(head, { dateCreated: started, duration: null }, { publication })] : [publication]),
    describeBreadcrumbs(origin, [toSportPage(live.sport), { name: live.title, path }]),
  ]);
}

async function findShownEvent(id: string | null): Promise<EventOfItem | null> {
  const event = id === null ? undefined : await events.get(id);
  return event?.visible ? readEventOfItem(event) : null;
}

/** People write scores into titles, which previews show to everybody: only a club's choice lets them. */
const hideScore = <Titled extends { title: string }>(item: Titled): Titled => ({
  ...item,
  title: removeScore(item.title),
});

/** True if previews may show the final score; false before there is one. */
async function mayShowResult({ clubs: shown, homeClubId, score }: EventOfItem): Promise<boolean> {
  return score?.phase === 'ENDED' && mayShowScore(await readClubs(shown.map(({ id }) => id)), homeClubId);
}

const readEventOfItem = async (event: Parameters<typeof readEventView>[0]) =>
  EventOfItem.parse(await readEventView(event));

const toSportPage = (sport: 'SOCCER' | 'BASKET') => ({
  name: sportName(sport),
  path: sport === 'SOCCER' ? paths.soccer : paths.basket,
});
