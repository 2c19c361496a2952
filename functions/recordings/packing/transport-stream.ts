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

/** Streams beside the pictures. They are declared from the beginning and never change. */
interface Declared {
  hasSound: boolean;
  hasMetadata: boolean;
  /** Says that counters begin anew, for a segment that is written without its predecessor. */
  isPart?: boolean;
}

export class TransportStream {
  readonly #counters = new Map<number, number>();
  readonly #tables: { pid: number; section: Buffer }[];
  readonly #isPart: boolean;

  constructor(declared: Declared = { hasSound: true, hasMetadata: true }) {
    this.#tables = createTables(declared);
    this.#isPart = declared.isPart ?? false;
  }

  /** The tables at the start of a segment. */
  writeTables(): Buffer {
    return Buffer.concat(this.#tables.map(({ pid, section }) => this.#packetize(pid, section)));
  }

  writeVideo({ dts, pts, isKey }: VideoTimes, accessUnit: Buffer): Buffer {
    // The length field stays empty, because a picture may exceed its range.
    const head = createPesHeader(streamIds.video, { pts, dts });
    const field = createClockField(dts - clockDelay, isKey);
    return this.#packetize(pids.video, Buffer.concat([head, accessUnit]), field);
  }

  writeAudio(pts: number, frame: Buffer): Buffer {
    const head = createPesHeader(streamIds.audio, { pts, bytes: frame.length });
    return this.#packetize(pids.audio, Buffer.concat([head, frame]));
  }

  writeMetadata(pts: number, tag: Buffer): Buffer {
    const head = createPesHeader(streamIds.privateData, { pts, bytes: tag.length });
    return this.#packetize(pids.metadata, Buffer.concat([head, tag]));
  }

  /**
   * Splits a table or PES packet; the last packet is padded by its adaptation field. Writes into one buffer, because a
   * match has millions of packets.
   */
  #packetize(pid: number, payload: Buffer, clockField: Buffer = noField): Buffer {
    const isMarked = this.#isPart && !this.#counters.has(pid);
    const firstField = isMarked ? markDiscontinuity(clockField) : clockField;
    const count = Math.max(1, Math.ceil((payload.length + firstField.length) / (packetBytes - 4)));
    const packets = Buffer.alloc(count * packetBytes, 0xff);
    let at = 0;
    let counter = this.#counters.get(pid) ?? 0;
    for (let to = 0; to < packets.length; to += packetBytes) {
      const field = at === 0 ? firstField : noField;
      const left = payload.length - at;
      const adaptation = Math.max(field.length, packetBytes - 4 - left);
      packets[to] = 0x47;
      packets[to + 1] = (at === 0 ? 0x40 : 0) | (pid >> 8);
      packets[to + 2] = pid & 0xff;
      packets[to + 3] = (adaptation > 0 ? 0x30 : 0x10) | counter;
      if (adaptation > 0) {
        field.copy(packets, to + 4);
        packets[to + 4] = adaptation - 1;
        // An adaptation field longer than its length byte needs a byte of flags.
        if (field.length === 0 && adaptation > 1) packets[to + 5] = 0;
      }
      at += payload.copy(packets, to + 4 + adaptation, at, at + packetBytes - 4 - adaptation);
      counter = (counter + 1) & 15;
    }
    this.#counters.set(pid, counter);
    return packets;
  }
}

const noField = Buffer.alloc(0);

/** Sets the discontinuity indicator of an adaptation field (ISO 13818-1, 2.4.3.4). */
function markDiscontinuity(field: Buffer): Buffer {
  const marked = field.length > 0 ? Buffer.from(field) : Buffer.from([1, 0]);
  marked[1] = (marked[1] ?? 0) | 0x80;
  return marked;
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
  return [(prefix << 4) | (high << 1) | 1, middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
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
  type,
  ...encodePid(pid),
  0xf0,
  descriptors.length,
  ...descriptors,
];

/** Table sections with programme and stream number 1. */
function createTables({ hasSound, hasMetadata }: Declared): { pid: number; section: Buffer }[] {
  const pointer = hasMetadata ? metadataPointer : [];
  const streams = [
    ...encodePid(pids.video),
    0xf0,
    pointer.length,
    ...pointer,
    ...declareStream(streamTypes.h264, pids.video),
    ...(hasSound ? declareStream(streamTypes.adts, pids.audio) : []),
    ...(hasMetadata ? declareStream(streamTypes.metadata, pids.metadata, metadataDescriptor) : []),
  ];
  return [
    { pid: pids.association, section: createSection(0x00, [0x00, 0x01, ...encodePid(pids.map)]) },
    { pid: pids.map, section: createSection(0x02, streams) },
  ];
}

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
