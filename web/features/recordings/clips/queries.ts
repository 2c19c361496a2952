/** Clips of a recording, as staff of its clubs and admins keep them (D-CLIP-1). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ManagedClip } from '../../../../shared/recordings/clips.ts';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../ui/toaster.tsx';

/** A clip is ready within seconds. */
const followMs = 1500;

const isUnderWay = ({ status }: ManagedClip) => status === 'SENT' || status === 'STARTED';

export function useClips(vodId: string) {
  return useQuery({
    queryKey: ['clips', vodId],
    queryFn: async ({ signal }) => (await api('GET /vods/{id}/clips', { params: { id: vodId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.clips.some(isUnderWay) ? followMs : false),
  });
}

export type NewClip = { momentId: string; clubId?: string } | FreeCut;

export interface FreeCut {
  title: string;
  start: number;
  seconds: number;
  clubId?: string;
}

/** What can be done with clips. Each says itself how it went. */
export function useClipChanges(vodId: string) {
  const queries = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message?: string }) => {
      if (message) toast.success(message);
    },
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['clips', vodId] }),
  };
  return {
    cut: useMutation({
      mutationFn: (body: NewClip) => api('POST /vods/{id}/clips', { params: { id: vodId }, body }),
      ...settled,
    }),
    summarise: useMutation({
      mutationFn: (body: { clubId?: string }) => api('POST /vods/{id}/summary', { params: { id: vodId }, body }),
      ...settled,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: { id: string; version: number; visible?: boolean; title?: string }) =>
        api('PATCH /clips/{id}', { params: { id }, body }),
      ...settled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /clips/{id}', { params: { id } }),
      ...settled,
    }),
  };
}
