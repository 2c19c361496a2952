/** A running match: the steps of its score, and its moments for the live's seek bar. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { readShared } from '../../../lib/shared-answers.ts';
import type { PlayerMark } from '../../../player/player-props.ts';
import { scoreQuery } from '../../league/events/use-score.ts';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';

/** Reads the match again whenever the shared score query reports a new version. */
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
      (
        await readShared(`timeline ${eventId}`, (isShared) =>
          api('GET /sportevents/{id}/timeline', {
            params: { id: eventId ?? '' },
            query: { version: score?.version },
            isShared,
            signal,
          }),
        )
      ).data,
  });
}

/** Empty while results are hidden, which moments would reveal. */
export function useLiveMarks(eventId: string | undefined, startedAt: string | null): readonly PlayerMark[] {
  const isHidden = useResultsHidden();
  const { data } = useRunningMatch(isHidden || startedAt === null ? undefined : eventId);
  return useMemo(() => {
    if (isHidden || startedAt === null || !data) return none;
    return data.moments.map(({ id, at, label, momentType }) => ({
      id,
      label,
      icon: getMomentLook(momentType).icon,
      seconds: Math.max(0, (at - Date.parse(startedAt)) / 1000),
    }));
  }, [isHidden, startedAt, data]);
}

const none: never[] = [];
