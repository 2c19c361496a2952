/**
 * Reads an MPEG transport stream with one H.264 and one ADTS stream (ISO 13818-1), strictly, because the file is
 * untrusted. Pure. Times are in ticks of 90 kHz.
 */

const packetBytes = 188;
const streamTypes = { h264: 0x1b, adts: 0x0f };
/** Types of encrypted H.264, AAC and AC-3 (Apple's SAMPLE-AES). */
const encryptedTypes = [0xdb, 0xcf, 0xc1, 0xc2];
const accessDescriptor = 0x09;
/** The service description and padding, which players skip. */
const ignoredPids = [0x11, 0x1fff];

export interface Frame {
  pts: number;
  dts: number;
  data: Buffer;
}

export interface StreamContent {
  /** Access units in the order of decoding. */
  video: Frame[];
  /** Packets of sound frames. */
  audio: Frame[];
}

export type StreamDefect = 'CONTAINER' | 'ENCRYPTED' | 'VIDEO_CODEC' | 'AUDIO_CODEC' | 'TIMESTAMPS';

class DefectiveStream extends Error {
  readonly defect: StreamDefect;

  constructor(defect: StreamDefect) {
    super(defect);
    this.defect = defect;
  }
}

/** Returns the stream's frames, or why it cannot be played. */
export function readTransportStream(data: Buffer): StreamContent | StreamDefect {
  try {
    return readStream(data);
  } catch (error) {
    if (error instanceof DefectiveStream) return error.defect;
    // A read beyond the end of a table or header.
    if (error instanceof RangeError) return 'CONTAINER';
    throw error;
  }
}

interface Pids {
  map?: number;
  video?: number;
  audio?: number;
}

function readStream(data: Buffer): StreamContent {
  require(data.length > 0 && data.length % packetBytes === 0, 'CONTAINER');
  const pids: Pids = {};
  const counters = new Map<number, number>();
  const parts = { video: [] as Buffer[][], audio: [] as Buffer[][] };
  for (let at = 0; at < data.length; at += packetBytes) {
    const { pid, isStart, payload } = readPacket(data.subarray(at, at + packetBytes), counters);
    if (payload.length === 0 || ignoredPids.includes(pid)) continue;
    if (pid === 0) pids.map = readAssociation(payload, isStart);
    else if (pid === pids.map) Object.assign(pids, readMap(payload, isStart));
    else {
      const kind = pid === pids.video ? 'video' : pid === pids.audio ? 'audio' : undefined;
      if (!kind) throw new DefectiveStream('CONTAINER');
      if (isStart) parts[kind].push([]);
      const current = parts[kind].at(-1);
      if (!current) throw new DefectiveStream('CONTAINER');
      current.push(payload);
    }
  }
  require(parts.video.length > 0, 'VIDEO_CODEC');
  require(parts.audio.length > 0, 'AUDIO_CODEC');
  return {
    video: parts.video.map((part) => readPes(Buffer.concat(part), 0xe0)),
    audio: parts.audio.map((part) => readPes(Buffer.concat(part), 0xc0)),
  };
}

function readPacket(packet: Buffer, counters: Map<number, number>) {
  const [sync = 0, head = 0, , flags = 0] = packet;
  require(sync === 0x47 && (head & 0x80) === 0, 'CONTAINER');
  require((flags & 0xc0) === 0, 'ENCRYPTED');
  const pid = packet.readUInt16BE(1) & 0x1fff;
  const [hasField, hasPayload] = [(flags & 0x20) !== 0, (flags & 0x10) !== 0];
  const fieldBytes = hasField ? 1 + packet.readUInt8(4) : 0;
  require(4 + fieldBytes <= packetBytes, 'CONTAINER');
  const counter = flags & 15;
  const before = counters.get(pid);
  // A missing packet would show a broken picture.
  if (hasPayload && pid !== 0x1fff) {
    require(before === undefined || counter === ((before + 1) & 15), 'CONTAINER');
    counters.set(pid, counter);
  }
  return { pid, isStart: (head & 0x40) !== 0, payload: packet.subarray(hasPayload ? 4 + fieldBytes : packetBytes) };
}

