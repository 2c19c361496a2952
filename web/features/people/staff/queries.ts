import { useQuery } from '@tanstack/react-query';
import type { StaffStatus } from '../../../../shared/contract/staff.ts';
import { api } from '../../../lib/api.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** The invited person acts in another browser, so these queries are always fetched again. */
export const staffFreshness = { staleTime: 0, refetchOnWindowFocus: true };

export function useStaffUser(id: string) {
  return useQuery({
    queryKey: ['staff-user', id],
    ...staffFreshness,
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
