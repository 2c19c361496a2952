/** Updates the edge's store of withdrawn media from the items. */
import { attemptSteps } from '../platform/observability/attempt-each.ts';
import { compareEdge } from '../trust/takedown/compare-edge.ts';
import { wakeWriter, watchWaiting } from '../trust/takedown/waiting.ts';
import { applyWaiting } from '../trust/takedown/writer.ts';

/** Milliseconds of work in a run of at most a minute; a slow call must not end it in the middle. */
const workMs = 40_000;

/**
 * Runs after each withdrawal, never twice concurrently. It reads the pending work from the table, not from the
 * messages.
 */
export async function applyWithdrawals(): Promise<void> {
  if (!(await applyWaiting(Date.now() + workMs))) await wakeWriter();
}

/** Every minute: wakes the writer for pending withdrawals, and compares another page of the edge with the items. */
export async function reconcileEdge(): Promise<void> {
  const now = Date.now();
  await attemptSteps(
    () => watchWaiting(now),
    () => compareEdge(now, now + workMs),
  );
}
