/**
 * Keeps the signals of matches on cards current by one shared request, sent only while a shown card may change and the
 * page is visible. The edge caches the response for 2 s.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import { hasSignal } from '../../../../shared/domain/match-state.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/use-now.ts';
import { followMs, isFollowed, type PolledMatch } from './use-match-state.ts';

const clockMs = 30_000;
/** Milliseconds after which an answer is ignored, because polling has stopped. */
const freshMs = 5 * followMs;

/** Returns the latest answer, whichever part of the page requested it. */
function useSignals(isNeeded: boolean) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['signals'],
    queryFn: async ({ signal }) => {
      const { signals } = (await api('GET /signals', { signal })).data;
      return new Map(signals.map(({ eventId, ...signal }) => [eventId, signal]));
    },
    structuralSharing: false,
    enabled: isNeeded,
    staleTime: followMs,
    refetchInterval: followMs,
    retry: false,
  });
  return Date.now() - dataUpdatedAt < freshMs ? data : undefined;
}

/** Returns the matches with their newest signals; renders again with each answer. */
export function useFollowedMatches<Match extends PolledMatch>(matches: readonly Match[] = []): readonly Match[] {
  const now = useNow(clockMs);
  const signals = useSignals(matches.some((match) => isFollowed(match, now)));
  if (!signals) return matches;
  return matches.map((match) => {
    const signal = signals.get(match.id);
    return signal ? { ...match, signal } : match;
  });
}

export function useFollowedMatch<Match extends PolledMatch>(match: Match): Match {
  const [followed = match] = useFollowedMatches([match]);
  return followed;
}

type Live = Pick<LiveCard, 'isLive' | 'sportEventId'>;

/**
 * Omits lives without a picture, and refetches the list when a picture comes, is lost or returns. Once the page has
 * shown a live of a match, it polls even after that live has ended.
 */
export function useFollowedLives<Card extends Live>(
  lives: Card[] | undefined,
  refetch: (options: { cancelRefetch: boolean }) => unknown,
): Card[] | undefined {
  const [isFollowing, setFollowing] = useState(false);
  if (!isFollowing && lives?.some(({ isLive, sportEventId }) => isLive && sportEventId)) setFollowing(true);
  const signals = useSignals(isFollowing);
  const onAir = signals && [...signals].filter(([, signal]) => hasSignal({ signal }, Date.now())).map(([id]) => id);
  const key = onAir?.sort().join();
  const before = useRef(key);
  useEffect(() => {
    const isFirst = before.current === undefined;
    if (key === undefined || key === before.current) return;
    before.current = key;
    if (isFirst) return;
    refetch({ cancelRefetch: false });
    // The first response may be an older one of the edge's cache.
    const timer = setTimeout(() => refetch({ cancelRefetch: false }), edgeCacheMs);
    return () => clearTimeout(timer);
  }, [key, refetch]);
  if (!signals) return lives;
  const ids = new Set(onAir);
  return lives?.filter(({ sportEventId }) => !sportEventId || !signals.has(sportEventId) || ids.has(sportEventId));
}

const edgeCacheMs = followMs + 100;
