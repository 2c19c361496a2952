/** Small real files for the tests, made by ffmpeg once a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'cantera-media-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Clip {
  seconds?: number;
  size?: string;
  audio?: boolean;
  /** Extra output arguments. */
  output?: string[];
  extension?: string;
}

/** An H.264 test picture with a tone, whole in memory. */
export async function clip({
  seconds = 3,
  size = '640x360',
  audio = true,
  output = [],
  extension = 'mp4',
}: Clip = {}): Promise<Buffer> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.${extension}`);
  await runFfmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=duration=${seconds}:size=${size}:rate=25`],
    ...(audio ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : []),
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '25',
      ...(audio ? ['-c:a', 'aac'] : []),
    ],
    ...['-movflags', '+faststart', ...output, '-y', path],
  ]);
  return readFile(path);
}

/** Sound without a picture. */
export async function soundOnly(): Promise<Buffer> {
  const path = join(folder, 'sound.mp4');
  await runFfmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', '-c:a', 'aac', '-y', path]);
  return readFile(path);
}
