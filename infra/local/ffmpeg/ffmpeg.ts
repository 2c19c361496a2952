/**
 * Runs ffmpeg on files that strangers uploaded: only local protocols, a time limit, a memory limit, low priority,
 * killed on abort. `probe` reads `ffmpeg -i` because the binary packaged for npm has no ffprobe. Command lines must
 * suit the packaged build and a system's of some years ago (4.2).
 */
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { describeExit } from '../../toolchain/ending.ts';
import { findFfmpeg } from './find.ts';

export { type Ffmpeg, findFfmpeg, workingFfmpegs } from './find.ts';

export interface MediaInfo {
  /** ffmpeg's name of the container, for example `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; undefined where the file does not say (a broken or live recording). */
  duration?: number;
  /** Bytes. */
  size: number;
  video?: VideoInfo;
  audio?: { codec: string; sampleRate?: number; channels?: number };
}

export interface VideoInfo {
  codec: string;
  profile?: string;
  pixelFormat: string;
  /** As coded, before rotation. */
  width: number;
  height: number;
  /** Clockwise degrees that a player turns the picture by: 0, 90, 180 or 270. */
  rotation: number;
  /** Average frames per second; of files with a varying rate this is no real rate. */
  fps: number;
  /** Sample aspect ratio, 1 for square pixels. */
  sampleAspect: number;
  interlaced: boolean;
}

export interface RunOptions {
  timeoutMs?: number;
  /** Address space, bytes. Threads' stacks and shared libraries count, so be generous. */
  memoryBytes?: number;
  signal?: AbortSignal;
  cwd?: string;
  /** Each line of standard output (`-progress pipe:1`, segment lists). */
  onLine?: (line: string) => void;
}

/** ffmpeg could not do it: it said so (`exit`), it died (`killed`), or we ended it. `stderr` is the tail of its words. */
export class FfmpegError extends Error {
  readonly reason: 'exit' | 'killed' | 'timeout' | 'aborted';
  readonly stderr: string;

  constructor(reason: FfmpegError['reason'], stderr: string) {
    super(`ffmpeg: ${reason}: ${stderr.trim().split('\n').slice(-3).join(' | ')}`);
    this.reason = reason;
    this.stderr = stderr;
  }
}

/** Input options for a file of unknown origin: no network, and no playlist formats, which could name other files. */
export const untrustedFile = (path: string) => [
  '-protocol_whitelist',
  'file,pipe,crypto',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mp3,wav,aac,flac,mxf,h264,hevc',
  '-i',
  `file:${path}`,
];

/** Input options for an HLS recording whose playlists were checked to name only files beside them. */
export const localPlaylist = (path: string) => [
  '-protocol_whitelist',
  'file,pipe,crypto',
  '-format_whitelist',
  'hls,applehttp,mpegts',
  '-f',
  'hls',
  '-i',
  `file:${path}`,
];

/** A long-running ffmpeg fed through its standard input at normal priority: a live pipeline. */
export async function spawnFfmpeg(
  args: string[],
  cwd: string,
): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  const ffmpeg = await findFfmpeg();
  return untilExit(spawn(ffmpeg, ['-hide_banner', '-nostats', ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] }));
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** None outlives us: after Ctrl-C, which reaches it too, a build of 2024 first draws what it has begun. */
function untilExit<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs ffmpeg to its end and answers what it said on standard error; throws FfmpegError otherwise. */
export async function runFfmpeg(args: string[], options: RunOptions = {}): Promise<string> {
  const { stderr, reason } = await execute(args, options);
  if (reason) throw new FfmpegError(reason, stderr);
  return stderr;
}

