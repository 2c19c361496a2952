/** Paid matches that cannot be watched: reasons, losses and returns, and the times of the emails. */
import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../functions/league/events/rules.ts';
import {
  findUnseenReason,
  followUnseen,
  isLossEmailDue,
  isRefundDue,
  isReturnEmailDue,
  type UnseenMatch,
} from '../../../functions/money/unseen/rules.ts';
import { familiesHold, rightsHold } from '../../../functions/platform/withholding/rules.ts';

const hour = 3_600_000;
const finish = Date.parse('2026-11-21T12:00:00.000Z');
const event = (fields: Partial<StoredEvent> = {}) =>
  ({ visible: true, scheduledFinishDate: new Date(finish).toISOString(), ...fields }) as StoredEvent;
type Recording = Parameters<typeof findUnseenReason>[1][number];
const recording = (fields: Partial<Recording> = {}): Recording => ({ visible: true, status: 'FINISHED', ...fields });
const withhold = (matter: string) => ({ visible: false, withheld: { matters: [matter], wasVisible: true } });

test.each<[string, StoredEvent | undefined, Recording[], number, string | undefined, boolean?]>([
  ['a match to come', event(), [], -48, undefined],
  ['a cancelled one', event({ state: 'CANCELLED' }), [], -48, 'CANCELLED'],
  ['a cancelled one with a recording of what was played', event({ state: 'CANCELLED' }), [recording()], 48, undefined],
  ['one that staff have hidden', event({ visible: false }), [], -48, 'HIDDEN'],
  ['one that a matter withholds', event(withhold('01M')), [recording({ visible: false })], 1, 'WITHDRAWN'],
  ['one without image rights', event(withhold(rightsHold)), [], -1, 'RIGHTS'],
  ['one that is for families only now', event(withhold(familiesHold)), [], -1, 'FAMILIES'],
  ['a deleted one', undefined, [], 0, 'DELETED'],
  ['a deleted one whose recording was kept', undefined, [recording()], 0, undefined],
  ['one that ended yesterday at this time', event(), [], 23.9, undefined],
  ['one that was never shown', event(), [], 24, 'NEVER_SHOWN'],
  ['one without a recording', event({ signal: { since: '', stoppedAt: '' } }), [], 24, 'NO_RECORDING'],
  ['one whose recording failed', event(), [recording({ status: 'FAILED', visible: false })], 24, 'NEVER_SHOWN'],
  ['one whose recording is being made', event(), [recording({ status: 'STARTED', visible: false })], 48, undefined],
  ['one whose recording never ends', event(), [recording({ status: 'SENT', visible: false })], 72, 'NEVER_SHOWN'],
  ['one whose recording is hidden', event(), [recording({ visible: false })], 24, 'HIDDEN'],
  ['one whose recording a matter withholds', event(), [recording(withhold('01M'))], 24, 'WITHDRAWN'],
  ['one whose recording lacks rights', event(), [recording(withhold(rightsHold))], 24, 'RIGHTS'],
  ['one with two recordings, one of them hidden', event(), [recording(withhold('01M')), recording()], 24, undefined],
  ['a postponed one without a date', event({ state: 'POSTPONED' }), [], 240, undefined],
  ['one that was not shown on its new date', event({ state: 'POSTPONED', postponedFrom: '' }), [], 24, 'NEVER_SHOWN'],
  ['one whose only recording was deleted after it was seen', event(), [], 240, 'NO_RECORDING', true],
  ['a seen one whose next recording failed', event(), [recording({ status: 'FAILED' })], 24, 'NO_RECORDING', true],
  ['one that was seen and is hidden', event(), [recording({ visible: false })], 24, 'HIDDEN', true],
  ['one that was seen and is cancelled', event({ state: 'CANCELLED' }), [], 24, 'CANCELLED', true],
])('the reason why it cannot be watched is decided for %s', (_, match, recordings, hours, reason, wasSeen) => {
  expect(findUnseenReason(match, recordings, finish + hours * hour, wasSeen)).toBe(reason);
});

