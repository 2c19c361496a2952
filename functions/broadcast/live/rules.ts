/**
 * Broadcast sources (cameras and broadcast profiles): whether one is on air, and what the streaming service's word
 * changes. Pure. Rows: B-CAM-16 to 23, B-API-96, V-API-7.
 */
import { ulid } from 'ulid';
import type { Sport } from '../../../shared/contract/schema.ts';
import { reconnectWindowMs } from '../../../shared/domain/limits.ts';
import type { StoredEvent } from '../../league/events/rules.ts';

export interface Broadcast {
  /** Of the broadcast's own item (broadcasts/store.ts), which outlives it. */
  id: string;
  streamId: string;
  startedAt: string;
  /** Set when the source stopped; it may come back within the reconnect window. */
  stoppedAt: string | null;
  /** The match that it is of: the first that viewers could see in it, whatever the source shows later. */
  event: ShownEvent | null;
}

/** A match as it was when a source showed it. */
export type ShownEvent = Pick<StoredEvent, 'id' | 'title' | 'sport' | 'clubIds'>;

/** What a source has shown from an instant on. */
export interface Shown {
  since: string;
  /** Viewers see no source in test. */
  isTest: boolean;
  event: ShownEvent | null;
}

export interface StoredSource {
  id: string;
  version: number;
  kind: 'camera' | 'profile';
  slug: string;
  /** Of a profile; a camera shows its event's. */
  title: string;
  summary: string;
  isTest: boolean;
  sport: Sport;
  sportEventId: string | null;
  /** Of the event, so that lists need no second look (`factsOf`). */
  clubIds: string[];
  eventTitle: string | null;
  eventIsHidden: boolean;
  /** Whoever comes may watch. */
  eventIsPublic?: boolean;
  renderOrder: number | null;
  thumbnail: string | null;
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
  /** The admin whose profile it is. */
  ownerId: string | null;
  broadcast: Broadcast | null;
  /** The broadcast that is still to be ended for all who watch it now (`closesViews`). */
  closing?: string;
  /** What it has shown lately, oldest first: word of a broadcast may come when it shows something else. */
  shown?: Shown[];
  dateCreated: string;
}

/** So long a function goes on letting people in by what it knew of a source (ms). */
export const rememberedMs = 1_000;

/** A short drop does not end the broadcast for its viewers (row B-CAM-23). */
export function isOnAir({ broadcast }: { broadcast: Pick<Broadcast, 'stoppedAt'> | null }, now: number): boolean {
  if (!broadcast) return false;
  return broadcast.stoppedAt === null || now - Date.parse(broadcast.stoppedAt) < reconnectWindowMs;
}

/** What a source keeps of the event that it shows. */
export const factsOf = (event: StoredEvent | undefined) => ({
  eventTitle: event?.title ?? null,
  eventIsHidden: event?.visible === false,
  eventIsPublic: event?.isPublic === true,
  clubIds: event?.clubIds ?? [],
  ...(event && { sport: event.sport }),
});

/**
 * Row V-API-7: cameras only when not in test and with an event; profiles with an event or a title. Row V-GEN-3: what
 * belongs to a hidden event is as hidden.
 */
export function isShown(
  source: Pick<StoredSource, 'kind' | 'isTest' | 'sportEventId' | 'eventIsHidden' | 'title'>,
  // As it is now, where that has been read: word of its hiding takes a moment to reach the source.
  event?: Pick<StoredEvent, 'visible'>,
): boolean {
  if (source.isTest || (event ? !event.visible : source.eventIsHidden)) return false;
  return source.sportEventId !== null || (source.kind === 'profile' && source.title !== '');
}

/**
 * Whether a change shuts everybody out, or all visitors, of what is on air. The service asks nobody again while they look
 * on, ends no visitor's view by itself, and of 50,000 others some forty a second.
 */
export function closesViews(before: StoredSource, after: StoredSource): boolean {
  if (!after.broadcast) return false;
  const isOpen = (source: StoredSource) => isShown(source) && source.eventIsPublic === true;
  return (isShown(before) && !isShown(after)) || (isOpen(before) && !isOpen(after));
}

/** What the service has on air; with a new stream, when the one before it ended, where that is known. */
export interface ObservedStream {
  streamId: string;
  startedAt: string;
  previousEndedAt?: string | undefined;
}

/**
 * The source after the service said what its channel has on air now; undefined when nothing changes. Events may come
 * late, twice or out of order, so this takes the service's current word, never the event's.
 */
export function streamObserved(
  source: StoredSource,
  stream: ObservedStream | undefined,
  now: number,
): StoredSource | undefined {
  const { broadcast } = source;
  if (stream) {
    if (broadcast && broadcast.streamId === stream.streamId && broadcast.stoppedAt === null) return undefined;
    const { streamId, startedAt } = stream;
    // Back within the window: the same broadcast, whatever new id the service gave its stream.
    if (broadcast && goesOn(source, broadcast, stream)) {
      return { ...source, broadcast: { ...broadcast, streamId, stoppedAt: null } };
    }
    const id = ulid(Date.parse(startedAt));
    const event = eventShown(source, startedAt, new Date(now).toISOString());
    return { ...source, broadcast: { id, streamId, startedAt, stoppedAt: null, event } };
  }
  if (!broadcast) return undefined;
  if (broadcast.stoppedAt === null) {
    return { ...source, broadcast: { ...broadcast, stoppedAt: new Date(now).toISOString() } };
  }
  return isOnAir(source, now) ? undefined : { ...source, broadcast: null };
}

/** A stream that begins in time and with the same match goes on with what was on air. */
function goesOn(source: StoredSource, broadcast: Broadcast, stream: ObservedStream): boolean {
  if (stream.streamId !== broadcast.streamId && showsAnother(source, broadcast)) return false;
  const stoppedAt = stream.previousEndedAt ?? broadcast.stoppedAt;
  return stoppedAt === null || Date.parse(stream.startedAt) - Date.parse(stoppedAt) < reconnectWindowMs;
}

const showsAnother = (source: StoredSource, { event }: Broadcast) =>
  event !== null && source.sportEventId !== null && source.sportEventId !== event.id;

/** The source with a note of what it shows, and a broadcast that agrees with it. */
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

/** More changes than anybody makes in a day at one camera. */
const shownKept = 20;

/** A broadcast takes the first match that is shown in it; one that has stopped is over when the next match is set. */
function follow(source: StoredSource, broadcast: Broadcast): Broadcast | null {
  if (broadcast.stoppedAt !== null && showsAnother(source, broadcast)) return null;
  return { ...broadcast, event: broadcast.event ?? eventShown(source, broadcast.startedAt, farFuture) };
}

const farFuture = '9999';

/** The first match that viewers could see at a source between two instants. */
export function eventShown({ shown = [] }: Pick<StoredSource, 'shown'>, from: string, to: string): ShownEvent | null {
  const visible = shown.find(({ since, isTest, event }, index) => {
    const until = shown[index + 1]?.since ?? farFuture;
    return event !== null && !isTest && since <= to && until > from;
  });
  return visible?.event ?? null;
}

/** What viewers read: the event's title, or the source's own. */
export const shownTitle = (source: StoredSource) => source.title || source.eventTitle || source.slug;
