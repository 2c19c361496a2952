/**
 * Pictures that show the time at which they were drawn: sixteen fields from left to right are the bits of the
 * hundredths of a second since the start; white is one. Wraps after eleven minutes.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { inTemporaryFolder } from './in-temporary-folder.ts';

const [width, height, fields] = [640, 360, 16];

/** An ffmpeg filter that draws the current time. */
export function drawClock(begun: number): string {
  const boxes = Array.from({ length: fields }, (_, bit) => {
    return `drawbox=x=${40 * bit}:y=0:w=40:h=40:color=white:t=fill:enable='mod(floor(t*100/${2 ** bit}),2)'`;
  });
  return [
    `testsrc2=size=${width}x${height}:rate=25`,
    'realtime',
    'settb=AVTB',
    `setpts=RTCTIME-${begun}000`,
    // With timestamps in microseconds an encoder assumes a million frames a second and gives each almost no bits.
    `drawbox=x=0:y=0:w=${width}:h=40:color=black:t=fill`,
    ...boxes,
    'fps=25',
  ].join(',');
}

/** Reads the time that a video, scaled or not, shows at a second; in milliseconds since the Unix epoch. */
export async function readClock(video: string, second: number, begun: number): Promise<number> {
  return inTemporaryFolder(async (folder) => {
    const picture = join(folder, 'picture.gray');
    const frame = ['-ss', String(second), '-i', video, '-frames:v', '1', '-vf', `scale=${width}:${height}`];
    await runFfmpeg(['-loglevel', 'error', ...frame, '-pix_fmt', 'gray', '-f', 'rawvideo', picture]);
    const pixels = await readFile(picture);
    const isWhite = (bit: number) => (pixels[20 * width + 40 * bit + 20] ?? 0) > 128;
    const hundredths = Array.from({ length: fields }, (_, bit) => (isWhite(bit) ? 2 ** bit : 0)).reduce(
      (a, b) => a + b,
    );
    return begun + 10 * hundredths;
  });
}
