import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { isInReserve } from './feeds.ts';
import { isOnAir, type StoredSource } from './rules.ts';
import { findSourceBySlug } from './store.ts';

export interface ShownSource {
  source: StoredSource | undefined;
  event: StoredEvent | undefined;
}

/**
 * Finds the source under a slug with its match. Viewers of one in reserve get what the match shows instead, so that an
 * open page and a shared link follow it; staff of the match see the reserve itself.
 */
export async function findShownSource(slug: string, caller: Caller | undefined, now: number): Promise<ShownSource> {
  const source = await findSourceBySlug(slug);
  const event = source?.sportEventId ? await events.get(source.sportEventId) : undefined;
  const isFollowing =
    source && event?.feed && isInReserve(source, event) && !(isOnAir(source, now) && manages(caller, source));
  if (!isFollowing) return { source, event };
  const chosen = await findSourceBySlug(event.feed?.slug ?? '');
  const isThere = chosen?.sportEventId === event.id && isOnAir(chosen, now);
  return { source: isThere ? chosen : source, event };
}
