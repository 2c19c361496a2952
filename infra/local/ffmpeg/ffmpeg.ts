/**
 * Runs ffmpeg on untrusted files, with limits on time and memory. `probe` parses the output of `ffmpeg -i`, because the
 * npm package has no ffprobe. Commands must work with ffmpeg 4.2 and later.
 */
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { describeExit } from '../../toolchain/exit-status.ts';
import { findFfmpeg } from './find.ts';

export { type Ffmpeg, findFfmpeg, listWorkingFfmpegs } from './find.ts';

export interface MediaInfo {
  /** ffmpeg's container name, for example `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; undefined where the file does not tell, because it is broken or still being recorded. */
  duration?: number;
  /** Bytes. */
  size: number;
  video?: VideoInfo;
  /** First track that can be decoded. */
  audio?: AudioInfo;
  /** All tracks in order; the codec of an undecodable one is `none`. */
  audioTracks: AudioInfo[];
}

export interface AudioInfo {
  codec: string;
  sampleRate?: number;
  channels?: number;
}

export interface VideoInfo {
  codec: string;
  profile?: string;
  pixelFormat: string;
  /** Size as coded, before rotation. */
  width: number;
  height: number;
  /** Clockwise rotation for display: 0, 90, 180 or 270 degrees. */
  rotation: number;
  /** Average frames per second; meaningless for files with a variable rate. */
  fps: number;
  /** Sample aspect ratio, 1 for square pixels. */
  sampleAspect: number;
  /** Both are false for a file that does not say how it is scanned. */
  interlaced: boolean;
  progressive: boolean;
  /** ffmpeg's names, for example `bt2020nc`, `bt2020` and `arib-std-b67`; empty where the file has none. */
  colour: { matrix: string; primaries: string; transfer: string };
}

export interface RunOptions {
  timeoutMs?: number;
  /** Bytes of address space, including thread stacks and shared libraries. */
  memoryBytes?: number;
  signal?: AbortSignal;
  /** Runs at normal priority, because a live broadcast waits for the result. */
  isUrgent?: boolean;
  cwd?: string;
  /** Receives each line of standard output (`-progress pipe:1`, segment lists). */
  onLine?: (line: string) => void;
}

/** A failed run of ffmpeg: it exited with an error, was killed by a signal, timed out or was aborted. */
export class FfmpegError extends Error {
  readonly reason: 'exit' | 'killed' | 'timeout' | 'aborted';
  readonly stderr: string;

  constructor(reason: FfmpegError['reason'], stderr: string) {
    super(`ffmpeg: ${reason}: ${stderr.trim().split('\n').slice(-3).join(' | ')}`);
    this.reason = reason;
    this.stderr = stderr;
  }
}

const createInput = (path: string, formats: string, ...options: string[]) => [
  ...['-protocol_whitelist', 'file,pipe,crypto', '-format_whitelist', formats, ...options, '-i', `file:${path}`],
];

/** Input options for an untrusted file: no network, and no playlist formats, which could open other files. */
export const createUntrustedInput = (path: string) => createInput(path, containers);
const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,mp3,wav,aac,flac,mxf,h264,hevc';

/** Input options for an HLS recording whose playlists are known to reference only files of their folder. */
export const createPlaylistInput = (path: string) => createInput(path, 'hls,applehttp,mpegts', '-f', 'hls');

/** Starts ffmpeg for a live pipeline, fed through stdin: at normal priority, without limits. */
export async function spawnFfmpeg(
  args: string[],
  cwd: string,
): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  const ffmpeg = await findFfmpeg();
  return killOnExit(spawn(ffmpeg, ['-hide_banner', '-nostats', ...args], { cwd, stdio: ['pipe', 'pipe', 'pipe'] }));
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Kills the child when this process exits: after Ctrl-C, ffmpeg would first finish its work. */
function killOnExit<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** Runs ffmpeg and returns its stderr. @throws FfmpegError */
export async function runFfmpeg(args: string[], options: RunOptions = {}): Promise<string> {
  const { stderr, reason } = await execute(args, options);
  if (reason) throw new FfmpegError(reason, stderr);
  return stderr;
}

async function execute(
  args: string[],
  { timeoutMs = 60_000, memoryBytes = 8e9, signal, isUrgent = false, cwd, onLine }: RunOptions,
): Promise<{ stderr: string; reason?: FfmpegError['reason'] }> {
  const ffmpeg = await findFfmpeg();
  if (signal?.aborted) return { stderr: '', reason: 'aborted' };
  // Encoding runs at low priority, behind playback. Tests lower the niceness, because they keep all cores busy.
  const niceness = isUrgent ? 0 : Number(process.env.FFMPEG_NICENESS ?? 10);
  // The shell and `nice` replace themselves, so that the child to kill is ffmpeg itself, under both limits.
  const limitedCommand = `ulimit -v ${Math.round(memoryBytes / 1024)} 2>/dev/null; exec nice -n ${niceness} "$0" "$@"`;
  const shell = ['-c', limitedCommand, ffmpeg, '-hide_banner', '-nostdin', '-y', ...args];
  const child = killOnExit(spawn('/bin/sh', shell, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));
  let reason: FfmpegError['reason'] | undefined;
  const stop = (stopReason: FfmpegError['reason']) => {
    reason ??= stopReason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  const abort = () => stop('aborted');
  signal?.addEventListener('abort', abort, { once: true });

  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Keeps the head, with the streams, and the tail, with the error; a broken file prints megabytes in between.
    stderr = stderr.length > 60_000 ? stderr.slice(0, 20_000) + (stderr + text).slice(-30_000) : stderr + text;
  });
  let incompleteLine = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (incompleteLine + text).split('\n');
    incompleteLine = lines.pop() ?? '';
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

