import { describe, expect, test } from 'vitest';
import type { ScoreStep } from '../../../shared/domain/timeline.ts';
import { describePeriod, groupByPeriod } from '../../../web/features/recordings/moments/period-log.ts';

const minute = 60_000;
const kickOff = Date.parse('2026-03-05T17:00:00Z');
const second = kickOff + 45 * minute;
const step = (at: number, home: number, away: number, more: Partial<ScoreStep> = {}): ScoreStep => ({
  ...{ at, home, away, phase: 'PLAYING', period: 1, startedAt: kickOff, clockMs: 0 },
  ...more,
});
const inSecond = { period: 2, startedAt: second };
const football = [
  step(kickOff, 0, 0),
  step(kickOff + 11.5 * minute, 1, 0),
  step(kickOff + 30 * minute, 1, 0, { phase: 'BREAK', startedAt: null, clockMs: 30 * minute }),
  step(second, 1, 0, inSecond),
  step(second + 4 * minute, 1, 1, inSecond),
  step(second + 29 * minute, 2, 1, inSecond),
];
/** Recorded moments start this early. */
const moment = (id: string, at: number, label: string, momentType: string) => ({
  ...{ id, at: at - 10_000, label, momentType },
});

describe('[D-MATCH-3] the log of a match', () => {
  test('groups by period: points, goals by the minute, and the score then', () => {
    const moments = [moment('own', second + 4 * minute, 'Gol en propia puerta', 'goal')];
    expect(groupByPeriod(football, moments, 'SOCCER')).toEqual([
      {
        ...{ period: 1, home: 1, away: 0 },
        entries: [
          {
            ...{ id: `${kickOff + 11.5 * minute}`, minute: 12, label: 'Gol', momentType: 'goal' },
            goal: { side: 'home', home: 1, away: 0 },
          },
        ],
      },
      {
        ...{ period: 2, home: 1, away: 1 },
        entries: [
          {
            ...{ id: 'own', minute: 5, label: 'Gol en propia puerta', momentType: 'goal' },
            goal: { side: 'away', home: 1, away: 1 },
          },
          {
            ...{ id: `${second + 29 * minute}`, minute: 30, label: 'Gol', momentType: 'goal' },
            goal: { side: 'home', home: 2, away: 1 },
          },
        ],
      },
    ]);
  });

  test("lists the clubs' other moments at their minute", () => {
    const moments = [
      moment('card', kickOff + 20 * minute, 'Tarjeta amarilla', 'card'),
      moment('save', kickOff + 5 * minute, 'Parada', 'save'),
    ];
    const [first] = groupByPeriod(football, moments, 'SOCCER');
    expect(first?.entries.map(({ minute, label }) => [minute, label])).toEqual([
      [6, 'Parada'],
      [12, 'Gol'],
      [21, 'Tarjeta amarilla'],
    ]);
  });

  test("lists basketball's quarters and only baskets marked as moments", () => {
    const steps = [step(kickOff, 0, 0), step(kickOff + minute, 2, 0), step(kickOff + 2 * minute, 2, 3)];
    const moments = [moment('three', kickOff + 2 * minute, 'Triple', 'three_pointer')];
    expect(groupByPeriod(steps, moments, 'BASKET')).toEqual([
      {
        ...{ period: 1, home: 2, away: 3 },
        entries: [
          {
            ...{ id: 'three', minute: 3, label: 'Triple', momentType: 'three_pointer' },
            goal: { side: 'away', home: 2, away: 3 },
          },
        ],
      },
    ]);
  });

  test('has no minutes without a clock, and is empty without a log', () => {
    const steps = [step(kickOff, 1, 0, { phase: 'BEFORE', period: 0, startedAt: null })];
    expect(groupByPeriod(steps, [], 'SOCCER')).toMatchObject([
      { period: 1, home: 1, entries: [{ minute: undefined }] },
    ]);
    expect(groupByPeriod([], [], 'SOCCER')).toEqual([]);
  });

  test('names the periods', () => {
    expect([1, 2, 3, 4].map((period) => describePeriod(period, 'SOCCER'))).toEqual([
      ...['1.ª parte', '2.ª parte', 'Prórroga', '2.ª prórroga'],
    ]);
    expect([1, 2, 3, 4, 5].map((period) => describePeriod(period, 'BASKET'))).toEqual([
      ...['1.er cuarto', '2.º cuarto', '3.er cuarto', '4.º cuarto', 'Prórroga'],
    ]);
  });
});
