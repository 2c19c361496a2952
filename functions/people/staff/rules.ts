/** Club-staff users: the stored item and the changes that an admin may make. Pure. */
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
  /** True if the account belonged to a viewer; it becomes one again when the staff role ends. */
  wasViewer?: boolean;
  /** Hash of the only valid link, while invited. */
  invitationHash: string | null;
  /** ISO 8601. */
  invitedUntil: string | null;
}

export const invitationMs = 48 * 3600 * 1000;

/** True if the link is the current one and less than 48 hours old. */
export function isInvitationValid(staff: StoredStaff, hash: string, now: number): boolean {
  return (
    staff.status === 'invited' &&
    staff.invitationHash === hash &&
    staff.invitedUntil !== null &&
    Date.parse(staff.invitedUntil) > now
  );
}

export const mayChangeStatus = (staff: StoredStaff) => staff.status !== 'invited';
