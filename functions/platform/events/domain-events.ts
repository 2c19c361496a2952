/**
 * Domain events: something happened in a module that concerns higher ones. An event is stored in the transaction that
 * makes it true, and published at once, then every minute until the bus accepts it. Delivery is at least once and may
 * be late, so handlers re-read the current state.
 */
import { ulid } from 'ulid';
import type { EventState } from '../../../shared/domain/event-state.ts';
import { deleteItem, type Key, putWrite, type Write } from '../aws/dynamo.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { publish } from '../aws/event-bus.ts';
import type { ServiceEvent } from '../aws/service-events.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import type { FamilyMatch } from '../shown/families.ts';

export interface DomainEvents {
  ClubDeleted: { clubId: string };
  /**
   * Title, sport, visibility, clubs, dates, state or signal of an event have changed; `moved` is set for dates, state
   * and visibility. `hides` lists recordings to hide with it.
   */
  EventChanged: { eventId: string; moved?: EventMove; hides?: HiddenVods };
  /**
   * `vods`: whether its recordings are kept or removed. `by`: the user who removed it. `announced`: the data that its
   * followers have seen; absent if it was neither public nor for families.
   */
  EventRemoved: { eventId: string; vods: 'keep' | 'remove'; by?: string; announced?: AnnouncedMatch };
  /** A deleted event is back, hidden, with the recordings and cameras that it had when it was deleted. */
  EventRecovered: { eventId: string; vodIds: string[]; cameraIds: string[] };
  /** A deleted event can no longer be recovered; its remaining data is erased. */
  EventErased: { eventId: string };
  /** A score action was logged. `turned`: the match began, paused, continued or ended. */
  ScoreChanged: { eventId: string; turned: boolean };
  /** A match has been on air since an instant. Published every minute while it is, and not stored. */
  MatchOnAir: { eventId: string; since: string };
  /** The wall-clock time of a recording's frames has become known. */
  RecordingTimed: { vodId: string };
  /** A viewer watches a recorded live that is not encoded yet. Published at each start, and not stored. */
  RecordingWatched: { vodId: string };
  /** A recording has become watchable. */
  VideoPublished: { vodId: string };
  /** A club or a competition has stated which image rights it holds, or a club has accepted the contract. */
  ImageRightsChanged: { statementId: string };
  /** An item waits for the edge's writer (platform/withholding/withdrawals.ts). Not stored: its own row is. */
  MediaWithdrawn: { kind: string; id: string };
  AccountDeleted: { userId: string; stripeCustomerId?: string };
  /** The user lost a right: a session, all sessions, a subscription or a purchase. */
  RightsChanged: { userId: string };
}

export interface EventMove {
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Version of the sport event after this change. */
  version: number;
  before: {
    title: string;
    scheduledStartDate: string;
    postponedFrom?: string | null;
    state?: EventState;
    visible?: boolean;
    /** Set if it was for families. */
    families?: FamilyMatch | undefined;
  };
}

export interface AnnouncedMatch {
  title: string;
  scheduledStartDate: string;
  state?: EventState;
  postponedFrom?: string | null;
  clubIds: string[];
  /** The event's version, used to alert followers once. */
  version?: number;
  /** Set if it was for families; then only they are alerted. */
  families?: FamilyMatch;
}

/** At most 50 recordings, so that the event fits one message. */
export interface HiddenVods {
  vodIds: string[];
  /** Milliseconds since the Unix epoch. */
  at: number;
}

export type DomainEventName = keyof DomainEvents;

interface DomainEvent<Name extends DomainEventName = DomainEventName> {
  id: string;
  name: Name;
  detail: DomainEvents[Name];
}

export type DomainEventMessage<Name extends DomainEventName> = ServiceEvent<DomainEvents[Name]>;

/** One of several events that a job handles, distinguished by `detail-type`. */
export type HandledEvent<Name extends DomainEventName> = {
  [N in Name]: DomainEventMessage<N> & { 'detail-type': N };
}[Name];

/** Stores an event in the transaction that makes it true, after which it is published. */
export function domainEventWrite<Name extends DomainEventName>(
  name: Name,
  detail: DomainEvents[Name],
  now: number,
): Write {
  const domainEvent: DomainEvent = { id: ulid(now), name, detail };
  return {
    ...putWrite('messages', { ...eventKey(domainEvent.id), ...domainEvent }),
    publish: () => publishStored(domainEvent),
  };
}

/** A failure is logged and does not reach the caller: the event is published later. */
async function publishStored({ id, name, detail }: DomainEvent): Promise<void> {
  try {
    await publish(name, detail);
    await deleteItem('messages', eventKey(id));
  } catch (error) {
    log('warn', 'domain event not published yet', { event: name, id, error: String(error) });
  }
}

/** Publishes an event that is not stored, because it is repeated on a schedule. */
export async function publishTransient<Name extends DomainEventName>(
  name: Name,
  detail: DomainEvents[Name],
): Promise<void> {
  try {
    await publish(name, detail);
  } catch (error) {
    log('warn', 'transient event not published', { event: name, error: String(error) });
  }
}

/** Time in which the writer of an event publishes it, before the job does. */
const graceMs = 10_000;

/** Age at which five rounds of the job have failed to publish the event. */
const lateMs = 5 * 60_000;

export async function publishPending(now: number): Promise<void> {
  let late = 0;
  for await (const page of queryItems<DomainEvent & Key>('messages', partition)) {
    late += page.filter(({ id }) => id < ulid(now - lateMs)).length;
    for (const domainEvent of page.filter(({ id }) => id < ulid(now - graceMs))) await publishStored(domainEvent);
  }
  if (late > 0) measure('DomainEventsWaiting', late);
}

const partition = 'FACTS';
const eventKey = (id: string): Key => ({ pk: partition, sk: id });
