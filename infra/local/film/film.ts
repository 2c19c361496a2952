/**
 * Generates a film of an invented match: frames drawn here, encoded by ffmpeg, with crowd noise. Also a program
 * (`node film.ts <FilmOrder as JSON>`), so that drawing does not block the caller's event loop.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Sport } from '../../../shared/contract/schema.ts';
import { describeExit } from '../../toolchain/exit-status.ts';
import { FfmpegError, findFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { grounds } from './ground.ts';
import { type Chances, type Goal, MatchSimulation, shortFilmChances } from './match-simulation.ts';
import { FilmRenderer } from './render.ts';

export interface FilmOptions {
  sport: Sport;
  /** Primary and secondary colour of each side, `#rrggbb`. */
  home: readonly [string, string];
  away: readonly [string, string];
  seconds: number;
  /** Height in pixels; the aspect ratio is 16:9. */
  height?: number;
  framesPerSecond?: number | undefined;
  /** The same seed generates the same match. */
  seed: number;
  /** Goalless end of the film from second `from`, which loops until the film lasts `until` seconds. */
  goallessEnd?: { from: number; until: number } | undefined;
}

export interface FilmOrder {
  options: FilmOptions;
  /** Encodes in real time and draws at a lower resolution to keep up. */
  live?: boolean;
  /** ffmpeg's output arguments. */
  output: string[];
}

export type { Goal };

const defaultFramesPerSecond = 25;
/** Realistic scoring rates: a goal every few minutes in football, every other shot in basketball. */
const matchChances = {
  SOCCER: { goalProbability: 0.04, forcesEarlyGoal: false },
  BASKET: { goalProbability: 0.45, forcesEarlyGoal: false },
};

/** Duration of the film including the repeated end, in seconds. */
export const computeShownSeconds = ({ seconds, goallessEnd }: Pick<FilmOptions, 'seconds' | 'goallessEnd'>) =>
  goallessEnd?.until ?? seconds;

/** Seconds from a goal until play has resumed. */
const celebrationSeconds = 7;
const chooseChances = ({ goallessEnd }: Pick<FilmOptions, 'goallessEnd'>): Chances =>
  goallessEnd ? { ...shortFilmChances, lastGoalAt: goallessEnd.from - celebrationSeconds } : shortFilmChances;

/** Computes the goals of a film without drawing it. */
export function computeGoals({
  sport,
  seconds,
  seed,
  framesPerSecond = defaultFramesPerSecond,
  goallessEnd,
}: FilmOptions): Goal[] {
  const play = new MatchSimulation(grounds[sport], seed, chooseChances({ goallessEnd }));
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) play.step(1 / framesPerSecond);
  return play.goals;
}

/** Generates a film in a child process. */
export async function makeFilm(order: FilmOrder, timeoutMs: number): Promise<void> {
  const program = ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), JSON.stringify(order)];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'], timeout: timeoutMs });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  let stderrTail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2000);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  process.off('exit', killChild);
  if (code !== 0) throw new Error(stderrTail.trim() || `The film ${describeExit(code, signal)}`);
}

export interface RunningFilm {
  ffmpeg: ChildProcess;
  /** The simulated match. */
  play: MatchSimulation;
  /** Resolves when all frames are drawn or ffmpeg has exited. */
  finished: Promise<void>;
}

