/** Broadcast sources (cameras and profiles): whether one is on air, and the effect of IVS's state. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Sport } from '../../../shared/contract/schema.ts';
import { type AirtimeHistory, findAiredUntil } from '../../../shared/domain/aired-part.ts';
import {
  type Airtime,
  type AirtimeDecision,
  type AirtimeMatch,
  type AirtimeRule,
  farFuture,
  findAirtime,
  listAirtimes,
  toAirtimeMatch,
} from '../../../shared/domain/airtime.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { isShownFor, mayBeShown, type Showable } from '../../platform/shown/rules.ts';

export interface Broadcast {
  /** Id of the broadcast's item (broadcasts/store.ts), which is kept after its end. */
  id: string;
  streamId: string;
  startedAt: string;
  /** Set when the stream stopped; it may resume within the reconnect window. */
  stoppedAt: string | null;
  /** The first match in it that viewers could see, whatever the source shows later. */
  event: ShownEvent | null;
}

/** Copy of a match's fields at the time when the source showed it. */
export type ShownEvent = Pick<StoredEvent, 'id' | 'title' | 'sport' | 'clubIds'>;

/** Content of the source since a time. */
export interface ShownPeriod {
  since: string;
  /** A source in test is hidden from viewers. */
  isTest: boolean;
  event: ShownEvent | null;
  /** The periods in which it could be watched; absent on stages that do not enforce them. */
  airtimes?: Airtime[];
}

export interface StoredSource {
  id: string;
  version: number;
  kind: 'camera' | 'profile' | 'phone';
  slug: string;
  /** Title of a profile; cameras use their event's. */
  title: string;
  summary: string;
  isTest: boolean;
  sport: Sport;
  sportEventId: string | null;
  /** Copied from the event, so that lists need no second read (`copyEventFields`). */
  clubIds: string[];
  eventTitle: string | null;
  eventIsHidden: boolean;
  /** The families who may watch, encoded as one text; null unless the match is for families only. */
  eventFamilies?: string | null;
  /** True if everybody may watch. */
  eventIsPublic?: boolean;
  match?: AirtimeMatch | null;
  decision?: AirtimeDecision | null;
  overrunsUntil?: string | null;
  /** The stream that was last stopped at the start or end of the source's airtime. */
  cut?: { streamId: string; at: string };
  renderOrder: number | null;
  thumbnail: string | null;
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
  /** The admin who owns the profile. */
  ownerId: string | null;
  broadcast: Broadcast | null;
  /** Id of the broadcast whose views must be closed (`mustCloseViews`). */
  closing?: string;
  /**
   * Recent history, oldest first: an event about a broadcast may arrive after the source has switched to another match.
   */
  shown?: ShownPeriod[];
  dateCreated: string;
}

/** Milliseconds for which a function may grant access from its cache of a source. */
export const sourceCacheMs = 1_000;

/** A short drop does not end the broadcast. */
export function isOnAir({ broadcast }: { broadcast: Pick<Broadcast, 'stoppedAt'> | null }, now: number): boolean {
  if (!broadcast) return false;
  return broadcast.stoppedAt === null || now - Date.parse(broadcast.stoppedAt) < reconnectWindowMs;
}

export const copyEventFields = (event: StoredEvent | undefined) => ({
  eventTitle: event?.title ?? null,
  eventIsHidden: event !== undefined && !isShownFor(event, 'live'),
  eventIsPublic: event?.isPublic === true,
  eventFamilies: event ? toFamilies(event) : null,
  clubIds: event?.clubIds ?? [],
  match: event ? toAirtimeMatch(event) : null,
  ...(event && { sport: event.sport }),
});

/**
 * The source after a change of its match, or after its deletion: then a source with a title of its own stays as hidden
 * as the match was, until staff assign another one or none. Undefined if no copied field differs: a write would raise
 * the version, and an open camera form could not save.
 */
