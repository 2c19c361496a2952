/** An encoder that sends any tags over RTMP, including those that ffmpeg would never send. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { type AmfValue, writeAmf } from '../../infra/local/ivs/rtmp/amf.ts';
import { writeMessage } from '../../infra/local/ivs/rtmp/chunks.ts';
import { toScratchPath } from './media.ts';

/** An FLV tag: 8 is sound, 9 a picture, 18 the description. */
export interface Tag {
  type: number;
  /** Milliseconds. */
  timestamp: number;
  payload: Buffer;
}

export const isSound = ({ type }: Tag) => type === 8;
export const isPicture = ({ type, payload }: Tag) => type === 9 && payload[1] === 1;
export const isKeyFrame = (tag: Tag) => isPicture(tag) && (tag.payload[0] ?? 0) >> 4 === 1;
export const isHeader = ({ type, payload }: Tag) => type === 18 || payload[1] === 0;

interface Film {
  seconds: number;
  size?: string;
  hertz?: number;
  channels?: number;
  /** Seconds between key frames. */
  keyFrames?: number;
  output?: string[];
}

/** Tags of a film with a tone, at 25 pictures a second. */
export async function makeTags({
  seconds,
  size = '160x90',
  hertz = 44_100,
  channels = 1,
  keyFrames = 1,
  output = [],
}: Film) {
  const path = toScratchPath(`${randomBytes(6).toString('hex')}.flv`);
  const keyInterval = String(25 * keyFrames);
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`, '-f', 'lavfi', '-i', 'sine=frequency=440'],
    ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
    ...['-pix_fmt', 'yuv420p', '-g', keyInterval, '-keyint_min', keyInterval, '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-ar', String(hertz), '-ac', String(channels), ...output, path],
  ]);
  return parseFlv(await readFile(path)).filter(({ payload }) => payload.length > 5 || payload[1] === 0);
}

function parseFlv(flv: Buffer): Tag[] {
  const tags: Tag[] = [];
  for (let at = 13; at + 11 <= flv.length; ) {
    const length = flv.readUIntBE(at + 1, 3);
    const timestamp = flv.readUIntBE(at + 4, 3) | (flv.readUInt8(at + 7) << 24);
    tags.push({ type: flv.readUInt8(at), timestamp, payload: flv.subarray(at + 11, at + 11 + length) });
    at += 11 + length + 4;
  }
  return tags;
}

const chunkBytes = 128;
const streams = { media: 6 };
const command = (...values: AmfValue[]) =>
  writeMessage({ type: 20, streamId: 0, timestamp: 0, payload: writeAmf(...values) }, chunkBytes);

/** A full header and its chunks; times above 24 bits follow each header. */
function toMessage({ type, timestamp, payload }: Tag, size = chunkBytes): Buffer {
  const time = timestamp >>> 0;
  const isExtended = time >= 0xffffff;
  const [header, extension] = [Buffer.alloc(12), Buffer.alloc(isExtended ? 4 : 0)];
  header.writeUInt8(streams.media, 0);
  header.writeUIntBE(Math.min(time, 0xffffff), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(1, 8);
  if (isExtended) extension.writeUInt32BE(time);
  const parts = [header, extension, payload.subarray(0, size)];
  for (let at = size; at < payload.length; at += size)
    parts.push(Buffer.from([0xc0 | streams.media]), extension, payload.subarray(at, at + size));
  return Buffer.concat(parts);
}

export class ScriptedEncoder {
  readonly socket: Socket;
  isClosed = false;
  readonly #key: string;
  /** Size of a chunk that has been announced to the server. */
  chunkBytes = chunkBytes;

  private constructor(socket: Socket, key: string) {
    this.socket = socket;
    this.#key = key;
    socket.resume().on('error', () => {});
    socket.once('close', () => {
      this.isClosed = true;
    });
  }

  static async connect(port: number, key: string): Promise<ScriptedEncoder> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(Buffer.concat([Buffer.from([3]), randomBytes(1536), randomBytes(1536)]));
    socket.write(command('connect', 1, { app: 'live' }));
    socket.write(command('createStream', 2, null));
    return new ScriptedEncoder(socket, key);
  }

  /** Asks to publish; `tags` follow in the same packet. */
  publish(tags: readonly Tag[] = []): void {
    const messages = [command('publish', 3, null, this.#key, 'live'), ...tags.map((tag) => toMessage(tag))];
    this.socket.write(Buffer.concat(messages));
  }

  announceChunkSize(bytes: number): void {
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(bytes);
    this.socket.write(writeMessage({ type: 1, streamId: 0, timestamp: 0, payload }, this.chunkBytes));
    this.chunkBytes = bytes;
  }

  /** Sends tags in a multiple of real time, by their position in the film, because their timestamps may be wrong. */
  async send(tags: readonly Tag[], { speed = 6, seconds }: { speed?: number; seconds: number }): Promise<void> {
    const begun = Date.now();
    for (const [index, tag] of tags.entries()) {
      const due = begun + ((1000 * seconds) / speed) * (index / tags.length);
      if (due > Date.now() + 20) await sleep(due - Date.now());
      if (this.isClosed) return;
      this.socket.write(toMessage(tag, this.chunkBytes));
    }
  }

  /** Ends the connection once everything is sent. */
  close(): void {
    this.socket.end(() => this.socket.destroy());
  }
}
