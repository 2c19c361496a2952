/** Brings the edge's store in line with the withdrawn items. */
import { listEdgeEntries, writeEdgeEntries } from '../../platform/aws/edge-store.ts';
import { listWithdrawn, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import { type EdgeEntries, readEdgeEntries } from './edge-entries.ts';

/** Writes the current entries of an item; idempotent. */
export async function applyWithdrawal(ref: WithdrawnRef, now: number): Promise<void> {
  await writeEdgeEntries(await readEdgeEntries(ref, now));
}

/** Repairs lost events; returns the number of entries that differed. */
export async function reconcileWithdrawals(now: number): Promise<number> {
  // Reads the store first: an entry written afterwards belongs to an event that is still being handled.
  const stored = await listEdgeEntries();
  const wanted: EdgeEntries = new Map();
  for (const ref of await listWithdrawn())
    for (const [key, value] of await readEdgeEntries(ref, now)) wanted.set(key, wanted.get(key) ?? value);
  const differing: EdgeEntries = new Map();
  for (const [key, value] of wanted) if (stored.get(key) !== value) differing.set(key, value);
  for (const key of stored.keys()) if (!wanted.has(key)) differing.set(key, undefined);
  await writeEdgeEntries(differing);
  return differing.size;
}
