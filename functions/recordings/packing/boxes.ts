/** Reads the box structure of MP4 and QuickTime files (ISO 14496-12, 4.2). No number of a file is trusted. Pure. */

/** A source that cannot be packed as it is; the message is for the log. */
export class UnsuitableSource extends Error {}

export interface Box {
  type: string;
  /** The content, without the header. */
  bytes: Buffer;
}

export interface BoxHeader {
  type: string;
  headerBytes: number;
  /** With the header; 0 for a box that reaches to the end of the file. */
  size: number;
}

/** Reads the header at the beginning of `bytes`; undefined if it is not complete. */
export function readHeader(bytes: Buffer): BoxHeader | undefined {
  if (bytes.length < 8) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const size = bytes.readUInt32BE(0);
  if (size !== 1) return { type, headerBytes: 8, size };
  if (bytes.length < 16) return undefined;
  return { type, headerBytes: 16, size: bytes.readUInt32BE(8) * 2 ** 32 + bytes.readUInt32BE(12) };
}

/** Lists the boxes in `bytes`. @throws UnsuitableSource if one exceeds them. */
export function listBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  // QuickTime ends some lists with four zero bytes.
  for (let at = 0; at + 8 <= bytes.length; ) {
    const { type, headerBytes, size } = readHeader(bytes.subarray(at, at + 16)) ?? {
      type: '',
      headerBytes: 8,
      size: 1,
    };
    if (size < headerBytes || at + size > bytes.length) throw new UnsuitableSource('a box exceeds its container');
    boxes.push({ type, bytes: bytes.subarray(at + headerBytes, at + size) });
    at += size;
  }
  return boxes;
}

export const findBox = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>(
    (inside, type) => inside && listBoxes(inside).find((box) => box.type === type)?.bytes,
    bytes,
  );

/** @throws UnsuitableSource without such a box. */
export function requireBox(bytes: Buffer, ...path: string[]): Buffer {
  const box = findBox(bytes, ...path);
  if (!box) throw new UnsuitableSource(`there is no ${path.join('/')}`);
  return box;
}

/**
 * Views the entries of a table, which follow its count. @throws UnsuitableSource if the table is shorter than its count.
 */
export function readTable(box: Buffer, entryBytes: number, countAt = 4): { count: number; entries: Buffer } {
  const count = box.readUInt32BE(countAt);
  const entries = box.subarray(countAt + 4);
  if (count * entryBytes > entries.length) throw new UnsuitableSource('a table is shorter than its count');
  return { count, entries };
}
