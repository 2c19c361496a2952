/** Objects of the contract, complete and valid, for the API answers of web tests. A new field is added here once. */

import type { AdVideo } from '../../../shared/contract/ads.ts';
import type { Camera } from '../../../shared/contract/cameras.ts';
import type { Club, ManagedClub } from '../../../shared/contract/clubs.ts';
import type { ContentCard, ManagedContent } from '../../../shared/contract/content.ts';
import type { LiveCard, LiveStream } from '../../../shared/contract/live.ts';
import type { EventOfItem, ManagedEvent, SportEvent } from '../../../shared/contract/sport-event.ts';
import type { ClubStaffUser } from '../../../shared/contract/staff.ts';
import type { User } from '../../../shared/contract/user.ts';
import type { ListedVod, ManagedVod, Vod } from '../../../shared/contract/vod.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';

/** A ULID from a short name. */
export const id = (name: string | number) =>
  String(name)
    .toUpperCase()
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '0')
    .padStart(26, '0');

export function person(role: User['role'], more: Partial<User> = {}): User {
  return {
    id: id('user'),
    role,
    name: 'Marta',
    surname: 'Ruiz',
    email: 'marta@cantera.test',
    clubId: null,
    subscription: null,
    documentId: null,
    phone: null,
    address: null,
    sportEvents: [],
    acceptsMarketing: false,
    hidesResults: null,
    declinesClubs: false,
    hasPassword: true,
    ...more,
  };
}

export const admin = person('ADMIN');
export const staff = person('CLUB_STAFF', { clubId: id('club') });
export const subscriber = person('REGULAR_SUBSCRIBER');
export const basic = person('REGULAR_BASIC');

export const club = (overrides: Partial<Club> = {}): Club => ({
  id: id('club'),
  name: 'CD Sauce',
  thumbnail: null,
  visible: true,
  ...overrides,
});

/** The clubs of a match, and what an event says of them. */
export const home = club({ id: id('club0') });
export const away = club({ id: id('club1'), name: 'Atlético Norte' });
export const bothSides = { clubs: [home, away], homeClubId: home.id, awayClubId: away.id };

export const managedClub = (overrides: Partial<ManagedClub> = {}): ManagedClub => ({
  ...club(),
  version: 1,
  momentKinds: [],
  publicClips: false,
  viewerClips: false,
  embedHosts: [],
  scoreInPreviews: false,
  userFavoritedCount: 0,
  ...overrides,
});

/** A finished recording of no event and no club. */
export const vodCard = (n: number, overrides: Partial<ListedVod> = {}): ListedVod => ({
  id: id(`vod${n}`),
  title: `Partido ${n}`,
  summary: 'Jornada 3.',
  thumbnail: null,
  status: 'FINISHED',
  sport: 'SOCCER',
  sportEventId: null,
  duration: 5400,
  dateCreated: '2026-01-02T10:00:00.000Z',
  clubs: [],
  result: null,
  ...overrides,
});

/** A recording that the caller may watch. */
export const vod = (n: number, overrides: Partial<Vod> = {}): Vod => ({
  ...vodCard(n),
  sportEvent: null,
  playback: granted,
  ...overrides,
});

export function managedVod(n: number, overrides: Partial<ManagedVod> = {}): ManagedVod {
  const { result: _, ...card } = vodCard(n, { summary: '' });
  return { ...card, ...upload, awaitsPublication: false, version: 3, ...overrides };
}

/** Fields that uploads add to their cards. */
const upload = { visible: true, renderOrder: null, size: 1_400_000_000, progress: null, failure: null, uploadId: null };

export const contentCard = (n: number, overrides: Partial<ContentCard> = {}): ContentCard => ({
  id: id(`report${n}`),
  title: `Reportaje ${n}`,
  description: 'Un día con el equipo.',
  thumbnail: null,
  dateCreated: '2025-03-05T18:00:00.000Z',
  status: 'FINISHED',
  duration: 90,
  clubs: [],
  categoryId: 2,
  categoryName: 'Entrevistas',
  ...overrides,
});

