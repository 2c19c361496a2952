/**
 * Fixtures around the demo league's creation date: five past and two future weekends, cup matches on evenings in
 * between, and one football match in progress.
 */

import type { Sport } from '../../../shared/contract/schema.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import { fromWallTime, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { type AgeCategory, matchTitle } from '../../../shared/domain/match.ts';
import { type Match, pick, toSeedId } from './steps.ts';
import { type Team, teams } from './teams.ts';

export interface LeagueMatch extends Match {
  /** Text of the event; `summary` is that of its recordings. */
  invitation: string;
  state: EventState;
  details: { category: AgeCategory; competition: string; matchday: string; venue: string };
}

export const todaysMatch = toSeedId('E', 0);

export const toClubId = (team: Team) => toSeedId('C', teams.indexOf(team));

/** Builds all matches, ordered by start. */
export function createSeason(madeOn: Date): LeagueMatch[] {
  const today = toWallTime(madeOn);
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  // Days from today to the last Saturday whose Sunday is over, and to the next Saturday.
  const last = weekday >= 1 && weekday <= 5 ? -1 - weekday : -7 - ((weekday + 1) % 7);
  const next = 6 - weekday;
  const at = ({ day, hour, minute = 0 }: Slot) => fromWallTime({ ...today, day: today.day + day, hour, minute });
  const league = (round: number, saturday: number): Fixture[] =>
    leagues.flatMap(({ sport, competition, category, isAway }) =>
      pairRound(sport, round).map(([home, away], index) => {
        const slot = pick(weekend[sport], index);
        // On a Saturday, this weekend's matches move to Sunday.
        const day = Math.max(saturday + slot.day, saturday === 0 ? 1 : Number.NEGATIVE_INFINITY);
        const sides: [Team, Team] = isAway ? [away, home] : [home, away];
        return { sport, sides, start: at({ ...slot, day }), competition, category, matchday: String(8 + round) };
      }),
    );
  const cup = (sport: Sport, tie: number, slot: Slot): Fixture => {
    const sides = pick(pairRound(sport, cupRound), tie);
    return { sport, sides, start: at(slot), ...cups[sport], matchday: 'Cuartos de final' };
  };
  const underWay: Fixture = {
    sport: 'SOCCER',
    sides: [pickSoccerTeam(0), pickSoccerTeam(1)],
    ...cups.SOCCER,
    matchday: 'Cuartos de final',
    start: fromWallTime({ ...today, minute: Math.floor(today.minute / 5) * 5 - 15 }),
  };
  const fixtures = [
    ...[4, 3, 2, 1, 0].flatMap((weeks, round) => league(round, last - 7 * weeks)),
    cup('SOCCER', 1, { day: -2, hour: 19 }),
    cup('SOCCER', 2, { day: -1, hour: 19 }),
    cup('BASKET', 1, { day: -1, hour: 20, minute: 30 }),
    cup('SOCCER', 3, { day: 1, hour: 19, minute: 30 }),
    cup('BASKET', 2, { day: 2, hour: 20, minute: 45 }),
    ...[0, 1].flatMap((weeks) => league(5 + weeks, next + 7 * weeks)),
  ];
  const matches = [
    toMatch(underWay, 0, 'SCHEDULED'),
    ...fixtures.map((fixture, index) =>
      toMatch(
        fixture,
        1 + index,
        fixture.start < madeOn ? 'FINISHED' : (exceptionalStates[fixtures.length - index] ?? 'SCHEDULED'),
      ),
    ),
  ];
  return matches.sort((a, b) => a.start.getTime() - b.start.getTime());
}

interface Slot {
  /** Days from today or, in `weekend`, from Saturday. */
  day: number;
  hour: number;
  minute?: number;
}

interface Fixture {
  sport: Sport;
  sides: [Team, Team];
  start: Date;
  competition: string;
  category: AgeCategory;
  matchday: string;
}

const pickSoccerTeam = (index: number) => pick(listTeams('SOCCER'), index);

/** One slot per match of a round, so that no two matches use a ground at the same time. */
const weekend: Record<Sport, Slot[]> = {
  SOCCER: [
    { day: 0, hour: 10 },
    { day: 0, hour: 12 },
    { day: 0, hour: 17 },
    { day: 1, hour: 10, minute: 30 },
    { day: 1, hour: 12, minute: 30 },
  ],
  BASKET: [
    { day: 0, hour: 11 },
    { day: 0, hour: 18, minute: 30 },
    { day: 1, hour: 12 },
  ],
};

/** Round whose pairings the cup repeats: none of the league rounds played here. */
const cupRound = 8;

/** Cancelled and postponed matches, by position from the season's end. */
const exceptionalStates: Record<number, EventState> = { 3: 'CANCELLED', 7: 'POSTPONED' };

/** In each, every team plays once a weekend. `isAway`: at the grounds of those that the other category visits. */
export const leagues: readonly (Pick<Fixture, 'sport' | 'competition' | 'category'> & { isAway?: true })[] = [
  { sport: 'SOCCER', competition: 'Liga de la Vega', category: 'alevin' },
  { sport: 'SOCCER', competition: 'Liga de la Vega', category: 'cadete', isAway: true },
  { sport: 'BASKET', competition: 'Liga Comarcal', category: 'juvenil' },
];

const cups: Record<Sport, Pick<Fixture, 'competition' | 'category'>> = {
  SOCCER: { competition: 'Copa de la Huerta', category: 'infantil' },
  BASKET: { competition: 'Copa Mar Menor', category: 'cadete' },
};

const invitations = [
  'Entrada libre. El bar lo llevan las familias.',
  'Trae algo de abrigo, que refresca.',
  'Al terminar, foto de los dos equipos.',
];

const listTeams = (sport: Sport) => teams.filter(({ grounds }) => grounds[sport]);

/** Pairs a round by the circle method; the second leg swaps the sides of the first. */
function pairRound(sport: Sport, number: number): [Team, Team][] {
  const [first, ...others] = listTeams(sport) as [Team, ...Team[]];
  const legs = Math.floor(number / others.length);
  const circle = [first, ...others.map((_, index) => pick(others, index + number))];
  return Array.from({ length: circle.length / 2 }, (_, index) => {
    const sides: [Team, Team] = [pick(circle, index), pick(circle, circle.length - 1 - index)];
    const isTurned = ((index === 0 ? number : index) + legs) % 2 === 1;
    return isTurned ? [sides[1], sides[0]] : sides;
  });
}

function toMatch(
  { sport, sides, start, competition, category, matchday }: Fixture,
  index: number,
  state: EventState,
): LeagueMatch {
  const [home, away] = sides;
  return {
    id: toSeedId('E', index),
    title: matchTitle(home, away),
    invitation: pick(invitations, index),
    summary: `Partido de categoría ${category}, contado por las familias de los dos equipos.`,
    sport,
    state,
    details: { category, competition, matchday, venue: home.grounds[sport] ?? '' },
    home,
    away,
    clubIds: [toClubId(home), toClubId(away)],
    start,
  };
}
