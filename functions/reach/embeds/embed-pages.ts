/** Content of an embed page and the sites that may frame it; undefined if there is nothing public. */
import { EventOfItem } from '../../../shared/contract/sport-event.ts';
import type { Embed } from '../../../shared/domain/embeds.ts';
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import { clockTime } from '../../../shared/domain/madrid-text.ts';
import { listSides, matchFacts } from '../../../shared/domain/match.ts';
import {
  hasSignal,
  isAhead,
  isBeingPlayed,
  isOnSale,
  matchState,
  matchStateText,
} from '../../../shared/domain/match-state.ts';
import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { buyHash } from '../../../shared/domain/pages.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { listLivesOnAir } from '../../broadcast/live/lives-on-air.ts';
import { clubs, readClubs } from '../../league/clubs/store.ts';
import { readEventView, toEventViews } from '../../league/events/event-views.ts';
import { selectByTime } from '../../league/events/events-by-time.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { pictureUrl } from '../../platform/aws/addresses.ts';
import { readPrices } from '../../platform/aws/prices.ts';
import { isShownFor, type Showable } from '../../platform/shown/rules.ts';
import { type ClipRow, clips, findPublicClip } from '../../recordings/clips/store.ts';
import { findMediaPicture } from '../../recordings/media/media-picture.ts';
import { isPublished, type StoredVod } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { renderCompetition } from './competition-page.ts';
import {
  type CalendarView,
  type InnerClip,
  type MatchView,
  type RowView,
  renderCalendarMarkup,
  renderMatchMarkup,
} from './markup.ts';
import { type EmbedPage, listEmbedHosts, mayShowScore } from './rules.ts';

export async function renderEmbedPage(embed: Embed, now: number): Promise<EmbedPage | undefined> {
  switch (embed.kind) {
    case 'event':
      return renderMatch(embed.id, now);
    case 'vod':
      return renderRecording(embed.id, now);
    case 'clip':
      return renderClip(embed.id);
    case 'club':
      return renderCalendar(embed.id, now);
    case 'competition':
      return renderCompetition(embed.id, now);
  }
}

async function renderMatch(id: string, now: number): Promise<EmbedPage | undefined> {
  const stored = await events.get(id);
  if (!stored || !isShownFor(stored, 'sponsors')) return undefined;
  const [lives, recordings, summary] = await Promise.all([
    listLivesOnAir(now, { eventId: id }),
    findVodsOfEvent(id),
    findSummary((row) => row.sportEventId === id),
  ]);
  const [live] = lives;
  const recording = recordings.find(isPublished);
  const action = live
    ? { path: paths.live(live.slug), text: 'Ver en directo', plays: true }
    : recording
      ? { path: paths.vod(recording.id), text: 'Ver el partido', plays: true }
      : isOnSale(stored, now)
        ? {
            path: paths.event(id),
            text: stored.isPublic ? 'Ver la ficha' : 'Reservar',
            isReservation: !stored.isPublic,
          }
        : undefined;
  const sold = action ? withPrice(stored, action) : { path: paths.event(id), text: 'Ver la ficha' };
  return toEmbedPage(
    await readMatchView(stored, { action: sold, isLive: live !== undefined, clip: summary }, now),
    stored.clubIds,
  );
}

async function renderRecording(id: string, now: number): Promise<EmbedPage | undefined> {
  const vod = await vods.get(id);
  if (!vod || !isPublished(vod) || !isShownFor(vod, 'sponsors')) return undefined;
  const [event, summary] = await Promise.all([
    vod.sportEventId ? events.get(vod.sportEventId) : undefined,
    findSummary((row) => row.vodId === id),
  ]);
  const video = { path: paths.vod(id), text: 'Ver el partido', plays: true };
  const action = event?.visible ? withPrice(event, video) : video;
  const view = event?.visible
    ? { ...(await readMatchView(event, { action, isLive: false, clip: summary }, now)), title: vod.title }
    : toViewWithoutMatch(vod, action, summary);
  return toEmbedPage({ ...view, picture: findMediaPicture('vods', vod) ?? view.picture }, vod.clubIds);
}

async function renderClip(id: string): Promise<EmbedPage | undefined> {
  const clip = await findPublicClip(id);
  if (!clip || ![clip.event, clip.vod].every((item) => !item || isShownFor(item, 'sponsors'))) return undefined;
  const action = { path: paths.clip(id), text: 'Ver en Cantera TV' };
  return toEmbedPage({ ...toViewWithoutMatch(clip.match, action, toInnerClip(clip)), title: clip.clip.title }, [
    clip.club.id,
  ]);
}

