/** An encoded picture or sound as the phone keeps it: a record whose damage is noticed. */

/** Ticks of 90 kHz since the Unix epoch: the PTS of MPEG-TS is their remainder modulo 2^33. */
export const ticksPerMs = 90;

export interface Packet {
  track: 'picture' | 'sound';
  /** A picture that needs no other; always true for sound. */
  isKey: boolean;
  /** In ticks. */
  at: number;
  data: Uint8Array;
}

/** Bytes before the data: kind, time, length, checksum. */
const headerBytes = 17;

export function writeRecord({ track, isKey, at, data }: Packet): Uint8Array {
  const record = new Uint8Array(headerBytes + data.length);
  const view = new DataView(record.buffer);
  view.setUint8(0, (track === 'picture' ? 1 : 2) | (isKey ? 4 : 0));
  view.setFloat64(1, at);
  view.setUint32(9, data.length);
  record.set(data, headerBytes);
  view.setUint32(13, checksum(record));
  return record;
}

/** Reads the packets up to the first record that is not whole, as a phone leaves it whose battery dies. */
export function readRecords(bytes: Uint8Array): Packet[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: Packet[] = [];
  for (let start = 0; start + headerBytes <= bytes.length; ) {
    const end = start + headerBytes + view.getUint32(start + 9);
    if (end > bytes.length || checksum(bytes.subarray(start, end)) !== view.getUint32(start + 13)) break;
    const kind = view.getUint8(start);
    packets.push({
      track: kind & 1 ? 'picture' : 'sound',
      isKey: (kind & 4) !== 0,
      at: view.getFloat64(start + 1),
      data: bytes.slice(start + headerBytes, end),
    });
    start = end;
  }
  return packets;
}

/** FNV-1a over a record, without its own four bytes. */
function checksum(record: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < record.length; index += 1) {
    if (index >= 13 && index < headerBytes) continue;
    hash = Math.imul(hash ^ (record[index] ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
