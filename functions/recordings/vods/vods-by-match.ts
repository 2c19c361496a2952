/** Which recordings are of one match, for lists that show each match once. Kept as long as no event changes. */
import { events } from '../../league/events/store.ts';
import type { QueryResult } from '../../platform/lists/list-queries.ts';
import { type Matches, oncePerMatch } from './rules.ts';
import type { VodRow } from './store.ts';

/** A tournament has more clubs; and what videos of a hidden event have in common is told to nobody. */
export function isMatch(sportEventId: string | null): boolean {
  const event = events.known(sportEventId ?? '');
  return event?.visible ? event.clubIds.length < 3 : false;
}

/** Of what was found, whose events are refreshed. */
export const matchesAmong = ({ rows, groups }: QueryResult<VodRow>): Matches<VodRow> =>
  matchesOf.get(rows, () => oncePerMatch(rows, groups.at, matchesByNumber(groups.texts)));

/** Each event is asked once: there may be tens of thousands of them. */
function matchesByNumber(eventIds: readonly string[]): (event: number) => boolean {
  const known = areMatches.get(eventIds, () => []);
  return (event) => {
    known[event] ??= isMatch(eventIds[event] ?? null);
    return known[event];
  };
}

/** What was made of something and of events. */
class MadeOfEvents<Value> {
  readonly #kept = new WeakMap<object, { sequence: number; value: Value }>();

  get(of: object, make: () => Value): Value {
    const kept = this.#kept.get(of);
    if (kept?.sequence === events.sequence) return kept.value;
    const value = make();
    this.#kept.set(of, { sequence: events.sequence, value });
    return value;
  }
}

const matchesOf = new MadeOfEvents<Matches<VodRow>>();
const areMatches = new MadeOfEvents<boolean[]>();
