/** Rules of matches, scores and competitions. */
import { describe, expect, test } from 'vitest';
import { groupByCompetition, toCard } from '../../../functions/league/competitions/rules.ts';
import {
  areDatesInOrder,
  areSidesValid,
  clubStaffMayEdit,
  clubStaffMaySetClubs,
  isOfClub,
  type StoredEvent,
  toClubFields,
  withEdit,
} from '../../../functions/league/events/rules.ts';
import {
  applyScore,
  assertKinds,
  type StoredScore,
  toEventState,
  withEnd,
} from '../../../functions/league/scores/rules.ts';
import { buildEvent } from '../../support/records.ts';

const event = (fields: Partial<StoredEvent> = {}): StoredEvent => ({ ...buildEvent(fields), version: 1 });

describe('a match', () => {
  test.each([
    [['a', 'b'], 'a', 'b', true],
    [['a', 'b'], 'a', null, true],
    [['a'], null, null, true],
    [['a', 'b'], 'a', 'a', false],
    [['a', 'b'], 'a', 'c', false],
  ])('of the clubs %j has the sides %s and %s: %s', (clubIds, homeClubId, awayClubId, expected) =>
    expect(areSidesValid({ clubIds, homeClubId, awayClubId })).toBe(expected),
  );

  test('loses a side that is not among its clubs any more, with its letter', () => {
    const sides = { homeClubId: 'a', awayClubId: 'b', homeTeam: 'A', awayTeam: 'B' } as const;
    expect(toClubFields(sides, ['b', 'c'])).toEqual({
      clubIds: ['b', 'c'],
      homeClubId: null,
      awayClubId: 'b',
      homeTeam: null,
    });
    expect(toClubFields(sides, ['a', 'b'])).toEqual({ clubIds: ['a', 'b'], homeClubId: 'a', awayClubId: 'b' });
  });

  const sides = { homeClubId: 'a', awayClubId: 'b', homeTeam: 'A', awayTeam: 'B' } as const;
  test.each([
    ['another club at home', { homeClubId: 'c' }, [null, 'B']],
    ['another club away', { awayClubId: 'c' }, ['A', null]],
    ['the same clubs', { homeClubId: 'a', awayClubId: 'b' }, ['A', 'B']],
    ['another club with its team', { homeClubId: 'c', homeTeam: 'D' as const }, ['D', 'B']],
    ['no club', { title: 'Otro' }, ['A', 'B']],
  ])('by an edit of %s has the teams %3$j', (_, edit, teams) => {
    const { homeTeam, awayTeam } = withEdit(event(sides), edit);
    expect([homeTeam, awayTeam]).toEqual(teams);
    expect(withEdit(event(), edit).awayTeam).toBeUndefined();
  });

  test('keeps the date from which it was postponed, and opens again by another state', () => {
    const [first, second] = ['2026-11-29T10:00:00.000Z', '2026-12-06T10:00:00.000Z'];
    const planned = event({ scheduledStartDate: first, state: 'SCHEDULED', closedAt: first });
    const postponed = withEdit(planned, { state: 'POSTPONED', scheduledStartDate: second });
    expect(postponed).toMatchObject({ postponedFrom: first, closedAt: null });
    expect(withEdit(postponed, { scheduledStartDate: '2026-12-13T10:00:00.000Z' }).postponedFrom).toBe(first);
    expect(withEdit(postponed, { state: 'SCHEDULED' }).postponedFrom).toBeNull();
    expect(withEdit(planned, { title: 'Otro' }).closedAt).toBe(first);
    const signal = { since: first, stoppedAt: first };
    expect(withEdit({ ...planned, signal }, { scheduledStartDate: second })).not.toHaveProperty('signal');
    expect(withEdit({ ...planned, signal }, { scheduledFinishDate: second }).signal).toEqual(signal);
    expect(withEdit(event({ state: 'SCHEDULED' }), { state: 'LIVE' })).not.toHaveProperty('closedAt');
  });

  test('has an audience only while it is for families', () => {
    const families = withEdit(event(), { audience: 'FAMILIES' });
    expect(families.audience).toBe('FAMILIES');
    expect(withEdit(families, { title: 'Otro' }).audience).toBe('FAMILIES');
    expect(withEdit(families, { audience: 'EVERYBODY' })).not.toHaveProperty('audience');
  });

  test.each([
    [{ title: 'Otro' }, true],
    [{ isPublic: false }, true],
    [{ isPublic: true }, false],
  ])('takes from club staff the edit %j: %s', (edit, expected) =>
    expect(clubStaffMayEdit(event(), edit)).toBe(expected),
  );

  test.each([
    [['a', 'b'], ['b', 'a'], true],
    [['b'], ['a', 'b'], true],
    [['a', 'b'], ['a'], false],
    [['a'], ['a', 'b'], false],
    [['a', 'b'], ['b'], false],
  ])('lets staff of a change its clubs from %j to %j: %s', (before, after, expected) =>
    expect(clubStaffMaySetClubs(before, after, 'a')).toBe(expected),
  );

  test('ends after it begins', () => {
    const [early, late] = ['2026-11-29T10:00:00.000Z', '2026-11-29T10:00:01.000Z'];
    expect(areDatesInOrder({ scheduledStartDate: early, scheduledFinishDate: late })).toBe(true);
    expect(areDatesInOrder({ scheduledStartDate: early, scheduledFinishDate: early })).toBe(false);
  });

  test('is of its clubs', () =>
    expect(['a', 'b'].map((id) => isOfClub({ clubIds: ['a'] }, id))).toEqual([true, false]));
});

