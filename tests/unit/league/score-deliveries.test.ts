/** The fold of a match's log in any order, compared with a naive implementation. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectNewActions, toStoredScore } from '../../../functions/league/scores/rules.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import {
  type Action,
  countPoints,
  foldScore,
  type Kind,
  listScorers,
  type Score,
  type Side,
  sideKinds,
} from '../../../shared/domain/score.ts';
import { goal, kickOff, minute, phone, tablet, toId } from './score-log.ts';

/** A scorer's actions in order of time; an index undoes the action at that distance before it. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...sideKinds.SOCCER, ...sideKinds.BASKET) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('PERIOD_START' as const, 'PERIOD_END' as const, 'MATCH_END' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('UNDO' as const), back: fc.integer({ min: 1, max: 6 }) }) },
);
const match = fc
  .array(
    fc.record({
      step,
      side: fc.constantFrom<Side>('HOME', 'AWAY'),
      period: fc.integer({ min: 1, max: 4 }),
      after: fc.integer({ min: 1, max: 9 * minute }),
      device: fc.constantFrom(phone, tablet),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = kickOff;
    return steps.flatMap(({ step, side, period, after, device }, index): Action[] => {
      at += after;
      const base = { id: toId(index), period, clockMs: 0, at, device, side: null, shirt: null, undoes: null };
      if ('back' in step) return index < step.back ? [] : [{ ...base, kind: 'UNDO', undoes: toId(index - step.back) }];
      const ofSide = (sideKinds.SOCCER as readonly string[]).concat(sideKinds.BASKET).includes(step.kind);
      return [{ ...base, kind: step.kind, side: ofSide ? side : null }];
    });
  });

function foldNaively(log: readonly Action[]): Omit<Score, 'periods'> {
  const isInForce = (id: string): boolean => !log.some(({ id: by, undoes }) => undoes === id && isInForce(by));
  const left = log.filter(({ id, kind }) => kind !== 'UNDO' && isInForce(id));
  let [home, away] = [0, 0];
  for (const { kind, side } of left) {
    if ((side === 'HOME') !== (kind === 'OWN_GOAL')) home += countPoints(kind);
    else away += countPoints(kind);
  }
  const period = Math.max(0, ...left.filter(({ side }) => side === null).map((one) => one.period));
  const listTimes = (kind: Kind) =>
    left.filter((one) => one.kind === kind && one.period === period).map(({ at }) => at);
  const [started] = listTimes('PERIOD_START').sort();
  const [ended] = [...listTimes('PERIOD_END'), ...listTimes('MATCH_END')].sort();
  const phase =
    period === 0 ? 'BEFORE' : listTimes('MATCH_END').length > 0 ? 'ENDED' : ended === undefined ? 'PLAYING' : 'BREAK';
  const clockMs = started === undefined || ended === undefined ? 0 : Math.max(0, ended - started);
  return { home, away, phase, period, startedAt: ended === undefined ? (started ?? null) : null, clockMs };
}

/** A log in another order, with some actions doubled. */
const shuffle = (log: readonly Action[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...log], { minLength: log.length }),
      fc.shuffledSubarray([...log]),
      fc.array(fc.nat(), { maxLength: 10 }),
    )
    .map(([all, again, places]) => {
      const order = [...all];
      again.forEach((one, index) => {
        order.splice((places[index] ?? 0) % (order.length + 1), 0, one);
      });
      return order;
    });

describe('any delivery of a log', () => {
  test('[D-SCORE-2] gives the same score in any order and with repetitions', () => {
    fc.assert(
      fc.property(
        match.chain((log) => fc.tuple(fc.constant(log), shuffle(log))),
        ([log, order]) => {
          expect(foldScore(order)).toEqual(foldScore(log));
          expect(foldScore(log)).toMatchObject(foldNaively(log));
        },
      ),
    );
  });

  test('[D-SCORE-2] has period scores that add up to the score', () => {
    fc.assert(
      fc.property(match, (log) => {
        const { home, away, periods } = foldScore(log);
        expect(periods.reduce((sum, one) => sum + one.home, 0)).toBe(home);
        expect(periods.reduce((sum, one) => sum + one.away, 0)).toBe(away);
      }),
    );
  });

  test('[D-SCORE-2] gives the score with phone clocks wrong by minutes to years, and delayed sending', () => {
    const wrong = fc.oneof(fc.integer({ min: -20 * minute, max: 20 * minute }), fc.constantFrom(-kickOff, 86_400_000));
    const sendings = fc.array(
      fc.record({
        device: fc.constantFrom(phone, tablet),
        from: fc.nat({ max: 40 }),
        count: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(match, wrong, wrong, sendings, (log, phoneWrong, tabletWrong, sendings) => {
        const wrongBy = { [phone]: phoneWrong, [tablet]: tabletWrong };
        const whole = [phone, tablet].map((device) => ({ device, from: 0, count: log.length }));
        let stored: LoggedAction[] = [];
        let now = kickOff + 1e9;
        for (const { device, from, count } of [...sendings, ...whole]) {
          const queued = log.filter((one) => one.device === device).slice(from, from + count);
          if (queued.length === 0) continue;
          now += 1_700;
          const clock = (at: number) => Math.max(0, at + (wrongBy[device] ?? 0));
          const sent = queued.map((one) => ({ ...one, at: clock(one.at) })) as never[];
          const batch = { device, sentAt: clock(now), actions: sent };
          stored = [...stored, ...selectNewActions(stored, batch, now)];
        }
        expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1));
        const changedAt = stored.length > 0 ? Math.max(...stored.map(({ at }) => at)) : null;
        expect(toStoredScore(stored)).toEqual({
          ...foldScore(log),
          scorers: listScorers(log),
          version: log.length,
          changedAt,
        });
      }),
    );
  });

  test('[D-SCORE-2] never dates an action after its arrival', () => {
    const fromTheFuture = { ...goal('HOME'), at: kickOff + 90 * minute, side: 'HOME' as const };
    const [logged] = selectNewActions(
      [],
      { device: phone, sentAt: kickOff, actions: [fromTheFuture as never] },
      kickOff,
    );
    expect(logged).toMatchObject({ at: kickOff, clientAt: kickOff + 90 * minute, receivedAt: kickOff });
  });
});
