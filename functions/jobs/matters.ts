/**
 * Continues matters after a crash or once a decision is final, notifies their recipients, deletes old ones, and
 * detaches deleted accounts.
 */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { attemptEach } from '../platform/observability/attempt-each.ts';
import { advance } from '../trust/matters/advance.ts';
import { detachAccount, forgetOrigins, listDue, removeExpired } from '../trust/matters/store.ts';
import { sendDigests } from '../trust/matters/tell.ts';

/** Runs every minute. */
export async function advanceMatters(): Promise<void> {
  await attemptEach(
    'a matter was not advanced',
    await listDue(),
    (id) => advance(id, Date.now()),
    (id) => ({ id }),
  );
}

/** Runs every quarter of an hour. */
export async function tellMatters(): Promise<void> {
  await sendDigests(Date.now());
}

/** Runs every hour. */
export async function forgetMatters(): Promise<void> {
  await removeExpired(Date.now());
  await forgetOrigins(Date.now());
}

export async function detachMatters({ detail }: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await detachAccount(detail.userId);
}
