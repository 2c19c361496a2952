/**
 * Seeds thousands of invented clubs, events and videos, to test lists at scale. Deterministic; pictures are those of
 * the demo league, and the videos have no encoding.
 */
import { clubs } from '../../../functions/league/clubs/store.ts';
import type { StoredEvent } from '../../../functions/league/events/rules.ts';
import { events } from '../../../functions/league/events/store.ts';
import { createMediaFields } from '../../../functions/recordings/media/rules.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { vods } from '../../../functions/recordings/vods/store.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { fromWallTime, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { pick, toSeedId } from './steps.ts';
import { categories } from './teams.ts';

export interface LeagueSize {
  clubs: number;
  events: number;
  vods: number;
}

export const largeLeague: LeagueSize = { clubs: 1_000, events: 5_000, vods: 10_000 };

type NewItem<T> = Omit<T, 'version'>;
type NewClub = { id: string; name: string; visible: boolean; thumbnail: string | null; dateCreated: string };

export interface LargeLeague {
  clubs: NewClub[];
  events: NewItem<StoredEvent>[];
  vods: NewItem<StoredVod>[];
}

export async function seedLargeLeague(size: LeagueSize, now: Date): Promise<LargeLeague> {
  const demoClubs = (await clubs.rows()).filter(({ id }) => id < toSeedId('C', firstId));
  const demoEvents = await events.items((await events.rows()).filter(({ id }) => id < toSeedId('E', firstId)));
  const crests = demoClubs.flatMap(({ thumbnail }) => thumbnail ?? []);
  const posters = demoEvents.flatMap(({ thumbnail }) => thumbnail ?? []);

  const players = Array.from({ length: size.clubs }, (_, index) => createClub(index, crests));
  const matches = Array.from({ length: size.events }, (_, index) =>
    createEvent(index, size.events, players, posters, now),
  );
  const played = matches.filter(({ scheduledStartDate }) => scheduledStartDate < now.toISOString());
  const recordings = Array.from({ length: size.vods }, (_, index) => createVod(index, played));
  await clubs.createAll(players);
  await events.createAll(matches);
  await vods.createAll(recordings);
  return { clubs: players, events: matches, vods: recordings };
}

// 40 beginnings and 25 places make 1,000 names; further ones get a number.
const beginnings = `
  CD, UD, CF, Atlético, Deportivo, Racing, Sporting, Real, Unión, Olímpico, Juventud, Escuela, Peña,
  Agrupación, Balompié, Imperial, Rayo, Estrella, Nueva, Cultural, Básquet, CB, Baloncesto, Basket,
  Canasta, Club, AD, SD, EF, CFB, Cantera, Promesas, Alevines, Amigos del, Athletic, Gimnástica,
  Recreativo, Independiente, Progreso, Fundación`
  .trim()
  .split(/,\s+/);
const places = `
  Alcorán, Benimar, Campoverde, Dehesa Vieja, El Encinar, Fuenteclara, Guadalora, Hontanar, Íllora del Río,
  Jarales, La Ñora Alta, Majadahonda del Sur, Navaleón, Olmedilla, Peñarrubia, Quintanar Nuevo,
  Rocafría, Sotobosque, Torrecilla, Urbión, Valdeazores, Villa Úrsula, Zarzalejos, Monteclaro,
  Cabo Blanco`
  .trim()
  .split(/,\s+/);

function createClub(index: number, crests: readonly string[]): NewClub {
  const round = Math.floor(index / (beginnings.length * places.length));
  const name = `${pick(beginnings, index)} ${pick(places, Math.floor(index / beginnings.length))}`;
  return {
    id: toSeedId('C', firstId + index),
    name: round === 0 ? name : `${name} ${round + 1}`,
    visible: index % 50 !== 49,
    thumbnail: crests.length > 0 ? pick(crests, index * 5) : null,
    dateCreated: new Date(firstDay).toISOString(),
  };
}

/** Number after the demo league's ids. */
const firstId = 1_000_000;
const firstDay = Date.UTC(2024, 0, 1);
const hours = [9, 10, 11, 12, 13, 16, 17, 18, 19, 20];

/** Creates an event: 80 % of the matches lie in the year before `now`, 20 % in the next 90 days, most on weekends. */
function createEvent(
  index: number,
  count: number,
  players: readonly NewClub[],
  posters: readonly string[],
  now: Date,
): NewItem<StoredEvent> {
  const sport: Sport = index % 3 === 2 ? 'BASKET' : 'SOCCER';
  const home = pick(players, index * 7);
  const away = pick(players, index * 7 + 1 + (index % 11));
  const today = toWallTime(now);
  const past = Math.floor(count * 0.8);
  const offset =
    index < past ? -1 - Math.floor((index * 365) / past) : 1 + Math.floor(((index - past) * 90) / (count - past));
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day + offset)).getUTCDay();
  const toWeekend = index % 5 === 0 ? 0 : ([0, -1, -2, -3, 2, 1, 0][weekday] ?? 0);
  const day = today.day + offset + toWeekend;
  const start = fromWallTime({ ...today, day, hour: pick(hours, index), minute: (index % 4) * 15 });
  return {
    id: toSeedId('E', firstId + index),
    title: `${home.name} – ${away.name}`,
    summary: '',
    homeClubId: home.id,
    awayClubId: away.id,
    category: pick(categories, index),
    competition: pick(['Liga Regional', 'Copa Provincial'], index),
    matchday: String(1 + (index % 30)),
    venue: `Campo ${pick(places, index)}`,
    sport,
    isPublic: index % 6 === 2,
    visible: index % 50 !== 49,
    scheduledStartDate: start.toISOString(),
    scheduledFinishDate: new Date(start.getTime() + 2 * 3_600_000).toISOString(),
    clubIds: [home.id, away.id],
    thumbnail: posters.length > 0 ? pick(posters, index) : null,
    dateCreated: new Date(firstDay + index * 1000).toISOString(),
  };
}

/** Creates recordings of the played matches first, then summaries. */
function createVod(index: number, played: readonly NewItem<StoredEvent>[]): NewItem<StoredVod> {
  const match = pick(played, index);
  return {
    ...createMediaFields(null, 1),
    id: toSeedId('V', firstId + index),
    title: index < played.length ? match.title : `Resumen: ${match.title}`,
    summary: `Partido de categoría ${match.category}.`,
    sport: match.sport,
    sportEventId: match.id,
    clubIds: match.clubIds,
    visible: index % 50 !== 49,
    status: 'FINISHED',
    duration: 5_400,
    thumbnail: match.thumbnail,
    renderOrder: index % 100 === 99 ? index : null,
    dateCreated: new Date(Date.parse(match.scheduledStartDate) + 3 * 3_600_000 + index * 1000).toISOString(),
    uploadId: null,
  };
}