describe('a score', () => {
  test.each([
    ['BEFORE', 'LIVE', 'SCHEDULED'],
    ['BEFORE', 'FINISHED', 'SCHEDULED'],
    ['BEFORE', 'POSTPONED', 'POSTPONED'],
    ['PLAYING', 'SCHEDULED', 'LIVE'],
    ['PLAYING', 'CANCELLED', 'CANCELLED'],
    ['BREAK', 'LIVE', 'LIVE'],
    ['ENDED', 'LIVE', 'FINISHED'],
    ['ENDED', undefined, 'FINISHED'],
  ] as const)('in the phase %s makes a match that is %s %s', (phase, state, expected) =>
    expect(toEventState(phase, state)).toBe(expected),
  );

  const score = (fields: Partial<StoredScore> = {}) =>
    ({ home: 1, away: 0, phase: 'PLAYING', period: 1, version: 5, changedAt: 0, ...fields }) as StoredScore;

  test('is applied unless a newer one is, and changes the state only at a turn', () => {
    const live = event({ state: 'LIVE' });
    expect(applyScore(live, score(), false)).toMatchObject({ state: 'LIVE', score: { home: 1, away: 0, version: 5 } });
    const kept = applyScore(live, score(), false) ?? live;
    expect(applyScore(kept, score({ version: 4, home: 9 }), true)).toBeUndefined();
    expect(applyScore(kept, score({ version: 6 }), false)).toBeUndefined();
    // The clock ends a match, unless its scorer has logged more since the job read the score.
    const now = Date.parse('2026-12-06T18:00:00Z');
    const ended = {
      state: 'FINISHED',
      score: { home: 2, phase: 'ENDED', version: 6 },
      closedAt: '2026-12-06T18:00:00.000Z',
    };
    expect(withEnd(kept, score({ version: 6, home: 2, phase: 'ENDED' }), now)).toMatchObject(ended);
    expect(withEnd(kept, score({ version: 4, phase: 'ENDED' }), now)).toBeUndefined();
    expect(withEnd(live, undefined, now)).toMatchObject({ state: 'FINISHED' });
    expect(applyScore(kept, score({ version: 6, phase: 'ENDED' }), true)).toMatchObject({ state: 'FINISHED' });
    expect(applyScore(event(), score({ phase: 'BEFORE', home: 0 }), false)).toBeUndefined();
  });

  test('takes only actions of its sport', () => {
    const goal = { kind: 'GOAL', side: 'HOME' } as const;
    expect(() => assertKinds('SOCCER', [goal])).not.toThrow();
    expect(() => assertKinds('BASKET', [goal])).toThrow(expect.objectContaining({ code: 'SCR4000' }));
    expect(() => assertKinds('BASKET', [{ kind: 'PERIOD_START', side: null }])).not.toThrow();
  });
});

test('competitions are listed by season, name and age, each with its matches', () => {
  const row = (id: string, competition: string | undefined, category: 'alevin' | 'benjamin', start: string) => ({
    id,
    sport: 'SOCCER' as const,
    clubIds: [],
    category,
    start,
    ...(competition && { competition }),
  });
  const tables = groupByCompetition([
    row('1', 'Liga Norte', 'alevin', '2026-11-01T10:00:00.000Z'),
    row('2', 'LIGA NORTE', 'benjamin', '2026-10-01T10:00:00.000Z'),
    row('3', 'liga norte', 'alevin', '2026-09-30T10:00:00.000Z'),
    row('4', 'Copa', 'alevin', '2025-11-01T10:00:00.000Z'),
    row('5', undefined, 'alevin', '2026-11-01T10:00:00.000Z'),
  ]);
  expect([...tables.values()].map(toCard).map(({ name, season, matches }) => [name, season, matches])).toEqual([
    ['LIGA NORTE', 2026, 1],
    ['Liga Norte', 2026, 2],
    ['Copa', 2025, 1],
  ]);
});
