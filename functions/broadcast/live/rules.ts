/** Broadcast sources (cameras and profiles): whether one is on air, and the effect of IVS's state. Pure. */
import { ulid } from 'ulid';
import type { Sport } from '../../../shared/contract/schema.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import type { StoredEvent } from '../../league/events/rules.ts';

export interface Broadcast {
  /** Id of the broadcast's own item (broadcasts/store.ts), which outlives this. */
  id: string;
  streamId: string;
  startedAt: string;
  /** Set when the stream stopped; it may resume within the reconnect window. */
  stoppedAt: string | null;
  /** The match: the first that viewers could see in it, whatever the source shows later. */
  event: ShownEvent | null;
}

/** A match as it was when the source showed it. */
export type ShownEvent = Pick<StoredEvent, 'id' | 'title' | 'sport' | 'clubIds'>;

/** Content of the source since a time. */
export interface Shown {
  since: string;
  /** A source in test is hidden from viewers. */
  isTest: boolean;
  event: ShownEvent | null;
}

export interface StoredSource {
  id: string;
  version: number;
  kind: 'camera' | 'profile';
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
  /** True if everybody may watch. */
  eventIsPublic?: boolean;
  renderOrder: number | null;
  thumbnail: string | null;
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
  /** The admin who owns the profile. */
  ownerId: string | null;
  broadcast: Broadcast | null;
  /** Id of the broadcast whose views are still to be closed (`mustCloseViews`). */
  closing?: string;
  /** Recent history, oldest first: events about a broadcast may arrive when the source shows something else. */
  shown?: Shown[];
  dateCreated: string;
}

/** Milliseconds for which a function may grant access from its cache of a source. */
export const sourceCacheMs = 1_000;

/** A short drop does not end the broadcast. */
export function isOnAir({ broadcast }: { broadcast: Pick<Broadcast, 'stoppedAt'> | null }, now: number): boolean {
  if (!broadcast) return false;
  return broadcast.stoppedAt === null || now - Date.parse(broadcast.stoppedAt) < reconnectWindowMs;
}

/** Fields that a source copies from its event. */
export const copyEventFields = (event: StoredEvent | undefined) => ({
  eventTitle: event?.title ?? null,
  eventIsHidden: event?.visible === false,
  eventIsPublic: event?.isPublic === true,
  clubIds: event?.clubIds ?? [],
  ...(event && { sport: event.sport }),
});

/**
 * True if viewers may see the source: cameras when not in test and with an event, profiles with an event or title;
 * never for a hidden event.
 */
export function isShown(
  source: Pick<StoredSource, 'kind' | 'isTest' | 'sportEventId' | 'eventIsHidden' | 'title'>,
  // The current event, if it has been read: its hiding takes a moment to reach the source.
  event?: Pick<StoredEvent, 'visible'>,
): boolean {
  if (source.isTest || (event ? !event.visible : source.eventIsHidden)) return false;
  return source.sportEventId !== null || (source.kind === 'profile' && source.title !== '');
}

/**
 * True if the change shuts out everybody, or all visitors. IVS does not check running views again, cannot end those of
 * visitors, and revokes only some forty views a second.
 */
export function mustCloseViews(before: StoredSource, after: StoredSource): boolean {
  if (!after.broadcast) return false;
  const isOpen = (source: StoredSource) => isShown(source) && source.eventIsPublic === true;
  return (isShown(before) && !isShown(after)) || (isOpen(before) && !isOpen(after));
}

/** The stream on air; for a new stream, also the end of the previous one if known. */
export interface ObservedStream {
  streamId: string;
  startedAt: string;
  previousEndedAt?: string | undefined;
}

/**
 * The source after IVS reported its current stream; undefined for no change. Uses the current state, never an event's,
 * because events may be late, repeated or out of order.
 */
