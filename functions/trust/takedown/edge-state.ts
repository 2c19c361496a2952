/** The edge's state, for admins on 'Hoy'. */
import type { EdgeState } from '../../../shared/contract/today.ts';
import { readComparison } from './comparison.ts';
import { summariseWaiting } from './waiting.ts';

export async function readEdgeState(): Promise<EdgeState> {
  const [{ count, since }, comparison] = await Promise.all([summariseWaiting(), readComparison()]);
  return {
    waiting: count,
    since: since === null ? null : new Date(since).toISOString(),
    unexplained: comparison?.unexplained ?? 0,
  };
}
