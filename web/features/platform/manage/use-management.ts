/**
 * Admins and club staff use different endpoints for the same tasks; club staff only see and change items of their own
 * club. `staff` selects the endpoint; the server authorises.
 */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { ClubChoice } from '../../../ui/club-picker.tsx';

export function useManagement() {
  const { isClubStaff, user } = useSession();
  return { staff: isClubStaff, clubId: isClubStaff ? (user?.clubId ?? undefined) : undefined };
}

/** The club of club staff, preset and locked in every club selector. */
export function useOwnClub(): ClubChoice | undefined {
  const { clubId } = useManagement();
  const { data } = useQuery({
    queryKey: ['club', clubId],
    enabled: clubId !== undefined,
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}', { params: { id: clubId ?? '' }, signal })).data.club,
  });
  return clubId ? { id: clubId, name: data?.name ?? 'Mi club' } : undefined;
}

export async function searchManagedClubs(search: string) {
  return (await api('GET /live/clubs', { query: { search } })).data.clubs;
}

export async function searchStaffClubs(search: string) {
  return (await api('GET /clubStaff/clubs', { query: { search } })).data.clubs;
}
