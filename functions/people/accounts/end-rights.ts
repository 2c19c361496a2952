/**
 * What ends, ends everywhere: whoever takes something from a person (a session, a password, an account, a subscription)
 * does it through here, so that the fact is kept in the same transaction, and whatever plays on by it is stopped.
 */

import type { StoredUser } from '../../platform/auth/rules.ts';
import { transact, type Write } from '../../platform/aws/dynamo.ts';
import {
  type DomainEvent,
  newDomainEvent,
  publishDomainEvent,
  putDomainEvent,
} from '../../platform/events/domain-events.ts';
import { updateUserWrite } from './store.ts';

export const rightsChanged = (userId: string, now: number): DomainEvent =>
  newDomainEvent('RightsChanged', { userId }, now);

/** Writes what takes something away, and tells of it. */
export async function endRights(userId: string, writes: Write[], now: number): Promise<void> {
  const fact = rightsChanged(userId, now);
  await transact([...writes, putDomainEvent(fact)]);
  await publishDomainEvent(fact);
}

/** The same for a change of the person's own item. */
export const changeRights = (userId: string, change: Partial<StoredUser>, now: number): Promise<void> =>
  endRights(userId, [updateUserWrite(userId, change)], now);

/** Ends every session with its next request, and every link that was sent before (`recovery.ts`). */
export const endSessions = (userId: string, now: number): Promise<void> =>
  changeRights(userId, { sessionsValidFrom: new Date(now).toISOString() }, now);
