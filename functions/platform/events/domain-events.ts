/**
 * What happened in one wing and concerns those above it: a fact is kept in the transaction that makes it true, told on
 * the bus at once, and told again by the minute's job until the bus has taken it. So it is told at least once, perhaps
 * twice and late: whoever hears it looks at the truth again.
 */
import { ulid } from 'ulid';
import type { EventState } from '../../../shared/domain/event-state.ts';
import { deleteItem, type Key, putWrite, queryItems, type Write } from '../aws/dynamo.ts';
import { publish } from '../aws/event-bus.ts';
import type { ServiceEvent } from '../aws/service-events.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';

/** Every fact with what it says. */
export interface DomainEvents {
  ClubDeleted: { clubId: string };
  /**
   * Title, sport, visibility, clubs, dates or state of an event are others now; `moved` when it is one of the last two.
   * `hides`: these recordings were to be hidden with it.
   */
  EventChanged: { eventId: string; moved?: EventMove; hides?: HiddenVods };
  /** `vods` says what becomes of its recordings. */
  EventRemoved: { eventId: string; vods: 'keep' | 'remove' };
  /** Something was logged in a match. `turned`: it has begun, is in a break, goes on or is over. */
  ScoreChanged: { eventId: string; turned: boolean };
  /** The picture of a match can be watched, since then; said each minute as long as it lasts, and not kept. */
  MatchOnAir: { eventId: string; since: string };
  /** There is a recording of a match of which it is known what time its pictures are. */
  RecordingTimed: { vodId: string };
  /** A recording can be watched now that could not before. */
  VideoPublished: { vodId: string };
  AccountDeleted: { userId: string; stripeCustomerId?: string };
  /** Somebody has lost something: a session, all of them, a subscription, a match that was bought. */
  RightsChanged: { userId: string };
}

export interface EventMove {
  /** Milliseconds since 1970. */
  at: number;
  /** Of the event, with this change. */
  version: number;
  before: { scheduledStartDate: string; postponedFrom?: string | null; state?: EventState };
}

/** At most 50: a fact is one message. */
export interface HiddenVods {
  vodIds: string[];
  /** Milliseconds since 1970. */
  at: number;
}

export type DomainEventName = keyof DomainEvents;

export interface DomainEvent<Name extends DomainEventName = DomainEventName> {
  id: string;
  name: Name;
  detail: DomainEvents[Name];
}

/** As a job hears it. */
export type DomainEventMessage<Name extends DomainEventName> = ServiceEvent<DomainEvents[Name]>;

/** One of several that the same job hears, by its name. */
export type HandledEvent<Name extends DomainEventName> = {
  [N in Name]: DomainEventMessage<N> & { 'detail-type': N };
}[Name];

export const newDomainEvent = <Name extends DomainEventName>(
  name: Name,
  detail: DomainEvents[Name],
  now: number,
): DomainEvent<Name> => ({
  id: ulid(now),
  name,
  detail,
});

/** Keeps a fact, in the transaction that makes it true. */
export const putDomainEvent = (fact: DomainEvent): Write => putWrite('messages', { ...eventKey(fact.id), ...fact });

/** Tells a fact that has been kept. A bus that does not answer costs the caller nothing: the fact is told later. */
export async function publishDomainEvent(fact: DomainEvent): Promise<void> {
  try {
    await publish(fact.name, fact.detail);
    await deleteItem('messages', eventKey(fact.id));
  } catch (error) {
    log('warn', 'fact not told yet', { fact: fact.name, id: fact.id, error: String(error) });
  }
}

/** Tells what is not kept, because a clock tells it again. */
export async function publishTransient<Name extends DomainEventName>(
  name: Name,
  detail: DomainEvents[Name],
): Promise<void> {
  try {
    await publish(name, detail);
  } catch (error) {
    log('warn', 'fact not mentioned', { fact: name, error: String(error) });
  }
}

/** Time for whoever keeps a fact to tell it. */
const graceMs = 10_000;

/** Five rounds of the minute's job have not got it told. */
const lateMs = 5 * 60_000;

/** Tells what was kept and not told. */
export async function publishPending(now: number): Promise<void> {
  let late = 0;
  for await (const page of queryItems<DomainEvent & Key>('messages', partition)) {
    late += page.filter(({ id }) => id < ulid(now - lateMs)).length;
    for (const fact of page.filter(({ id }) => id < ulid(now - graceMs))) await publishDomainEvent(fact);
  }
  if (late > 0) measure('FactsWaiting', late);
}

const partition = 'FACTS';
const eventKey = (id: string): Key => ({ pk: partition, sk: id });
