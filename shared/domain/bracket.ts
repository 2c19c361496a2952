/** Knock-out rounds of a competition, recognised by the names of their matchdays. Pure. */
import { foldText } from './fold-text.ts';
import type { LeagueMatch } from './standings.ts';

/** Rounds from the first to the last, by patterns of folded text. 'Octavos de final' must not count as a final. */
const roundNames: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Treintaidosavos', /treintaidosavos|\b1\/32\b/],
  ['Dieciseisavos', /dieciseisavos|\b1\/16\b/],
  ['Octavos', /octavos|\b1\/8\b/],
  ['Cuartos', /cuartos|\b1\/4\b/],
  ['Semifinales', /semi ?-?final|\bsemis\b|\b1\/2\b/],
  ['Tercer puesto', /(tercer|3\.?(er|º|o)?) (y (cuarto|4\.?º?) )?(puesto|lugar)|consolacion/],
  ['Final', /^(gran |la )?final\b/],
];

/** Position of the round in `roundNames`; undefined for a matchday of a league. */
export function findRound(matchday: string | null | undefined): number | undefined {
  const folded = foldText(matchday ?? '');
  const round = roundNames.findIndex(([, pattern]) => pattern.test(folded));
  return round < 0 ? undefined : round;
}

export interface KnockOutMatch extends LeagueMatch {
  matchday: string;
}

/** One or more matches between two clubs. Its home side is that of the first match. */
export interface Tie<Match extends KnockOutMatch> {
  homeId: string;
  awayId: string;
  legs: Match[];
  /** Null while the tie is open, or if its scores do not decide it, as with penalties. */
  winnerId: string | null;
}

export interface Round<Match extends KnockOutMatch> {
  name: string;
  ties: Tie<Match>[];
}

/** The rounds with matches, in order. In each round, ties whose winners meet next are neighbours. */
export function buildBracket<Match extends KnockOutMatch>(matches: readonly Match[]): Round<Match>[] {
  const byRound = new Map<number, Match[]>();
  for (const match of matches.toSorted(compareMatches)) {
    const round = findRound(match.matchday);
    if (round !== undefined) byRound.set(round, [...(byRound.get(round) ?? []), match]);
  }
  const numbers = [...byRound.keys()].sort((a, b) => a - b);
  const rounds = numbers.map((round) => ({
    name: roundNames[round]?.[0] ?? '',
    ties: groupTies(byRound.get(round) ?? []),
  }));
  for (const [index, round] of rounds.entries()) {
    const later = new Set(
      rounds.slice(index + 1).flatMap(({ name, ties }) => (name === thirdPlace ? [] : listTieSides(ties))),
    );
    for (const tie of round.ties) tie.winnerId = findWinner(tie, later);
  }
  // The loop goes backwards from the final, so that each round takes the order of the next.
  for (let index = rounds.length - 2; index >= 0; index -= 1) {
    const next = listTieSides(rounds.slice(index + 1).find(({ name }) => name !== thirdPlace)?.ties ?? []);
    const place = ({ homeId, awayId }: Tie<Match>) => {
      const positions = [homeId, awayId].map((id) => next.indexOf(id)).filter((at) => at >= 0);
      return positions.length > 0 ? Math.min(...positions) : next.length;
    };
    const round = rounds[index];
    if (round) round.ties = round.ties.toSorted((a, b) => place(a) - place(b));
  }
  return rounds;
}

const thirdPlace = 'Tercer puesto';

const listTieSides = (ties: readonly Tie<KnockOutMatch>[]) => ties.flatMap(({ homeId, awayId }) => [homeId, awayId]);

function groupTies<Match extends KnockOutMatch>(matches: readonly Match[]): Tie<Match>[] {
  const ties = new Map<string, Tie<Match>>();
  for (const match of matches) {
    const pair = [match.homeId, match.awayId].sort().join();
    const tie = ties.get(pair);
    if (tie) tie.legs.push(match);
    else ties.set(pair, { homeId: match.homeId, awayId: match.awayId, legs: [match], winnerId: null });
  }
  return [...ties.values()];
}

/** Finds the winner by the sum of all legs; after a draw, by presence in a later round. */
function findWinner({ homeId, awayId, legs }: Tie<KnockOutMatch>, later: ReadonlySet<string>): string | null {
  if (legs.some(({ score }) => score === null)) return null;
  const sum = legs.reduce((total, leg) => {
    const lead = (leg.score?.home ?? 0) - (leg.score?.away ?? 0);
    return total + (leg.homeId === homeId ? lead : -lead);
  }, 0);
  if (sum !== 0) return sum > 0 ? homeId : awayId;
  const [homeIsLater, awayIsLater] = [later.has(homeId), later.has(awayId)];
  return homeIsLater === awayIsLater ? null : homeIsLater ? homeId : awayId;
}

const compareMatches = (a: LeagueMatch, b: LeagueMatch) =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : a.id < b.id ? -1 : 1;
