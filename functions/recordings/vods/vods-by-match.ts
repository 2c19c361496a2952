/** Groups recordings by match, cached until an event changes. */
import { events } from '../../league/events/store.ts';
import { DerivedCache } from '../../platform/lists/derived-cache.ts';
import type { QueryResult } from '../../platform/lists/list-queries.ts';
import { keepOnePerMatch, type Matches } from './rules.ts';
import type { VodRow } from './store.ts';

/** Tournaments have more clubs; hidden events must not group their videos. */
export function isMatch(sportEventId: string | null): boolean {
  const event = events.getRow(sportEventId ?? '');
  return event?.visible ? event.clubIds.length < 3 : false;
}

/** Call after `events.refresh()`. */
export const groupByMatch = ({ rows, groups }: QueryResult<VodRow>): Matches<VodRow> =>
  matchesCache.get(rows, () => keepOnePerMatch(rows, groups.at, createMatchTest(groups.texts)));

/** Returns a test of event numbers, which looks up each event once: there may be tens of thousands. */
function createMatchTest(eventIds: readonly string[]): (event: number) => boolean {
  const results = matchTestsCache.get(eventIds, () => []);
  return (event) => {
    results[event] ??= isMatch(eventIds[event] ?? null);
    return results[event];
  };
}

const matchesCache = new DerivedCache<Matches<VodRow>>(events);
const matchTestsCache = new DerivedCache<boolean[]>(events);
