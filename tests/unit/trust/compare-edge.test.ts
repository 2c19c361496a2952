/** Differences between the edge's store and the withdrawn items. */
import { describe, expect, test } from 'vitest';
import { findDifferences, isDue, toRef } from '../../../functions/trust/takedown/compare-rules.ts';
import { joinEntries } from '../../../functions/trust/takedown/writer.ts';

const day = 86_400_000;
const last = { of: 'release', finishedAt: 0, unexplained: 0 };
test.each([
  ['on a new stage', undefined, 'release', 1, true],
  ['after a deployment', last, 'other', 1, true],
  ['a day later', last, 'release', day, true],
  ['not before', last, 'release', day - 1, false],
  ['after one that never ended', { ...last, finishedAt: null }, 'release', 1, true],
])('the comparison of the whole edge is due %s', (_, before, of, now, due) => expect(isDue(before, of, now)).toBe(due));

describe('an entry of the edge', () => {
  test.each([
    ['that is as it should be', '*', '*', false, []],
    ['that is missing', undefined, '*', true, []],
    ['that refuses some seconds instead of everything', 'G:ts:1:2', '*', true, []],
    ['that lacks one of the removed seconds', 'G:ts:1:2', 'only:G G:ts:1:2 G:ts:5:6', true, []],
    ['that lacks the families’ rule', 'G:ts:1:2', 'families G:ts:1:2', true, []],
    ['that no item asks for', '*', undefined, false, ['vods/1']],
    ['that refuses everything instead of some seconds', '*', 'G:ts:1:2', false, ['vods/1']],
    ['that refuses other seconds', 'G:ts:1:2', 'G:ts:3:4', false, ['vods/1']],
  ])('%s', (_, stored, wanted, lacks, loosened) => {
    const inStore = new Map(stored === undefined ? [] : [['vods/1', stored]]);
    expect(findDifferences(inStore, new Map([['vods/1', wanted]]))).toEqual({ lacks, loosened });
  });

  test.each([
    ['vods/01A', { kind: 'vods', id: '01A' }],
    ['ivs/v1/0/abc/2026/11/29/3/0/xyz', { kind: 'recordings', id: 'ivs/v1/0/abc/2026/11/29/3/0/xyz' }],
  ])('%s is decided by its item', (key, ref) => expect(toRef(key)).toEqual(ref));

  test('is refused if one of the items that share it refuses it', () => {
    const joined = joinEntries([new Map([['clips/1', undefined]]), new Map([['clips/1', '*']])]);
    expect(joined).toEqual(new Map([['clips/1', '*']]));
    expect(joinEntries([new Map([['clips/1', undefined]])])).toEqual(new Map([['clips/1', undefined]]));
  });
});
