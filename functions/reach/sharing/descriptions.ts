/** Descriptions for link previews. Pure. They use facts only: texts written by clubs may reveal results. */
import type { ContentCard } from '../../../shared/contract/content.ts';
import type { LiveCard } from '../../../shared/contract/live.ts';
import type { EventOfItem } from '../../../shared/contract/sport-event.ts';
import type { VodCard } from '../../../shared/contract/vod.ts';
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import { clockTime, dayAndTime, longDate, madridText } from '../../../shared/domain/madrid-text.ts';
import { matchFacts, sidesText } from '../../../shared/domain/match.ts';
import { matchState, matchStateText } from '../../../shared/domain/match-state.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';

export const product = 'Cantera TV';

/** Default description, as in web/index.html. */
export const productDescription =
  'El fútbol y el baloncesto de cantera, en directo y cuando quieras. Partidos, resúmenes y los mejores momentos de tu club.';

export const describeClub = (name: string) =>
  `Los partidos de ${name}, en directo y grabados, y su calendario, en ${product}.`;

export const describeCompetition = (title: string) =>
  `Clasificación, cruces y goleadores de ${title}, con todos sus partidos, en ${product}.`;

/** 'En directo ahora. Fútbol · Cadete · Liga de la Vega · Campo Municipal. Sábado, 7 de marzo de 2026, 18:00.' */
export function describeEvent(event: EventOfItem, isLive: boolean, now: number): string {
  return joinSentences([
    isLive ? 'En directo ahora' : describeState(event, now),
    describeFacts(event),
    sidesText(event),
    awaitsDate(event) ? '' : describeTime(event.scheduledStartDate),
  ]);
}

function describeState(event: EventOfItem, now: number): string {
  const state = matchState(event, now);
  switch (state.kind) {
    case 'POSTPONED':
      return 'Aplazado, sin nueva fecha';
    case 'SCHEDULED':
      return event.state === 'POSTPONED' ? 'Aplazado a otra fecha' : '';
    // This case occurs only if the picture began after the list of lives was read.
    case 'ON_AIR':
      return '';
    default:
      return matchStateText(state, (instant) => clockTime(new Date(instant)));
  }
}

export function describeVod(vod: VodCard, event: EventOfItem | null): string {
  const clubs = event ? sidesText({ ...event, title: vod.title }) : joinNames(vod.clubs);
  const played = `Jugado el ${formatDate(event?.scheduledStartDate ?? vod.dateCreated)}`;
  return joinSentences([
    'Partido completo',
    event ? describeFacts(event) : sportName(vod.sport),
    clubs,
    event ? played : '',
  ]);
}

export const describeClip = (match: string, club: string, isSummary = false): string =>
  joinSentences([match, `Un ${isSummary ? 'resumen' : 'clip'} de ${club}`]);

export const describeLive = (live: LiveCard, event: EventOfItem | null, now: number): string =>
  event
    ? describeEvent(event, live.isLive, now)
    : joinSentences([live.isLive ? 'En directo ahora' : 'Retransmisión', sportName(live.sport), joinNames(live.clubs)]);

/** Editorial videos have a text of their own. */
export const describeContent = ({ description, categoryName, clubs }: ContentCard): string =>
  description.trim() || joinSentences([categoryName, joinNames(clubs), `Gratis en ${product}`]);

/** Limits a text to one line of preview length, without splitting characters. */
export function shorten(text: string, maxLength = 200): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  if (letters.length <= maxLength) return letters.join('');
  const cut = letters.slice(0, maxLength - 1).join('');
  const words = cut.replace(/\s\S*$/, '');
  return `${words.length > maxLength / 2 ? words : cut}…`;
}

const describeFacts = (event: EventOfItem) => [sportName(event.sport), matchFacts(event)].filter(Boolean).join(' · ');

const joinNames = (clubs: readonly { name: string }[]) => clubs.map(({ name }) => name).join(' – ');

const whenText = madridText({ ...dayAndTime, year: 'numeric' });

export const formatDate = (iso: string) => longDate(new Date(iso));
const describeTime = (iso: string) => capitalise(whenText(new Date(iso)));
export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);

const joinSentences = (parts: (string | undefined)[]) =>
  parts
    .filter((part) => part)
    .map((part) => `${part}.`)
    .join(' ');
