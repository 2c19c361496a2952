/** The fold of a match's log, compared with a naive implementation. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectNewActions, toActionResults, toStoredScore } from '../../../functions/league/scores/rules.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import {
  type Action,
  countPoints,
  elapsedInPeriod,
  findDecisive,
  findPossibleDuplicate,
  findUndos,
  foldScore,
  type Kind,
  listCounting,
  listScorers,
  type Score,
  type Side,
  sideKinds,
} from '../../../shared/domain/score.ts';

const minute = 60_000;
const kickOff = Date.parse('2026-11-21T10:00:00Z');
const toId = (index: number) => String(index).padStart(26, '0');
const [phone, tablet] = [toId(901), toId(902)];

let made = 0;
const action = (kind: Kind, fields: Partial<Action> = {}): Action => {
  made += 1;
  const of: Pick<Action, 'side' | 'shirt' | 'undoes'> = { side: null, shirt: null, undoes: null };
  return { id: toId(made), kind, period: 1, clockMs: 0, at: kickOff + made, device: phone, ...of, ...fields };
};
const goal = (side: Side, fields: Partial<Action> = {}) => action('GOAL', { side, ...fields });
const undo = (undoes: string, fields: Partial<Action> = {}) => action('UNDO', { undoes, ...fields });

describe('a log', () => {
  test('[D-SCORE-1] counts goals in football, and own goals for the other side', () => {
    const log = [
      goal('HOME'),
      goal('AWAY'),
      action('OWN_GOAL', { side: 'AWAY' }),
      ...(['YELLOW_CARD', 'RED_CARD', 'SAVE', 'OTHER'] as const).map((kind) => action(kind, { side: 'HOME' })),
    ];
    expect(foldScore(log)).toMatchObject({ home: 2, away: 1 });
  });

  test('knows the goal that decided it: the winner’s last lead, or the last draw', () => {
    const [first, level, lead, late] = [goal('HOME'), goal('AWAY'), goal('AWAY'), goal('AWAY')] as const;
    expect(findDecisive([first, level, lead, late])).toBe(lead);
    expect(findDecisive([first, level])).toBe(level);
    expect(findDecisive([first, level, lead, undo(lead.id)])).toBe(level);
    expect(findDecisive([action('SAVE', { side: 'HOME' })])).toBeUndefined();
  });

  test('[D-SCORE-1] counts 1, 2 and 3 points by quarters in basketball', () => {
    const log = [
      action('ONE_POINT', { side: 'HOME' }),
      action('TWO_POINTS', { side: 'HOME', period: 2 }),
      action('THREE_POINTS', { side: 'AWAY', period: 3 }),
      action('FOUL', { side: 'HOME' }),
      action('TIME_OUT', { side: 'AWAY' }),
    ];
    const { home, away, periods } = foldScore(log);
    expect([home, away]).toEqual([3, 3]);
    expect(periods).toEqual([
      { home: 1, away: 0 },
      { home: 2, away: 0 },
      { home: 0, away: 3 },
    ]);
  });

  test('[D-SCORE-2] shows the period and its clock', () => {
    const log = [action('PERIOD_START', { at: kickOff })];
    expect(foldScore([])).toMatchObject({ phase: 'BEFORE', period: 0, startedAt: null, clockMs: 0 });
    expect(foldScore(log)).toMatchObject({ phase: 'PLAYING', period: 1, startedAt: kickOff });
    expect(elapsedInPeriod(foldScore(log), kickOff + 12 * minute)).toBe(12 * minute);
    log.push(action('PERIOD_END', { at: kickOff + 31 * minute }));
    expect(foldScore(log)).toMatchObject({ phase: 'BREAK', period: 1, startedAt: null, clockMs: 31 * minute });
    expect(elapsedInPeriod(foldScore(log), kickOff + 45 * minute)).toBe(31 * minute);
    log.push(action('PERIOD_START', { period: 2, at: kickOff + 45 * minute }));
    expect(foldScore(log)).toMatchObject({ phase: 'PLAYING', period: 2, startedAt: kickOff + 45 * minute });
    log.push(action('MATCH_END', { period: 2, at: kickOff + 75 * minute }));
    expect(foldScore(log)).toMatchObject({ phase: 'ENDED', period: 2, clockMs: 30 * minute });
    // Another period shows that the match continues in overtime.
    log.push(action('PERIOD_START', { period: 3, at: kickOff + 80 * minute }));
    expect(foldScore(log)).toMatchObject({ phase: 'PLAYING', period: 3 });
  });

  test('[D-SCORE-2] merges the same beginning or end of a period from two phones', () => {
    const log = [
      action('PERIOD_START', { at: kickOff + 20_000, device: tablet }),
      action('PERIOD_START', { at: kickOff }),
      action('PERIOD_END', { at: kickOff + 30 * minute }),
      action('PERIOD_END', { at: kickOff + 31 * minute, device: tablet }),
    ];
    expect(foldScore(log)).toMatchObject({ phase: 'BREAK', clockMs: 30 * minute });
  });

  test('[D-SCORE-2] counts a late action for its ended period', () => {
    const log = [
      action('PERIOD_START', { at: kickOff }),
      action('PERIOD_START', { period: 2, at: kickOff + 45 * minute }),
      goal('HOME', { at: kickOff + 29 * minute, period: 1 }),
      // The end of the first period arrives late, and does not stop the clock of the second.
      action('PERIOD_END', { period: 1, at: kickOff + 50 * minute }),
    ];
    expect(foldScore(log)).toMatchObject({ phase: 'PLAYING', period: 2, startedAt: kickOff + 45 * minute, home: 1 });
    expect(foldScore(log).periods).toEqual([
      { home: 1, away: 0 },
      { home: 0, away: 0 },
    ]);
  });

  test('[D-SCORE-1] ignores undone actions, and counts them again when the undo is undone', () => {
    const one = goal('HOME');
    const log = [one, undo(one.id)];
    expect(foldScore(log).home).toBe(0);
    log.push(undo(log[1]?.id ?? ''));
    expect(foldScore(log).home).toBe(1);
    log.push(undo(log[2]?.id ?? ''));
    expect(foldScore(log).home).toBe(0);
  });

  test('[D-SCORE-2] counts an action again only once both of its undos are undone', () => {
    const one = goal('HOME');
    const both = [undo(one.id), undo(one.id, { device: tablet })];
    const log = [one, ...both];
    expect(findUndos(one.id, log).sort()).toEqual(both.map(({ id }) => id));
    expect(foldScore([...log, ...findUndos(one.id, log).map((id) => undo(id))]).home).toBe(1);
  });

  test('[D-SCORE-2] undoes a mistaken kick-off with its clock', () => {
    const early = action('PERIOD_START', { at: kickOff - 9 * minute });
    expect(foldScore([early, undo(early.id)]).phase).toBe('BEFORE');
    const again = action('PERIOD_START', { at: kickOff });
    expect(foldScore([early, undo(early.id), again]).startedAt).toBe(kickOff);
  });

  test('[D-SCORE-2] ends for undos in a cycle, which undo nothing else', () => {
    const [a, b] = [undo(toId(99_002), { id: toId(99_001) }), undo(toId(99_001), { id: toId(99_002) })];
    const itself = undo(toId(99_003), { id: toId(99_003) });
    expect(foldScore([a, b, itself, goal('HOME'), undo(toId(99_999))])).toMatchObject({ home: 1, away: 0 });
  });
});

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
          ...{ scorers: listScorers(log), version: log.length, changedAt },
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

describe('two phones that log the same within 8 s', () => {
  const log = (...actions: Action[]) => actions;
  test('[D-SCORE-2] have logged a possible duplicate', () => {
    const first = goal('HOME', { at: kickOff });
    const findDuplicateOfOther = (fields: Partial<Action>) => {
      const second = goal('HOME', { device: tablet, at: kickOff + 8_000, ...fields });
      return findPossibleDuplicate(second, log(first, second));
    };
    expect(findDuplicateOfOther({})).toBe(first.id);
    expect(findDuplicateOfOther({ at: kickOff - 8_000 })).toBe(first.id);
    expect(findDuplicateOfOther({ at: kickOff + 8_001 })).toBeUndefined();
    expect(findDuplicateOfOther({ side: 'AWAY' })).toBeUndefined();
    expect(findDuplicateOfOther({ kind: 'SAVE' })).toBeUndefined();
    expect(findDuplicateOfOther({ device: phone })).toBeUndefined();
  });

  test('[D-SCORE-2] are asked about the second action only, and not after either was undone', () => {
    const [first, second] = [goal('HOME', { at: kickOff }), goal('HOME', { at: kickOff + 2_000, device: tablet })];
    const stored = [first, second].map((one, index) => ({ ...one, sequence: index + 1 }) as LoggedAction);
    const findDuplicate = (of: Action, log: LoggedAction[]) =>
      toActionResults({ actions: [of] } as never, log)[0]?.duplicateOf;
    expect(findDuplicate(second, stored)).toBe(first.id);
    expect(findDuplicate(first, stored)).toBeNull();
    for (const undone of [first, second]) {
      const undoing = { ...undo(undone.id), sequence: 3 } as LoggedAction;
      expect(findDuplicate(second, [...stored, undoing])).toBeNull();
    }
    expect(listCounting(stored)).toHaveLength(2);
  });

  test('[D-SCORE-2] have one duplicate for each of two baskets', () => {
    const basket = (at: number, device: string) => action('TWO_POINTS', { side: 'HOME', at: kickOff + at, device });
    const all = [basket(0, phone), basket(7_000, phone), basket(600, tablet), basket(7_600, tablet)];
    expect(all.slice(2).map((one) => findPossibleDuplicate(one, all))).toEqual([all[0]?.id, all[1]?.id]);
  });
});
