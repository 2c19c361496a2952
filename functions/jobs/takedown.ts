/** Keeps the edge's store of withdrawn media in line with the items. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { log } from '../platform/observability/log.ts';
import { applyWithdrawal, reconcileWithdrawals } from '../trust/takedown/edge.ts';

export async function applyWithdrawals({ detail }: DomainEventMessage<'MediaWithdrawn'>): Promise<void> {
  await applyWithdrawal(detail, Date.now());
}

/** Runs every six hours: each page of the store's keys is paid for. */
export async function reconcileEdge(): Promise<void> {
  const repaired = await reconcileWithdrawals(Date.now());
  if (repaired > 0) log('error', 'the edge differed from what is withdrawn', { repaired });
}
