/** How much of a source is packed, beside the key of its generation. */
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { getItem, putItem } from '../../platform/aws/dynamo.ts';
import { contentKey } from '../media/garbage.ts';

export interface PackedRecord {
  /** AES-128 key and initialization vector, 32 hexadecimal digits each. */
  key: string;
  vector: string;
  /** Segments that are stored. */
  packed: number;
}

interface Ref {
  kind: MediaKind;
  id: string;
}

export const readPacked = ({ kind, id }: Ref, generation: string): Promise<PackedRecord | undefined> =>
  getItem<PackedRecord>('vods', contentKey(kind, id, generation));

export async function savePacked({ kind, id }: Ref, generation: string, record: PackedRecord): Promise<void> {
  await putItem('vods', { ...contentKey(kind, id, generation), ...record });
}

export const readPackedCount = async (ref: Ref, generation: string | null): Promise<number> =>
  (generation ? await readPacked(ref, generation) : undefined)?.packed ?? 0;
