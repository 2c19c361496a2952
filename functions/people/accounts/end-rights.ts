/**
 * Ends rights: every removal of a session, password, account or subscription goes through here, so that `RightsChanged`
 * is stored in the same transaction and running playback stops.
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

/** Writes the removal and publishes `RightsChanged`. */
export async function endRights(userId: string, writes: Write[], now: number): Promise<void> {
  const domainEvent = rightsChanged(userId, now);
  await transact([...writes, putDomainEvent(domainEvent)]);
  await publishDomainEvent(domainEvent);
}

/** Like `endRights`, for a change of the user item. */
export const changeRights = (userId: string, change: Partial<StoredUser>, now: number): Promise<void> =>
  endRights(userId, [updateUserWrite(userId, change)], now);

/** Ends all sessions with their next request, and all links sent before (`recovery.ts`). */
export const endSessions = (userId: string, now: number): Promise<void> =>
  changeRights(userId, { sessionsValidFrom: new Date(now).toISOString() }, now);
