/**
 * Pictures that show what time it is, for whoever wants to know what was filmed when: sixteen fields from left to right,
 * each a bit of the hundredths of a second since the beginning; white is one. Good for eleven minutes.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';

const [width, height, fields] = [640, 360, 16];

/** A filter for an encoder, by the clock of the moment in which the pictures are drawn. */
export function clockFrom(begun: number): string {
  const boxes = Array.from({ length: fields }, (_, bit) => {
    return `drawbox=x=${40 * bit}:y=0:w=40:h=40:color=white:t=fill:enable='mod(floor(t*100/${2 ** bit}),2)'`;
  });
  return [
    ...[`testsrc2=size=${width}x${height}:rate=25`, 'realtime', 'settb=AVTB', `setpts=RTCTIME-${begun}000`],
    // By the microsecond, an encoder takes them for a million a second, and gives none of them any bits.
    ...[`drawbox=x=0:y=0:w=${width}:h=40:color=black:t=fill`, ...boxes, 'fps=25'],
  ].join(',');
}

/** What time a second of a video shows, which may have been scaled; milliseconds since 1970. */
export async function timeShown(video: string, second: number, begun: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'clock-picture-'));
  try {
    const picture = join(folder, 'picture.gray');
    await runFfmpeg([
      ...['-loglevel', 'error', '-ss', String(second), '-i', video, '-frames:v', '1'],
      ...['-vf', `scale=${width}:${height}`, '-pix_fmt', 'gray', '-f', 'rawvideo', picture],
    ]);
    const pixels = await readFile(picture);
    const isWhite = (bit: number) => (pixels[20 * width + 40 * bit + 20] ?? 0) > 128;
    const hundredths = Array.from({ length: fields }, (_, bit) => (isWhite(bit) ? 2 ** bit : 0)).reduce(
      (a, b) => a + b,
    );
    return begun + 10 * hundredths;
  } finally {
    await rm(folder, { recursive: true });
  }
}
