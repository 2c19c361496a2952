/** Club staff queries, for admins. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StaffStatus } from '../../../../shared/contract/staff.ts';
import { api } from '../../../lib/api.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';
import type { Tone } from '../../../ui/badge.tsx';

interface StaffQuery {
  page: number;
  search?: string | undefined;
  status?: StaffStatus | undefined;
  clubIds?: string[];
}

export function useStaffUsers(query: StaffQuery) {
  return useQuery({
    queryKey: ['staff-users', query],
    // The invited person acts in another browser, so the query is always fresh.
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) => api('GET /live/club-staff-users', { query: { ...query, page }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useStaffUser(id: string) {
  return useQuery({
    queryKey: ['staff-user', id],
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) =>
      (await api('GET /live/club-staff-users/{id}', { params: { id }, signal })).data.clubStaffUser,
  });
}

export const resendInvitation = (id: string) =>
  api('POST /live/club-staff-users/{id}/resend-invitation', { params: { id } });

export const staffStates: Record<StaffStatus, { text: string; tone: Tone }> = {
  invited: { text: 'Invitado', tone: 'warning' },
  active: { text: 'Activo', tone: 'success' },
  disabled: { text: 'Deshabilitado', tone: 'neutral' },
};
