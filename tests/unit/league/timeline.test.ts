/** The score at each time, compared with a fold of the log so far. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Action, foldScore, type Kind, listCounting } from '../../../shared/domain/score.ts';
import { findKickOff, findStep, toScoreSteps } from '../../../shared/domain/timeline.ts';

const kickOff = Date.parse('2026-11-21T10:00:00Z');
let made = 0;
const action = (kind: Kind, at: number, fields: Partial<Action> = {}): Action => {
  made += 1;
  const of = { side: null, shirt: null, undoes: null, period: 1, clockMs: 0, device: 'phone' };
  return { ...of, id: String(made).padStart(26, '0'), kind, at: kickOff + at, ...fields };
};

test('[D-SCORE-5] a timeline gives the score at an instant from the actions until then', () => {
  const goal = action('GOAL', 60_000, { side: 'HOME' });
  const log = [
    action('GOAL', 90_000, { side: 'AWAY' }),
    goal,
    action('PERIOD_START', 0),
    action('PERIOD_END', 2_700_000),
    action('YELLOW_CARD', 70_000, { side: 'AWAY' }),
  ];
  const steps = toScoreSteps(log);
  const at = (ms: number) => findStep(steps, kickOff + ms);
  expect(at(-1)).toBeUndefined();
  expect(at(0)).toMatchObject({ home: 0, away: 0, phase: 'PLAYING', period: 1, startedAt: kickOff });
  expect(at(59_999)).toMatchObject({ home: 0, away: 0 });
  expect(at(60_000)).toMatchObject({ home: 1, away: 0 });
  expect(at(90_000)).toMatchObject({ home: 1, away: 1 });
  expect(at(3_000_000)).toMatchObject({ home: 1, away: 1, phase: 'BREAK', clockMs: 2_700_000 });
  // In a recording an undone goal never existed.
  const undone = toScoreSteps([...log, action('UNDO', 80_000, { undoes: goal.id })]);
  expect(findStep(undone, kickOff + 65_000)).toMatchObject({ home: 0, away: 0 });
});

test('[D-SCORE-5] a timeline ends with the final score for any order of the log', () => {
  const kinds: Kind[] = ['GOAL', 'OWN_GOAL', 'PERIOD_START', 'PERIOD_END', 'MATCH_END', 'SAVE'];
  const some = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.integer({ min: 0, max: 6_000_000 }),
      side: fc.constantFrom('HOME' as const, 'AWAY' as const),
      period: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(some, fc.integer(), (items, seed) => {
      const log = items.map(({ kind, at, side, period }) =>
        action(kind, at, { period, side: ['GOAL', 'OWN_GOAL', 'SAVE'].includes(kind) ? side : null }),
      );
      const shuffled = log.toSorted(
        (a, b) => ((Number(a.id) * 7919 + seed) % 13) - ((Number(b.id) * 7919 + seed) % 13),
      );
      const steps = toScoreSteps(shuffled);
      expect(toScoreSteps(log)).toEqual(steps);
      const { periods: _, ...score } = foldScore(log);
      const telling = listCounting(log).some(({ kind }) => kind !== 'SAVE');
      if (telling) expect(steps.at(-1)).toMatchObject(score);
      else expect(steps).toEqual([]);
    }),
  );
});

test('[D-SCORE-5] a timeline starts with the first period, even if another was logged first', () => {
  expect(findKickOff([])).toBeUndefined();
  expect(findKickOff([action('GOAL', 5, { side: 'HOME' })])).toBeUndefined();
  const wrong = action('PERIOD_START', -50_000);
  const log = [
    action('PERIOD_START', 3_600_000, { period: 2 }),
    action('PERIOD_START', 0),
    wrong,
    action('UNDO', 9, { undoes: wrong.id }),
  ];
  expect(findKickOff(log)).toBe(kickOff);
});
