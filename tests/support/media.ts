/** Small real media files, made by ffmpeg once a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'cantera-media-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Path of a temporary file of this run. */
export const toScratchPath = (name: string) => join(folder, name);

interface Clip {
  seconds?: number;
  size?: string;
  rate?: number;
  audio?: boolean;
  /** Frames at uneven times, as phones write them. */
  varying?: boolean;
  output?: string[];
}

export async function makeClip(
  path: string,
  { seconds = 3, size = '640x360', rate = 25, audio = true, varying = false, output = [] }: Clip = {},
): Promise<string> {
  // Only Matroska keeps uneven gaps in every build of ffmpeg; the option that does so elsewhere has changed its name.
  const encoded = varying ? `${path}.mkv` : path;
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=${size}:rate=${rate}`],
    ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : []),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(rate)],
    ...(varying ? ['-vf', 'select=not(eq(mod(n\\,7)\\,3))'] : []),
    ...['-movflags', '+faststart', ...output, '-y', encoded],
  ]);
  if (varying) await runFfmpeg(['-i', encoded, '-c', 'copy', '-y', path]);
  return path;
}

/**
 * Marks a clip as recorded upright by a phone: players rotate it clockwise. (Builds of ffmpeg disagree on the option.)
 */
export async function rotateUpright(path: string): Promise<void> {
  const bytes = await readFile(path);
  const matrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000];
  // The matrix in the header of the first track, the video: after type, version, times, id, layer and volume.
  const at = bytes.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of matrix.entries()) bytes.writeInt32BE(value, at + 4 * index);
  await writeFile(path, bytes);
}

/** A test picture with a tone, in memory. */
export async function createClip({
  extension = 'mp4',
  ...options
}: Clip & { extension?: string } = {}): Promise<Buffer> {
  return readFile(await makeClip(join(folder, `${Math.random().toString(36).slice(2)}.${extension}`), options));
}

export async function createSoundOnly(): Promise<Buffer> {
  const path = join(folder, 'sound.mp4');
  await runFfmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', '-c:a', 'aac', '-y', path]);
  return readFile(path);
}

/** Reads when a signed address ends, in seconds since 1970. */
export function readAddressEnd(address: string): number {
  const encoded = /Policy=([^&]+)/.exec(address)?.[1] ?? '';
  const policy = Buffer.from(encoded.replaceAll('_', '=').replaceAll('~', '/').replaceAll('-', '+'), 'base64');
  return JSON.parse(policy.toString()).Statement[0].Condition.DateLessThan['AWS:EpochTime'];
}
