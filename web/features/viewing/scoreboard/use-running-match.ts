/** A match while it is played: its score step by step, and its moments on the bar of the live (D-DVR-1). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results.ts';
import type { PlayerMark } from '../../../player/player-props.ts';
import { scoreQuery } from '../../league/events/use-score.ts';
import { momentLook } from '../../recordings/moments/moment-types.ts';

/** Asked for again whenever the score has changed, which others on the page ask for. */
export function useRunningMatch(eventId: string | undefined) {
  const enabled = eventId !== undefined;
  const { data: score } = useQuery({ ...scoreQuery(eventId ?? ''), enabled, retry: false });
  return useQuery({
    queryKey: ['running-match', eventId, score?.version],
    enabled: enabled && score !== undefined && score.version > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents/{id}/timeline', { params: { id: eventId ?? '' }, signal })).data,
  });
}

/** None for who hides results, whose moments would tell them. */
export function useLiveMarks(eventId: string | undefined, startedAt: string | null): readonly PlayerMark[] {
  const isHidden = useResultsHidden();
  const { data } = useRunningMatch(isHidden || startedAt === null ? undefined : eventId);
  return useMemo(() => {
    if (isHidden || startedAt === null || !data) return none;
    return data.moments.map(({ id, at, label, momentType }) => ({
      ...{ id, label, icon: momentLook(momentType).icon },
      seconds: Math.max(0, (at - Date.parse(startedAt)) / 1000),
    }));
  }, [isHidden, startedAt, data]);
}

const none: never[] = [];