async function execute(
  args: string[],
  { timeoutMs = 60_000, memoryBytes = 8e9, signal, cwd, onLine }: RunOptions,
): Promise<{ stderr: string; reason?: FfmpegError['reason'] }> {
  const ffmpeg = await findFfmpeg();
  if (signal?.aborted) return { stderr: '', reason: 'aborted' };
  // Behind whoever is watching; of tests, which keep every core busy, it would get next to nothing then.
  const niceness = Number(process.env.FFMPEG_NICENESS ?? 10);
  // `exec` twice: the process that we can kill is ffmpeg itself, with both limits already upon it.
  const limited = `ulimit -v ${Math.round(memoryBytes / 1024)} 2>/dev/null; exec nice -n ${niceness} "$0" "$@"`;
  const shell = ['-c', limited, ffmpeg, '-hide_banner', '-nostdin', '-y', ...args];
  const child = untilExit(spawn('/bin/sh', shell, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  let reason: FfmpegError['reason'] | undefined;
  const stop = (why: FfmpegError['reason']) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const abort = () => stop('aborted');
  signal?.addEventListener('abort', abort, { once: true });

  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // The head names the streams, the tail names the error; a broken file can print megabytes between them.
    stderr = stderr.length > 60_000 ? stderr.slice(0, 20_000) + (stderr + text).slice(-30_000) : stderr + text;
  });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine?.(line);
  });
  await new Promise<void>((resolve) => {
    child.once('error', (error) => {
      reason ??= 'exit';
      stderr += `\n${error.message}`;
      resolve();
    });
    child.once('close', (code, killer) => {
      if (killer && !reason) stderr += `\nffmpeg ${describeExit(code, killer)}`;
      if (code !== 0) reason ??= killer ? 'killed' : 'exit';
      resolve();
    });
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', abort);
  return { stderr, reason };
}

/** What a file holds, or FfmpegError when it is not a media file that ffmpeg can read. */
export async function probe(path: string, input: string[] = untrustedFile(path)): Promise<MediaInfo> {
  const { size } = await stat(path);
  // Without an output ffmpeg always ends with an error; whether it printed an input says if the file is readable.
  const { stderr, reason } = await execute(input, { timeoutMs: 30_000, memoryBytes: 4e9 });
  if (reason !== 'exit' || !/^Input #0/m.test(stderr)) throw new FfmpegError(reason ?? 'exit', stderr);
  return { size, ...parseProbe(stderr) };
}

/** Exported for its test: the texts differ between builds. */
export function parseProbe(text: string): Omit<MediaInfo, 'size'> {
  const container = /^Input #0, (.+), from /m.exec(text)?.[1] ?? '';
  const time = /Duration: (\d+):(\d+):(\d+(?:\.\d+)?)/.exec(text);
  const duration = time ? Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]) : undefined;
  const streams = text.split(/^ {2,4}Stream #0:/m).slice(1);
  const video = streams.find((stream) => /Video: /.test(stream) && !/attached pic|Video: (png|bmp|gif)/.test(stream));
  const audio = streams.find((stream) => /Audio: (?!none)/.test(stream));
  return {
    container,
    duration,
    video: video ? parseVideo(video) : undefined,
    audio: audio ? parseAudio(audio) : undefined,
  };
}

function parseVideo(stream: string): VideoInfo | undefined {
  const line = stream.split('\n', 1)[0] ?? '';
  const size = /, (\d{2,5})x(\d{2,5})[, ]/.exec(`${line},`);
  if (!size) return undefined;
  const counterClockwise = /rotation of (-?[\d.]+) degrees/.exec(stream)?.[1];
  const tagged = /^\s+rotate\s*:\s*(-?\d+)/m.exec(stream)?.[1];
  const degrees = counterClockwise === undefined ? Number(tagged ?? 0) : -Number(counterClockwise);
  const [, sarWidth, sarHeight] = /SAR (\d+):(\d+)/.exec(line) ?? [];
  const rate = (unit: string) =>
    Number(new RegExp(`([\\d.]+)(k?) ${unit}`).exec(line)?.slice(1, 3).join('').replace('k', 'e3'));
  return {
    codec: /Video: (\w+)/.exec(line)?.[1] ?? '',
    profile: /Video: \w+ \(([^)/]+)\)/.exec(line)?.[1],
    pixelFormat: /Video: [^,]+(?:\([^)]*\))?, (\w+)/.exec(line)?.[1] ?? '',
    width: Number(size[1]),
    height: Number(size[2]),
    rotation: (((Math.round(degrees / 90) * 90) % 360) + 360) % 360,
    fps: rate('fps') || rate('tbr') || 25,
    sampleAspect: Number(sarWidth) > 0 && Number(sarHeight) > 0 ? Number(sarWidth) / Number(sarHeight) : 1,
    interlaced: /top first|bottom first|top coded first|bottom coded first/.test(line),
  };
}

function parseAudio(stream: string) {
  const line = stream.split('\n', 1)[0] ?? '';
  const layout = /Hz, ([^,]+)/.exec(line)?.[1] ?? '';
  const layouts: Record<string, number> = { mono: 1, stereo: 2, '5.1': 6, '5.1(side)': 6, '7.1': 8 };
  return {
    codec: /Audio: (\w+)/.exec(line)?.[1] ?? '',
    sampleRate: Number(/(\d+) Hz/.exec(line)?.[1]) || undefined,
    channels: layouts[layout] ?? (Number(/(\d+) channels/.exec(layout)?.[1]) || undefined),
  };
}
