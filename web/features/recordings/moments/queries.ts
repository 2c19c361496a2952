/** The moments of one club in a VOD: of the club that an admin has chosen, or of the user's own club. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Moment } from '../../../../shared/contract/moments.ts';
import { api, errorText, isConflict } from '../../../lib/api.ts';
import { toast } from '../../../ui/toaster.tsx';
import { undoToast } from '../../../ui/undo-toast.tsx';
import { useManagement } from '../../platform/back-office/use-management.ts';

export function useMoments(vodId: string, clubId: string | undefined) {
  const { isClubStaff } = useManagement();
  return useQuery({
    queryKey: ['moments', vodId, clubId],
    enabled: clubId !== undefined,
    queryFn: async ({ signal }) => {
      const { data } = isClubStaff
        ? await api('GET /clubStaff/moments/vod/{vodId}', { params: { vodId }, signal })
        : await api('GET /live/moments/vod/{vodId}/club/{clubId}', { params: { vodId, clubId: clubId ?? '' }, signal });
      return data.moments;
    },
  });
}

/** Reference data, which does not change while the app is open. */
export function useMomentTypes() {
  const { area } = useManagement();
  return useQuery({
    queryKey: ['moment-types', area],
    queryFn: async ({ signal }) => (await api(`GET /${area}/moment-types`, { signal })).data.momentTypes,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface MomentFields {
  timestampMs: number;
  label: string;
  momentTypeId: number;
}

export function useMomentChanges(vodId: string, clubId: string) {
  const { isClubStaff, area } = useManagement();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['moments', vodId] });
  const settle = (failure: string) => ({
    onSuccess: reload,
    // After a conflict, the form shows the other user's change.
    onError: (error: unknown) => (isConflict(error) ? reload() : toast.error(errorText(error, failure))),
  });
  const create = useMutation({
    mutationFn: (fields: MomentFields) =>
      isClubStaff
        ? api('POST /clubStaff/moments', { body: { ...fields, vodId } })
        : api('POST /live/moments', { body: { ...fields, vodId, clubId } }),
    ...settle('Error creating moment'),
  });
  return {
    create,
    update: useMutation({
      mutationFn: ({ id, ...changes }: { id: string; version: number } & Partial<MomentFields>) =>
        api(`PATCH /${area}/moments/{id}`, { params: { id }, body: changes }),
      ...settle('Error updating moment'),
    }),
    remove: useMutation({
      mutationFn: ({ id }: Moment) => api(`DELETE /${area}/moments/{id}`, { params: { id } }),
      ...settle('Error deleting moment'),
      onSuccess: (_, { timestampMs, label, momentTypeId }) => {
        undoToast(`«${label}» eliminado`, () => create.mutate({ timestampMs, label, momentTypeId }));
        return reload();
      },
    }),
  };
}
