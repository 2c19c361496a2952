/** The one rule about reopening closed items. */
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../functions/platform/auth/rules.ts';
import {
  assertMayOpen,
  type Closing,
  createClosing,
  findOwner,
  mayOpen,
  platformOwner,
} from '../../../functions/platform/withholding/closings.ts';

const staff = (clubId: string) => ({ user: { id: `staff of ${clubId}`, role: 'CLUB_STAFF', clubId } }) as Caller;
const admin = { user: { id: 'admin', role: 'ADMIN', clubId: null } } as Caller;
const viewer = { user: { id: 'viewer', role: 'REGULAR_SUBSCRIBER', clubId: null } } as Caller;
const closing = (owner: string, matterIds?: string[]): Closing => ({
  owner,
  by: 'somebody',
  at: '',
  ...(matterIds && { matterIds }),
});

describe('mayOpen', () => {
  test.each([
    ['an admin, what a club closed', admin, closing('A'), true],
    ['an admin, what answers a matter', admin, closing(platformOwner, ['m1']), true],
    ['staff, what their club closed', staff('A'), closing('A'), true],
    ['staff, what their club closed for a matter', staff('A'), closing('A', ['m1']), false],
    ['staff, what the other club closed', staff('A'), closing('B'), false],
    ['staff, what an admin closed', staff('A'), closing(platformOwner), false],
    ['a viewer', viewer, closing('A'), false],
  ])('%s', (_, caller, closed, expected) => {
    expect(mayOpen(caller, closed)).toBe(expected);
    if (expected) assertMayOpen(caller, closed);
    else expect(() => assertMayOpen(caller, closed)).toThrow('Lo cerró');
  });

  test('nothing is closed', () => {
    expect(() => assertMayOpen(viewer, undefined)).not.toThrow();
  });
});

test('createClosing names the side, the person, the time and the matter', () => {
  expect(createClosing(staff('A'), 0)).toEqual({ owner: 'A', by: 'staff of A', at: '1970-01-01T00:00:00.000Z' });
  expect(createClosing(admin, 0, 'm1')).toMatchObject({ owner: platformOwner, matterIds: ['m1'] });
  expect(findOwner(admin)).toBe(platformOwner);
});
