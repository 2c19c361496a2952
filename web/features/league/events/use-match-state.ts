/**
 * The state of the page's match, polled while it may change. The endpoint is cached for 2 s, so that an open page
 * follows a lost or returned picture within 5 s.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { lacksPicture, type MatchInputs, type MatchState, matchState } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { choosePollMs, readShared } from '../../../lib/shared-answers.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { useEventLives } from './queries.ts';

export type PolledMatch = Pick<
  EventOfItem,
  'id' | 'state' | 'signal' | 'hasCamera' | 'scheduledStartDate' | 'scheduledFinishDate'
>;

export const followMs = 2_000;

/** States that do not need polling: they end by a new date, or near a kick-off. */
const settledStates: Partial<Record<MatchState['kind'], true>> = {
  SCHEDULED: true,
  ENDED: true,
  POSTPONED: true,
  CANCELLED: true,
};

/** Returns true while a picture may come, be lost or return. */
export const isFollowed = (event: MatchInputs, now: number): boolean => !settledStates[matchState(event, now).kind];

export function useMatchState<Match extends PolledMatch>(event: Match | null | undefined, isRecorded = false) {
  const now = useNow(followMs);
  const id = event?.id ?? '';
  const { data: known } = useQuery({
    queryKey: ['signal', id],
    queryFn: async ({ signal }) =>
      (
        await readShared(`signal ${id}`, (isShared) =>
          api('GET /sportevents/{id}/signal', { params: { id }, isShared, signal }),
        )
      ).data,
    enabled: event != null && isFollowed(event, now),
    staleTime: followMs,
    refetchInterval: ({ state: { error } }) => choosePollMs(error, followMs),
    retry: false,
  });
  const match = event && known ? { ...event, ...known } : (event ?? undefined);
  return {
    match,
    state: match ? matchState(match, now, { isRecorded }) : undefined,
    /** Slug of the live that viewers see, where staff choose among several. */
    shownLive: known?.live ?? undefined,
  };
}

/** Refetches a match's lives until they agree with its state, because their answers are cached for longer. */
export function useAwaitedLives(
  { data, refetch }: Pick<ReturnType<typeof useEventLives>, 'data' | 'refetch'>,
  kind: MatchState['kind'] | undefined,
): void {
  const isAwaited =
    data !== undefined && (data.length > 0 ? kind !== undefined && lacksPicture(kind) : kind === 'ON_AIR');
  useEffect(() => {
    if (!isAwaited) return;
    refetch();
    const timer = setInterval(refetch, followMs);
    return () => clearInterval(timer);
  }, [isAwaited, refetch]);
}
