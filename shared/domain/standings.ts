/**
 * League tables from the results that are known, with the tie rules of the Spanish federations. Pure; the order of the
 * results does not matter.
 */
import type { Sport } from '../contract/schema.ts';

export interface LeagueMatch {
  id: string;
  homeId: string;
  awayId: string;
  /** UTC, ISO 8601. */
  start: string;
  /** Null while unknown. */
  score: { home: number; away: number } | null;
  /** The club that lost it by a forfeit, which earns it no points. */
  forfeitedBy?: string;
}

/** Decisions of the competition's committee beside the results. */
export interface Rulings {
  /** Points taken from a club. */
  penalties: { clubId: string; points: number; reason: string }[];
  /** Matches that count as lost by the club `lostBy`, whether they were played or not. */
  forfeits: { eventId: string; lostBy: string; reason: string }[];
}

export const noRulings: Rulings = { penalties: [], forfeits: [] };

/** Goals or points of the winner of a forfeited match: RFEF, General Regulations, article on forfeits; FEB likewise. */
export const forfeitScore: Record<Sport, number> = { SOCCER: 3, BASKET: 20 };

/** Gives forfeited matches the score that they count with. A ruling about another match or club changes nothing. */
export function applyForfeits<Match extends LeagueMatch>(
  matches: readonly Match[],
  sport: Sport,
  { forfeits }: Rulings,
): (Match & Pick<LeagueMatch, 'forfeitedBy'>)[] {
  const losers = new Map(forfeits.map(({ eventId, lostBy }) => [eventId, lostBy]));
  return matches.map((match) => {
    const lostBy = losers.get(match.id);
    if (lostBy !== match.homeId && lostBy !== match.awayId) return match;
    const won = forfeitScore[sport];
    return {
      ...match,
      forfeitedBy: lostBy,
      score: lostBy === match.homeId ? { home: 0, away: won } : { home: won, away: 0 },
    };
  });
}

export interface TableRules {
  /** Points for a match. */
  win: number;
  draw: number;
  loss: number;
  /** Rule that decides between clubs with the same points. */
  ties: TieRule;
  /** Number of first clubs that go up, and of last ones that go down. */
  promoted?: number | undefined;
  relegated?: number | undefined;
}

export type Zone = 'UP' | 'DOWN';

/** The zone of a row of a table with `size` rows; in one too small for both, clubs go up. */
export function findZone(index: number, size: number, { promoted = 0, relegated = 0 }: TableRules): Zone | undefined {
  if (index < promoted) return 'UP';
  return index >= size - relegated ? 'DOWN' : undefined;
}

/**
 * `HEAD_TO_HEAD` compares the matches between the tied clubs first, as RFEF and FEB do; `GENERAL` the difference of all
 * matches.
 */
export const tieRules = ['HEAD_TO_HEAD', 'GENERAL'] as const;
export type TieRule = (typeof tieRules)[number];

/** Football by RFEF: 3, 1, 0. Basketball by FEB: 2 for a win, 1 for a defeat; there are no draws. */
export const usualRules: Record<Sport, TableRules> = {
  SOCCER: { win: 3, draw: 1, loss: 0, ties: 'HEAD_TO_HEAD' },
  BASKET: { win: 2, draw: 1, loss: 1, ties: 'HEAD_TO_HEAD' },
};

/** Result of a match for one club: won, drawn or lost. */
export type Outcome = 'W' | 'D' | 'L';

export interface Standing {
  clubId: string;
  /** Clubs that no rule separates share a position. */
  position: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  scored: number;
  conceded: number;
  /** After `penalty`. */
  points: number;
  /** Points taken by rulings. */
  penalty: number;
  /** The last five results, the latest last. */
  form: Outcome[];
}

const formLength = 5;

/** Computes the table of all clubs that have a match. `compareClubs` orders clubs of the same position. */
export function computeStandings(
  matches: readonly LeagueMatch[],
  sport: Sport,
  rules: TableRules,
  compareClubs: (a: string, b: string) => number,
  { penalties }: Pick<Rulings, 'penalties'> = noRulings,
): Standing[] {
  const clubIds = [...new Set(matches.flatMap(({ homeId, awayId }) => [homeId, awayId]))];
  const totals = tally(clubIds, matches, rules);
  for (const { clubId, points } of penalties) {
    const total = totals.get(clubId);
    if (!total) continue;
    total.points -= points;
    total.penalty += points;
  }
  const byPoints = splitBy(clubIds, (id) => pick(totals, id).points);
  const groups = byPoints.flatMap((tied) => resolveTie(tied, { matches, sport, rules, totals }));
  let before = 0;
  return groups.flatMap((group) => {
    const position = before + 1;
    before += group.length;
    return group
      .toSorted(compareClubs)
      .map((clubId) => ({ ...pick(totals, clubId), clubId, position, form: listForm(clubId, matches) }));
  });
}

