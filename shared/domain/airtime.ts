/**
 * Airtime: when a camera or profile may be watched and recorded, around its match or as decided by staff. All code that
 * shows, lists or stores a picture uses this rule. Pure.
 */
import { type EventState, takesPlace } from './event-state.ts';
import { endOfDay, toWallTime } from './madrid-time.ts';
import { forgottenAfterMs } from './match-state.ts';

/**
 * Settings of a stage. If `enforced`, only staff see pictures outside of airtimes; otherwise everybody does, and staff get
 * a warning.
 */
export interface AirtimeRule {
  enforced: boolean;
  beforeMs: number;
  afterMs: number;
}

/** A period between two ISO 8601 instants. */
export interface Airtime {
  from: string;
  until: string;
}

/** Times of a match, as stored with its source. `takesPlace` is false if it is cancelled or has no date. */
export interface AirtimeMatch {
  start: string;
  finish: string;
  takesPlace: boolean;
}

/** A decision of staff; it ends when the source is set to another match. */
export type AirtimeDecision = { eventId: string | null } & (
  | ({ kind: 'ON' } & Airtime)
  /** The airtime was ended by hand. */
  | { kind: 'OFF'; at: string }
);

export interface AirtimeSource {
  sportEventId: string | null;
  match?: AirtimeMatch | null;
  decision?: AirtimeDecision | null;
  /** Latest end of a match that is played beyond its planned end; null for others. */
  overrunsUntil?: string | null;
}

export const toAirtimeMatch = (event: {
  scheduledStartDate: string;
  scheduledFinishDate: string;
  state?: EventState;
  postponedFrom?: string | null;
}): AirtimeMatch => ({
  start: event.scheduledStartDate,
  finish: event.scheduledFinishDate,
  takesPlace: takesPlace(event),
});

/** Lists the periods in which the source may be watched, as currently known; disjoint and in order. */
export function listAirtimes(source: AirtimeSource, rule: AirtimeRule): Airtime[] {
  const { sportEventId, match } = source;
  // A camera still set to a cancelled or undated match shows something else.
  if (sportEventId !== null && !match?.takesPlace) return [];
  const decision = source.decision?.eventId === sportEventId ? source.decision : null;
  const planned = match && sportEventId !== null ? computePlannedAirtime(match, source.overrunsUntil, rule) : undefined;
  const ended = decision?.kind === 'OFF' && planned && decision.at > planned.from ? decision.at : undefined;
  const effective = planned && ended ? { ...planned, until: pickEarlier(planned.until, ended) } : planned;
  return merge([...(effective ? [effective] : []), ...(decision?.kind === 'ON' ? [decision] : [])]);
}

function computePlannedAirtime(
  { start, finish }: AirtimeMatch,
  overrunsUntil: string | null | undefined,
  { beforeMs, afterMs }: AirtimeRule,
): Airtime {
  const until = new Date(Date.parse(finish) + afterMs).toISOString();
  return {
    from: new Date(Date.parse(start) - beforeMs).toISOString(),
    until: overrunsUntil && overrunsUntil > until ? overrunsUntil : until,
  };
}

function merge(periods: readonly Airtime[]): Airtime[] {
  const apart: Airtime[] = [];
  for (const { from, until } of periods.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = apart.at(-1);
    if (last && from <= last.until) last.until = pickLater(last.until, until);
    else apart.push({ from, until });
  }
  return apart;
}

/** End of an open period. */
export const farFuture = '9999-12-31T00:00:00.000Z';

export const pickEarlier = (...instants: [string, string]): string => instants.toSorted()[0] ?? instants[0];
const pickLater = (...instants: [string, string]): string => instants.toSorted()[1] ?? instants[0];

export const findAirtime = (airtimes: readonly Airtime[], at: string): Airtime | undefined =>
  airtimes.find(({ from, until }) => from <= at && at < until);

export const findNextAirtime = (airtimes: readonly Airtime[], at: string): Airtime | undefined =>
  airtimes.find(({ from }) => from > at);

/** Creates the decision to open the airtime by hand until midnight, for at least two hours. */
export function createOnDecision(eventId: string | null, now: number): AirtimeDecision {
  const { year, month, day } = toWallTime(new Date(now));
  const midnight = endOfDay([year, pad(month), pad(day)].join('-'));
  const earliestEnd = new Date(now + minByHandMs).toISOString();
  return { kind: 'ON', eventId, from: new Date(now).toISOString(), until: pickLater(midnight, earliestEnd) };
}

const minByHandMs = 2 * 3_600_000;
const pad = (value: number) => String(value).padStart(2, '0');

/** Latest end of a match that is played beyond its planned end, because the actual end may never be logged. */
export const computeLatestOverrun = ({ finish }: AirtimeMatch): string =>
  new Date(Date.parse(finish) + forgottenAfterMs).toISOString();

/** Milliseconds before the end at which staff are warned. */
export const airtimeNoticeMs = 10 * 60_000;
