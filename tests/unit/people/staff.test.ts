/** Expiry of invitations, and permission to change a status. */
import { describe, expect, test } from 'vitest';
import {
  invitationMs,
  isInvitationValid,
  mayChangeStatus,
  type StoredStaff,
} from '../../../functions/people/staff/rules.ts';

const sent = Date.parse('2026-11-20T10:00:00.000Z');
const hour = 3_600_000;
const invited: StoredStaff = {
  id: 'x',
  version: 1,
  email: 'ana@club.test',
  personalName: '',
  status: 'invited',
  clubId: 'c',
  dateCreated: new Date(sent).toISOString(),
  dateActivated: null,
  invitationHash: 'hash',
  invitedUntil: new Date(sent + invitationMs).toISOString(),
};

describe('an invitation', () => {
  test('[B-STAFF-21] is valid for 48 hours, to the second', () => {
    expect(isInvitationValid(invited, 'hash', sent)).toBe(true);
    expect(isInvitationValid(invited, 'hash', sent + 48 * hour - 1000)).toBe(true);
    expect(isInvitationValid(invited, 'hash', sent + 48 * hour)).toBe(false);
  });

  test('[B-STAFF-21] is void once used or replaced, or when the user is disabled', () => {
    expect(isInvitationValid({ ...invited, invitationHash: 'newer' }, 'hash', sent)).toBe(false);
    expect(isInvitationValid({ ...invited, invitationHash: null, invitedUntil: null }, 'hash', sent)).toBe(false);
    for (const status of ['active', 'disabled'] as const) {
      expect(isInvitationValid({ ...invited, status }, 'hash', sent)).toBe(false);
    }
  });

  test('[B-STAFF-10] keeps the status of an invited user until acceptance', () => {
    expect(mayChangeStatus(invited)).toBe(false);
    expect(mayChangeStatus({ ...invited, status: 'disabled' })).toBe(true);
  });
});
