import { expect, test } from 'vitest';
import { type ShownAction, toMatchLog } from '../../../shared/domain/match-log.ts';
import { toMatchReport } from '../../../shared/domain/match-report.ts';

const action = (kind: ShownAction['kind'], minutes: number, more: Partial<ShownAction> = {}): ShownAction => ({
  id: `${kind} ${minutes}`,
  kind,
  side: null,
  period: 1,
  clockMs: 0,
  shirt: null,
  at: minutes * 60_000,
  ...more,
});

test('[H-MATCH-2] the report of a football match has goals and cards of each side, own goals at the side they count for', () => {
  const log = [
    action('PERIOD_START', 0),
    action('GOAL', 3, { side: 'HOME', shirt: 9 }),
    action('OWN_GOAL', 7, { side: 'HOME', shirt: 4 }),
    action('YELLOW_CARD', 8, { side: 'AWAY', shirt: 6 }),
    action('RED_CARD', 46.5, { side: 'AWAY', shirt: 6 }),
    action('SAVE', 47, { side: 'HOME', shirt: 1 }),
  ];
  expect(toMatchReport(toMatchLog({ sport: 'SOCCER' }, log))).toEqual({
    home: { goals: [{ id: 'GOAL 3', time: "4'", shirt: 9, own: false }], cards: [], players: [] },
    away: {
      goals: [{ id: 'OWN_GOAL 7', time: "8'", shirt: 4, own: true }],
      cards: [
        { id: 'YELLOW_CARD 8', time: "9'", shirt: 6, red: false },
        { id: 'RED_CARD 46.5', time: "45+2'", shirt: 6, red: true },
      ],
      players: [],
    },
  });
});

test('[H-MATCH-2] the report of a basketball match has the points and fouls of each shirt number', () => {
  const home = { side: 'HOME' } as const;
  const log = [
    action('PERIOD_START', 0),
    action('THREE_POINTS', 1, { ...home, shirt: 11 }),
    action('TWO_POINTS', 2, home),
    action('ONE_POINT', 3, { ...home, shirt: 4 }),
    action('TWO_POINTS', 4, { ...home, shirt: 11 }),
    action('FOUL', 5, { ...home, shirt: 4 }),
    action('TIME_OUT', 6, home),
  ];
  expect(toMatchReport(toMatchLog({ sport: 'BASKET' }, log)).home.players).toEqual([
    { shirt: 4, points: 1, baskets: [1, 0, 0], fouls: 1 },
    { shirt: 11, points: 5, baskets: [0, 1, 1], fouls: 0 },
    { shirt: null, points: 2, baskets: [0, 1, 0], fouls: 0 },
  ]);
});
