/**
 * Inserts timed metadata (PutMetadata) into segments like IVS: ID3 tags in a separate stream of type 0x15, in a PRIV frame
 * with the owner that the IVS player looks for.
 */

/** A metadata text and its position in the stream (90 kHz). */
export interface Cue {
  text: string;
  pts: number;
}

/** Start of a segment: position in the stream (90 kHz) and wall-clock time of its first frame (milliseconds). */
export interface SegmentTime {
  pts: number;
  at: number;
}

/** A PID that ffmpeg does not use: it numbers streams from 0x100. */
const metadataPid = 0x1f0;
const mapPid = 0x1000;
const packetBytes = 188;
const owner = 'metadata.live-video.net';

/**
 * Adds a metadata stream to a segment: its time at the start, the cues at the end. `counter` is the continuity counter. No
 * segment may lack metadata, because the IVS player waits for data of every declared stream and derives latency from it.
 */
export function insertMetadata(
  segment: Buffer,
  time: SegmentTime,
  cues: readonly Cue[],
  counter: { next: number },
): Buffer {
  const packets: Buffer[] = [];
  let hasTime = false;
  for (let at = 0; at < segment.length; at += packetBytes) {
    const packet = segment.subarray(at, at + packetBytes);
    const isMap = readPid(packet) === mapPid;
    packets.push(isMap ? addMetadataStream(packet) : packet);
    if (isMap && !hasTime) packets.push(...createPackets(createTimeTag(time), time.pts, counter));
    hasTime ||= isMap;
  }
  for (const { text, pts } of cues)
    packets.push(...createPackets(createTag('PRIV', `${owner}\0${text}`), pts, counter));
  return Buffer.concat(packets);
}

/** The latency tag of IVS's transcoder: when it received and sent the segment. */
const createTimeTag = ({ at }: SegmentTime) =>
  createTag('TXXX', `\x03segmentmetadata\0${JSON.stringify({ cmd: 'ld_lat_data', transc_r: at, transc_s: at })}`);

const readPid = (packet: Buffer) => packet.readUInt16BE(1) & 0x1fff;

/** Application and data format "ID3 " (MPEG-2 systems, 2.6.60). */
const id3Format = Buffer.concat([
  Buffer.from([0xff, 0xff]),
  Buffer.from('ID3 '),
  Buffer.from([0xff]),
  Buffer.from('ID3 '),
]);
const pointerDescriptor = createDescriptor(0x25, [...id3Format, 0x00, 0x1f, 0x00, 0x01]);
const metadataDescriptor = createDescriptor(0x26, [...id3Format, 0x00, 0x0f]);

function createDescriptor(tag: number, body: readonly number[]): Buffer {
  return Buffer.from([tag, body.length, ...body]);
}

/** Adds the metadata stream to a PMT that fits into one packet. */
function addMetadataStream(packet: Buffer): Buffer {
  const head = 4 + ((packet.readUInt8(3) & 0x20) !== 0 ? packet.readUInt8(4) + 1 : 0);
  const begin = head + 1 + packet.readUInt8(head);
  const length = packet.readUInt16BE(begin + 1) & 0xfff;
  const section = packet.subarray(begin, begin + 3 + length - 4);
  const infoLength = section.readUInt16BE(10) & 0xfff;
  const info = Buffer.concat([section.subarray(12, 12 + infoLength), pointerDescriptor]);
  const stream = Buffer.concat([
    Buffer.from([0x15]),
    encodeUint16s(0xe000 | metadataPid, 0xf000 | metadataDescriptor.length),
  ]);
  // A changed table needs a new version number.
  const version = ((section.readUInt8(5) + 2) & 0x3e) | (section.readUInt8(5) & 0xc1);
  const body = Buffer.concat([
    section.subarray(3, 5),
    Buffer.from([version]),
    section.subarray(6, 10),
    encodeUint16s(0xf000 | info.length),
    info,
    section.subarray(12 + infoLength),
    stream,
    metadataDescriptor,
  ]);
  const whole = Buffer.concat([section.subarray(0, 1), encodeUint16s(0xb000 | (body.length + 4)), body]);
  const sectionWithCrc = Buffer.concat([whole, computeCrc(whole)]);
  const rebuilt = Buffer.alloc(packetBytes, 0xff);
  packet.copy(rebuilt, 0, 0, begin);
  if (sectionWithCrc.copy(rebuilt, begin) < sectionWithCrc.length)
    throw new Error('The PMT does not fit into one packet');
  return rebuilt;
}

function encodeUint16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value, 2 * index);
  });
  return bytes;
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

function createPackets(tag: Buffer, pts: number, counter: { next: number }): Buffer[] {
  const payload = createPes(tag, pts);
  const room = packetBytes - 4;
  const packets: Buffer[] = [];
  for (let at = 0; at < payload.length; at += room) {
    const part = payload.subarray(at, at + room);
    const stuffing = room - part.length;
    const flags = (at === 0 ? 0x4000 : 0) | metadataPid;
    const head = Buffer.from([0x47, flags >> 8, flags & 0xff, (stuffing > 0 ? 0x30 : 0x10) | counter.next]);
    counter.next = (counter.next + 1) & 15;
    packets.push(Buffer.concat([head, createAdaptationField(stuffing), part]));
  }
  return packets;
}

/** Adaptation field that pads a packet. */
function createAdaptationField(bytes: number): Buffer {
  const field = Buffer.alloc(bytes, 0xff);
  if (bytes > 0) field[0] = bytes - 1;
  if (bytes > 1) field[1] = 0;
  return field;
}

function createPes(data: Buffer, pts: number): Buffer {
  const high = Math.floor(pts / 2 ** 30) & 7;
  const [middle, low] = [Math.floor(pts / 2 ** 15) & 0x7fff, pts & 0x7fff];
  const stamp = [0x21 | (high << 1), middle >> 7, ((middle & 0x7f) << 1) | 1, low >> 7, ((low & 0x7f) << 1) | 1];
  const length = data.length + 8;
  // Private stream 1, aligned, with a PTS only.
  return Buffer.concat([Buffer.from([0, 0, 1, 0xbd, length >> 8, length & 0xff, 0x84, 0x80, 5, ...stamp]), data]);
}

/** ID3 2.4, with one frame. */
function createTag(kind: 'PRIV' | 'TXXX', text: string): Buffer {
  const body = Buffer.from(text);
  const frame = Buffer.concat([Buffer.from(kind), encodeSynchsafe(body.length), Buffer.from([0, 0]), body]);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0]), encodeSynchsafe(frame.length), frame]);
}

/** ID3 length with seven bits per byte. */
const encodeSynchsafe = (length: number) => Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