/** Returns the body of a section that fits into one packet, as those of one programme do. */
function readSection(payload: Buffer, isStart: boolean, tableId: number): Buffer {
  require(isStart, 'CONTAINER');
  const from = 1 + payload.readUInt8(0);
  require(payload.readUInt8(from) === tableId, 'CONTAINER');
  const length = payload.readUInt16BE(from + 1) & 0xfff;
  require(length >= 9 && from + 3 + length <= payload.length, 'CONTAINER');
  return payload.subarray(from + 8, from + 3 + length - 4);
}

function readAssociation(payload: Buffer, isStart: boolean): number {
  const programmes: number[] = [];
  const body = readSection(payload, isStart, 0);
  for (let at = 0; at < body.length; at += 4)
    if (body.readUInt16BE(at) !== 0) programmes.push(body.readUInt16BE(at + 2) & 0x1fff);
  const [map] = programmes;
  if (map === undefined || programmes.length > 1) throw new DefectiveStream('CONTAINER');
  return map;
}

function readMap(payload: Buffer, isStart: boolean): Pids {
  const body = readSection(payload, isStart, 2);
  const infoBytes = body.readUInt16BE(2) & 0xfff;
  require(!hasAccessDescriptor(body.subarray(4, 4 + infoBytes)), 'ENCRYPTED');
  const pids: Pids = {};
  for (let at = 4 + infoBytes; at < body.length; ) {
    const type = body.readUInt8(at);
    const pid = body.readUInt16BE(at + 1) & 0x1fff;
    const bytes = body.readUInt16BE(at + 3) & 0xfff;
    require(!encryptedTypes.includes(type) && !hasAccessDescriptor(body.subarray(at + 5, at + 5 + bytes)), 'ENCRYPTED');
    if (type === streamTypes.h264 && pids.video === undefined) pids.video = pid;
    else if (type === streamTypes.adts && pids.audio === undefined) pids.audio = pid;
    else throw new DefectiveStream(videoTypes.includes(type) ? 'VIDEO_CODEC' : 'AUDIO_CODEC');
    at += 5 + bytes;
  }
  require(pids.video !== undefined, 'VIDEO_CODEC');
  require(pids.audio !== undefined, 'AUDIO_CODEC');
  return pids;
}

/** MPEG-1, MPEG-2, MPEG-4, H.264, its extensions, and H.265. */
const videoTypes = [0x01, 0x02, 0x10, 0x1b, 0x1f, 0x20, 0x24, 0x33];

function hasAccessDescriptor(descriptors: Buffer): boolean {
  for (let at = 0; at + 1 < descriptors.length; at += 2 + descriptors.readUInt8(at + 1))
    if (descriptors[at] === accessDescriptor) return true;
  return false;
}

function readPes(data: Buffer, streamId: number): Frame {
  require(data.readUIntBE(0, 3) === 1 && (data.readUInt8(3) & 0xe0) === streamId, 'CONTAINER');
  const length = data.readUInt16BE(4);
  const [flags, stamps, headBytes] = [data.readUInt8(6), data.readUInt8(7), data.readUInt8(8)];
  require((flags & 0x30) === 0, 'ENCRYPTED');
  require((flags & 0xc0) === 0x80 && 9 + headBytes <= data.length, 'CONTAINER');
  // A truncated packet; the length of pictures may be left out.
  require(length === 0 ? streamId === 0xe0 : 6 + length === data.length, 'CONTAINER');
  require((stamps & 0x80) !== 0, 'TIMESTAMPS');
  const pts = readStamp(data, 9);
  const dts = (stamps & 0x40) !== 0 ? readStamp(data, 14) : pts;
  return { pts, dts, data: data.subarray(9 + headBytes) };
}

function readStamp(data: Buffer, at: number): number {
  const [high, middle, low] = [data.readUInt8(at), data.readUInt16BE(at + 1), data.readUInt16BE(at + 3)];
  return ((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1);
}

function require(isTrue: boolean, defect: StreamDefect): void {
  if (!isTrue) throw new DefectiveStream(defect);
}
