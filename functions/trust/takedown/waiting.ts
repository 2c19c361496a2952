/**
 * Withdrawals that wait for the edge: measures the oldest and wakes the writer. Also keeps the progress of the store's
 * comparison, in the table `uploads`: EDGE / COMPARISON.
 */
import { decodeTime } from 'ulid';
import type { EdgeState } from '../../../shared/contract/today.ts';
import { getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { publishTransient } from '../../platform/events/domain-events.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { readWaiting, type WaitingWithdrawal } from '../../platform/withholding/withdrawals.ts';
import type { Comparison } from './compare-rules.ts';

export interface Waiting {
  count: number;
  oldest?: WaitingWithdrawal;
  /** Milliseconds since the Unix epoch; null if nothing waits. */
  since: number | null;
}

export async function summariseWaiting(): Promise<Waiting> {
  let waiting: Waiting = { count: 0, since: null };
  for await (const page of readWaiting()) {
    const oldest = waiting.oldest ?? page[0];
    waiting = {
      count: waiting.count + page.length,
      since: null,
      ...(oldest && { oldest, since: decodeTime(oldest.sk) }),
    };
  }
  return waiting;
}

/** Milliseconds in which the event of a withdrawal itself wakes the writer. */
const graceMs = 10_000;
/** Milliseconds after which a withdrawal is late; withdrawn items are to be gone from the edge within a minute. */
const lateMs = 30_000;

/** Repairs lost events. */
export async function watchWaiting(now: number): Promise<void> {
  const { count, since } = await summariseWaiting();
  if (since === null || now - since < graceMs) return;
  if (now - since >= lateMs) measure('WithdrawalsWaiting', Math.round((now - since) / 1000), { count });
  await wakeWriter();
}

export async function wakeWriter(): Promise<void> {
  const { oldest } = await summariseWaiting();
  if (oldest) await publishTransient('MediaWithdrawn', { kind: oldest.kind, id: oldest.id });
}

/** The edge's state, for admins on 'Hoy'. */
export async function readEdgeState(): Promise<EdgeState> {
  const [{ count, since }, comparison] = await Promise.all([summariseWaiting(), readComparison()]);
  return {
    waiting: count,
    since: since === null ? null : new Date(since).toISOString(),
    unexplained: comparison?.unexplained ?? 0,
  };
}

const key: Key = { pk: 'EDGE', sk: 'COMPARISON' };

export const fresh: Omit<Comparison, 'of'> = { finishedAt: null, unexplained: 0 };

export const readComparison = () => getItem<Comparison & Key>('uploads', key);

export async function keepComparison({ of, finishedAt, cursor, unexplained, isConfirmed }: Comparison): Promise<void> {
  const optional = { ...(cursor !== undefined && { cursor }), ...(isConfirmed && { isConfirmed }) };
  await putItem('uploads', { ...key, of, finishedAt, unexplained, ...optional });
}

/** Makes the next comparison due now, and lets it open the entries that the last one left. */
export const confirmLoosening = () => keepComparison({ ...fresh, of: 'confirmed', isConfirmed: true });
