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
/** As early as the recording has them. */
const moment = (id: string, at: number, label: string, momentType: string) => ({
  ...{ id, at: at - 10_000, label, momentType },
});

describe('[D-MATCH-3] how a match went', () => {
  test('period by period: what each was worth, its goals by the minute, and what it stood at then', () => {
    const moments = [moment('own', second + 4 * minute, 'Gol en propia puerta', 'goal')];
    expect(groupByPeriod(football, moments, 'SOCCER')).toEqual([
      {
        ...{ period: 1, home: 1, away: 0 },
        happenings: [
          {
            ...{ id: `${kickOff + 11.5 * minute}`, minute: 12, label: 'Gol', momentType: 'goal' },
            goal: { side: 'home', home: 1, away: 0 },
          },
        ],
      },
      {
        ...{ period: 2, home: 1, away: 1 },
        happenings: [
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

  test('what else its clubs count among its moments stands at its minute', () => {
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

  test('of basketball each quarter, and only those baskets that somebody counts', () => {
    const steps = [step(kickOff, 0, 0), step(kickOff + minute, 2, 0), step(kickOff + 2 * minute, 2, 3)];
    const moments = [moment('three', kickOff + 2 * minute, 'Triple', 'three_pointer')];
    expect(groupByPeriod(steps, moments, 'BASKET')).toEqual([
      {
        ...{ period: 1, home: 2, away: 3 },
        happenings: [
          {
            ...{ id: 'three', minute: 3, label: 'Triple', momentType: 'three_pointer' },
            goal: { side: 'away', home: 2, away: 3 },
          },
        ],
      },
    ]);
  });

  test('without a clock nothing has a minute, and without a log there is no story', () => {
    const steps = [step(kickOff, 1, 0, { phase: 'BEFORE', period: 0, startedAt: null })];
    expect(groupByPeriod(steps, [], 'SOCCER')).toMatchObject([
      { period: 1, home: 1, happenings: [{ minute: undefined }] },
    ]);
    expect(groupByPeriod([], [], 'SOCCER')).toEqual([]);
  });

  test('periods are called as people call them', () => {
    expect([1, 2, 3, 4].map((period) => describePeriod(period, 'SOCCER'))).toEqual([
      ...['1.ª parte', '2.ª parte', 'Prórroga', '2.ª prórroga'],
    ]);
    expect([1, 2, 3, 4, 5].map((period) => describePeriod(period, 'BASKET'))).toEqual([
      ...['1.er cuarto', '2.º cuarto', '3.er cuarto', '4.º cuarto', 'Prórroga'],
    ]);
  });
});
