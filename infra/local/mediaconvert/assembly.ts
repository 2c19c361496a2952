/**
 * Converts a job's inputs to ffmpeg inputs. A single file or clip is used as it is; several clips and still images are
 * concatenated in the size and frame rate of the input in `followSource`. Pure functions.
 */
import type { MediaInfo, VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { AudioSelector, FileInput, GeneratedInput, InputClipping } from './input-settings.ts';
import { createPreparation, createSoundSource } from './preparation.ts';
import type { Preprocessors } from './settings.ts';

/** A file comes with ffmpeg's input options and its media information. */
export type OpenedInput = OpenedFile | { input: GeneratedInput };

export interface OpenedFile {
  input: FileInput;
  /** Input options up to and including `-i`. */
  args: string[];
  info: MediaInfo & { video: VideoInfo };
}

export interface Assembly {
  args: string[];
  count: number;
  chains: string[];
  /** Start of the filter chain for the video. */
  picture: string;
  /** An input stream, or the label of a filter chain, which only one output can consume. */
  sound: { stream: string } | { label: string } | undefined;
  size: Size;
  fps: Rate;
  /** ffmpeg's name of the pictures' matrix coefficients; empty if unknown. */
  matrix: string;
  /** Seconds; undefined if a file does not tell its duration. */
  duration: number | undefined;
}

export interface AssemblyOptions {
  /** One-based number of the file whose size and frame rate apply. */
  follow: number;
  threads: number;
  hasAudioOutput: boolean;
  preprocessors: Preprocessors;
  /** Rate of the outputs as a fraction; undefined if they follow the source. */
  frameRate?: string | undefined;
  resolveImage: (url: string) => string;
}

/** @throws RangeError for a clip outside its input. */
export function assemble(opened: readonly OpenedInput[], options: AssemblyOptions): Assembly {
  const parts = opened.flatMap(listParts);
  const [only] = parts;
  if (only && isFilePart(only) && parts.length === 1) return assembleSingle(only, options);
  const followed = opened[options.follow - 1];
  if (!followed || !isOpenedFile(followed)) throw new Error('The followed input is no file');
  const { hasAudioOutput } = options;
  const { size, fps: sourceRate, matrix: sourceMatrix } = readFormat(followed);
  const fps = readRate(options.frameRate) ?? sourceRate;
  const isConverted = options.preprocessors.colorCorrector !== undefined;
  const args: string[] = [];
  const chains: string[] = [];
  for (const [at, part] of parts.entries()) {
    // Stills are RGB: they are converted to the job's colours.
    const colours = isConverted && !isFilePart(part) ? ':out_color_matrix=bt709' : '';
    const fit = `scale=${size.width}:${size.height}:force_original_aspect_ratio=decrease${colours},pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
    if (isFilePart(part)) {
      args.push(...createFileArgs(part, options.threads));
      const prepared = [...createPreparation(part.file.info.video, options.preprocessors), `fps=${fps.text}`].join(',');
      chains.push(`[${at}:V:0]${prepared},${fit}[p${at}]`);
    } else {
      const { imageInput } = part.generator;
      args.push(...['-loop', '1', '-framerate', fps.text, '-t', part.seconds.toFixed(6)]);
      args.push('-i', `file:${options.resolveImage(imageInput)}`);
      chains.push(`[${at}:v:0]fps=${fps.text},${fit}[p${at}]`);
    }
    if (hasAudioOutput) chains.push(`${createPartSound(part, at)}[s${at}]`);
  }
  const pads = parts.map((_, at) => `[p${at}]${hasAudioOutput ? `[s${at}]` : ''}`).join('');
  chains.push(`${pads}concat=n=${parts.length}:v=1:a=${hasAudioOutput ? '1[picture][sound]' : '0[picture]'}`);
  const duration = parts.reduce<number | undefined>(
    (sum, { seconds }) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
  return {
    args,
    chains,
    size,
    fps,
    duration,
    count: parts.length,
    picture: `[picture]fps=${fps.text}${isConverted ? `,${convertedTags}` : ''}`,
    sound: hasAudioOutput ? { label: 'sound' } : undefined,
    matrix: isConverted ? 'bt709' : sourceMatrix,
  };
}

/** Returns the sound of a part, or as much silence. */
function createPartSound(part: FilePart | GeneratedPart, at: number): string {
  const format = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo';
  if (isFilePart(part) && part.file.info.audio) return createSoundSource(at, readSelector(part.file)) + format;
  return `anullsrc=r=48000:cl=stereo,atrim=0:${(part.seconds ?? 0).toFixed(6)},${format}`;
}

function assembleSingle(part: FilePart, options: AssemblyOptions): Assembly {
  const { threads, hasAudioOutput, preprocessors, frameRate } = options;
  const { info } = part.file;
  const { size, fps: sourceRate, matrix } = readFormat(part.file);
  const fps = readRate(frameRate) ?? sourceRate;
  const selector = readSelector(part.file);
  const isMixed = selector.remixSettings !== undefined || (selector.tracks?.length ?? 1) > 1;
  const hasSound = hasAudioOutput && info.audio !== undefined;
  // Phones record with a variable rate, which ffmpeg would raise to the file's time base.
  const steady = [...createPreparation(info.video, preprocessors), `fps=${fps.text}`, 'format=yuv420p'];
  return {
    args: createFileArgs(part, threads),
    count: 1,
    chains: hasSound && isMixed ? [`${createSoundSource(0, selector)}aresample=async=1[sound]`] : [],
    picture: `[0:V:0]${steady.join(',')}`,
    sound: hasSound ? (isMixed ? { label: 'sound' } : { stream: `0:a:${(selector.tracks?.[0] ?? 1) - 1}` }) : undefined,
    size,
    fps,
    duration: part.seconds,
    matrix: preprocessors.colorCorrector ? 'bt709' : matrix,
  };
}

/** Returns the first selector, because all outputs use it. */
const readSelector = ({ input }: OpenedFile): Partial<AudioSelector> =>
  Object.values(input.audioSelectors ?? {})[0] ?? {};

/** Parses a rate of job settings, such as `30000/1001`. */
export function readRate(fraction: string | undefined): Rate | undefined {
  const [numerator = 0, denominator = 1] = fraction?.split('/').map(Number) ?? [];
  return fraction ? { text: fraction, value: numerator / denominator } : undefined;
}

const convertedTags = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';

interface FilePart {
  file: OpenedFile;
  clip: { start: number; end: number | undefined } | undefined;
  seconds: number | undefined;
}

interface GeneratedPart {
  generator: GeneratedInput['videoGenerator'];
  seconds: number;
}

const isOpenedFile = (opened: OpenedInput): opened is OpenedFile => 'info' in opened;
const isFilePart = (part: FilePart | GeneratedPart): part is FilePart => 'file' in part;

function listParts(opened: OpenedInput): (FilePart | GeneratedPart)[] {
  if (!isOpenedFile(opened)) {
    const generator = opened.input.videoGenerator;
    return [{ generator, seconds: generator.duration / 1000 }];
  }
  const { duration, video } = opened.info;
  const { inputClippings = [] } = opened.input;
  if (inputClippings.length === 0) return [{ file: opened, clip: undefined, seconds: duration }];
  return inputClippings.map((clipping) => {
    const clip = toClip(clipping, toConstantRate(video.fps).value);
    if (duration !== undefined && clip.start >= duration)
      throw new RangeError('the clip starts after the end of the input.');
    const end = clip.end === undefined ? duration : Math.min(clip.end, duration ?? clip.end);
    return { file: opened, clip, seconds: end === undefined ? undefined : end - clip.start };
  });
}

const createFileArgs = ({ file, clip }: FilePart, threads: number): string[] => [
  '-threads',
  String(threads),
  ...(clip ? ['-ss', clip.start.toFixed(6)] : []),
  ...(clip?.end === undefined ? [] : ['-t', (clip.end - clip.start).toFixed(6)]),
  ...file.args,
];

const readFormat = ({ info: { video } }: OpenedFile): { size: Size; fps: Rate; matrix: string } => ({
  size: computeDisplaySize(video),
  fps: toConstantRate(video.fps),
  matrix: video.colour.matrix,
});

/**
 * Converts a clip's timecodes to seconds, up to but not including `end`; without an end timecode, to the source's end.
 */
export function toClip({ startTimecode, endTimecode }: InputClipping, framesPerSecond: number) {
  return {
    start: startTimecode === undefined ? 0 : parseTimecode(startTimecode, framesPerSecond),
    // The clip contains the frame at the end timecode.
    end: endTimecode === undefined ? undefined : parseTimecode(endTimecode, framesPerSecond) + 1 / framesPerSecond,
  };
}

/** Converts a timecode to seconds; a timecode second at 29.97 fps has 30 frames. */
export function parseTimecode(timecode: string, framesPerSecond: number): number {
  const [hours = 0, minutes = 0, seconds = 0, frame = 0] = timecode.split(':').map(Number);
  const nominal = Math.round(framesPerSecond);
  if (frame >= nominal) throw new RangeError(`${timecode}: no such frame at ${framesPerSecond} fps`);
  return (((hours * 60 + minutes) * 60 + seconds) * nominal + frame) / framesPerSecond;
}

interface Size {
  width: number;
  height: number;
}

/** Computes the displayed size, with square pixels and after rotation. */
function computeDisplaySize(video: VideoInfo): Size {
  const size = { width: Math.round(video.width * video.sampleAspect), height: video.height };
  return video.rotation % 180 === 90 ? { width: size.height, height: size.width } : size;
}

export interface Rate {
  text: string;
  value: number;
}

/** Returns a common frame rate as an exact fraction, others rounded up; at most 60. */
export function toConstantRate(fps: number): Rate {
  const usual = [24, 30, 60].map((rate) => ({ text: `${rate}000/1001`, value: (rate * 1000) / 1001 }));
  const whole = Math.min(60, Math.max(1, Math.ceil(fps - 0.02)));
  return usual.find(({ value }) => Math.abs(value - fps) < 0.02) ?? { text: String(whole), value: whole };
}
