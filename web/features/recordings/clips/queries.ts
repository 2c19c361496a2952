import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ManagedClip } from '../../../../shared/contract/clip.ts';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../session/session.tsx';
import { readMessage, useAct } from '../../../ui/use-act.ts';

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
  const shared = { success: readMessage, stale: ['clips'] } as const;
  return {
    cut: useAct({ send: (body: NewClip) => cutClip(source, body), ...shared }),
    summarise: useAct({
      send: ({ vodId, ...body }: { vodId: string; clubId?: string }) =>
        api('POST /vods/{id}/summary', { params: { id: vodId }, body }),
      ...shared,
    }),
    giveAway: useAct({
      send: ({ vodId, start }: { vodId: string; start: number }) =>
        api('POST /vods/{id}/free-moments', { params: { id: vodId }, body: { start } }),
      ...shared,
    }),
    change: useAct({
      send: ({ id, ...body }: { id: string; version: number; visible?: boolean; title?: string }) =>
        api('PATCH /clips/{id}', { params: { id }, body }),
      ...shared,
    }),
    remove: useAct({ send: (id: string) => api('DELETE /clips/{id}', { params: { id } }), ...shared }),
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
  useAct({
    send: ({ title, start, seconds }: FreeCut) =>
      api('POST /vods/{id}/own-clips', { params: { id: vodId }, body: { title, start, seconds } }),
    success: readMessage,
    stale: [viewerClipsKey],
  });

export const useDeleteViewerClip = () =>
  useAct({
    send: (id: string) => api('DELETE /users/me/clips/{id}', { params: { id } }),
    success: readMessage,
    stale: [viewerClipsKey],
  });