/** Starts ffmpeg and feeds it frames until the film ends or ffmpeg exits. */
export async function startFilm({ options, live = false, output }: FilmOrder): Promise<RunningFilm> {
  const { height = 720, framesPerSecond = defaultFramesPerSecond, seconds, seed, sport, goallessEnd } = options;
  const lines = Math.min(height, live ? 540 : 720);
  const size = { width: Math.round((lines * 16) / 9 / 2) * 2, height: lines };
  const format = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${size.width}x${size.height}`];
  // The goals of a live stream are not known in advance.
  const goals = live ? [] : computeGoals(options);
  const args = [
    ...['-hide_banner', '-loglevel', 'warning'],
    ...(live ? ['-re'] : []),
    ...[...format, '-r', String(framesPerSecond), '-i', 'pipe:0'],
    ...['-f', 'lavfi', '-t', String(seconds), '-i', `anoisesrc=color=pink:amplitude=0.1:seed=${seed}`],
    ...['-f', 'lavfi', '-t', String(seconds), '-i', `sine=frequency=${sport === 'SOCCER' ? 2650 : 1900}`],
    '-filter_complex',
    `[0:v]scale=-2:${height},setsar=1[v];${createAudioFilter(goals)}`,
    ...['-map', '[v]', '-map', '[a]', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '29'],
    ...['-maxrate', '4M', '-bufsize', '4M'],
    ...['-g', String(2 * framesPerSecond), '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000'],
    ...output,
  ];
  const ffmpeg = spawn(await findFfmpeg(), args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const film = new FilmRenderer({
    ...options,
    ...size,
    framesPerSecond,
    chances: live ? matchChances[sport] : chooseChances(options),
  });
  const frames = seconds * framesPerSecond;
  const from = goallessEnd && goallessEnd.from * framesPerSecond;
  const pictures = from ? drawLoop(from, film, frames, Math.ceil(0.6 * framesPerSecond)) : drawFrames(film, frames);
  return { ffmpeg, play: film.play, finished: writeFrames(pictures, ffmpeg.stdin) };
}

/** Filter graph for the audio: crowd noise that swells at goals, and the referee's whistle. */
function createAudioFilter(goals: readonly Goal[]): string {
  const swell = goals.map(({ at }) => `+2*between(t,${at.toFixed(2)},${(at + 3.5).toFixed(2)})`).join('');
  const whistles = [0.2, ...goals.map(({ at }) => at + 4.2)].map(
    (at) => `+between(t,${at.toFixed(2)},${(at + 0.45).toFixed(2)})`,
  );
  return `[1:a]volume='1${swell}':eval=frame[crowd];[2:a]volume='0.5*(0${whistles.join('')})':eval=frame[whistle];[crowd][whistle]amix=inputs=2:duration=first[a]`;
}

function* drawFrames(film: FilmRenderer, frames: number): Generator<Buffer> {
  // Copied, because `next` reuses its buffer.
  for (let frame = 0; frame < frames; frame += 1) yield Buffer.from(film.next());
}

/** Cross-fades the last `fade` frames into those before `from`, so that the film loops to `from` without a visible jump. */
function* drawLoop(from: number, film: FilmRenderer, frames: number, fade: number): Generator<Buffer> {
  const before: Buffer[] = [];
  let frame = 0;
  for (const picture of drawFrames(film, frames)) {
    if (frame >= from - fade && frame < from) before.push(picture);
    const step = frame - (frames - fade);
    const other = before[step];
    yield other ? blend(picture, other, (step + 1) / (fade + 1)) : picture;
    frame += 1;
  }
}

function blend(one: Buffer, other: Buffer, share: number): Buffer {
  const blended = Buffer.allocUnsafe(one.length);
  for (let at = 0; at < one.length; at += 1) {
    const value = one[at] ?? 0;
    blended[at] = value + ((other[at] ?? 0) - value) * share;
  }
  return blended;
}

async function writeFrames(pictures: Iterable<Buffer>, input: Writable): Promise<void> {
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    input.once('close', () => {
      isOpen = false;
      resolve();
    });
  });
  // A broken pipe: ffmpeg's exit is reported by its stderr and exit code.
  input.on('error', () => {});
  for (const picture of pictures) {
    if (!isOpen) break;
    if (!input.write(picture)) await Promise.race([new Promise((resolve) => input.once('drain', resolve)), closed]);
  }
  input.end();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ffmpeg, finished } = await startFilm(JSON.parse(process.argv[2] ?? '{}') as FilmOrder);
  let stderrTail = '';
  ffmpeg.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2000);
  });
  const [[code, killer]] = await Promise.all([
    once(ffmpeg, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    finished,
  ]);
  if (code !== 0) {
    const error = new FfmpegError(
      killer ? 'killed' : 'exit',
      killer ? `${stderrTail}\nffmpeg ${describeExit(code, killer)}` : stderrTail,
    );
    console.error(error.message);
    process.exitCode = 1;
  }
}
