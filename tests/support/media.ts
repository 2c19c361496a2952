/** Small real files for the tests, made by ffmpeg once a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'cantera-media-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Clip {
  seconds?: number;
  size?: string;
  rate?: number;
  audio?: boolean;
  /** Further output options. */
  output?: string[];
}

/** Writes an H.264 test picture with a tone. */
export async function makeClip(
  path: string,
  { seconds = 3, size = '640x360', rate = 25, audio = true, output = [] }: Clip = {},
): Promise<string> {
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=${size}:rate=${rate}`],
    ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : []),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(rate)],
    ...['-movflags', '+faststart', ...output, '-y', path],
  ]);
  return path;
}

/** The same, whole in memory. */
export async function clip({ extension = 'mp4', ...options }: Clip & { extension?: string } = {}): Promise<Buffer> {
  return readFile(await makeClip(join(folder, `${Math.random().toString(36).slice(2)}.${extension}`), options));
}

/** Sound without a picture. */
export async function soundOnly(): Promise<Buffer> {
  const path = join(folder, 'sound.mp4');
  await runFfmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', '-c:a', 'aac', '-y', path]);
  return readFile(path);
}
