/**
 * 60 s of 1080p through the product, compared with a bare ffmpeg that makes the same renditions, sound and sprites: in
 * wall time and in CPU time, which says more on a busy machine. The better of two runs counts, with the bare ones
 * before and after.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg } from '../../infra/local/ffmpeg/ffmpeg.ts';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import { makeClip } from '../support/media.ts';
import { startBenchPlatform } from './bench-platform.ts';
import type { Figure } from './figure.ts';
import { createRecording } from './recording.ts';

export async function encoding(): Promise<Figure[]> {
  return inTemporaryFolder(async (folder) => {
    const source = join(folder, 'source.mp4');
    await makeClip(source, { seconds: 60, size: '1920x1080', rate: 30 });
    const encodeBare = () => measureWork(() => bareLadder(source, folder));
    const [first, products, last] = [await encodeBare(), await encodeByProduct(source), await encodeBare()];
    const [bare, product] = [pickFastest([first, last]), pickFastest(products)];
    const seconds = ({ wall, cpu }: Spent) => `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of the processor`;
    console.log(`60 s of 1080p: ${seconds(product)}; bare ffmpeg: ${seconds(bare)}`);
    return [
      { what: '60 s of 1080p → FINISHED, against bare ffmpeg', value: product.wall / bare.wall, unit: '×', limit: 1.1 },
      { what: 'The same, time of the processor', value: product.cpu / bare.cpu, unit: '×', limit: 1.1 },
    ];
  });
}

/** The shortest command line with the same results. */
async function bareLadder(source: string, folder: string): Promise<void> {
  const rungs: [number, string][] = [
    [1080, '3500k'],
    [720, '1600k'],
    [360, '450k'],
    [270, '250k'],
  ];
  const scaled = rungs.map(([height], index) => `[r${index}]scale=-2:${height}[v${index}]`).join(';');
  const pictures = '[p]fps=1/20,scale=-2:720[poster];[s]fps=1/5,scale=-2:90[sprite]';
  const args = [
    '-i',
    source,
    '-filter_complex',
    `[0:v]split=6[r0][r1][r2][r3][p][s];${scaled};${pictures}`,
    ...rungs.flatMap(([height, rate], index) => [
      ...['-map', `[v${index}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-bf', '8', '-rc-lookahead', '40'],
      ...['-aq-mode', '2', '-maxrate', rate, '-bufsize', rate, '-g', '60', '-map', '0:a', '-c:a', 'aac', '-b:a'],
      ...[`${height > 480 ? 128 : height > 300 ? 96 : 64}k`, '-ar', '48000', '-ac', '2', '-max_interleave_delta', '0'],
      ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-y', join(folder, `${height}.m3u8`)],
    ]),
    ...['poster', 'sprite'].flatMap((name) => ['-map', `[${name}]`, '-y', join(folder, `${name}-%d.jpg`)]),
  ];
  // A busy machine takes longer than the usual minute.
  await runFfmpeg(args, { timeoutMs: 15 * 60_000 });
}

async function encodeByProduct(source: string): Promise<Spent[]> {
  const platform = await startBenchPlatform();
  try {
    return [await encodeOnce(source), await encodeOnce(source)];
  } finally {
    await platform.close();
  }
}

async function encodeOnce(source: string): Promise<Spent> {
  const { encode } = await createRecording(readFileSync(source));
  return measureWork(encode);
}

interface Spent {
  /** Seconds. */
  wall: number;
  /** CPU seconds of this process and of its finished children. */
  cpu: number;
}

const pickFastest = (runs: Spent[]): Spent => ({
  wall: Math.min(...runs.map(({ wall }) => wall)),
  cpu: Math.min(...runs.map(({ cpu }) => cpu)),
});

async function measureWork(work: () => Promise<unknown>): Promise<Spent> {
  const [begin, before] = [performance.now(), cpuSeconds()];
  await work();
  return { wall: (performance.now() - begin) / 1000, cpu: cpuSeconds() - before };
}

/** Linux counts hundredths of seconds: user and system time, of the process and of the children it has waited for. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, hundredths) => sum + Number(hundredths) / 100, 0);
}
