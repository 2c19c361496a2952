/** Groups recordings by match, cached until an event changes. */
import { events } from '../../league/events/store.ts';
import { DerivedCache } from '../../platform/lists/derived-cache.ts';
import { groupByMatch } from './rules.ts';
import type { VodRow } from './store.ts';

/** Tournaments have more clubs; hidden events must not group their videos. */
export function isMatch(sportEventId: string | null): boolean {
  const event = events.getRow(sportEventId ?? '');
  return event?.visible ? event.clubIds.length < 3 : false;
}

/** Call after `events.refresh()`. */
export const groupVods = (rows: readonly VodRow[]): VodRow[][] =>
  groupsCache.get(rows, () => groupByMatch(rows, isMatch));

const groupsCache = new DerivedCache<VodRow[][]>(events);
