/** Endpoints of competitions: their tables, brackets and scorers, and the rules that admins choose. */
import * as z from 'zod';
import { tieRules } from '../domain/standings.ts';
import { defineEndpoints } from './endpoint.ts';
import { AgeCategory, ClubName, Id, ListQuery, requiredText, Single, Sport, Version } from './schema.ts';
import { EventOfItem } from './sport-event.ts';

/** A competition of a category in a season. */
const CompetitionCard = z.object({
  /** Last part of its address, such as 'futbol-liga-de-la-vega-alevin-2026-27'. */
  slug: z.string(),
  sport: Sport,
  name: z.string(),
  category: AgeCategory.nullable(),
  /** The year in which the season begins. */
  season: z.int(),
  /** Number of visible matches. */
  matches: z.int(),
});
export type CompetitionCard = z.output<typeof CompetitionCard>;

const points = z.int().min(0, 'Los puntos van de 0 a 10').max(10, 'Los puntos van de 0 a 10');
const zone = z
  .int('Los equipos van de 0 a 10')
  .min(0, 'Los equipos van de 0 a 10')
  .max(10, 'Los equipos van de 0 a 10');
const rules = {
  win: points,
  draw: points,
  loss: points,
  ties: z.enum(tieRules, 'El desempate no es válido'),
  promoted: zone.optional(),
  relegated: zone.optional(),
};
const Rules = z.object(rules);

/** The facts about a competition that reveal no result. */
const Competition = CompetitionCard.extend({
  clubs: z.array(ClubName.extend({ thumbnail: z.string().nullable() })),
  rules: Rules,
  /** Number of finished matches without a known result. */
  missing: z.int(),
  /** The next match between two shown clubs. */
  next: EventOfItem.nullable().optional(),
  /** The same competition in other seasons and categories, this one included. */
  others: z.array(CompetitionCard),
});
export type Competition = z.output<typeof Competition>;

const Outcome = z.enum(['W', 'D', 'L']);
const Standing = z.object({
  clubId: Id,
  position: z.int(),
  played: z.int(),
  won: z.int(),
  drawn: z.int(),
  lost: z.int(),
  scored: z.int(),
  conceded: z.int(),
  /** After `penalty`. */
  points: z.int(),
  /** Points taken by rulings. */
  penalty: z.int(),
  /** The last five results, the latest last. */
  form: z.array(Outcome),
});
const Leg = z.object({
  eventId: Id,
  homeId: Id,
  start: z.string(),
  score: z.object({ home: z.int(), away: z.int() }).nullable(),
  /** True while the match is played; its score is then the running one. */
  isLive: z.boolean(),
});
const Tie = z.object({ homeId: Id, awayId: Id, winnerId: Id.nullable(), legs: z.array(Leg) });
const Round = z.object({ name: z.string(), ties: z.array(Tie) });
/** Goals or points of a shirt number, from the score logs that record shirt numbers. */
const Scorer = z.object({ clubId: Id, shirt: z.int(), points: z.int() });

const reason = requiredText(200, 'Escribe el motivo');
const Penalty = z.object({
  clubId: Id,
  points: z.int('Los puntos van de 1 a 99').min(1, 'Los puntos van de 1 a 99').max(99, 'Los puntos van de 1 a 99'),
  reason,
});
/** A match that counts as lost by `lostBy`, 3–0 in football and 20–0 in basketball, and gives that club no points. */
const Forfeit = z.object({ eventId: Id, lostBy: Id, reason });
const rulings = { penalties: z.array(Penalty).max(50), forfeits: z.array(Forfeit).max(100) };
const Rulings = z.object(rulings);

const RunningMatch = z.object({ eventId: Id, homeId: Id, awayId: Id, home: z.int(), away: z.int() });

/** The part of a competition that depends on its results. */
const Standings = z.object({
  standings: z.array(Standing),
  /** Matches being played, which the table does not count yet. */
  running: z.array(RunningMatch),
  /** The last match with a result. */
  last: EventOfItem.nullable().optional(),
  rounds: z.array(Round),
  rulings: Rulings.extend({ forfeits: z.array(Forfeit.extend({ homeId: Id, awayId: Id })) }),
  scorers: z.array(Scorer),
});
export type Standings = z.output<typeof Standings>;
export type StandingRow = z.output<typeof Standing>;
export type BracketRound = z.output<typeof Round>;

const ManagedCompetition = z.object({
  /** Key such as 'futbol-liga-de-la-vega'. */
  key: z.string(),
  sport: Sport,
  name: z.string(),
  rules: Rules,
  /** Version of the chosen rules; 0 while the default rules apply. */
  version: Version,
  tables: z.array(CompetitionCard),
});
export type ManagedCompetition = z.output<typeof ManagedCompetition>;

/** The rulings about a table, and the clubs and matches that they can name. */
const ManagedTable = z.object({
  rulings: Rulings,
  version: Version,
  clubs: z.array(ClubName),
  matches: z.array(z.object({ id: Id, title: z.string(), start: z.string(), homeId: Id, awayId: Id })),
});
export type ManagedTable = z.output<typeof ManagedTable>;

export const RulingChanges = Rulings.extend({ version: Version });

export const CompetitionChanges = z.object({ ...rules, version: Version });

const table = { access: 'admin', data: Single('table', ManagedTable) } as const;

export const competitionEndpoints = defineEndpoints({
  'GET /competitions': {
    summary: 'Competitions that have visible matches, newest season first',
    access: 'public',
    query: ListQuery.pick({ sport: true, clubIds: true }),
    data: z.object({ competitions: z.array(CompetitionCard) }),
    cache: 60,
    publiclyCacheable: true,
  },
  'GET /competitions/{slug}': {
    summary: 'A competition of a category in a season, without its results',
    access: 'public',
    data: Single('competition', Competition),
    cache: 30,
    publiclyCacheable: true,
    refuses: ['COM4040'],
  },
  'GET /competitions/{slug}/standings': {
    summary: 'Table, knock-out rounds and scorers from the known results',
    access: 'public',
    data: Standings,
    cache: 30,
    publiclyCacheable: true,
    revealsResults: true,
    refuses: ['COM4040'],
  },
  'GET /live/competitions': {
    summary: 'All competitions with the rules of their tables',
    access: 'admin',
    data: z.object({ competitions: z.array(ManagedCompetition) }),
  },
  'PATCH /live/competitions/{key}': {
    summary: 'Choose the points and the tie rule of a competition',
    access: 'admin',
    body: CompetitionChanges,
    data: Single('competition', ManagedCompetition),
    refuses: ['COM4040'],
  },
  'GET /live/tables/{slug}': {
    ...table,
    summary: 'The rulings about a table, with the clubs and matches that they can name',
    refuses: ['COM4040'],
  },
  'PUT /live/tables/{slug}': {
    ...table,
    summary: 'Take points from clubs, and decide which matches count as forfeited',
    body: RulingChanges,
    refuses: ['CLB4000', 'COM4040', 'EVT4000', 'REQ4090'],
  },
});