export function withObservedStream(
  source: StoredSource,
  stream: ObservedStream | undefined,
  now: number,
): StoredSource | undefined {
  const { broadcast } = source;
  if (stream) {
    if (broadcast && broadcast.streamId === stream.streamId && broadcast.stoppedAt === null) return undefined;
    const { streamId, startedAt } = stream;
    // Back within the window: the same broadcast, whatever the new stream id.
    if (broadcast && continuesBroadcast(source, broadcast, stream)) {
      return { ...source, broadcast: { ...broadcast, streamId, stoppedAt: null } };
    }
    const id = ulid(Date.parse(startedAt));
    const event = findShownEvent(source, startedAt, new Date(now).toISOString());
    return { ...source, broadcast: { id, streamId, startedAt, stoppedAt: null, event } };
  }
  if (!broadcast) return undefined;
  if (broadcast.stoppedAt === null) {
    return { ...source, broadcast: { ...broadcast, stoppedAt: new Date(now).toISOString() } };
  }
  return isOnAir(source, now) ? undefined : { ...source, broadcast: null };
}

/** True if a stream in time and with the same match continues the broadcast. */
function continuesBroadcast(source: StoredSource, broadcast: Broadcast, stream: ObservedStream): boolean {
  if (stream.streamId !== broadcast.streamId && showsOtherMatch(source, broadcast)) return false;
  const stoppedAt = stream.previousEndedAt ?? broadcast.stoppedAt;
  return stoppedAt === null || Date.parse(stream.startedAt) - Date.parse(stoppedAt) < reconnectWindowMs;
}

const showsOtherMatch = (source: StoredSource, { event }: Broadcast) =>
  event !== null && source.sportEventId !== null && source.sportEventId !== event.id;

/** Records what the source shows and adjusts its broadcast. */
export function withShown(source: StoredSource, now: number): StoredSource {
  const { isTest, sportEventId, eventTitle, sport, clubIds, shown = [] } = source;
  const event = sportEventId === null ? null : { id: sportEventId, title: eventTitle ?? '', sport, clubIds };
  const last = shown.at(-1);
  const isSame = last && last.isTest === isTest && JSON.stringify(last.event) === JSON.stringify(event);
  const noted: Shown[] = isSame
    ? shown
    : [...shown.slice(1 - shownKept), { since: new Date(now).toISOString(), isTest, event }];
  return {
    ...source,
    shown: noted,
    broadcast: source.broadcast && follow({ ...source, shown: noted }, source.broadcast),
  };
}

/** More changes than a camera sees in a day. */
const shownKept = 20;

/** A broadcast takes the first match shown in it; a stopped one ends when the next match is set. */
function follow(source: StoredSource, broadcast: Broadcast): Broadcast | null {
  if (broadcast.stoppedAt !== null && showsOtherMatch(source, broadcast)) return null;
  return { ...broadcast, event: broadcast.event ?? findShownEvent(source, broadcast.startedAt, farFuture) };
}

const farFuture = '9999';

/** The first match that viewers could see between two times. */
export function findShownEvent(
  { shown = [] }: Pick<StoredSource, 'shown'>,
  from: string,
  to: string,
): ShownEvent | null {
  const visible = shown.find(({ since, isTest, event }, index) => {
    const until = shown[index + 1]?.since ?? farFuture;
    return event !== null && !isTest && since <= to && until > from;
  });
  return visible?.event ?? null;
}

/** Title for viewers: the source's own, or the event's. */
export const shownTitle = (source: StoredSource) => source.title || source.eventTitle || source.slug;

/** IVS writes a frame every half minute. */
const frameMs = 30_000;

/** Name of the picture that a live shows now: another one each half minute, so that pages and edges fetch it anew. */
export const liveFrameKey = (slug: string, now: number) => `thumbnails/lives/${slug}/${Math.floor(now / frameMs)}.jpg`;

/** True for a current name, or one that a page has held for a while; guesses cost nothing. */
export function isLiveFrameName(file: string, now: number): boolean {
  const age = Math.floor(now / frameMs) - Number(/^(\d{1,12})\.jpg$/.exec(file)?.[1] ?? Number.NaN);
  return age >= -1 && age <= 20;
}
