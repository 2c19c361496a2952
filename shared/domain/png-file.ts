/** Validates a PNG without decoding it, in browser and server alike. */
import type { ErrorCode } from '../contract/errors.ts';

/** A 4K frame has 8 million pixels; a small file can declare far more. */
export const maxPixels = 25_000_000;

type PngRefusal = Extract<ErrorCode, 'IMG4000' | 'IMG4001' | 'IMG4002'>;

/**
 * Rejects files that are no PNG, declare too many pixels, or whose picture does not end with the file, as in polyglots.
 */
export function findPngError(bytes: Uint8Array): PngRefusal | undefined {
  if (!signature.every((byte, index) => bytes[index] === byte)) return 'IMG4000';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A chunk: length, type, data, checksum. The first is the header with width and height.
  for (let offset = signature.length, first = true; offset + 12 <= bytes.length; first = false) {
    const [length, type] = [view.getUint32(offset), view.getUint32(offset + 4)];
    const next = offset + 12 + length;
    if (next > bytes.length || first !== (type === header)) return 'IMG4001';
    if (first && length !== 13) return 'IMG4001';
    if (first && view.getUint32(offset + 8) * view.getUint32(offset + 12) > maxPixels) return 'IMG4002';
    if (type === end) return next === bytes.length ? undefined : 'IMG4001';
    offset = next;
  }
  return 'IMG4001';
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const header = 0x49484452;
const end = 0x49454e44;
