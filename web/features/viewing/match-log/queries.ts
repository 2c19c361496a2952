/** The actions of a match. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventOfItem } from '../../../../shared/contract/events.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import { type MatchLog, toMatchLog } from '../../../../shared/domain/match-log.ts';
import { api } from '../../../lib/api.ts';

/** `score`: the one on the page; a change refetches the log. */
export function useMatchTimeline(eventId: string | undefined, score: MatchScore | null) {
  const { home, away, phase, period } = score ?? {};
  return useQuery({
    queryKey: ['match-timeline', eventId, home, away, phase, period],
    enabled: eventId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents/{id}/timeline', { params: { id: eventId ?? '' }, signal })).data,
  });
}

type Timed = Pick<EventOfItem, 'sport' | 'category'>;

/** `until`: server time that a live's picture has reached. */
export function useMatchLog(
  event: Timed | null,
  actions: Parameters<typeof toMatchLog>[1] | undefined,
  until = Number.POSITIVE_INFINITY,
): MatchLog | undefined {
  const { sport, category = null } = event ?? {};
  return useMemo(
    () =>
      sport &&
      actions &&
      toMatchLog(
        { sport, category },
        actions.filter(({ at }) => at <= until),
      ),
    [sport, category, actions, until],
  );
}
