/** The part of a broadcast or recording in which viewers could see its source, by what was noted at the time. Pure. */
import { type Airtime, type AirtimeRule, type AirtimeSource, earlier, findAirtime, listAirtimes } from './airtime.ts';

export interface AirtimeHistory extends Partial<AirtimeSource> {
  /** Oldest first. `airtimes` is absent from before the stage enforced them. */
  shown?: { since: string; event: { id: string } | null; airtimes?: Airtime[] }[] | undefined;
}

/**
 * End of the time that had begun at an instant and went on without a break; null if the source was not to be watched
 * then. Without an end where the stage does not enforce it.
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
    aired = earlier(period.until, until);
  }
  return aired;
}

/** Noted before the stage enforced the time: only the present match can be judged. */
const presentAirtimes = (source: AirtimeHistory, event: { id: string } | null, rule: AirtimeRule): Airtime[] =>
  event && event.id === source.sportEventId ? listAirtimes({ ...source, sportEventId: event.id }, rule) : [];

/**
 * The first part of a recording that viewers could see; all of it where the stage does not enforce the time. Its stream is
 * cut when the time begins, so that only seconds follow in the recording from before; if the cut failed, the match does.
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
    const part = { from, until: earlier(until, endedAt) };
    if (from === startedAt || Date.parse(part.until) - Date.parse(from) >= leastLateMs) return part;
  }
  return undefined;
}

/** Twice the interval at which streams are cut. */
const leastLateMs = 2 * 60_000;

const farFuture = '9999-12-31T00:00:00.000Z';
