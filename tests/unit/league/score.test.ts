/** The fold of a match's log, and duplicates that two phones log. */
import { describe, expect, test } from 'vitest';
import { toActionResults } from '../../../functions/league/scores/rules.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import {
  type Action,
  elapsedInPeriod,
  findDecisive,
  findPossibleDuplicate,
  findUndos,
  foldScore,
  listCounting,
} from '../../../shared/domain/score.ts';
import { action, goal, kickOff, minute, phone, tablet, toId, undo } from './score-log.ts';

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
