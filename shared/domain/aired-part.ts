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
  /** Contents, oldest first; `airtimes` is absent in entries from before the stage enforced camera times. */
  shown?: { since: string; event: { id: string } | null; airtimes?: Airtime[] }[] | undefined;
}

/**
 * Finds the end of the unbroken period that includes an instant; null if the source could not be watched then. Stages
 * that do not enforce the time have no end.
 */
export function findAiredUntil(source: AirtimeHistory, at: string, rule: AirtimeRule): string | null {
  if (!rule.enforced) return farFuture;
  let aired: string | null = null;
  const { shown = [] } = source;
  for (const [index, entry] of shown.entries()) {
    const until = shown[index + 1]?.since ?? farFuture;
    const from = aired ?? at;
    if (from < entry.since || from >= until) continue;
    const period = findAirtime(entry.airtimes ?? presentAirtimes(source, entry.event, rule), from);
    if (!period) break;
    aired = pickEarlier(period.until, until);
  }
  return aired;
}

/** Entries from before the stage enforced camera times can be judged only by the present match. */
const presentAirtimes = (source: AirtimeHistory, event: { id: string } | null, rule: AirtimeRule): Airtime[] =>
  event && event.id === source.sportEventId ? listAirtimes({ ...source, sportEventId: event.id }, rule) : [];

/**
 * Finds the first part of a recording that viewers could see; the whole recording if the stage does not enforce the
 * time. A part that begins late counts only if it is long: streams are stopped at its beginning, so a short one is the
 * remainder before the stop.
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
    if (from === startedAt || Date.parse(part.until) - Date.parse(from) >= leastLateMs) return part;
  }
  return undefined;
}

/** Twice the interval at which streams are stopped. */
const leastLateMs = 2 * 60_000;
