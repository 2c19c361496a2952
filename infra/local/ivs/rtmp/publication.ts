/** A publication and its messages: audio and video as FLV tags, and the encoder's description. */
import type { PassThrough } from 'node:stream';
import { type AmfValue, isObject, readAmf } from './amf.ts';
import { type Message, ProtocolError } from './chunks.ts';
import { toPlainAudio, toPlainVideo } from './enhanced.ts';
import type { IngestMeter } from './meter.ts';

export interface MediaTag {
  kind: 'video' | 'audio';
  /** Milliseconds; wraps after 49 days. */
  timestamp: number;
  payload: Buffer;
}

export interface Publication {
  /** Stream of `MediaTag`s; ends when the publisher stops or the connection breaks. */
  tags: PassThrough;
  /** The encoder's `onMetaData`; empty until it arrives. */
  metadata: Record<string, AmfValue>;
  meter: IngestMeter;
  /** H.264 profile, compatibility and level bytes in hex (`64001f`); undefined before the sequence header. */
  avc?: string;
  /** Milliseconds since the publisher sent anything. */
  readSilenceMs(): number;
  disconnect(): void;
}

/** Resolves to a function that accepts the publication; to undefined where the key may not publish at present. */
export type Authorise = (app: string, key: string) => Promise<((publication: Publication) => void) | undefined>;

export interface Unsupported {
  reason: string;
}

const videoFrame = { key: 1, command: 5 };
const videoCodec = { h264: 7 };
const soundCodec = { aac: 10, deviceSpecific: 15 };

/** Reads and measures a message; undefined for one without media. */
export function readVideo(publication: Publication, { timestamp, payload: received }: Message) {
  if (received.length < 2) return undefined;
  const frameType = (received.readUInt8(0) >> 4) & 7;
  if (frameType === videoFrame.command) return undefined;
  const payload = toPlainVideo(received);
  if (payload?.length === 0) return undefined;
  if (!payload || (payload.readUInt8(0) & 0x0f) !== videoCodec.h264) return refuse('Only H.264 video is supported');
  // AVC sequence header: five tag bytes, then the decoder configuration record. It does not count as a frame.
  const isHeader = payload[1] === 0;
  if (isHeader && payload.length > 9) publication.avc = payload.toString('hex', 6, 9);
  if (payload[1] === 1) publication.meter.record('video', payload.length, timestamp, frameType === videoFrame.key);
  return toTag('video', timestamp, payload);
}

export function readAudio(publication: Publication, { timestamp, payload: received }: Message) {
  if (received.length < 2) return undefined;
  const payload = toPlainAudio(received);
  if (payload?.length === 0) return undefined;
  const codec = payload && payload.readUInt8(0) >> 4;
  // Drones send sound in a proprietary format, which cannot be played.
  if (codec === soundCodec.deviceSpecific) return undefined;
  if (!payload || codec !== soundCodec.aac) return refuse('Only AAC audio is supported');
  publication.meter.record('audio', payload.length, timestamp, false);
  return toTag('audio', timestamp, payload);
}

const toTag = (kind: MediaTag['kind'], timestamp: number, payload: Buffer): MediaTag => ({ kind, timestamp, payload });
const refuse = (reason: string): Unsupported => ({ reason });

/** Stores the encoder's description, and ignores other data in any format. */
export function readDescription(publication: Publication, payload: Buffer): void {
  const values = readAmf(payload, { isLenient: true });
  // Encoders send `@setDataFrame onMetaData {…}`; FLV files contain only `onMetaData {…}`.
  const metadata = values[values[0] === '@setDataFrame' ? 2 : 1];
  if (values.includes('onMetaData') && isObject(metadata)) Object.assign(publication.metadata, metadata);
}

/** Yields an aggregate's messages: FLV tags with timestamps relative to the first. */
export function* splitAggregate({ streamId, timestamp, payload }: Message): Generator<Message> {
  const base = payload.length >= 8 ? readFlvTime(payload, 4) : 0;
  for (let at = 0; at + 11 <= payload.length; ) {
    const size = payload.readUIntBE(at + 1, 3);
    if (at + 11 + size > payload.length) throw new ProtocolError('an aggregate that ends too early');
    yield {
      type: payload.readUInt8(at),
      streamId,
      timestamp: (timestamp + readFlvTime(payload, at + 4) - base) >>> 0,
      payload: payload.subarray(at + 11, at + 11 + size),
    };
    at += 11 + size + 4;
  }
}

const readFlvTime = (tag: Buffer, at: number) => tag.readUIntBE(at, 3) | (tag.readUInt8(at + 3) << 24);