export function withEvent(source: StoredSource, event: StoredEvent | undefined): StoredSource | undefined {
  const copied = { sportEventId: event ? event.id : null, ...copyEventFields(event) };
  const next = { ...source, ...copied, ...(!event && { eventIsHidden: source.eventIsHidden }) };
  return isDeepStrictEqual(next, source) ? undefined : next;
}

const toFamilies = ({ clubIds, sport, category, scheduledStartDate, ...event }: StoredEvent): string | null =>
  event.audience === 'FAMILIES' && mayBeShown({ ...event }, 'FAMILIES', 'live', 0).ok
    ? JSON.stringify([clubIds, sport, category ?? null, findSeason(scheduledStartDate)])
    : null;

const cutAftermathMs = 10_000;

/**
 * True for a stream that failed within ten seconds of a cut: the encoder reconnected during the stop and will retry. A
 * failure may seem to precede the cut, because the times of events are whole seconds.
 */
export const isLostToCut = ({ cut }: Pick<StoredSource, 'cut'>, at: string): boolean =>
  cut !== undefined && Math.abs(Date.parse(at) - Date.parse(cut.at)) < cutAftermathMs;

/** An instant (milliseconds) and the rule of the stage. */
export interface AirtimeMoment {
  now: number;
  rule: AirtimeRule;
}

type ShowableSource = Pick<StoredSource, 'kind' | 'isTest' | 'sportEventId' | 'eventIsHidden' | 'title'> &
  Pick<StoredSource, 'match' | 'decision' | 'overrunsUntil'>;

/** The source's event as stored now; the fields that the source copies from it follow a moment later. */
export type CurrentEvent = Parameters<typeof toAirtimeMatch>[0] & Showable;

/**
 * True if viewers may see the source: not in test, with a visible event or, for a profile, a title, and within its
 * airtime where the stage enforces it.
 */
export function isShown(source: ShowableSource, moment: AirtimeMoment, event?: CurrentEvent): boolean {
  const current = withEventTime(source, event);
  const isLimited = moment.rule.enforced || showsCalledOffMatch(current);
  const airtimes = isLimited ? listAirtimes(current, moment.rule) : undefined;
  return mayBeShown({ visible: hasShownContent(source, event), airtimes }, 'EVERYBODY', 'live', moment.now).ok;
}

/** True if the source has content for viewers, regardless of its airtime. */
export function hasShownContent(source: ShowableSource, event?: CurrentEvent): boolean {
  if (source.isTest || (event ? !isShownFor(event, 'live') : source.eventIsHidden)) return false;
  return source.sportEventId !== null || (source.kind === 'profile' && source.title !== '');
}

/** True if the source is still set to a cancelled or postponed match, and therefore shows something else. */
const showsCalledOffMatch = ({ sportEventId, match }: Parameters<typeof listAirtimes>[0]): boolean =>
  sportEventId !== null && match?.takesPlace === false;

/**
 * True if staff of the match's clubs may decide this: they open an airtime, but not one that was ended by hand. The
 * staff of one side would otherwise end the match of the other, or open what an admin closed.
 */
export const mayBeOpenedByClub = (
  { sportEventId, decision }: Pick<StoredSource, 'sportEventId' | 'decision'>,
  isOn: boolean,
): boolean => isOn && !(decision?.kind === 'OFF' && decision.eventId === sportEventId);

/**
 * Keeps a decision to go on air for the match that it was made for: a source that shows another one meanwhile is not on
 * air when it returns. The decision to end a match stays.
 */
export function disarmOnOtherMatch(before: StoredSource, after: StoredSource): StoredSource {
  const isArmed = after.decision?.kind === 'ON' && after.decision.eventId !== after.sportEventId;
  return after.sportEventId !== before.sportEventId && isArmed ? { ...after, decision: null } : after;
}

/**
 * True within the source's airtime; on stages that do not enforce it, always true unless its match is called off.
 */
export function isInAirtime(
  source: Parameters<typeof listAirtimes>[0],
  { now, rule }: AirtimeMoment,
  event?: CurrentEvent,
): boolean {
  const current = withEventTime(source, event);
  if (!rule.enforced && !showsCalledOffMatch(current)) return true;
  return findAirtime(listAirtimes(current, rule), new Date(now).toISOString()) !== undefined;
}

