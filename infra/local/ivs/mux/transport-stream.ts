/** Writes an MPEG transport stream with H.264, AAC and timed metadata (ISO 13818-1). Times are in ticks of 90 kHz. */

export const ticksPerMs = 90;

const packetBytes = 188;
const pids = { association: 0, map: 0x1000, video: 0x100, audio: 0x101, metadata: 0x1f0 };
const streamTypes = { h264: 0x1b, adts: 0x0f, metadata: 0x15 };
const streamIds = { video: 0xe0, audio: 0xc0, privateData: 0xbd };
/** Ticks by which the stream's clock runs behind decoding, so that players have time to receive a frame. */
const clockDelay = 500 * ticksPerMs;
const clockRange = 2 ** 33;

export interface VideoTimes {
  dts: number;
  pts: number;
  isKey: boolean;
}

export class TransportStream {
  readonly #counters = new Map<number, number>();

  /** The tables at the start of a segment. All three streams are declared from the beginning and never change. */
  writeTables(): Buffer {
    return Buffer.concat([pids.association, pids.map].flatMap((pid) => this.#packetize(pid, tables[pid] as Buffer)));
  }

  writeVideo({ dts, pts, isKey }: VideoTimes, accessUnit: Buffer): Buffer {
    // The length field stays empty, because a picture may exceed its range.
    const head = createPesHeader(streamIds.video, { pts, dts });
    const field = createClockField(dts - clockDelay, isKey);
    return Buffer.concat(this.#packetize(pids.video, Buffer.concat([head, accessUnit]), field));
  }

  writeAudio(pts: number, frame: Buffer): Buffer {
    const head = createPesHeader(streamIds.audio, { pts, bytes: frame.length });
    return Buffer.concat(this.#packetize(pids.audio, Buffer.concat([head, frame])));
  }

  writeMetadata(pts: number, tag: Buffer): Buffer {
    const head = createPesHeader(streamIds.privateData, { pts, bytes: tag.length });
    return Buffer.concat(this.#packetize(pids.metadata, Buffer.concat([head, tag])));
  }

  /** Splits a table or PES packet; the last packet is padded by its adaptation field. */
  #packetize(pid: number, payload: Buffer, firstField: Buffer = Buffer.alloc(0)): Buffer[] {
    const packets: Buffer[] = [];
    for (let at = 0; at < payload.length; ) {
      const field = at === 0 ? firstField : Buffer.alloc(0);
      const room = packetBytes - 4 - field.length;
      const part = payload.subarray(at, at + room);
      const adaptation = padAdaptationField(field, room - part.length);
      const counter = this.#counters.get(pid) ?? 0;
      this.#counters.set(pid, (counter + 1) & 15);
      const start = (at === 0 ? 0x40 : 0) | (pid >> 8);
      const head = Buffer.from([0x47, start, pid & 0xff, (adaptation.length > 0 ? 0x30 : 0x10) | counter]);
      packets.push(Buffer.concat([head, adaptation, part]));
      at += part.length;
    }
    return packets;
  }
}

/** Creates an adaptation field with the stream's clock; marks key frames as points of random access. */
function createClockField(ticks: number, isRandomAccess: boolean): Buffer {
  const base = wrap(ticks);
  const field = Buffer.alloc(8);
  field.writeUInt8(7, 0);
  field.writeUInt8(isRandomAccess ? 0x50 : 0x10, 1);
  field.writeUInt32BE(Math.floor(base / 2), 2);
  field.writeUInt16BE(((base % 2) << 15) | 0x7e00, 6);
  return field;
}

function padAdaptationField(field: Buffer, bytes: number): Buffer {
  if (bytes === 0) return field;
  const padded = Buffer.concat([field, Buffer.alloc(bytes, 0xff)]);
  padded[0] = padded.length - 1;
  // An adaptation field longer than its length byte needs a byte of flags.
  if (field.length === 0 && bytes > 1) padded[1] = 0;
  return padded;
}

/** Without `bytes`, the length field stays empty. */
function createPesHeader(streamId: number, { pts, dts = pts, bytes }: { pts: number; dts?: number; bytes?: number }) {
  const stamps = dts === pts ? encodeStamp(2, pts) : [...encodeStamp(3, pts), ...encodeStamp(1, dts)];
  const length = bytes === undefined ? 0 : 3 + stamps.length + bytes;
  const flags = dts === pts ? 0x80 : 0xc0;
  return Buffer.from([0, 0, 1, streamId, length >> 8, length & 0xff, 0x84, flags, stamps.length, ...stamps]);
}

function encodeStamp(prefix: number, time: number): number[] {
  const ticks = wrap(time);
  const high = Math.floor(ticks / 2 ** 30) & 7;
  const [middle, low] = [Math.floor(ticks / 2 ** 15) & 0x7fff, ticks & 0x7fff];
  return [
    (prefix << 4) | (high << 1) | 1,
    ...[middle >> 7, ((middle & 0x7f) << 1) | 1],
    ...[low >> 7, ((low & 0x7f) << 1) | 1],
  ];
}

/** Timestamps have 33 bits. */
const wrap = (ticks: number) => ((ticks % clockRange) + clockRange) % clockRange;

const encodePid = (pid: number) => [0xe0 | (pid >> 8), pid & 0xff];

/** Application and data format "ID3 " (ISO 13818-1, 2.6.60). */
const id3Format = [0xff, 0xff, ...Buffer.from('ID3 '), 0xff, ...Buffer.from('ID3 ')];
const createDescriptor = (tag: number, body: readonly number[]) => [tag, body.length, ...body];
const metadataPointer = createDescriptor(0x25, [...id3Format, 0x00, 0x1f, 0x00, 0x01]);
const metadataDescriptor = createDescriptor(0x26, [...id3Format, 0x00, 0x0f]);

const declareStream = (type: number, pid: number, descriptors: readonly number[] = []) => [
  ...[type, ...encodePid(pid), 0xf0, descriptors.length],
  ...descriptors,
];

/** Table sections with programme and stream number 1. */
const tables: Record<number, Buffer> = {
  [pids.association]: createSection(0x00, [0x00, 0x01, ...encodePid(pids.map)]),
  [pids.map]: createSection(0x02, [
    ...[...encodePid(pids.video), 0xf0, metadataPointer.length, ...metadataPointer],
    ...declareStream(streamTypes.h264, pids.video),
    ...declareStream(streamTypes.adts, pids.audio),
    ...declareStream(streamTypes.metadata, pids.metadata, metadataDescriptor),
  ]),
};

function createSection(tableId: number, body: readonly number[]): Buffer {
  const length = 5 + body.length + 4;
  const section = Buffer.from([tableId, 0xb0 | (length >> 8), length & 0xff, 0x00, 0x01, 0xc1, 0x00, 0x00, ...body]);
  return Buffer.concat([Buffer.from([0]), section, computeCrc(section)]);
}

/** CRC-32/MPEG-2: most significant bit first, no final inversion. */
function computeCrc(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  const made = Buffer.alloc(4);
  made.writeUInt32BE(crc >>> 0);
  return made;
}
