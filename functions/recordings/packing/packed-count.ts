/** Number of packed segments of a source, stored beside the key of its generation. */
import type { MediaRef } from '../../../shared/domain/media-address.ts';
import { getItem, putItem } from '../../platform/aws/dynamo.ts';
import { contentKey } from '../media/garbage.ts';

export interface PackedRecord {
  /** AES-128 key and initialization vector, 32 hexadecimal digits each. */
  key: string;
  vector: string;
  /** Segments that are stored. */
  packed: number;
  /** Time of this count, in milliseconds since the Unix epoch. */
  notedAt: number;
}

/** Milliseconds without a new count after which packing has stopped: the function's timeout. */
const abandonedMs = 900_000;

export const readPacked = ({ kind, id }: MediaRef, generation: string): Promise<PackedRecord | undefined> =>
  getItem<PackedRecord>('vods', contentKey(kind, id, generation));

export async function savePacked(
  { kind, id }: MediaRef,
  generation: string,
  record: Omit<PackedRecord, 'notedAt'>,
): Promise<void> {
  await putItem('vods', { ...contentKey(kind, id, generation), ...record, notedAt: Date.now() });
}

/** Returns the number of playable segments, and whether more are to come. */
export async function readProgress(
  ref: MediaRef,
  generation: string | null,
  now: number,
): Promise<{ count: number; isGrowing: boolean }> {
  const { packed = 0, notedAt = 0 } = (generation && (await readPacked(ref, generation))) || {};
  return { count: packed, isGrowing: now - notedAt < abandonedMs };
}
