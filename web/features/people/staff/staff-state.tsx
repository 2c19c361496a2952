import type { ClubStaffUser } from '../../../../shared/contract/staff.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { staffStates } from './queries.ts';

/** The state of a staff user, and whether the email of an invitation was returned. */
export function StaffState({ user }: { user: ClubStaffUser }) {
  const { text, tone } = staffStates[user.status];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusPill tone={tone}>{text}</StatusPill>
      {user.returnsMail && <StatusPill tone="danger">Rebotado</StatusPill>}
    </span>
  );
}
