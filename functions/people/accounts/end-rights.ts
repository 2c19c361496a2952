/**
 * Ends rights. Every removal of a session, password, account or subscription goes through here, so that `RightsChanged`
 * is stored in the same transaction and running playback stops.
 */
import type { AuditChange } from '../../platform/audit/rules.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import type { Write } from '../../platform/aws/dynamo.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { describeUser, updateUserWrite } from './store.ts';

export const rightsChangedWrite = (userId: string, now: number): Write =>
  domainEventWrite('RightsChanged', { userId }, now);

/** Writes the removal with the audit's entries and publishes `RightsChanged`. */
export const endRights = (
  userId: string,
  writes: Write[],
  now: number,
  changes: readonly AuditChange[] = [],
): Promise<void> => transactAudited([...writes, rightsChangedWrite(userId, now)], changes);

/** Like `endRights`, for a change of the user item. */
export const changeRights = (user: StoredUser, change: Partial<StoredUser>, now: number): Promise<void> =>
  endRights(user.id, [updateUserWrite(user.id, change)], now, describeUser(user, change));

/** Ends all sessions with their next request, and all links sent before (`recovery.ts`). */
export const endSessions = (userId: string, now: number): Promise<void> =>
  endRights(userId, [updateUserWrite(userId, { sessionsValidFrom: new Date(now).toISOString() })], now);
