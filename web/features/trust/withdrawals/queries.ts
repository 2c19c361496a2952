/** Requests about the withdrawn seconds of a recording or a live. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../ui/toaster.tsx';
import type { ClipSource } from '../../recordings/clips/queries.ts';

const toQueryKey = (of: ClipSource) => ['withdrawn', ...Object.values(of)];

export function useWithdrawn(of: ClipSource) {
  return useQuery({
    queryKey: toQueryKey(of),
    queryFn: async ({ signal }) => {
      const answer =
        'vodId' in of
          ? await api('GET /vods/{id}/withdrawn', { params: { id: of.vodId }, signal })
          : await api('GET /liveusers/{slug}/withdrawn', {
              params: { slug: of.slug },
              query: { startedAt: of.startedAt },
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

/** Clips, moments, durations and the video itself change too, so the page refetches everything. */
export function useWithdrawnChanges(of: ClipSource) {
  const queries = useQueryClient();
  const settled = {
    onSuccess: ({ message }: { message?: string }) => {
      if (message) toast.success(message);
    },
    onError: (error: unknown) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries(),
  };
  return {
    takeOut: useMutation({ mutationFn: (range: Range) => takeOut(of, range), ...settled }),
    restore: useMutation({ mutationFn: (rangeId: string) => restore(of, rangeId), ...settled }),
  };
}

function takeOut(of: ClipSource, range: Range) {
  if ('vodId' in of) return api('POST /vods/{id}/withdrawn', { params: { id: of.vodId }, body: range });
  const { slug, startedAt } = of;
  return api('POST /liveusers/{slug}/withdrawn', { params: { slug }, body: { ...range, startedAt } });
}

function restore(of: ClipSource, rangeId: string) {
  if ('vodId' in of) return api('DELETE /vods/{id}/withdrawn/{rangeId}', { params: { id: of.vodId, rangeId } });
  const { slug, startedAt } = of;
  return api('DELETE /liveusers/{slug}/withdrawn/{rangeId}', { params: { slug, rangeId }, query: { startedAt } });
}
