/** Progress of the comparison of the edge's store, in the table `uploads`: EDGE / COMPARISON. */
import { getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import type { Comparison } from './compare-rules.ts';

const key: Key = { pk: 'EDGE', sk: 'COMPARISON' };

export const fresh: Omit<Comparison, 'of'> = { finishedAt: null, unexplained: 0 };

export const readComparison = () => getItem<Comparison & Key>('uploads', key);

export async function keepComparison({ of, finishedAt, cursor, unexplained, isConfirmed }: Comparison): Promise<void> {
  const optional = { ...(cursor !== undefined && { cursor }), ...(isConfirmed && { isConfirmed }) };
  await putItem('uploads', { ...key, of, finishedAt, unexplained, ...optional });
}

/** Makes the next comparison due now, and lets it open the entries that the last one left. */
export const confirmLoosening = () => keepComparison({ ...fresh, of: 'confirmed', isConfirmed: true });
