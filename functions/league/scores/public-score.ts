/**
 * What followers of a match are shown, remembered for a moment: however many ask at once, a warm function reads the
 * match and its score a few times a second. The edge lets one of them through every two seconds anyway.
 */
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import { events } from '../events/store.ts';
import { type StoredScore, storedScore } from './rules.ts';
import { findScore } from './store.ts';

export interface Shown {
  visible: boolean;
  clubIds: readonly string[];
  score: StoredScore;
}

const remembered = new TtlCache<Shown | undefined>(250, 1_000);

/** A match with its score, a quarter of a second old at most; undefined where there is none. */
export const shownScore = (eventId: string, now: number): Promise<Shown | undefined> =>
  remembered.get(eventId, now, () => read(eventId));

async function read(eventId: string): Promise<Shown | undefined> {
  const [event, score] = await Promise.all([events.get(eventId), findScore(eventId)]);
  return (
    event && {
      visible: event.visible,
      clubIds: event.clubIds,
      score: score ? { ...score, changedAt: score.changedAt ?? null } : noScore,
    }
  );
}

const noScore = storedScore([]);
