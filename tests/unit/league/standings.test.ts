import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sport } from '../../../shared/contract/schema.ts';
import { buildBracket, findRound, type KnockOutMatch } from '../../../shared/domain/bracket.ts';
import {
  applyForfeits,
  computeStandings,
  findZone,
  type LeagueMatch,
  type TableRules,
  usualRules,
} from '../../../shared/domain/standings.ts';

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
let made = 0;
/** 'A B 2-1', in order of time; 'A B' has no result. */
function matches(...lines: string[]): LeagueMatch[] {
  return lines.map((line) => {
    const [homeId = '', awayId = '', score] = line.split(' ');
    const [home, away] = (score ?? '').split('-').map(Number);
    made += 1;
    const id = String(made).padStart(6, '0');
    const start = new Date(Date.UTC(2026, 0, 1, made)).toISOString();
    return { id, homeId, awayId, start, score: score ? { home: home ?? 0, away: away ?? 0 } : null };
  });
}
const table = (played: readonly LeagueMatch[], sport: Sport = 'SOCCER', rules: TableRules = usualRules[sport]) =>
  computeStandings(played, sport, rules, compare);
const order = (...given: Parameters<typeof table>) =>
  table(...given).map(({ position, clubId }) => `${position}${clubId}`);

/** A is ahead of B in the matches between them, B in the difference of all matches. */
const tiedOnPoints = ['A B 2-0', 'B A 1-0', 'A C 1-0', 'B C 5-0'];

