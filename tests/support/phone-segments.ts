/** Segments as a phone sends them: encoded once by ffmpeg, then moved to any time by their timestamps. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';

export interface Film {
  width?: number;
  height?: number;
  seconds?: number;
  /** Options of the encoders, instead of those of a phone. */
  video?: string[];
  audio?: string[];
}

const pictures = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-bf', '0'],
];
const sound = ['-c:a', 'aac', '-ar', '48000', '-ac', '2', '-b:a', '96k'];

/** Encodes a film into transport streams of 2 s; the first begins at 10 s. */
export async function encodeSegments({
  width = 320,
  height = 180,
  seconds = 4,
  video = pictures,
  audio = sound,
}: Film = {}): Promise<Buffer[]> {
  return inTemporaryFolder(async (folder) => {
    await runFfmpeg([
      ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${width}x${height}:rate=30`],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', String(seconds)],
      ...[...video, '-force_key_frames', 'expr:gte(t,n_forced*2)', '-g', '60', ...audio],
      ...['-f', 'segment', '-segment_time', '2', '-segment_format', 'mpegts', '-output_ts_offset', '10'],
      ...['-muxdelay', '0', '-muxpreload', '0', join(folder, '%03d.ts')],
    ]);
    const names = (await readdir(folder)).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name))));
  });
}

const packetBytes = 188;
const range = 2 ** 33;

/** The timestamp of the first picture, in ticks of 90 kHz. */
function readFirstStamp(segment: Buffer): number {
  let first: number | undefined;
  visitStamps(segment, (kind, stamp) => {
    if (kind === 'video' && first === undefined) first = stamp;
    return stamp;
  });
  return first ?? 0;
}

/** Moves a segment so that its first picture has the timestamp of a time in milliseconds since 1970. */
export function moveSegment(segment: Buffer, startMs: number): Buffer {
  const moved = Buffer.from(segment);
  const by = startMs * 90 - readFirstStamp(segment);
  visitStamps(moved, (_, stamp) => (((stamp + by) % range) + range) % range);
  return moved;
}

/** Calls `change` with each timestamp of a stream's packets, and stores what it returns. */
function visitStamps(data: Buffer, change: (kind: 'video' | 'audio', stamp: number) => number): void {
  for (let at = 0; at < data.length; at += packetBytes) {
    const isStart = (data.readUInt8(at + 1) & 0x40) !== 0;
    const field = (data.readUInt8(at + 3) & 0x20) !== 0 ? 1 + data.readUInt8(at + 4) : 0;
    const pes = at + 4 + field;
    if (!isStart || pes + 19 > at + packetBytes || data.readUIntBE(pes, 3) !== 1) continue;
    const kind = (data.readUInt8(pes + 3) & 0xe0) === 0xe0 ? 'video' : 'audio';
    const flags = data.readUInt8(pes + 7) >> 6;
    if (flags & 2) writeStamp(data, pes + 9, change(kind, readStamp(data, pes + 9)));
    if (flags === 3) writeStamp(data, pes + 14, change(kind, readStamp(data, pes + 14)));
  }
}

const readStamp = (data: Buffer, at: number) =>
  ((data.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (data.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (data.readUInt16BE(at + 3) >> 1);

function writeStamp(data: Buffer, at: number, stamp: number): void {
  data.writeUInt8((data.readUInt8(at) & 0xf0) | (Math.floor(stamp / 2 ** 30) << 1) | 1, at);
  data.writeUInt16BE(((Math.floor(stamp / 2 ** 15) & 0x7fff) << 1) | 1, at + 1);
  data.writeUInt16BE(((stamp & 0x7fff) << 1) | 1, at + 3);
}
