/**
 * Tells admins from club staff, who have endpoints of their own for the same tasks, and see and change only their
 * club's items. `area` begins the endpoint's path; the server authorises.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { clubQuery } from '../../../lib/club-query.ts';
import { useSession } from '../../../session/session.tsx';
import type { ClubChoice } from '../../../ui/club-picker.tsx';

export function useManagement() {
  const { isClubStaff, user } = useSession();
  const area: 'clubStaff' | 'live' = isClubStaff ? 'clubStaff' : 'live';
  return { isClubStaff, area, clubId: isClubStaff ? (user?.clubId ?? undefined) : undefined };
}

/** Sets the club of club staff, whose club selectors are locked. */
export function usePresetClub<Form extends { clubs: ClubChoice[] }>(form: UseFormReturn<Form>): void {
  // The compiler cannot see that the form has clubs.
  const { setValue } = form as unknown as UseFormReturn<{ clubs: ClubChoice[] }>;
  const { clubId } = useManagement();
  const { data } = useQuery({ ...clubQuery(clubId ?? ''), enabled: clubId !== undefined });
  const name = data?.name ?? 'Mi club';
  useEffect(() => {
    if (clubId) setValue('clubs', [{ id: clubId, name }]);
  }, [clubId, name, setValue]);
}

export async function searchManagedClubs(search: string) {
  return (await api('GET /live/clubs', { query: { search } })).data.clubs;
}

export async function searchStaffClubs(search: string) {
  return (await api('GET /clubStaff/clubs', { query: { search } })).data.clubs;
}
