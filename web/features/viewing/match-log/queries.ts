import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { type MatchLog, toMatchLog } from '../../../../shared/domain/match-log.ts';
import { api } from '../../../lib/api.ts';
import { useTimeline } from '../scoreboard/queries.ts';

/** `score`: the page's score, whose changes refetch the log. */
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

/**
 * Reads the log of a recording's match, with the recording's timeline in server time. `enabled` is false while results
 * are hidden, or if the match cannot have a log.
 */
export function useRecordingLog(vodId: string | undefined, event: (Timed & { id: string }) | null, enabled: boolean) {
  const isEnabled = enabled && event !== null && vodId !== undefined;
  const actions = useMatchTimeline(isEnabled ? event.id : undefined, null);
  const recording = useTimeline(isEnabled ? vodId : undefined);
  const log = useMatchLog(event, isEnabled ? actions.data?.actions : undefined);
  const { from = null, gaps = [] } = recording.data ?? {};
  return {
    log,
    time: from === null ? undefined : { from, gaps },
    isPending: isEnabled && (actions.isPending || recording.isPending),
  };
}
