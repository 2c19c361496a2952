/**
 * The inputs of a job as ffmpeg takes them: one file, or clips of files and generated pictures that are strung together in
 * one size and at one rate, those of the input that the job follows. Pure.
 */
import type { MediaInfo, VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { FileInput, GeneratedInput, InputClipping } from './settings.ts';

/** An input, and of a file how ffmpeg opens it and what it holds. */
export type Opened = OpenedFile | { input: GeneratedInput };

export interface OpenedFile {
  input: FileInput;
  /** Input options up to and including `-i`. */
  args: string[];
  info: MediaInfo & { video: VideoInfo };
}

export interface Assembly {
  args: string[];
  /** How many inputs of ffmpeg these are. */
  count: number;
  /** Filter chains that come before all others. */
  chains: string[];
  /** The beginning of the chain that gives the picture. */
  picture: string;
  /** Of the sound: a stream, or the label of a chain, which one output alone can take. */
  sound: { stream: string } | { label: string } | undefined;
  size: Size;
  fps: Rate;
  /** Seconds; undefined where a file does not say. */
  duration: number | undefined;
}

export interface Options {
  /** Of the job's inputs, counted from one. */
  follow: number;
  threads: number;
  wantsSound: boolean;
  /** Where the picture of an `s3://` address lies. */
  pictureAt: (url: string) => string;
}

/** Throws RangeError for a clip that its input does not have. */
export function assemble(opened: readonly Opened[], options: Options): Assembly {
  const parts = opened.flatMap(partsOf);
  const [only] = parts;
  if (only && isFilePart(only) && parts.length === 1) return single(only, options);
  const { size, fps } = formatOf(opened[options.follow - 1] ?? opened[0]);
  const args: string[] = [];
  const chains: string[] = [];
  let count = 0;
  for (const [at, part] of parts.entries()) {
    const fit = `scale=${size.width}:${size.height}:force_original_aspect_ratio=decrease,pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
    const sound = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo';
    const silence = `anullsrc=r=48000:cl=stereo,atrim=0:${(part.seconds ?? 0).toFixed(6)},${sound}`;
    if (isFilePart(part)) {
      args.push(...fileArgs(part, options.threads));
      const steady = [part.file.info.video.interlaced ? 'yadif' : '', `fps=${fps.text}`].filter(Boolean).join(',');
      chains.push(`[${count}:V:0]${steady},${fit}[p${at}]`);
      if (options.wantsSound) chains.push(`${part.file.info.audio ? `[${count}:a:0]${sound}` : silence}[s${at}]`);
      count += 1;
    } else {
      const { imageInput } = part.generator;
      if (imageInput) {
        const still = ['-loop', '1', '-framerate', fps.text, '-t', part.seconds.toFixed(6)];
        args.push(...still, '-i', `file:${options.pictureAt(imageInput)}`);
        chains.push(`[${count}:v:0]fps=${fps.text},${fit}[p${at}]`);
        count += 1;
      } else {
        const black = `color=c=black:s=${size.width}x${size.height}:r=${fps.text}:d=${part.seconds.toFixed(6)}`;
        chains.push(`${black},${fit}[p${at}]`);
      }
      if (options.wantsSound) chains.push(`${silence}[s${at}]`);
    }
  }
  const pads = parts.map((_, at) => `[p${at}]${options.wantsSound ? `[s${at}]` : ''}`).join('');
  const sound = options.wantsSound ? { label: 'sound' } : undefined;
  chains.push(`${pads}concat=n=${parts.length}:v=1:a=${sound ? '1[picture][sound]' : '0[picture]'}`);
  const duration = parts.reduce<number | undefined>(
    (sum, { seconds }) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
  return { args, count, chains, picture: `[picture]fps=${fps.text}`, sound, size, fps, duration };
}

/** One file or a clip of it needs nothing strung together. */
function single(part: FilePart, { threads, wantsSound }: Options): Assembly {
  const { info } = part.file;
  const { size, fps } = formatOf(part.file);
  // A constant rate for all: phones record with a varying one, which ffmpeg would otherwise blow up to the time base.
  const steady = [info.video.interlaced ? 'yadif' : '', `fps=${fps.text}`, 'format=yuv420p'].filter(Boolean);
  return {
    args: fileArgs(part, threads),
    count: 1,
    chains: [],
    picture: `[0:V:0]${steady.join(',')}`,
    sound: wantsSound && info.audio ? { stream: '0:a:0' } : undefined,
    ...{ size, fps, duration: part.seconds },
  };
}

interface FilePart {
  file: OpenedFile;
  clip: { start: number; end: number | undefined } | undefined;
  seconds: number | undefined;
}

interface GeneratedPart {
  generator: GeneratedInput['videoGenerator'];
  seconds: number;
}

const isFilePart = (part: FilePart | GeneratedPart): part is FilePart => 'file' in part;

function partsOf(opened: Opened): (FilePart | GeneratedPart)[] {
  if (!('info' in opened)) {
    const generator = opened.input.videoGenerator;
    return [{ generator, seconds: generator.duration / 1000 }];
  }
  const { duration, video } = opened.info;
  const { inputClippings = [] } = opened.input;
  if (inputClippings.length === 0) return [{ file: opened, clip: undefined, seconds: duration }];
  return inputClippings.map((clipping) => {
    const clip = clippedPart(clipping, steadyRate(video.fps).value);
    if (duration !== undefined && clip.start >= duration) throw new RangeError('it begins after the end of the input.');
    const end = clip.end === undefined ? duration : Math.min(clip.end, duration ?? clip.end);
    return { file: opened, clip, seconds: end === undefined ? undefined : end - clip.start };
  });
}

function fileArgs({ file: { input, args }, clip }: FilePart, threads: number): string[] {
  return [
    ...['-threads', String(threads)],
    ...(input.videoSelector.rotate === 'AUTO' ? [] : ['-noautorotate']),
    ...(clip ? ['-ss', clip.start.toFixed(6)] : []),
    ...(clip?.end === undefined ? [] : ['-t', (clip.end - clip.start).toFixed(6)]),
    ...args,
  ];
}

/** A generated picture is 540×360 at 29.97 a second unless told. */
function formatOf(opened: Opened | undefined): { size: Size; fps: Rate } {
  if (opened && 'info' in opened) {
    const { video } = opened.info;
    return { size: displaySize(video, opened.input.videoSelector.rotate === 'AUTO'), fps: steadyRate(video.fps) };
  }
  const generator = opened?.input.videoGenerator;
  const { width = 540, height = 360, framerateNumerator = 30_000, framerateDenominator = 1001 } = generator ?? {};
  return { size: { width, height }, fps: steadyRate(framerateNumerator / framerateDenominator) };
}

/** Seconds of the source: the first frame that belongs to it, and the first one after it. Undefined: the source's own. */
export function clippedPart({ startTimecode, endTimecode }: InputClipping, framesPerSecond: number) {
  return {
    start: startTimecode === undefined ? 0 : secondsAt(startTimecode, framesPerSecond),
    // The frame of the end timecode belongs to the clip.
    end: endTimecode === undefined ? undefined : secondsAt(endTimecode, framesPerSecond) + 1 / framesPerSecond,
  };
}

/** Timecodes count frames: of 29.97 a second thirty make a second of it. */
export function secondsAt(timecode: string, framesPerSecond: number): number {
  const [hours = 0, minutes = 0, seconds = 0, frame = 0] = timecode.split(':').map(Number);
  const nominal = Math.round(framesPerSecond);
  if (frame >= nominal) throw new RangeError(`${timecode}: there is no such frame at ${framesPerSecond} a second`);
  return (((hours * 60 + minutes) * 60 + seconds) * nominal + frame) / framesPerSecond;
}

interface Size {
  width: number;
  height: number;
}

/** The size that a viewer sees: square pixels, turned upright when the job asks for it. */
export function displaySize(video: VideoInfo, rotate: boolean): Size {
  const size = { width: Math.round(video.width * video.sampleAspect), height: video.height };
  return rotate && video.rotation % 180 === 90 ? { width: size.height, height: size.width } : size;
}

export interface Rate {
  text: string;
  value: number;
}

/** The source's rate as an exact fraction where it is a usual one; else rounded up; never above 60. */
export function steadyRate(fps: number): Rate {
  const usual = [24, 30, 60].map((rate) => ({ text: `${rate}000/1001`, value: (rate * 1000) / 1001 }));
  const whole = Math.min(60, Math.max(1, Math.ceil(fps - 0.02)));
  return usual.find(({ value }) => Math.abs(value - fps) < 0.02) ?? { text: String(whole), value: whole };
}
