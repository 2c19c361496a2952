/**
 * Broadcast sources (cameras and broadcast profiles): whether one is on air, and what the streaming service's word
 * changes. Pure. Rows: B-CAM-16 to 23, B-API-96, V-API-7.
 */
import { reconnectWindowMs } from '../../../shared/limits.ts';
import type { Sport } from '../../../shared/schema.ts';
import type { StoredEvent } from '../../league/events/rules.ts';

export interface Broadcast {
  streamId: string;
  startedAt: string;
  /** Set when the source stopped; it may come back within the reconnect window. */
  stoppedAt: string | null;
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
  renderOrder: number | null;
  thumbnail: string | null;
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
  /** The admin whose profile it is. */
  ownerId: string | null;
  broadcast: Broadcast | null;
  dateCreated: string;
}

/** A short drop does not end the broadcast for its viewers (row B-CAM-23). */
export function isOnAir({ broadcast }: Pick<StoredSource, 'broadcast'>, now: number): boolean {
  if (!broadcast) return false;
  return broadcast.stoppedAt === null || now - Date.parse(broadcast.stoppedAt) < reconnectWindowMs;
}

/** What a source keeps of the event that it shows. */
export const factsOf = (event: StoredEvent | undefined) => ({
  eventTitle: event?.title ?? null,
  eventIsHidden: event?.visible === false,
  clubIds: event?.clubIds ?? [],
  ...(event && { sport: event.sport }),
});

/**
 * Row V-API-7: cameras only when not in test and with an event; profiles with an event or a title. Row V-GEN-3: what
 * belongs to a hidden event is as hidden.
 */
export function isShown(
  source: Pick<StoredSource, 'kind' | 'isTest' | 'sportEventId' | 'eventIsHidden' | 'title'>,
): boolean {
  if (source.isTest || source.eventIsHidden) return false;
  return source.sportEventId !== null || (source.kind === 'profile' && source.title !== '');
}

/**
 * The source after the service said what its channel has on air now; undefined when nothing changes. Events may come
 * late, twice or out of order, so this takes the service's current word, never the event's.
 */
export function streamObserved(
  source: StoredSource,
  stream: { streamId: string; startedAt: string } | undefined,
  now: number,
): StoredSource | undefined {
  const { broadcast } = source;
  if (stream) {
    if (broadcast && broadcast.streamId === stream.streamId && broadcast.stoppedAt === null) return undefined;
    // Back within the window: the same broadcast, whatever new id the service gave its stream.
    const startedAt = broadcast && isOnAir(source, now) ? broadcast.startedAt : stream.startedAt;
    return { ...source, broadcast: { streamId: stream.streamId, startedAt, stoppedAt: null } };
  }
  if (!broadcast) return undefined;
  if (broadcast.stoppedAt === null) {
    return { ...source, broadcast: { ...broadcast, stoppedAt: new Date(now).toISOString() } };
  }
  return isOnAir(source, now) ? undefined : { ...source, broadcast: null };
}

/** What viewers read: the event's title, or the source's own. */
export const shownTitle = (source: StoredSource) => source.title || source.eventTitle || source.slug;
