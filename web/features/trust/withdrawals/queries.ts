import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../ui/toaster.tsx';
import type { ClipSource } from '../../recordings/clips/queries.ts';

const toQueryKey = (source: ClipSource) => ['withdrawn', ...Object.values(source)];

export function useWithdrawn(source: ClipSource) {
  return useQuery({
    queryKey: toQueryKey(source),
    queryFn: async ({ signal }) => {
      const answer =
        'vodId' in source
          ? await api('GET /vods/{id}/withdrawn', { params: { id: source.vodId }, signal })
          : await api('GET /liveusers/{slug}/withdrawn', {
              params: { slug: source.slug },
              query: { startedAt: source.startedAt },
              signal,
            });
      return answer.data.ranges;
    },
  });
}

interface Range {
  from: number;
  seconds: number;
}

/** Refetches everything, because a change also affects clips, moments, durations and the video itself. */
export function useWithdrawnChanges(source: ClipSource) {
  const queries = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message?: string }) => {
      if (message) toast.success(message);
    },
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries(),
  };
  return {
    withdraw: useMutation({ mutationFn: (range: Range) => withdrawRange(source, range), ...settled }),
    restore: useMutation({ mutationFn: (rangeId: string) => restoreRange(source, rangeId), ...settled }),
  };
}

function withdrawRange(source: ClipSource, range: Range) {
  if ('vodId' in source) return api('POST /vods/{id}/withdrawn', { params: { id: source.vodId }, body: range });
  const { slug, startedAt } = source;
  return api('POST /liveusers/{slug}/withdrawn', { params: { slug }, body: { ...range, startedAt } });
}

function restoreRange(source: ClipSource, rangeId: string) {
  if ('vodId' in source) return api('DELETE /vods/{id}/withdrawn/{rangeId}', { params: { id: source.vodId, rangeId } });
  const { slug, startedAt } = source;
  return api('DELETE /liveusers/{slug}/withdrawn/{rangeId}', { params: { slug, rangeId }, query: { startedAt } });
}
