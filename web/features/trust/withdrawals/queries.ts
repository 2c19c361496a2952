import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { toast } from '../../../ui/toaster.tsx';
import type { ClipSource } from '../../recordings/clips/queries.ts';

const toQueryKey = (source: ClipSource) => ['withdrawn', ...Object.values(source)] as const;

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

export interface Range {
  from: number;
  seconds: number;
}

/** A range with the ranges that the recording's player leaves out, and the matter that it answers. */
export interface Removal extends Range {
  cuts: string;
  matterId?: string;
}

/** The seconds that would be removed, which are whole segments; undefined until known, and for a live. */
export function useWouldRemove(source: ClipSource, range: Range, cuts: string): Range | undefined {
  const { from, seconds } = useDebounced(range, 250);
  const { data } = useQuery({
    queryKey: [...toQueryKey(source), 'dry', from, seconds, cuts],
    enabled: 'vodId' in source,
    queryFn: async ({ signal }) => {
      const params = { id: 'vodId' in source ? source.vodId : '' };
      const body = { from, seconds, cuts, dry: true };
      return (await api('POST /vods/{id}/withdrawn', { params, body, signal })).data.wouldRemove ?? null;
    },
  });
  return from === range.from && seconds === range.seconds ? (data ?? undefined) : undefined;
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
    withdraw: useMutation({ mutationFn: (removal: Removal) => withdrawRange(source, removal), ...settled }),
    restore: useMutation({ mutationFn: (rangeId: string) => restoreRange(source, rangeId), ...settled }),
  };
}

function withdrawRange(source: ClipSource, removal: Removal) {
  if ('vodId' in source) return api('POST /vods/{id}/withdrawn', { params: { id: source.vodId }, body: removal });
  const { slug, startedAt } = source;
  const { from, seconds } = removal;
  return api('POST /liveusers/{slug}/withdrawn', { params: { slug }, body: { from, seconds, startedAt } });
}

function restoreRange(source: ClipSource, rangeId: string) {
  if ('vodId' in source) return api('DELETE /vods/{id}/withdrawn/{rangeId}', { params: { id: source.vodId, rangeId } });
  const { slug, startedAt } = source;
  return api('DELETE /liveusers/{slug}/withdrawn/{rangeId}', { params: { slug, rangeId }, query: { startedAt } });
}
