/**
 * The live under a slug, cached briefly for the rush at kick-off, which would otherwise exceed one item's read limit.
 * The user is checked on every request; hiding a live waits for the cache's age (`closeViews`).
 */
import { type StoredSource, sourceCacheMs } from '../../broadcast/live/rules.ts';
import { findSourceBySlug } from '../../broadcast/live/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';

export interface LiveNow {
  source: StoredSource;
  event: StoredEvent | undefined;
}

const liveCache = new TtlCache<LiveNow | undefined>(sourceCacheMs, 500);

export const readCachedLive = (slug: string, now: number): Promise<LiveNow | undefined> =>
  liveCache.get(slug, now, () => readLive(slug));

export async function readLive(slug: string): Promise<LiveNow | undefined> {
  const source = await findSourceBySlug(slug);
  return source && { source, event: source.sportEventId ? await events.get(source.sportEventId) : undefined };
}