describe('the entry of a paid match that cannot be watched', () => {
  const found = { eventId: '01E', title: 'Derbi', start: null, buyers: 2, amount: 398 };
  const follow = (before: UnseenMatch | undefined, reason: 'HIDDEN' | undefined, now: number, more = {}) =>
    followUnseen(before, reason, { ...found, ...more }, now);

  test('begins with a loss, and is forgotten if the match is back before any email was sent', () => {
    const lost = follow(undefined, 'HIDDEN', 0);
    expect(lost).toMatchObject({ reason: 'HIDDEN', since: 0, buyers: 2, amount: 398 });
    expect(isLossEmailDue(lost!, 59 * 60_000)).toBe(false);
    expect(follow(lost, undefined, 59 * 60_000)).toBeUndefined();
  });

  test('does not exist for a match without buyers, and ends when all were refunded', () => {
    expect(follow(undefined, 'HIDDEN', 0, { buyers: 0, amount: 0 })).toBeUndefined();
    expect(follow(follow(undefined, 'HIDDEN', 0), 'HIDDEN', 1, { buyers: 0, amount: 0 })).toBeUndefined();
  });

  test('stays the same object while nothing changes, and follows reason, title and sum', () => {
    const lost = follow(undefined, 'HIDDEN', 0);
    expect(follow(lost, 'HIDDEN', 9)).toBe(lost);
    expect(followUnseen(lost, 'DELETED', found, 9)).toMatchObject({ reason: 'DELETED', since: 0 });
    expect(follow(lost, 'HIDDEN', 9, { amount: 199, buyers: 1 })).toMatchObject({ amount: 199, since: 0 });
  });

  test('emails once after an hour, again for a later buyer, and about the return after ten minutes', () => {
    const lost = { ...follow(undefined, 'HIDDEN', 0)!, tellingSince: hour };
    expect(isLossEmailDue(lost, hour)).toBe(true);
    const told = { ...lost, told: 2 };
    expect(isLossEmailDue(told, 2 * hour)).toBe(false);
    expect(isLossEmailDue({ ...told, buyers: 3 }, 2 * hour)).toBe(true);
    const back = follow({ ...told, toldUpTo: '01U' }, undefined, 3 * hour)!;
    expect(back).toMatchObject({ backAt: 3 * hour });
    expect(back.toldUpTo).toBeUndefined();
    expect([isReturnEmailDue(back, 3 * hour), isReturnEmailDue(back, 3 * hour + 600_000)]).toEqual([false, true]);
  });

  test('counts a short return as the same loss, and a loss after the second email as another one', () => {
    const back: UnseenMatch = { ...follow(undefined, 'HIDDEN', 0)!, tellingSince: hour, told: 2, backAt: 2 * hour };
    expect(follow(back, 'HIDDEN', 2 * hour + 1)).toMatchObject({ since: 0, told: 2 });
    expect(follow(back, 'HIDDEN', 2 * hour + 1)).not.toHaveProperty('backAt');
    const again = follow({ ...back, backTold: true }, 'HIDDEN', 5 * hour)!;
    expect(again).toMatchObject({ since: 5 * hour });
    expect(again).not.toHaveProperty('told');
    expect(isLossEmailDue(again, 5 * hour)).toBe(false);
  });
});

describe('the refund of a match that will not be seen', () => {
  const match = (reason: UnseenMatch['reason'], fields: Partial<UnseenMatch> = {}): UnseenMatch => ({
    eventId: '01E',
    title: 'Derbi',
    start: null,
    reason,
    since: 0,
    buyers: 2,
    amount: 398,
    version: 1,
    ...fields,
  });
  const refund = { since: hour, payments: 1, amount: 199 };

  test.each([
    ['CANCELLED', 1],
    ['DELETED', 1],
    ['NEVER_SHOWN', 24],
    ['NO_RECORDING', undefined],
    ['HIDDEN', undefined],
    ['WITHDRAWN', undefined],
  ] as const)('begins for %s after %s h', (reason, hours) => {
    const at = (hours ?? 1000) * hour;
    expect([isRefundDue(match(reason), at - 1), isRefundDue(match(reason), at)]).toEqual([false, hours !== undefined]);
  });

  test('goes on until nothing is left, unless the match returns', () => {
    expect(isRefundDue(match('CANCELLED', { refund }), 2 * hour)).toBe(true);
    expect(isRefundDue(match('CANCELLED', { refund: { ...refund, doneAt: hour } }), 2 * hour)).toBe(false);
    expect(isRefundDue(match('CANCELLED', { refund, backAt: hour }), 2 * hour)).toBe(false);
  });

  test('waits its hour from the cancellation, however long the match was hidden before', () => {
    const found = { eventId: '01E', title: 'Derbi', start: null, buyers: 2, amount: 398 };
    const cancelled = followUnseen(match('HIDDEN'), 'CANCELLED', found, 100 * hour)!;
    expect([isRefundDue(cancelled, 101 * hour - 1), isRefundDue(cancelled, 101 * hour)]).toEqual([false, true]);
    const again = followUnseen(
      match('CANCELLED', { refund: { ...refund, doneAt: hour }, backAt: 9 * hour }),
      'CANCELLED',
      found,
      10 * hour,
    )!;
    expect([isRefundDue(again, 11 * hour - 1), isRefundDue(again, 11 * hour)]).toEqual([false, true]);
  });

  test('says so instead of the email about the loss', () => {
    expect(isLossEmailDue(match('CANCELLED'), 2 * hour)).toBe(false);
    expect(isLossEmailDue(match('NEVER_SHOWN'), 2 * hour)).toBe(true);
    expect(isLossEmailDue(match('NEVER_SHOWN', { refund }), 2 * hour)).toBe(false);
  });

  test('keeps the entry with the amounts paid, while its buyers lose the right one after the other', () => {
    const left = { eventId: '01E', title: 'Derbi', start: null, buyers: 0, amount: 0 };
    const begun = match('CANCELLED', { refund });
    expect(followUnseen(begun, 'CANCELLED', left, 2 * hour)).toBe(begun);
    expect(followUnseen(begun, undefined, left, 2 * hour)).toMatchObject({ backAt: 2 * hour, amount: 398 });
  });
});