/** Reads a file's media information. @throws FfmpegError where ffmpeg cannot read it. */
export async function probe(
  path: string,
  input: string[] = createUntrustedInput(path),
  options: Pick<RunOptions, 'isUrgent'> = {},
): Promise<MediaInfo> {
  const { size } = await stat(path);
  // Without an output ffmpeg always exits with an error, but prints `Input #0` for a readable file.
  const { stderr, reason } = await execute(input, { timeoutMs: 30_000, memoryBytes: 4e9, ...options });
  if (reason !== 'exit' || !/^Input #0/m.test(stderr)) throw new FfmpegError(reason ?? 'exit', stderr);
  return { size, ...parseProbe(stderr) };
}

/** Parses the output of `ffmpeg -i`. Exported for its test, because the output differs between builds. */
export function parseProbe(text: string): Omit<MediaInfo, 'size'> {
  const container = /^Input #0, (.+), from /m.exec(text)?.[1] ?? '';
  const time = /Duration: (\d+):(\d+):(\d+(?:\.\d+)?)/.exec(text);
  const duration = time ? Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]) : undefined;
  const streams = text.split(/^ {2,4}Stream #0:/m).slice(1);
  const video = streams.find((stream) => /Video: /.test(stream) && !/attached pic|Video: (png|bmp|gif)/.test(stream));
  const audioTracks = streams.filter((stream) => /Audio: /.test(stream)).map(parseAudio);
  return {
    container,
    duration,
    video: video ? parseVideo(video) : undefined,
    audio: audioTracks.find(({ codec }) => codec !== 'none'),
    audioTracks,
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
  const parseRate = (unit: string) =>
    Number(new RegExp(`([\\d.]+)(k?) ${unit}`).exec(line)?.slice(1, 3).join('').replace('k', 'e3'));
  return {
    codec: /Video: (\w+)/.exec(line)?.[1] ?? '',
    profile: /Video: \w+ \(([^)/]+)\)/.exec(line)?.[1],
    pixelFormat: /Video: [^,]+(?:\([^)]*\))?, (\w+)/.exec(line)?.[1] ?? '',
    width: Number(size[1]),
    height: Number(size[2]),
    rotation: (((Math.round(degrees / 90) * 90) % 360) + 360) % 360,
    fps: parseRate('fps') || parseRate('tbr') || 25,
    sampleAspect: Number(sarWidth) > 0 && Number(sarHeight) > 0 ? Number(sarWidth) / Number(sarHeight) : 1,
    interlaced: /top first|bottom first|top coded first|bottom coded first/.test(line),
    progressive: /[(, ]progressive[,)]/.test(line),
    colour: parseColour(line),
  };
}

/** Parses matrix, primaries and transfer in parentheses after the pixel format, or one name for all three. */
function parseColour(line: string): VideoInfo['colour'] {
  const [, properties = ''] = /Video: [^,]+(?:\([^)]*\))?, \w+\(([^)]*)\)/.exec(line) ?? [];
  const isColour = (one: string) => !/^(tv|pc|progressive)$| first$/.test(one);
  const names = properties.split(', ').find(isColour)?.split('/') ?? [];
  const [matrix = '', primaries = matrix, transfer = matrix] = names.map((name) => (name === 'unknown' ? '' : name));
  return { matrix, primaries, transfer };
}

function parseAudio(stream: string): AudioInfo {
  const line = stream.split('\n', 1)[0] ?? '';
  const layout = /Hz, ([^,]+)/.exec(line)?.[1] ?? '';
  const layouts: Record<string, number> = { mono: 1, stereo: 2, '5.1': 6, '5.1(side)': 6, '7.1': 8 };
  return {
    codec: /Audio: (\w+)/.exec(line)?.[1] ?? '',
    sampleRate: Number(/(\d+) Hz/.exec(line)?.[1]) || undefined,
    channels: layouts[layout] ?? (Number(/(\d+) channels/.exec(layout)?.[1]) || undefined),
  };
}

/**
 * Filter for pictures that become JPEGs: every viewer assumes the matrix of BT.601, but ffmpeg's scaler keeps the
 * source's. `matrix` is ffmpeg's name, empty if unknown.
 */
export const toJpegColours = (matrix: string) =>
  ['bt709', 'bt2020nc'].includes(matrix) ? 'zscale=m=470bg:r=full,format=yuvj420p' : 'format=yuvj420p';
