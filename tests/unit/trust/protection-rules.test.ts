/** Protections that the audit tells, and their application to restored items. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../functions/platform/audit/rules.ts';
import {
  closeCamera,
  collectProtections,
  findEntriesStart,
  findLost,
  type Protection,
  protect,
  sortRanges,
} from '../../../functions/trust/takedown/protection-rules.ts';

const entry = (at: number, change: Partial<AuditEntry>): AuditEntry =>
  ({
    kind: 'vods',
    id: 'v',
    item: `${change.kind ?? 'vods'}#${change.id ?? 'v'}`,
    action: 'CHANGE',
    at: new Date(at).toISOString(),
    sk: String(at).padStart(12, '0'),
    ...change,
  }) as AuditEntry;
const range = (id: string, from = 0) => ({ id, from, to: from + 4, at: '', by: '', owner: 'platform' });
const shut = (...matters: string[]) => ({ withheld: { matters, wasVisible: false } });
const held = (...matters: string[]) => ({ withheld: { matters, wasVisible: true } });
const none: Protection = {
  ...{ kind: 'vods', id: 'v', holds: [], withdrawn: [], families: null },
  ...{ hidden: null, isTest: false, ended: null, isDeleted: false },
};
const families = { owner: 'platform', by: 'admin', at: '1970-01-01T00:00:00.000Z' };

const hidden = { ...families, by: 'CLUB_STAFF' };
const hide = { after: { visible: false }, role: 'CLUB_STAFF' as const };
const camera = { kind: 'cameras' as const, id: 'c' };
const ended = { kind: 'OFF' as const, eventId: 'e', at: '' };
const cut = (before: object[] | null, after: object[] | null) => ({
  before: { withdrawn: before },
  after: { withdrawn: after },
});
const later = (at: number) => ({ ...hidden, at: new Date(at).toISOString() });
test.each<[string, Partial<AuditEntry>[], Partial<Protection> | undefined]>([
  ['a hold', [{ after: held('m1') }], { holds: ['m1'] }],
  ['the last state of several holds', [{ after: held('m1', 'm2') }, { after: held('m2') }], { holds: ['m2'] }],
  ['nothing of a hold that ended', [{ after: held('m1') }, { after: { withheld: null, visible: true } }], undefined],
  ['nothing of holds that other facts decide', [{ after: held('IMAGE_RIGHTS', 'FAMILIES') }], undefined],
  ['removed seconds', [cut(null, [range('r')])], { withdrawn: [range('r')] }],
  ['nothing of seconds that were put back', [cut(null, [range('r')]), cut([range('r')], null)], undefined],
  [
    'removed seconds of two lives of one camera',
    [
      { ...camera, ...cut([], [range('r1', 1)]) },
      { ...camera, ...cut([], [range('r2', 9)]) },
    ],
    { ...camera, withdrawn: [range('r1', 1), range('r2', 9)] },
  ],
  ['the audience', [{ after: { audience: 'FAMILIES' }, userId: 'admin' }], { families }],
  ['nothing of an audience that ended', ['FAMILIES', null].map((audience) => ({ after: { audience } })), undefined],
  ['that staff hid it', [hide], { hidden }],
  ['nothing of what staff have shown again', [hide, { after: { visible: true } }], undefined],
  ['nothing of a hiding by a hold alone', [{ after: { visible: false, ...held('FAMILIES') } }], undefined],
  ['that staff hid it while it was held', [{ ...hide, after: shut('FAMILIES') }], { hidden }],
  ['that it is hidden when its hold ends', [{ ...hide, after: { withheld: null } }], { hidden }],
  ['nothing of a new item that is not shown yet', [{ action: 'CREATE', after: { visible: false } }], undefined],
  ['that a recovered item is hidden', [{ action: 'DELETE' }, { ...hide, action: 'CREATE' }], { hidden: later(1) }],
  ['that a camera is in test', [{ ...camera, after: { isTest: true } }], { ...camera, isTest: true }],
  ['nothing of a test that has ended', [true, false].map((isTest) => ({ ...camera, after: { isTest } })), undefined],
  ['that an airtime was ended', [{ ...camera, after: { decision: ended } }], { ...camera, ended }],
  ['nothing of an airtime that was opened', [{ ...camera, after: { decision: { kind: 'ON' } } }], undefined],
  ['a deletion', [{ action: 'DELETE', before: {} }], { isDeleted: true }],
  ['nothing of a deletion that was recovered', [{ action: 'DELETE' }, { action: 'CREATE', after: {} }], undefined],
  ['nothing of other kinds', [{ kind: 'clubs', after: held('m1') }], undefined],
])('entries of the audit tell %s', (_, changes, expected) => {
  const entries = changes.map((change, at) => entry(at, change));
  expect(collectProtections(entries.toReversed())).toEqual(expected ? [{ ...none, ...expected }] : []);
});

test('entries count from a minute before the time of the restored tables', () =>
  expect(findEntriesStart(120_000)).toBe('1970-01-01T00:01:00.000Z'));

describe('a restored item', () => {
  const item = { visible: true };
  const removed = { withdrawn: [range('r')] };
  test.each<[string, Parameters<typeof protect>[0], Partial<Protection>, object | undefined]>([
    ['is held again', item, { holds: ['m1'] }, { visible: false, ...held('m1') }],
    ['that is held already stays as it is', { visible: false, ...held('m1') }, { holds: ['m1'] }, undefined],
    ['keeps a hold that ended since', { visible: false, ...held('m0') }, {}, undefined],
    ['loses the removed seconds again', item, removed, { visible: true, ...removed }],
    ['that lacks them already stays as it is', { ...item, ...removed }, removed, undefined],
    ['is for families again', item, { families }, { visible: true, audience: 'FAMILIES', closings: { families } }],
    ['has no audience as a clip', item, { kind: 'clips', families }, undefined],
    ['that was deleted since is hidden', item, { isDeleted: true }, { visible: false }],
    ['is hidden again', item, { hidden }, { visible: false }],
    [
      'is hidden again behind its hold',
      { visible: false, ...held('m0') },
      { hidden },
      { visible: false, ...shut('m0') },
    ],
    ['that is hidden already stays as it is', { visible: false }, { kind: 'events', hidden }, undefined],
    ['is opened by admins only as a match', item, { kind: 'events', hidden }, { visible: false, closings: { hidden } }],
  ])('%s', (_, before, protection, after) => {
    const next = protect(before, { ...none, ...protection });
    expect(next).toEqual(after);
    if (next) expect(protect(next, { ...none, ...protection })).toBeUndefined();
  });

  test('names what it lacks of the current one', () => {
    const current = { ...held('m1', 'IMAGE_RIGHTS'), withdrawn: [range('r')], audience: 'FAMILIES' as const };
    expect(findLost(current, {})).toEqual(['the hold m1', 'the removed range r', 'the audience of families']);
    expect(findLost(current, current)).toEqual([]);
    expect(findLost({}, current)).toEqual([]);
    expect(findLost({ visible: false }, item)).toEqual(['its hiding by staff']);
    expect(findLost({ visible: false }, { visible: false, ...held('m1') })).toEqual(['its hiding by staff']);
    expect(findLost({ visible: false, ...held('m1') }, { ...item, ...held('m1') })).toEqual([]);
    expect(findLost({ visible: false }, { visible: false })).toEqual([]);
  });

  test('has its ranges in order', () =>
    expect(sortRanges([range('b', 9), range('a', 1)]).map(({ id }) => id)).toEqual(['a', 'b']));
});

test.each<[string, Parameters<typeof closeCamera>[0], Partial<Protection>, object | undefined]>([
  ['goes into test again', { isTest: false }, { isTest: true }, { isTest: true }],
  ['that is in test already stays as it is', { isTest: true }, { isTest: true }, undefined],
  ['keeps a test that ended since', { isTest: true }, {}, undefined],
  ['ends its airtime again', { isTest: false }, { ended }, { decision: ended, overrunsUntil: null }],
  ['whose airtime is ended already stays as it is', { isTest: false, decision: { ...ended } }, { ended }, undefined],
])('a restored camera %s', (_, source, protection, edit) => {
  expect(closeCamera(source, { ...none, ...protection })).toEqual(edit);
});
