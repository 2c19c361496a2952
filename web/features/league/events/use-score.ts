/**
 * The score of the page's match, polled while it may change. Browser and edge cache the endpoint for 2 s: a goal shows
 * within 3 s, and only every other poll reaches the network.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { api } from '../../../lib/api.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { choosePollMs, readShared } from '../../../lib/shared-answers.ts';
import { createListeners } from '../../../lib/use-stored.ts';
import { isPlayed } from './result.tsx';
import type { PageScore } from './use-match-minute.ts';

const playingPollMs = 1_000;
/** Milliseconds between polls shortly before and after the match, in case scoring begins. */
const idlePollMs = 15_000;

export const scoreQuery = (id: string) =>
  queryOptions({
    queryKey: ['score', id],
    queryFn: async ({ signal }) =>
      (
        await readShared(`score ${id}`, (isShared) =>
          api('GET /sportevents/{id}/score', { params: { id }, isShared, signal }),
        )
      ).data.score,
    staleTime: 0,
  });

type Scored = Pick<EventOfItem, 'id' | 'state' | 'score' | 'scheduledStartDate' | 'scheduledFinishDate'>;

export interface ShownScore {
  /** Undefined while the score of a match that has one is loading. */
  score: PageScore | null | undefined;
  /** Reveals this score until the page is closed; undefined unless results are hidden. */
  reveal: (() => void) | undefined;
}

export function useScore(event: Scored | null | undefined): ShownScore {
  const [revealed, setRevealed] = useState<string>();
  const areResultsHidden = useResultsHidden();
  const isHidden = areResultsHidden && revealed !== event?.id;
  const mayChange = event != null && canBePlaying(event, Date.now());
  // While results are hidden, `event` contains no score.
  const enabled = !isHidden && event != null && (areResultsHidden || mayChange);
  const { data, isPending } = useQuery({
    ...scoreQuery(event?.id ?? ''),
    enabled,
    refetchInterval: ({ state: { data, error } }) =>
      mayChange && choosePollMs(error, data && isPlayed(data) ? playingPollMs : idlePollMs),
  });
  if (!event) return { score: null, reveal: undefined };
  const hasResult = event.state === 'LIVE' || event.state === 'FINISHED';
  const isLoading = enabled && isPending && hasResult;
  const score = enabled && data && data.phase !== 'BEFORE' ? data : (event.score ?? (isLoading ? undefined : null));
  return { score: isHidden ? null : score, reveal: isHidden && hasResult ? () => setRevealed(event.id) : undefined };
}

/** Keeps a final score until the viewer asks for it, while `asks`. `id` is the match's. */
export function useAskedScore({ score, reveal }: ShownScore, id: string | undefined, asks: boolean): ShownScore {
  const { isAsked, ask } = useAskedResult(id);
  if (!asks || isAsked || score?.phase !== 'ENDED') return { score, reveal };
  return { score: null, reveal: ask };
}

/** Matches whose result the viewer has asked for since the app was opened, on whatever page. */
let askedIds: ReadonlySet<string> = new Set();
const [notify, subscribe] = createListeners();

/** Without a match, its result counts as asked for. */
export function useAskedResult(id: string | undefined): { isAsked: boolean; ask: () => void } {
  const ids = useSyncExternalStore(subscribe, () => askedIds);
  function ask(): void {
    if (id !== undefined) askedIds = new Set(askedIds).add(id);
    notify();
  }
  return { isAsked: id === undefined || ids.has(id), ask };
}

const scoringWindowMs = 3 * 3_600_000;

/** Returns whether the match may be played; an ended one is not. */
function canBePlaying({ state, score, scheduledStartDate, scheduledFinishDate }: Scored, now: number): boolean {
  if (state === 'CANCELLED' || state === 'POSTPONED' || score?.phase === 'ENDED') return false;
  if (state === 'LIVE' || (score && isPlayed(score))) return true;
  return (
    now > Date.parse(scheduledStartDate) - scoringWindowMs && now < Date.parse(scheduledFinishDate) + scoringWindowMs
  );
}
