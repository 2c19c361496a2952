/** Short moving pictures of a match, made by ffmpeg: a ground, a ball and players as dots, the sound of a crowd. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Sport } from '../../../shared/schema.ts';
import { runFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { groundPicture } from './pictures.ts';
import { clipTimeoutMs } from './steps.ts';
import type { Team } from './teams.ts';

export interface ClipOptions {
  sport: Sport;
  home: Team;
  away: Team;
  seconds: number;
  /** Lines of the picture; the width is 16:9. */
  height?: number;
  framesPerSecond?: number | undefined;
  seed: number;
}

/** Makes an MP4 (H.264, AAC) at `path`. */
export async function makeClip(path: string, options: ClipOptions): Promise<void> {
  const folder = `${path}.parts`;
  await mkdir(folder, { recursive: true });
  try {
    await runFfmpeg(await clipArguments(folder, options, ['-movflags', '+faststart', '-y', path]), {
      timeoutMs: clipTimeoutMs,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** ffmpeg's arguments for such pictures; the ones that say where they go come last. */
export async function clipArguments(folder: string, options: ClipOptions, output: string[]): Promise<string[]> {
  // Drawing is the slow part: it happens on a smaller picture, which is scaled at the end.
  const height = 480;
  const { height: outputHeight = 720, framesPerSecond = 25 } = options;
  const width = Math.round((height * 16) / 9 / 2) * 2;
  await mkdir(dirname(join(folder, 'x')), { recursive: true });
  const scale = height / 720;
  const sprites = [
    { name: 'ball', colour: options.sport === 'SOCCER' ? '#f8fafc' : '#f97316', radius: 9 },
    ...Array.from({ length: 4 }, (_, index) => ({ name: `home${index}`, colour: options.home.colours[0], radius: 15 })),
    ...Array.from({ length: 4 }, (_, index) => ({ name: `away${index}`, colour: options.away.colours[1], radius: 15 })),
  ];
  await writeFile(
    join(folder, 'ground.png'),
    await groundPicture(options.sport, options.home, options.away, width, height),
  );
  for (const { name, colour, radius } of sprites)
    await writeFile(join(folder, `${name}.png`), await dot(colour, radius * scale));

  const inputs = ['ground', ...sprites.map(({ name }) => name)].flatMap((name) => [
    ...['-loop', '1', '-framerate', String(framesPerSecond), '-t', String(options.seconds)],
    ...['-i', join(folder, `${name}.png`)],
  ]);
  const noise = [
    '-f',
    'lavfi',
    '-t',
    String(options.seconds),
    '-i',
    `anoisesrc=color=pink:amplitude=0.05:seed=${options.seed}`,
  ];
  const moves = sprites.map((_, index) => movement(index, options.seed, index === 0));
  const chain = moves.map(
    ({ x, y }, index) =>
      `[${index === 0 ? '0:v' : `m${index - 1}`}][${index + 1}:v]overlay=x='${x}':y='${y}'[m${index}]`,
  );
  return [
    ...inputs,
    ...noise,
    ...[
      '-filter_complex',
      `${chain.join(';')};[m${moves.length - 1}]scale=-2:${outputHeight},setsar=1,format=yuv420p[v]`,
    ],
    ...['-map', '[v]', '-map', `${sprites.length + 1}:a`],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '26',
      '-g',
      String(2 * framesPerSecond),
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-ac',
      '2',
      '-ar',
      '48000',
    ],
    ...output,
  ];
}

/** Each dot wanders on sums of two waves of its own: smooth, within the lines, never the same twice. */
function movement(index: number, seed: number, isBall: boolean): { x: string; y: string } {
  const reach = isBall ? 0.42 : 0.14;
  const centre = isBall
    ? [0.5, 0.5]
    : [0.2 + (0.6 * ((index * 37 + seed * 13) % 100)) / 100, 0.2 + (0.6 * ((index * 61 + seed * 29) % 100)) / 100];
  const speed = (isBall ? 0.9 : 0.5) + ((index * 17 + seed * 7) % 10) / 25;
  const wave = (part: 'W' | 'H', middle: number, phase: number) =>
    `${part}*(${middle.toFixed(3)}+${reach}*(0.6*sin(t*${speed.toFixed(3)}+${phase})+0.4*sin(t*${(speed * 1.7).toFixed(3)}+${phase * 2})))`;
  return { x: wave('W', centre[0] ?? 0.5, index), y: wave('H', centre[1] ?? 0.5, index + 2) };
}

function dot(colour: string, radius: number): Promise<Buffer> {
  const size = Math.ceil(radius * 2 + 4);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${radius}" fill="${colour}" stroke="#000" stroke-opacity=".45" stroke-width="2"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