describe('[H-FIND-3] standings', () => {
  test('count points, goals and the form of the last five, by the results that are known', () => {
    const played = matches('A B 1-0', 'A B 0-0', 'A B 0-2', 'A B 3-0', 'A B 1-0', 'B A 0-4', 'B A');
    const [first, second] = table(played);
    const drawn = { played: 6, drawn: 1, penalty: 0 };
    const goals = { scored: 9, conceded: 2, form: ['D', 'L', 'W', 'W', 'W'] };
    expect(first).toEqual({ ...drawn, ...goals, clubId: 'A', position: 1, won: 4, lost: 1, points: 13 });
    const against = { scored: 2, conceded: 9, form: ['D', 'W', 'L', 'L', 'L'] };
    expect(second).toEqual({ ...drawn, ...against, clubId: 'B', position: 2, won: 1, lost: 4, points: 4 });
  });

  test('give two points for a win and one for a defeat in basketball', () => {
    expect(table(matches('A B 70-60', 'B A 55-50', 'A C 80-40'), 'BASKET').map(({ points }) => points)).toEqual([
      5, 3, 1,
    ]);
  });

  test.each<[Sport, number, number]>([
    ['SOCCER', 3, 3],
    // A defeat is worth a point in basketball; a forfeit is not.
    ['BASKET', 20, 2],
  ])('count a forfeit in %s as lost without points, whatever was played', (sport, goals, points) => {
    const played = matches('A B 10-70', 'B C');
    const forfeits = played.map(({ id }) => ({ eventId: id, lostBy: 'B', reason: 'Incomparecencia' }));
    const rows = table(applyForfeits(played, sport, { penalties: [], forfeits }), sport);
    expect(rows.map((row) => [row.clubId, row.points, row.scored, row.conceded, row.form.join('')])).toEqual([
      ['A', points, goals, 0, 'W'],
      ['C', points, goals, 0, 'W'],
      ['B', 0, 0, 2 * goals, 'LL'],
    ]);
    const elsewhere = [{ eventId: played[0]?.id ?? '', lostBy: 'Z', reason: '' }];
    expect(applyForfeits(played, sport, { penalties: [], forfeits: elsewhere })).toEqual(played);
  });

  test('take points from a club before they order it, below zero too', () => {
    const played = matches('A B 1-0', 'B C 0-0');
    const penalties = [
      { clubId: 'A', points: 3, reason: '' },
      { clubId: 'A', points: 1, reason: '' },
      { clubId: 'Z', points: 9, reason: '' },
    ];
    const rows = computeStandings(played, 'SOCCER', usualRules.SOCCER, compare, { penalties });
    expect(rows.map((row) => [row.clubId, row.points, row.penalty])).toEqual([
      ['C', 1, 0],
      ['B', 1, 0],
      ['A', -1, 4],
    ]);
  });

  test('show clubs that have not played', () => {
    expect(order(matches('A B 1-0', 'C D'))).toEqual(['1A', '2C', '2D', '4B']);
  });

  test('RFEF: the matches between two tied clubs come before the difference of all', () => {
    expect(order(matches(...tiedOnPoints))).toEqual(['1A', '2B', '3C']);
  });

  test('RFEF: with equal differences between them, the difference of all matches decides, then the goals', () => {
    expect(order(matches('A B 1-0', 'B A 1-0', 'A C 5-0', 'B C 2-0')).slice(0, 2)).toEqual(['1A', '2B']);
    expect(order(matches('A B 1-1', 'B A 1-1', 'A C 2-0', 'B C 3-1')).slice(0, 2)).toEqual(['1B', '2A']);
  });

  test('RFEF: three tied clubs have a table of their own matches; the rules begin anew for those still tied', () => {
    // A has +2 in the matches of the three clubs with six points, B and C −1. B won against C, whose difference is better.
    const three = matches('A B 3-0', 'B C 2-0', 'C A 1-0', 'A D 1-0', 'B D 9-0', 'C D 12-0');
    expect(order(three)).toEqual(['1A', '2B', '3C', '4D']);
  });

  test('leave the matches between tied clubs aside until all of them are played', () => {
    const first = ['A B 1-0', 'A D 0-1', 'B C 7-0', 'D C 1-0'];
    expect(order(matches(...first, 'B A')).slice(1, 3)).toEqual(['2B', '3A']);
    expect(order(matches(...first)).slice(1, 3)).toEqual(['2A', '3B']);
  });

  test('FEB: matches between them, their difference and their points come first', () => {
    expect(order(matches('A B 80-70', 'B A 75-70', 'A C 60-90', 'B C 90-60'), 'BASKET').slice(0, 3)).toEqual([
      '1B',
      '2A',
      '3C',
    ]);
    // The same points; between them A has +5.
    const tied = ['A B 80-70', 'B A 75-70', 'A C 61-60', 'B C 99-60'];
    expect(order(matches(...tied), 'BASKET')).toEqual(['1A', '2B', '3C']);
  });

  test('a competition may put the difference of all matches first', () => {
    const lines = matches(...tiedOnPoints);
    expect(order(lines, 'SOCCER', { ...usualRules.SOCCER, ties: 'GENERAL' })).toEqual(['1B', '2A', '3C']);
  });

  test('do not depend on the order of the results', () => {
    const club = fc.constantFrom('A', 'B', 'C', 'D', 'E');
    const score = fc.option(fc.record({ home: fc.nat(3), away: fc.nat(3) }), { freq: 4 });
    const one = fc.tuple(club, club, score).filter(([homeId, awayId]) => homeId !== awayId);
    const rules = fc.constantFrom('HEAD_TO_HEAD' as const, 'GENERAL' as const);
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 25 }),
        fc.constantFrom<Sport>('SOCCER', 'BASKET'),
        rules,
        fc.nat(),
        (list, sport, ties, seed) => {
          const all = list.map(([homeId, awayId, score], index) => ({
            id: `m${index}`,
            homeId,
            awayId,
            score,
            start: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
          }));
          const key = (text: string) =>
            [...`${text}${seed}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
          const shuffled = all.toSorted((a, b) => key(a.id) - key(b.id));
          const given = { ...usualRules[sport], ties };
          expect(table(shuffled, sport, given)).toEqual(table(all, sport, given));
        },
      ),
    );
  });
});

describe('[H-FIND-3] knock-out rounds', () => {
  test.each([
    ['Cuartos de final', 3],
    ['1/8', 2],
    ['SEMIFINAL', 4],
    ['Semifinal (vuelta)', 4],
    ['Final', 6],
    ['Gran Final', 6],
    ['3.er y 4.º puesto', 5],
    ['Tercer puesto', 5],
    ['12', undefined],
    ['Fase final, jornada 2', undefined],
    [null, undefined],
  ])('are recognised by the matchday: %j is %j', (matchday, round) => expect(findRound(matchday)).toBe(round));

  const createRound = (matchday: string, ...lines: string[]): KnockOutMatch[] =>
    matches(...lines).map((match) => ({ ...match, matchday }));

  test('become a bracket in which the winners of neighbours meet', () => {
    const rounds = buildBracket([
      ...createRound('Cuartos de final', 'A B 1-0', 'C D 0-2', 'E F 2-2', 'G H 0-1'),
      ...createRound('Semifinal', 'D E 3-1', 'A H'),
      ...createRound('Final', 'D A'),
    ]);
    expect(rounds.map(({ name }) => name)).toEqual(['Cuartos', 'Semifinales', 'Final']);
    const shown = rounds.map(({ ties }) =>
      ties.map(({ homeId, awayId, winnerId }) => `${homeId}${awayId}>${winnerId}`),
    );
    // E won on penalties, which no score records: it is in the next round.
    expect(shown).toEqual([['CD>D', 'EF>E', 'AB>A', 'GH>H'], ['DE>D', 'AH>null'], ['DA>null']]);
  });

  test('add up two legs, regardless of the home side', () => {
    const [round] = buildBracket(createRound('Semifinal', 'A B 1-0', 'B A 3-1'));
    expect(round?.ties).toHaveLength(1);
    expect(round?.ties[0]).toMatchObject({ homeId: 'A', awayId: 'B', winnerId: 'B' });
    const [open] = buildBracket(createRound('Semifinal', 'A B 1-0', 'B A'));
    expect(open?.ties[0]?.winnerId).toBeNull();
  });
});

test('[H-FIND-3] the first clubs go up and the last ones down, as many as the competition says', () => {
  const zones = (size: number, more: Partial<TableRules>) =>
    Array.from({ length: size }, (_, index) => findZone(index, size, { ...usualRules.SOCCER, ...more }));
  expect(zones(5, { promoted: 2, relegated: 1 })).toEqual(['UP', 'UP', undefined, undefined, 'DOWN']);
  expect(zones(3, {})).toEqual([undefined, undefined, undefined]);
  expect(zones(2, { promoted: 2, relegated: 2 })).toEqual(['UP', 'UP']);
});
