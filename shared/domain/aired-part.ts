/** The part of a broadcast or recording in which viewers could see its source, from the history of the source. Pure. */
import {
  type Airtime,
  type AirtimeRule,
  type AirtimeSource,
  farFuture,
  findAirtime,
  listAirtimes,
  pickEarlier,
} from './airtime.ts';

export interface AirtimeHistory extends Partial<AirtimeSource> {
  /**
   * The matches that the source was set to, oldest first. `airtimes` is absent in entries from before the stage enforced
   * airtimes.
   */
  shown?: { since: string; event: { id: string } | null; airtimes?: Airtime[] }[] | undefined;
}

/**
 * Finds the end of the unbroken period around an instant in which the source could be watched; null if there is none.
 * Without enforced airtimes, the period has no end.
 */
export function findAiredUntil(source: AirtimeHistory, at: string, rule: AirtimeRule): string | null {
  if (!rule.enforced) return farFuture;
  let aired: string | null = null;
  const { shown = [] } = source;
  for (const [index, entry] of shown.entries()) {
    const until = shown[index + 1]?.since ?? farFuture;
    const from = aired ?? at;
    if (from < entry.since || from >= until) continue;
    const period = findAirtime(entry.airtimes ?? listPresentAirtimes(source, entry.event, rule), from);
    if (!period) break;
    aired = pickEarlier(period.until, until);
  }
  return aired;
}

/** Computes the airtimes of an entry that stores none; empty if the source is set to another match by now. */
const listPresentAirtimes = (source: AirtimeHistory, event: { id: string } | null, rule: AirtimeRule): Airtime[] =>
  event && event.id === source.sportEventId ? listAirtimes({ ...source, sportEventId: event.id }, rule) : [];

/**
 * Finds the first part of a recording that viewers could see; the whole recording if the stage does not enforce
 * airtimes. Ignores a short tail: when an airtime begins, a job stops the stream a little late, and the next broadcast
 * has the rest.
 */
export function findAiredPart(
  source: AirtimeHistory,
  { startedAt, endedAt }: { startedAt: string; endedAt: string },
  rule: AirtimeRule,
): Airtime | undefined {
  const begins = (source.shown ?? []).flatMap(({ since, airtimes = [] }) => [
    since,
    ...airtimes.map(({ from }) => from),
  ]);
  const within = begins.filter((at) => at > startedAt && at < endedAt).sort();
  for (const from of [startedAt, ...within]) {
    const until = findAiredUntil(source, from, rule);
    if (until === null) continue;
    const part = { from, until: pickEarlier(until, endedAt) };
    if (from === startedAt || Date.parse(part.until) - Date.parse(from) >= minLatePartMs) return part;
  }
  return undefined;
}

/** Twice the interval of the job that stops streams. */
const minLatePartMs = 2 * 60_000;
