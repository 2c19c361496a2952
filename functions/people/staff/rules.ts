/** Club-staff users: what is stored and which changes an admin may make. Pure. Rows: B-STAFF-10, 11, 21. */
import type { StaffStatus } from '../../../shared/contract/staff.ts';

export interface StoredStaff {
  /** The user's id. */
  id: string;
  version: number;
  email: string;
  personalName: string;
  status: StaffStatus;
  clubId: string;
  dateCreated: string;
  dateActivated: string | null;
  /** The person had a viewer's account before: it is what is left when they are no staff any more. */
  wasViewer?: boolean;
  /** Hash of the one link that is valid, while invited. */
  invitationHash: string | null;
  /** ISO 8601. */
  invitedUntil: string | null;
}

export const invitationMs = 48 * 3600 * 1000;

/** Row B-STAFF-21: unknown, used, replaced or older than 48 hours. */
export function isInvitationValid(staff: StoredStaff, hash: string, now: number): boolean {
  return (
    staff.status === 'invited' &&
    staff.invitationHash === hash &&
    staff.invitedUntil !== null &&
    Date.parse(staff.invitedUntil) > now
  );
}

/** Row B-STAFF-10: an invited user's status stays until the user accepts. */
export const mayChangeStatus = (staff: StoredStaff) => staff.status !== 'invited';