export const managedContent = (n: number, overrides: Partial<ManagedContent> = {}): ManagedContent => ({
  ...contentCard(n),
  ...upload,
  version: 3,
  ...overrides,
});

export function adVideo(n: number, overrides: Partial<AdVideo> = {}): AdVideo {
  const { renderOrder: _, ...media } = upload;
  return {
    id: id(`ad${n}`),
    title: `Anuncio ${n}`,
    thumbnail: null,
    status: 'FINISHED',
    duration: 20,
    dateCreated: '2026-01-02T10:00:00.000Z',
    clubs: [],
    emissionPriority: null,
    ...media,
    version: 3,
    ...overrides,
  };
}

/** An invited member of a club's staff. */
export const staffUser = (n: number, overrides: Partial<ClubStaffUser> = {}): ClubStaffUser => ({
  id: id(`staff${n}`),
  email: 'ana@cantera.test',
  personalName: '',
  status: 'invited',
  clubName: 'CD Sauce',
  clubId: id('club'),
  dateCreated: '2026-01-02T10:00:00.000Z',
  dateActivated: null,
  version: 1,
  ...overrides,
});

/** A source on air. */
export const liveCard = (slug: string, overrides: Partial<LiveCard> = {}): LiveCard => ({
  slug,
  title: `Directo ${slug}`,
  summary: '',
  thumbnail: null,
  isLive: true,
  status: 'ONLINE',
  sport: 'SOCCER',
  sportEventId: null,
  clubs: [],
  startedAt: '2026-01-02T10:00:00.000Z',
  result: null,
  ...overrides,
});

/** A source on air that the caller may watch. */
export const liveStream = (slug: string, overrides: Partial<LiveStream> = {}): LiveStream => ({
  ...liveCard(slug),
  sportEvent: null,
  playback: granted,
  viewers: null,
  refreshMs: 30_000,
  isReserve: false,
  ...overrides,
});

/** A scheduled event for subscribers, of no club. */
export const sportEvent = (overrides: Partial<SportEvent> = {}): SportEvent => ({
  ...eventOfItem(),
  summary: 'Jornada 3.',
  thumbnail: null,
  ...overrides,
});

/** An event as the page of its video shows it. */
export const eventOfItem = (overrides: Partial<EventOfItem> = {}): EventOfItem => ({
  id: id('event'),
  title: 'Derbi',
  sport: 'SOCCER',
  scheduledStartDate: '2026-12-01T11:00:00.000Z',
  scheduledFinishDate: '2026-12-01T13:00:00.000Z',
  isPublic: false,
  clubs: [],
  homeClubId: null,
  awayClubId: null,
  category: null,
  competition: null,
  matchday: null,
  venue: null,
  state: 'SCHEDULED',
  postponedFrom: null,
  score: null,
  signal: null,
  hasCamera: true,
  ...overrides,
});

export const managedEvent = (n: number, overrides: Partial<ManagedEvent> = {}): ManagedEvent => ({
  ...sportEvent({ id: id(`event${n}`), title: `Evento ${n}` }),
  visible: true,
  homeTeam: null,
  awayTeam: null,
  version: 7,
  vods: [],
  ...overrides,
});

/** A camera off air. */
export const camera = (n: number, overrides: Partial<Camera> = {}): Camera => ({
  id: id(`cam${n}`),
  slug: `campo-${n}`,
  title: '',
  summary: '',
  isTest: false,
  isLive: false,
  sport: 'SOCCER',
  sportEventId: null,
  eventIsHidden: false,
  renderOrder: null,
  thumbnail: null,
  clubs: [],
  streamServer: 'rtmp://127.0.0.1:1935/live',
  streamKey: 'campo-1?key=abc',
  streamAuthKey: 'abc',
  version: 2,
  ...overrides,
});

export const granted: Playback = { granted: true, reason: 'SUBSCRIPTION', url: 'https://media.test/x.m3u8?token=t' };
