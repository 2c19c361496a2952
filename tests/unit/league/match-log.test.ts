import { describe, expect, test } from 'vitest';
import { findMatchClock, formatMatchTime } from '../../../shared/domain/match-clock.ts';
import {
  describeLine,
  describePeriod,
  listLines,
  type ShownAction,
  toMatchLog,
} from '../../../shared/domain/match-log.ts';

const minute = 60_000;
const kickOff = Date.parse('2026-03-05T17:00:00Z');
let made = 0;
const action = (kind: ShownAction['kind'], minutes: number, more: Partial<ShownAction> = {}): ShownAction => {
  made += 1;
  const id = String(made).padStart(26, '0');
  return { id, kind, side: null, period: 1, clockMs: 0, shirt: null, at: kickOff + minutes * minute, ...more };
};
const home = { side: 'HOME' } as const;
const away = { side: 'AWAY' } as const;
const second = { period: 2 };
const soccer = { sport: 'SOCCER' } as const;

/** 45 minutes and four of added time, a break of ten, the second half. */
const football = [
  action('PERIOD_START', 0),
  action('GOAL', 21.5, { ...home, shirt: 9 }),
  action('YELLOW_CARD', 46.2, { ...away, shirt: 4 }),
  action('PERIOD_END', 49),
  action('PERIOD_START', 59, second),
  action('OWN_GOAL', 59.5, { ...home, ...second, shirt: 3 }),
  action('GOAL', 106, { ...away, ...second }),
  action('MATCH_END', 107, second),
];

describe('the log of a match', () => {
  test('[H-MATCH-2] counts on in the second half and writes added time separately, with the score after each goal', () => {
    const { periods, ...score } = toMatchLog(soccer, football);
    expect(listLines({ periods }).map((line) => `${line.time} ${describeLine(line)}`)).toEqual([
      "22' Gol 1–0 · #9",
      "45+2' Tarjeta amarilla · #4",
      "46' Gol en propia puerta 1–1 · #3",
      "90+3' Gol 1–2",
    ]);
    expect(periods.map(({ home, away }) => [home, away])).toEqual([
      [1, 0],
      [0, 2],
    ]);
    expect(score).toMatchObject({ home: 1, away: 2 });
  });

  test('[H-MATCH-2] names the quarter and its clock in basketball', () => {
    const log = [
      action('PERIOD_START', 0),
      action('THREE_POINTS', 4.13, { ...home, shirt: 11 }),
      action('PERIOD_END', 10),
      action('PERIOD_START', 12, { period: 5 }),
      action('TWO_POINTS', 12.7, { ...away, period: 5 }),
    ];
    const lines = listLines(toMatchLog({ sport: 'BASKET' }, log));
    expect(lines.map((line) => `${line.time} ${describeLine(line)}`)).toEqual([
      'C1 4:07 Triple 3–0 · #11',
      'PR 0:42 Canasta 3–2',
    ]);
  });

  test('[H-MATCH-2] omits undone actions, and uses the scorer’s clock without a start', () => {
    const undone = action('GOAL', 3, home);
    const log = [
      undone,
      action('GOAL', 5, { ...away, clockMs: 4 * minute }),
      { ...action('UNDO', 6), undoes: undone.id },
    ] as ShownAction[];
    const counting = log.filter(({ id, kind }) => id !== undone.id && kind !== 'UNDO');
    expect(listLines(toMatchLog(soccer, counting)).map(({ time, home, away }) => [time, home, away])).toEqual([
      ["5'", 0, 1],
    ]);
    expect(toMatchLog(soccer, []).periods).toEqual([]);
  });

  test('[H-MATCH-2] keeps the order of late and equal actions', () => {
    const goal = action('GOAL', 7, home);
    const log = [...football.slice(0, 1), action('GOAL', 9, away), goal];
    expect(listLines(toMatchLog(soccer, log)).map(({ home, away }) => [home, away])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('names the periods', () => {
    expect([1, 2, 3, 4].map((period) => describePeriod(period, 'SOCCER'))).toEqual([
      '1.ª parte',
      '2.ª parte',
      'Prórroga',
      '2.ª prórroga',
    ]);
    expect([1, 2, 3, 4, 5].map((period) => describePeriod(period, 'BASKET'))).toEqual([
      '1.er cuarto',
      '2.º cuarto',
      '3.er cuarto',
      '4.º cuarto',
      'Prórroga',
    ]);
  });
});

describe('the clock of a match', () => {
  const createPeriod = (minutes: number) =>
    [action('PERIOD_START', 0), action('PERIOD_END', minutes)].map((one) => ({ ...one, undoes: null, device: '' }));
  const half = (minutes: number, category?: 'alevin' | 'infantil') =>
    findMatchClock({ sport: 'SOCCER', category: category ?? null }, createPeriod(minutes)).half;

  test.each([
    // The category decides, added time included.
    [36.5, 'infantil', 35],
    [39.5, 'infantil', 35],
    // The half was of another length: another rule applied.
    [45.5, 'alevin', 45],
    // The half itself decides without a category; a whistle some seconds early does not matter.
    [47, undefined, 45],
    [29.5, undefined, 30],
    [31, undefined, 30],
    // A log of a few minutes decides nothing.
    [4, undefined, 45],
  ] as const)(
    '[H-MATCH-2] counts a first half of %s min in the category %s as one of %s min',
    (minutes, category, expected) => {
      expect(half(minutes, category)).toBe(expected);
    },
  );

  test('[H-MATCH-2] writes minutes of extra time', () => {
    const clock = { ...soccer, half: 45 };
    expect(formatMatchTime(clock, 3, 0)).toBe("91'");
    expect(formatMatchTime(clock, 4, 16 * minute)).toBe("120+2'");
    expect(formatMatchTime({ ...soccer, half: 30 }, 2, 0)).toBe("31'");
    expect(formatMatchTime({ sport: 'BASKET', half: 45 }, 6, 61_000)).toBe('PR2 1:01');
  });
});
