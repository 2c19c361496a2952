/** Continues matters where a process died or a decision became final, deletes old ones, and detaches deleted accounts. */
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
      // One matter must not hold up the others; it stays due.
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
