import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { choosePollMs } from '../../../lib/shared-answers.ts';
import { useAct } from '../../../ui/use-act.ts';
import { scoreQuery } from '../../league/events/use-score.ts';

/** Milliseconds; equals the edge's cache lifetime. */
const pollIntervalMs = 2_000;

const timelineQuery = (vodId: string) =>
  queryOptions({
    queryKey: ['vod-score', vodId],
    retry: false,
    queryFn: async ({ signal }) => (await api('GET /vods/{id}/score', { params: { id: vodId }, signal })).data,
  });

export const useTimeline = (vodId: string | undefined) =>
  useQuery({ ...timelineQuery(vodId ?? ''), enabled: vodId !== undefined });

export function useRunningScore(eventId: string | undefined) {
  return useQuery({
    ...scoreQuery(eventId ?? ''),
    enabled: eventId !== undefined,
    retry: false,
    refetchInterval: ({ state: { error } }) => choosePollMs(error, pollIntervalMs),
  });
}

export function useMatchStart(vodId: string) {
  const queries = useQueryClient();
  return useAct({
    send: (seconds: number) => api('POST /vods/{id}/start', { params: { id: vodId }, body: { seconds } }),
    success: ({ message }) => message ?? 'El marcador va ya con el video',
    onDone: ({ data }) => {
      queries.setQueryData(timelineQuery(vodId).queryKey, data);
      // The server derives the moments asynchronously.
      setTimeout(() => queries.invalidateQueries({ queryKey: ['vod-moments', vodId] }), momentsDelayMs);
    },
  });
}

const momentsDelayMs = 3_000;
