/** Continues matters after a crash or once a decision is final, deletes old ones, and detaches deleted accounts. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { log } from '../platform/observability/log.ts';
import { advance } from '../trust/matters/advance.ts';
import { detachAccount, listDue, removeExpired } from '../trust/matters/store.ts';

/** Runs every minute. */
export async function advanceMatters(): Promise<void> {
  for (const id of await listDue()) {
    try {
      await advance(id, Date.now());
    } catch (error) {
      // One failing matter must not block the others; it stays due.
      log('error', 'matter not advanced', { id, error: String(error) });
    }
  }
}

/** Runs every hour. */
export async function forgetMatters(): Promise<void> {
  await removeExpired(Date.now());
}

export async function detachMatters({ detail }: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await detachAccount(detail.userId);
}
