/** Matches of the user's clubs (on air, next, last), and the moments of the last one. */
import { useQuery } from '@tanstack/react-query';
import { toResult } from '../../../../shared/domain/result.ts';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { splitRunningAndNext, useEventsAt } from '../../league/events/event-times.ts';
import { useFollowedMatches } from '../../league/events/use-signals.ts';
import { useLives } from '../../viewing/matches/queries.ts';

/** Sends nothing without clubs. */
export function useMyTeam(ids: readonly string[]) {
  const isChosen = ids.length > 0;
  const hidden = useResultsHidden();
  // The ids are sorted, so that the same clubs share one cache entry of the edge.
  const clubIds = ids.toSorted();
  const allLives = useLives();
  const upcoming = useEventsAt('upcoming', { clubIds }, 1, isChosen);
  const played = useEventsAt('results', { clubIds }, 1, isChosen);
  const coming = useFollowedMatches(upcoming.data?.sportEvents);
  const queries = [allLives, upcoming, played];
  const lives = (allLives.data ?? []).filter((live) => live.isLive && live.clubs.some(({ id }) => ids.includes(id)));
  const onAir = new Set(lives.map(({ sportEventId }) => sportEventId));
  return {
    lives,
    ...splitRunningAndNext(coming.filter(({ id }) => !onAir.has(id))),
    // While results are hidden, the responses contain none.
    last: hidden ? undefined : played.data?.sportEvents.find((event) => toResult(event)),
    isPending: isChosen && queries.some((query) => query.isPending),
    error: queries.find((query) => query.error && !query.data)?.error,
  };
}

export interface TeamMoment {
  id: string;
  label: string;
  momentType: string;
  /** Second of the recording; undefined if the user may not watch it. */
  seconds?: number;
}

/** Returns the recording's moments if the user may watch it; otherwise the score's timeline. */
export function useMatchMoments(eventId: string | undefined) {
  return useQuery({
    queryKey: ['match-moments', eventId],
    enabled: eventId !== undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<{ vodId: string | undefined; moments: TeamMoment[] }> => {
      const params = { id: eventId ?? '' };
      const { vods } = (await api('GET /sportevents/{id}/vods', { params, signal })).data;
      const vodId = vods[0]?.id;
      const watched = vodId && { params: { id: vodId }, signal };
      if (watched && (await api('GET /vods/{id}', watched)).data.vod.playback.granted) {
        const { moments } = (await api('GET /vods/{id}/moments', watched)).data;
        const inOrder = moments.toSorted((a, b) => a.timestampMs - b.timestampMs);
        return { vodId, moments: inOrder.map((one) => ({ ...one, seconds: one.timestampMs / 1000 })) };
      }
      const { moments } = (await api('GET /sportevents/{id}/timeline', { params, signal })).data;
      return { vodId, moments: moments.toSorted((a, b) => a.at - b.at) };
    },
  });
}
