/** Structured data for search engines: schema.org as JSON-LD. Pure. Never contains results. */
import type { LiveCard } from '../../../shared/contract/live.ts';
import type { EventOfItem } from '../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import { listSides } from '../../../shared/domain/match.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import { product } from './descriptions.ts';

export type Thing = { '@type': string } & Record<string, unknown>;

/** The page that the data describe. */
export interface DescribedPage {
  /** Origin of the web app, for absolute URLs. */
  origin: string;
  path: string;
  title: string;
  description: string;
  /** Absolute URLs of pictures. */
  images: string[];
}

export const addContext = (things: Thing[]) => ({ '@context': 'https://schema.org', '@graph': things });

export const describeWebsite = (origin: string, description: string): Thing[] => [
  { '@type': 'WebSite', name: product, url: `${origin}/`, inLanguage: 'es', description },
  { '@type': 'Organization', name: product, url: `${origin}/`, logo: `${origin}/icon-512.png` },
];

export function describeBreadcrumbs(origin: string, trail: readonly { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Inicio', path: '/' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

interface Club {
  id: string;
  name: string;
  thumbnail?: string | null;
}

export const describeTeam = (origin: string, { id, name, thumbnail }: Club): Thing => ({
  '@type': 'SportsTeam',
  name,
  url: origin + paths.club(id),
  ...(thumbnail && { logo: thumbnail }),
});

export function describeSportsEvent(shown: DescribedPage, event: EventOfItem, lives: readonly LiveCard[]): Thing {
  const { origin } = shown;
  const sides = listSides(event);
  const url = origin + shown.path;
  return {
    '@type': 'SportsEvent',
    name: event.title,
    url,
    description: shown.description,
    sport: sportName(event.sport),
    image: shown.images,
    startDate: event.scheduledStartDate,
    endDate: event.scheduledFinishDate,
    eventStatus: `https://schema.org/${toEventStatus(event)}`,
    ...(event.state === 'POSTPONED' && !awaitsDate(event) && { previousStartDate: event.postponedFrom }),
    eventAttendanceMode: `https://schema.org/${event.venue ? 'Mixed' : 'Online'}EventAttendanceMode`,
    location: [
      ...(event.venue ? [{ '@type': 'Place', name: event.venue, address: event.venue }] : []),
      { '@type': 'VirtualLocation', url },
    ],
    ...(sides
      ? { homeTeam: describeTeam(origin, sides.home), awayTeam: describeTeam(origin, sides.away) }
      : { competitor: event.clubs.map((club) => describeTeam(origin, club)) }),
    ...(event.competition && { superEvent: { '@type': 'SportsEvent', name: event.competition } }),
    organizer: { '@type': 'Organization', name: product, url: `${origin}/` },
    ...(lives.length > 0 && { subEvent: lives.map((live) => describeBroadcast(origin, live, event)) }),
  };
}

/** Describes a live. Off air, its start is that of its match, if any. */
export function describeBroadcast(origin: string, live: LiveCard, event: EventOfItem | null): Thing {
  const start = live.startedAt ?? event?.scheduledStartDate;
  return {
    '@type': 'BroadcastEvent',
    name: live.title,
    url: origin + paths.live(live.slug),
    isLiveBroadcast: true,
    inLanguage: 'es',
    ...(start && { startDate: start }),
    ...(event && { endDate: event.signal?.stoppedAt ?? event.scheduledFinishDate }),
  };
}

interface Recording {
  dateCreated: string;
  /** Seconds. */
  duration: number | null;
}

export const describeVideo = (
  shown: DescribedPage,
  { dateCreated, duration }: Recording,
  more: Record<string, unknown> = {},
): Thing => ({
  '@type': 'VideoObject',
  name: shown.title,
  description: shown.description,
  url: shown.origin + shown.path,
  thumbnailUrl: shown.images,
  uploadDate: dateCreated,
  inLanguage: 'es',
  ...(duration !== null && { duration: toIsoDuration(duration) }),
  ...more,
});

/** 4205 → 'PT1H10M5S' */
export function toIsoDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || whole === 0 ? `${rest}S` : ''}`;
}

/** The vocabulary has no status for a running or an ended match. */
function toEventStatus(event: EventOfItem): string {
  if (event.state === 'CANCELLED') return 'EventCancelled';
  if (event.state === 'POSTPONED') return awaitsDate(event) ? 'EventPostponed' : 'EventRescheduled';
  return 'EventScheduled';
}
