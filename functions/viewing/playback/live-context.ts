/**
 * What is on the air under a slug, for all who open it at kick-off: were it read for each of them, one item's reads would
 * be the first limit that they meet. The person is judged anew by each request; this is a moment old at most, and whoever
 * shuts everybody out waits for that moment (`closeViews`).
 */
import { rememberedMs, type StoredSource } from '../../broadcast/live/rules.ts';
import { sourceBySlug } from '../../broadcast/live/store.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';

export interface LiveNow {
  source: StoredSource;
  event: StoredEvent | undefined;
}

const crowd = new TtlCache<LiveNow | undefined>(rememberedMs, 500);

export const rememberedLive = (slug: string, now: number): Promise<LiveNow | undefined> =>
  crowd.get(slug, now, () => readLive(slug));

export async function readLive(slug: string): Promise<LiveNow | undefined> {
  const source = await sourceBySlug(slug);
  return source && { source, event: source.sportEventId ? await events.get(source.sportEventId) : undefined };
}
