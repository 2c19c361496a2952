import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ManagedClip } from '../../../../shared/contract/clip.ts';
import { api, errorText } from '../../../lib/api.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { useSession } from '../../../session/session.tsx';
import { toast } from '../../../ui/toaster.tsx';

/** The source of clips: a recording, or a live with the start of its broadcast. */
export type ClipSource = { vodId: string } | { slug: string; startedAt: string };

const toQueryKey = (source: ClipSource) => ['clips', ...Object.values(source)] as const;

/** Milliseconds; a clip is ready within seconds. */
const pollIntervalMs = 1500;

const isProcessing = ({ status }: Pick<ManagedClip, 'status'>) => status === 'SENT' || status === 'STARTED';

/** A page of clips, or the page with a given clip; with `by`, only the club's or the viewers'. */
export type ClipsShown = ({ page: number } | { clipId: string }) & { by?: 'club' | 'viewers' };

export function useClips(source: ClipSource, page: ClipsShown) {
  return useQuery({
    queryKey: [...toQueryKey(source), page],
    queryFn: async ({ signal }) => {
      if ('vodId' in source)
        return (await api('GET /vods/{id}/clips', { params: { id: source.vodId }, query: page, signal })).data;
      const { slug, startedAt } = source;
      const query = { startedAt, ...page };
      return { ...(await api('GET /liveusers/{slug}/clips', { params: { slug }, query, signal })).data, moments: 0 };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.clips.some(isProcessing) ? pollIntervalMs : false),
  });
}

export type NewClip = { momentId: string; clubId?: string } | FreeCut;

export interface FreeCut {
  title: string;
  start: number;
  seconds: number;
  clubId?: string;
}

export function useClipChanges(source: ClipSource) {
  const queries = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message?: string }) => {
      if (message) toast.success(message);
    },
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: toQueryKey(source) }),
  };
  return {
    cut: useMutation({
      mutationFn: (body: NewClip) => cutClip(source, body),
      ...settled,
    }),
    summarise: useMutation({
      mutationFn: ({ vodId, ...body }: { vodId: string; clubId?: string }) =>
        api('POST /vods/{id}/summary', { params: { id: vodId }, body }),
      ...settled,
    }),
    giveAway: useMutation({
      mutationFn: ({ vodId, start }: { vodId: string; start: number }) =>
        api('POST /vods/{id}/free-moments', { params: { id: vodId }, body: { start } }),
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

/** Moments of a live are score actions: the API receives their ids as `actionId`. */
function cutClip(source: ClipSource, body: NewClip) {
  if ('vodId' in source) return api('POST /vods/{id}/clips', { params: { id: source.vodId }, body });
  const { slug, startedAt } = source;
  const { momentId: actionId, ...rest } = 'momentId' in body ? body : { ...body, momentId: undefined };
  return api('POST /liveusers/{slug}/clips', {
    params: { slug },
    body: { startedAt, ...rest, ...(actionId !== undefined && { actionId }) },
  });
}

const viewerClipsKey = 'own-clips';

/** Reads the user's clips of one recording, or of all if `vodId` is undefined. */
export function useViewerClips(vodId: string | undefined) {
  const { user } = useSession();
  return useQuery({
    queryKey: [viewerClipsKey, user?.id, vodId],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /users/me/clips', { query: vodId === undefined ? {} : { vodId }, signal });
      return data.clips;
    },
    // The list is not kept after the page is left, so that the next visit fetches a current one.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isProcessing) ? pollIntervalMs : false),
  });
}

export const useCutViewerClip = (vodId: string) =>
  useViewerClipMutation(({ title, start, seconds }: FreeCut) =>
    api('POST /vods/{id}/own-clips', { params: { id: vodId }, body: { title, start, seconds } }),
  );

export const useDeleteViewerClip = () =>
  useViewerClipMutation((id: string) => api('DELETE /users/me/clips/{id}', { params: { id } }));

function useViewerClipMutation<Input>(send: (input: Input) => Promise<{ message?: string }>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => readAgain(queries, [viewerClipsKey]),
  });
}