type Total = Omit<Standing, 'clubId' | 'position' | 'form'>;

function tally(
  clubIds: readonly string[],
  matches: readonly LeagueMatch[],
  rules: TableRules,
): ReadonlyMap<string, Total> {
  const totals = new Map(clubIds.map((id) => [id, createEmptyTotal()]));
  for (const match of matches) {
    for (const clubId of [match.homeId, match.awayId]) {
      const total = totals.get(clubId);
      const result = total && readResult(clubId, match);
      if (!result) continue;
      total.played += 1;
      total[outcomeFields[result.outcome]] += 1;
      total.scored += result.scored;
      total.conceded += result.conceded;
      total.points += match.forfeitedBy === clubId ? 0 : rules[outcomePoints[result.outcome]];
    }
  }
  return totals;
}

const createEmptyTotal = (): Total => ({
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  scored: 0,
  conceded: 0,
  points: 0,
  penalty: 0,
});
const outcomeFields = { W: 'won', D: 'drawn', L: 'lost' } as const;
const outcomePoints = { W: 'win', D: 'draw', L: 'loss' } as const;

function readResult(clubId: string, { homeId, score }: LeagueMatch) {
  if (!score) return undefined;
  const [scored, conceded] = clubId === homeId ? [score.home, score.away] : [score.away, score.home];
  const outcome: Outcome = scored > conceded ? 'W' : scored < conceded ? 'L' : 'D';
  return { scored, conceded, outcome };
}

interface Table {
  matches: readonly LeagueMatch[];
  sport: Sport;
  rules: TableRules;
  totals: ReadonlyMap<string, Total>;
}

/**
 * Orders tied clubs. As soon as a rule separates some of them, the rules restart for the clubs still tied, with only
 * the matches between them.
 */
function resolveTie(tied: readonly string[], table: Table): string[][] {
  if (tied.length === 1) return [[...tied]];
  for (const measure of listMeasures(tied, table)) {
    const parts = splitBy(tied, measure);
    if (parts.length > 1) return parts.flatMap((part) => resolveTie(part, table));
  }
  return [[...tied]];
}

type Measure = (clubId: string) => number;

/** Lists the rules in order; the highest value wins. */
function listMeasures(tied: readonly string[], { matches, sport, rules, totals }: Table): Measure[] {
  const general: Measure[] = [(id) => difference(pick(totals, id)), (id) => pick(totals, id).scored];
  const own = matches.filter(({ homeId, awayId }) => tied.includes(homeId) && tied.includes(awayId));
  if (!haveAllMet(tied, own)) return general;
  const mutual = tally(tied, own, rules);
  const headToHead: Measure[] = [
    (id) => pick(mutual, id).points,
    (id) => difference(pick(mutual, id)),
    // FEB also compares the points scored against each other, RFEF does not.
    ...(sport === 'BASKET' ? [(id: string) => pick(mutual, id).scored] : []),
  ];
  return rules.ties === 'HEAD_TO_HEAD' ? [...headToHead, ...general] : [...general, ...headToHead];
}

/** Matches between tied clubs count once all are played: the first leg alone would favour its home side. */
function haveAllMet(tied: readonly string[], own: readonly LeagueMatch[]): boolean {
  const pairs = new Set(own.map(({ homeId, awayId }) => [homeId, awayId].sort().join()));
  return own.every(({ score }) => score !== null) && pairs.size === (tied.length * (tied.length - 1)) / 2;
}

const difference = ({ scored, conceded }: Total) => scored - conceded;

const pick = (totals: ReadonlyMap<string, Total>, id: string): Total => totals.get(id) ?? createEmptyTotal();

/** Groups clubs of the same value, the highest first. */
function splitBy(clubIds: readonly string[], measure: Measure): string[][] {
  const groups = new Map<number, string[]>();
  for (const id of clubIds) groups.set(measure(id), [...(groups.get(measure(id)) ?? []), id]);
  return [...groups.entries()].sort(([a], [b]) => b - a).map(([, ids]) => ids);
}

const listForm = (clubId: string, matches: readonly LeagueMatch[]): Outcome[] =>
  matches
    .filter(({ homeId, awayId }) => homeId === clubId || awayId === clubId)
    .toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.id < b.id ? -1 : 1))
    .flatMap((match) => readResult(clubId, match)?.outcome ?? [])
    .slice(-formLength);