async function renderCalendar(id: string, now: number): Promise<EmbedPage | undefined> {
  const club = await clubs.get(id);
  if (!club?.visible) return undefined;
  const rows = await events.find(id, createClubFilter);
  const [next, last, lives] = await Promise.all([
    events.items(selectByTime('upcoming', rows, now).slice(0, 6)),
    events.items(selectByTime('results', rows, now).slice(0, 5)),
    listLivesOnAir(now, { clubId: id }),
  ]);
  const all = [...next, ...last];
  const [answers, chosen] = await Promise.all([toEventViews(all), readClubs(all.flatMap(({ clubIds }) => clubIds))]);
  const onAir = new Set(lives.map(({ sportEventId }) => sportEventId));
  const views = answers.map((answer, index): RowView => {
    const event = EventOfItem.parse(answer);
    const own = chosen.filter((one) => all[index]?.clubIds.includes(one.id));
    return {
      path: paths.event(event.id),
      title: event.title,
      start: event.scheduledStartDate,
      note: describeState(event, now),
      isLive: onAir.has(event.id),
      sides: toSides(event),
      score: mayShowScore(own, event.homeClubId) ? event.score : null,
    };
  });
  const view: CalendarView = {
    name: club.name,
    crest: pictureUrl(club.thumbnail),
    path: paths.club(id),
    next: views.slice(0, next.length),
    last: views.slice(next.length),
  };
  return { title: club.name, main: renderCalendarMarkup(view), hosts: listEmbedHosts([club]) };
}

/** Adds the price and opens the purchase sheet, for viewers who may not watch yet. */
const withPrice = (event: StoredEvent, action: MatchView['action']): MatchView['action'] =>
  event.isPublic || event.state === 'CANCELLED'
    ? action
    : {
        ...action,
        path: action.path + buyHash,
        text: `${action.text} por ${formatPrice(event.price ? event.price / 100 : readPrices().event)}`,
      };

const createClubFilter = (clubId: string) => (row: Showable & { clubIds: readonly string[] }) =>
  isShownFor(row, 'sponsors') && row.clubIds.includes(clubId);

type Playing = Pick<MatchView, 'action' | 'isLive' | 'clip'>;

async function readMatchView(stored: StoredEvent, playing: Playing, now: number): Promise<MatchView> {
  const [answer, chosen] = await Promise.all([readEventView(stored), readClubs(stored.clubIds)]);
  const event = EventOfItem.parse(answer);
  return {
    ...playing,
    title: event.title,
    sport: event.sport,
    facts: matchFacts(event),
    sides: toSides(event),
    start: awaitsDate(event) ? null : event.scheduledStartDate,
    note: describeState(event, now),
    mayChange: isAhead(event, now) || isBeingPlayed(event, now),
    score: mayShowScore(chosen, event.homeClubId) ? event.score : null,
    picture: answer.thumbnail && toCardPicture(answer.thumbnail),
  };
}

const toViewWithoutMatch = (
  { title, sport }: Pick<StoredVod, 'title' | 'sport'>,
  action: MatchView['action'],
  clip: InnerClip | null,
): MatchView => ({
  title,
  sport,
  action,
  clip,
  facts: '',
  sides: [],
  start: null,
  note: null,
  score: null,
  picture: null,
  isLive: false,
  mayChange: false,
});

/** Returns null for a match whose state needs no text beside the date. */
function describeState(event: EventOfItem, now: number): string | null {
  if (isAhead(event, now) || hasSignal(event, now)) return null;
  return matchStateText(matchState(event, now), (instant) => clockTime(new Date(instant)));
}

function toSides(event: EventOfItem): MatchView['sides'] {
  const sides = listSides(event);
  return sides ? [sides.home, sides.away].map(({ name, thumbnail }) => ({ name, crest: thumbnail })) : [];
}

async function toEmbedPage(view: MatchView, clubIds: readonly string[]): Promise<EmbedPage> {
  return { title: view.title, main: renderMatchMarkup(view), hosts: listEmbedHosts(await readClubs(clubIds)) };
}

/** The public summary of a match, if any. */
async function findSummary(isWanted: (row: ClipRow) => boolean): Promise<InnerClip | null> {
  const rows = (await clips.rows(1_000)).filter((row) => row.visible && row.start === -1 && isWanted(row));
  for (const { id } of rows) {
    const clip = await findPublicClip(id);
    if (clip) return toInnerClip(clip);
  }
  return null;
}

const toInnerClip = ({ clip }: NonNullable<Awaited<ReturnType<typeof findPublicClip>>>): InnerClip => ({
  path: `/api/clips/${clip.id}/video`,
  title: clip.title,
  poster: findMediaPicture('clips', clip),
});