const withEventTime = <Source extends Parameters<typeof listAirtimes>[0]>(
  source: Source,
  event?: CurrentEvent,
): Source => (event ? { ...source, match: toAirtimeMatch(event) } : source);

/**
 * True if the change takes access from all viewers, from visitors, or from the families who watch, or sets a running
 * broadcast to another match, whose recording must be its own. The stream is then stopped, which ends all views: IVS can
 * revoke them one by one only for users, and only some forty a second.
 */
export function mustCloseViews(before: StoredSource, after: StoredSource, moment: AirtimeMoment): boolean {
  if (!after.broadcast) return false;
  if (before.sportEventId !== after.sportEventId && showsOtherMatch(after, after.broadcast)) return true;
  const isOpen = (source: StoredSource) => isShown(source, moment) && source.eventIsPublic === true;
  // Switching to another team's match, or to none, ends the right of the watching families.
  if (before.eventFamilies && before.eventFamilies !== after.eventFamilies) return true;
  return (isShown(before, moment) && !isShown(after, moment)) || (isOpen(before) && !isOpen(after));
}

export const showsOtherMatch = (source: StoredSource, { event }: Broadcast) =>
  event !== null && source.sportEventId !== null && source.sportEventId !== event.id;

/** Records what the source shows and adjusts its broadcast. */
export function withShown(source: StoredSource, now: number, rule: AirtimeRule = unlimited): StoredSource {
  const { isTest, sportEventId, eventTitle, sport, clubIds, shown = [] } = source;
  const event = sportEventId === null ? null : { id: sportEventId, title: eventTitle ?? '', sport, clubIds };
  const last = shown.at(-1);
  const next = { isTest, event, ...(rule.enforced && { airtimes: listAirtimes(source, rule) }) };
  const noted: ShownPeriod[] = isSame(last, next)
    ? shown
    : [...shown.slice(1 - maxShown), { since: new Date(now).toISOString(), ...next }];
  return {
    ...source,
    shown: noted,
    broadcast: source.broadcast && updateBroadcast({ ...source, shown: noted }, source.broadcast, rule),
  };
}

const isSame = (last: ShownPeriod | undefined, next: Omit<ShownPeriod, 'since'>) =>
  last !== undefined &&
  last.isTest === next.isTest &&
  JSON.stringify([last.event, last.airtimes]) === JSON.stringify([next.event, next.airtimes]);

/** Rule of stages that do not enforce airtime. */
export const unlimited: AirtimeRule = { enforced: false, beforeMs: 0, afterMs: 0 };

/** Limit of stored entries: more than a camera's changes in a day. */
const maxShown = 20;

/** A broadcast takes the first match shown in it; a stopped one ends when the next match is set. */
function updateBroadcast(source: StoredSource, broadcast: Broadcast, rule: AirtimeRule): Broadcast | null {
  if (broadcast.stoppedAt !== null && showsOtherMatch(source, broadcast)) return null;
  return { ...broadcast, event: broadcast.event ?? findShownEvent(source, broadcast.startedAt, farFuture, rule) };
}

/** Finds the first match that viewers could see from `from` to `to`; null if they could see nothing at `from`. */
export function findShownEvent(
  source: Omit<AirtimeHistory, 'shown'> & Pick<StoredSource, 'shown'>,
  from: string,
  to: string,
  rule: AirtimeRule = unlimited,
): ShownEvent | null {
  if (findAiredUntil(source, from, rule) === null) return null;
  const { shown = [] } = source;
  const visible = shown.find(({ since, isTest, event }, index) => {
    const until = shown[index + 1]?.since ?? farFuture;
    return event !== null && !isTest && since <= to && until > from;
  });
  return visible?.event ?? null;
}

export const chooseTitle = (source: StoredSource) => source.title || source.eventTitle || source.slug;
