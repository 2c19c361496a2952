/**
 * The score of the match that a page is about: what the page was given, and while the match may be played what the score
 * says now. The browser and the edge keep an answer for 2 s, so that a goal is here within 3 s and each second's question
 * costs a request every other second.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventOfItem } from '../../../../shared/contract/events.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results.ts';
import { isPlayed } from './result.tsx';

const playedEveryMs = 1_000;
/** Before it begins, in case somebody begins to keep the score. */
const quietEveryMs = 15_000;

/** What the score of a match says now, for all that ask on one page. */
export const scoreQuery = (id: string) =>
  queryOptions({
    queryKey: ['score', id],
    queryFn: async ({ signal }) => (await api('GET /sportevents/{id}/score', { params: { id }, signal })).data.score,
    staleTime: 0,
  });

type Scored = Pick<EventOfItem, 'id' | 'state' | 'score' | 'scheduledStartDate' | 'scheduledFinishDate'>;

interface ShownScore {
  score: MatchScore | null;
  /** Where results are hidden and there may be one: shows this one alone, for as long as the page is open (D-MATCH-3). */
  reveal: (() => void) | undefined;
}

export function useScore(event: Scored | null | undefined): ShownScore {
  const [revealed, setRevealed] = useState<string>();
  const isSecret = useResultsHidden();
  const isHidden = isSecret && revealed !== event?.id;
  const mayChange = event != null && mayBePlayed(event, Date.now());
  // What the page was given has lost its result.
  const enabled = !isHidden && event != null && (isSecret || mayChange);
  const { data } = useQuery({
    ...scoreQuery(event?.id ?? ''),
    enabled,
    refetchInterval: ({ state }) => mayChange && (state.data && isPlayed(state.data) ? playedEveryMs : quietEveryMs),
  });
  if (!event) return { score: null, reveal: undefined };
  const hasResult = event.state === 'LIVE' || event.state === 'FINISHED';
  const known = enabled && data && data.phase !== 'BEFORE' ? data : (event.score ?? null);
  return {
    score: isHidden ? null : known,
    reveal: isHidden && hasResult ? () => setRevealed(event.id) : undefined,
  };
}

const aroundMs = 3 * 3_600_000;

/** One that has ended stays as it is until the page is opened again. */
function mayBePlayed({ state, score, scheduledStartDate, scheduledFinishDate }: Scored, now: number): boolean {
  if (state === 'CANCELLED' || state === 'POSTPONED' || score?.phase === 'ENDED') return false;
  if (state === 'LIVE' || (score && isPlayed(score))) return true;
  return now > Date.parse(scheduledStartDate) - aroundMs && now < Date.parse(scheduledFinishDate) + aroundMs;
}
