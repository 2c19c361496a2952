/** Computes clubs, missing results, standings, bracket and scorers of a competition from its matches. */
import { buildBracket, findRound } from '../../../shared/domain/bracket.ts';
import { listSides } from '../../../shared/domain/match.ts';
import { isAhead, isOver } from '../../../shared/domain/match-state.ts';
import { applyForfeits, computeStandings, type TableRules } from '../../../shared/domain/standings.ts';
import { compareNames, createClubNamer } from '../clubs/store.ts';
import { readEventView } from '../events/event-views.ts';
import { events } from '../events/store.ts';
import { createScoreFinder, findScores } from '../scores/store.ts';
import type { CompetitionTable } from './rules.ts';
import { readRulings } from './store.ts';

/** Reads the matches between two visible clubs, and the rulings. Cancelled matches do not count, unless forfeited. */
export async function readMatches(table: CompetitionTable, now: number, { withCancelled = false } = {}) {
  const [all, { version: _, ...rulings }] = await Promise.all([events.items(table.rows), readRulings(table)]);
  const forfeited = new Set(rulings.forfeits.map(({ eventId }) => eventId));
  const items = all.filter(({ id, state }) => withCancelled || state !== 'CANCELLED' || forfeited.has(id));
  const [nameClubs, findScore] = await Promise.all([createClubNamer(items), createScoreFinder(items)]);
  const clubs = new Map<string, ReturnType<typeof nameClubs>[number]>();
  const matches = items.flatMap((event) => {
    const sides = listSides({ ...event, clubs: nameClubs(event.clubIds) });
    if (!sides) return [];
    for (const side of [sides.home, sides.away]) clubs.set(side.id, side);
    const score = findScore(event);
    const isFinal = score !== null && (score.phase === 'ENDED' || event.state === 'FINISHED');
    return {
      id: event.id,
      homeId: sides.home.id,
      awayId: sides.away.id,
      start: event.scheduledStartDate,
      title: event.title,
      matchday: event.matchday ?? '',
      score: isFinal ? { home: score.home, away: score.away } : null,
      running: !isFinal && score ? { home: score.home, away: score.away } : null,
      isMissing: !isFinal && !forfeited.has(event.id) && isOver({ ...event, score }, now),
    };
  });
  return {
    items,
    matches: applyForfeits(matches, table.sport, rulings),
    rulings,
    clubs: [...clubs.values()].sort(compareNames),
    missing: matches.filter(({ isMissing }) => isMissing).length,
  };
}

type LeagueMatches = Awaited<ReturnType<typeof readMatches>>;

/** Computes the standings without knock-out matches; clubs with equal positions are sorted by name. */
export function toStandings(
  { matches, clubs, rulings }: LeagueMatches,
  { sport }: CompetitionTable,
  rules: TableRules,
) {
  const place = placeClubs(clubs);
  const league = matches.filter(({ matchday }) => findRound(matchday) === undefined);
  const compare = (a: string, b: string) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
  return computeStandings(league, sport, rules, compare, rulings);
}

const placeClubs = (clubs: LeagueMatches['clubs']) => new Map(clubs.map(({ id }, index) => [id, index]));

export async function readStandings(table: CompetitionTable, rules: TableRules, now: number) {
  const read = await readMatches(table, now);
  const { matches, clubs } = read;
  const rounds = buildBracket(matches).map(({ name, ties }) => ({
    name,
    ties: ties.map(({ legs, ...tie }) => ({
      ...tie,
      legs: legs.map(({ id, homeId, start, score, running }) => ({
        eventId: id,
        homeId,
        start,
        score: score ?? running,
        isLive: score === null && running !== null,
      })),
    })),
  }));
  return {
    standings: toStandings(read, table, rules),
    running: matches.flatMap(({ id, homeId, awayId, score, running, matchday }) =>
      score === null && running !== null && findRound(matchday) === undefined
        ? { eventId: id, homeId, awayId, ...running }
        : [],
    ),
    last: await viewMatch(read, findLast(matches)),
    rounds,
    rulings: toShownRulings(read),
    // Goals of a match that was forfeited afterwards do not count.
    scorers: await readScorers(
      matches.filter(({ score, forfeitedBy }) => score !== null && forfeitedBy === undefined),
      placeClubs(clubs),
    ),
  };
}

/** The last match that ended with a score of its own. */
const findLast = (matches: LeagueMatches['matches']) =>
  matches
    .filter(({ score, forfeitedBy }) => score !== null && forfeitedBy === undefined)
    .reduce<ListedMatch | undefined>((last, one) => (!last || one.start > last.start ? one : last), undefined);

/** Reads the match that begins next. */
export function readNext(read: LeagueMatches, now: number) {
  const ahead = read.items.filter((event) => isAhead(event, now) && read.matches.some(({ id }) => id === event.id));
  const [next] = ahead.sort((a, b) => (a.scheduledStartDate < b.scheduledStartDate ? -1 : 1));
  return viewMatch(read, next);
}

type ListedMatch = LeagueMatches['matches'][number];

async function viewMatch({ items }: LeagueMatches, match: { id: string } | undefined) {
  const event = items.find(({ id }) => id === match?.id);
  return event ? readEventView(event) : null;
}

/** Rulings about matches and clubs that the table shows. */
function toShownRulings({ matches, clubs, rulings }: LeagueMatches) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  return {
    penalties: rulings.penalties.filter(({ clubId }) => clubs.some(({ id }) => id === clubId)),
    forfeits: rulings.forfeits.flatMap((forfeit) => {
      const match = byId.get(forfeit.eventId);
      return match?.forfeitedBy ? { ...forfeit, homeId: match.homeId, awayId: match.awayId } : [];
    }),
  };
}

interface Scoring {
  id: string;
  homeId: string;
  awayId: string;
}

const maxScorers = 20;

async function readScorers(matches: readonly Scoring[], place: ReadonlyMap<string, number>) {
  const scores = await findScores(matches.map(({ id }) => id));
  const sums = new Map<string, { clubId: string; shirt: number; points: number }>();
  for (const { id, homeId, awayId } of matches) {
    for (const { side, shirt, points } of scores.get(id)?.scorers ?? []) {
      const clubId = side === 'HOME' ? homeId : awayId;
      const sum = sums.get(`${clubId} ${shirt}`) ?? { clubId, shirt, points: 0 };
      sums.set(`${clubId} ${shirt}`, { ...sum, points: sum.points + points });
    }
  }
  const clubPlace = (clubId: string) => place.get(clubId) ?? 0;
  return [...sums.values()]
    .sort((a, b) => b.points - a.points || clubPlace(a.clubId) - clubPlace(b.clubId) || a.shirt - b.shirt)
    .slice(0, maxScorers);
}
