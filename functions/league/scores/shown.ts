/**
 * What followers of a match are shown, remembered for a moment: however many ask at once, a warm function reads the
 * match and its score a few times a second. The edge lets one of them through every two seconds anyway.
 */
import { events } from '../events/store.ts';
import { type StoredScore, storedScore } from './rules.ts';
import { findScore } from './store.ts';

export interface Shown {
  visible: boolean;
  clubIds: readonly string[];
  score: StoredScore;
}

const rememberedMs = 250;
const mostMatches = 1_000;
const remembered = new Map<string, { until: number; shown: Promise<Shown | undefined> }>();

/** A match with its score, a quarter of a second old at most; undefined where there is none. */
export function shownScore(eventId: string, now: number): Promise<Shown | undefined> {
  const known = remembered.get(eventId);
  if (known && known.until > now) return known.shown;
  remembered.delete(eventId);
  const oldest = remembered.size >= mostMatches ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
  const shown = read(eventId);
  remembered.set(eventId, { until: now + rememberedMs, shown });
  // A failure is nobody else's.
  shown.catch(() => remembered.delete(eventId));
  return shown;
}

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
