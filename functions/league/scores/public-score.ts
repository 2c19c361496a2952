/**
 * Match and score for followers, cached briefly: a warm function reads them a few times a second at most, and the edge
 * passes one request every two seconds.
 */
import type { MatchSignal } from '../../../shared/domain/match-state.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import type { StoredEvent } from '../events/rules.ts';
import { events } from '../events/store.ts';
import { type StoredScore, toStoredScore } from './rules.ts';
import { findScore } from './store.ts';

export interface MatchScore {
  /** Decides who may read the score. */
  event: StoredEvent;
  score: StoredScore;
  match: Required<Pick<StoredEvent, 'state' | 'hasCamera'>> & { signal: MatchSignal | null; live: string | null };
}

const cache = new TtlCache<MatchScore | undefined>(250, 1_000);

/** The match with its score, at most 250 ms old; undefined if it does not exist. */
export const readPublicScore = (eventId: string, now: number): Promise<MatchScore | undefined> =>
  cache.get(eventId, now, () => read(eventId));

async function read(eventId: string): Promise<MatchScore | undefined> {
  const [event, score] = await Promise.all([events.get(eventId), findScore(eventId)]);
  return (
    event && {
      event,
      match: {
        state: event.state ?? 'SCHEDULED',
        signal: event.signal ?? null,
        hasCamera: event.hasCamera ?? false,
        live: event.feed?.slug ?? null,
      },
      score: score ? { ...score, changedAt: score.changedAt ?? null } : noScore,
    }
  );
}

const noScore = toStoredScore([]);
