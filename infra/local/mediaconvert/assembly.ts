/**
 * Converts a job's inputs to ffmpeg inputs: a single file, or clips and generated images concatenated in the size and
 * frame rate of the input in `followSource`. Pure functions.
 */
import type { MediaInfo, VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { AudioSelector, FileInput, GeneratedInput, InputClipping } from './input-settings.ts';
import { createPreparation, createSoundSource } from './preparation.ts';
import type { Preprocessors } from './settings.ts';

/** An input; for files with ffmpeg's input options and media information. */
export type OpenedInput = OpenedFile | { input: GeneratedInput };

export interface OpenedFile {
  input: FileInput;
  /** Input options up to and including `-i`. */
  args: string[];
  info: MediaInfo & { video: VideoInfo };
}

export interface Assembly {
  args: string[];
  /** Number of ffmpeg inputs. */
  count: number;
  /** Filter chains to place before all others. */
  chains: string[];
  /** Start of the filter chain for the video. */
  picture: string;
  /** Audio source: an input stream, or the label of a filter chain, which only one output can consume. */
  sound: { stream: string } | { label: string } | undefined;
  size: Size;
  fps: Rate;
  /** Matrix coefficients of the pictures by ffmpeg's name; empty where unknown. */
  matrix: string;
  /** Seconds; undefined where a file has none. */
  duration: number | undefined;
}

export interface AssemblyOptions {
  /** One-based index of the input that determines size and frame rate. */
  follow: number;
  threads: number;
  hasAudioOutput: boolean;
  preprocessors: Preprocessors;
  /** Rate of the outputs as a fraction; undefined to follow the source. */
  frameRate?: string | undefined;
  /** Resolves the `s3://` URL of an image to a path. */
  resolveImage: (url: string) => string;
}

/** @throws RangeError for a clip outside its input. */
export function assemble(opened: readonly OpenedInput[], options: AssemblyOptions): Assembly {
  const parts = opened.flatMap(listParts);
  const [only] = parts;
  if (only && isFilePart(only) && parts.length === 1) return assembleSingle(only, options);
  const followed = opened[options.follow - 1] ?? opened[0];
  const { size, fps: sourceRate } = readFormat(followed);
  const fps = readRate(options.frameRate) ?? sourceRate;
  const isConverted = options.preprocessors.colorCorrector?.colorSpaceConversion === 'FORCE_709';
  const matrix = isConverted ? 'bt709' : readMatrix(followed);
  const args: string[] = [];
  const chains: string[] = [];
  let count = 0;
  for (const [at, part] of parts.entries()) {
    // Stills are RGB, and are converted to the job's colours.
    const still = isConverted && !isFilePart(part) ? ':out_color_matrix=bt709' : '';
    const fit = `scale=${size.width}:${size.height}:force_original_aspect_ratio=decrease${still},pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
    const sound = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo';
    const silence = `anullsrc=r=48000:cl=stereo,atrim=0:${(part.seconds ?? 0).toFixed(6)},${sound}`;
    if (isFilePart(part)) {
      args.push(...createFileArgs(part, options.threads));
      const prepared = [...createPreparation(part.file.info.video, options.preprocessors), `fps=${fps.text}`].join(',');
      chains.push(`[${count}:V:0]${prepared},${fit}[p${at}]`);
      if (options.hasAudioOutput) {
        const source = part.file.info.audio && createSoundSource(count, readSelector(part.file));
        chains.push(`${source ? source + sound : silence}[s${at}]`);
      }
      count += 1;
    } else {
      const { imageInput } = part.generator;
      if (imageInput) {
        const loop = ['-loop', '1', '-framerate', fps.text, '-t', part.seconds.toFixed(6)];
        args.push(...loop, '-i', `file:${options.resolveImage(imageInput)}`);
        chains.push(`[${count}:v:0]fps=${fps.text},${fit}[p${at}]`);
        count += 1;
      } else {
        const black = `color=c=black:s=${size.width}x${size.height}:r=${fps.text}:d=${part.seconds.toFixed(6)}`;
        chains.push(`${black},${fit}[p${at}]`);
      }
      if (options.hasAudioOutput) chains.push(`${silence}[s${at}]`);
    }
  }
  const pads = parts.map((_, at) => `[p${at}]${options.hasAudioOutput ? `[s${at}]` : ''}`).join('');
  const sound = options.hasAudioOutput ? { label: 'sound' } : undefined;
  chains.push(`${pads}concat=n=${parts.length}:v=1:a=${sound ? '1[picture][sound]' : '0[picture]'}`);
  const duration = parts.reduce<number | undefined>(
    (sum, { seconds }) => (sum === undefined || seconds === undefined ? undefined : sum + seconds),
    0,
  );
  const tagged = isConverted ? `,${tagConverted}` : '';
  return { args, count, chains, picture: `[picture]fps=${fps.text}${tagged}`, sound, size, fps, matrix, duration };
}

/** A single file or clip needs no concatenation. */
function assembleSingle(part: FilePart, options: AssemblyOptions): Assembly {
  const { threads, hasAudioOutput, preprocessors, frameRate } = options;
  const { info } = part.file;
  const { size, fps: sourceRate } = readFormat(part.file);
  const fps = readRate(frameRate) ?? sourceRate;
  const selector = readSelector(part.file);
  const isMixed = selector.remixSettings !== undefined || (selector.tracks?.length ?? 1) > 1;
  const hasSound = hasAudioOutput && info.audio !== undefined;
  // Phones record with a variable rate, which ffmpeg would otherwise raise to the time base.
  const steady = [...createPreparation(info.video, preprocessors), `fps=${fps.text}`, 'format=yuv420p'];
  return {
    args: createFileArgs(part, threads),
    count: 1,
    chains: hasSound && isMixed ? [`${createSoundSource(0, selector)}aresample=async=1[sound]`] : [],
    picture: `[0:V:0]${steady.join(',')}`,
    sound: hasSound ? (isMixed ? { label: 'sound' } : { stream: `0:a:${(selector.tracks?.[0] ?? 1) - 1}` }) : undefined,
    ...{ size, fps, duration: part.seconds },
    matrix: preprocessors.colorCorrector?.colorSpaceConversion === 'FORCE_709' ? 'bt709' : info.video.colour.matrix,
  };
}

/** The default selector of outputs. */
const readSelector = ({ input }: OpenedFile): AudioSelector => Object.values(input.audioSelectors ?? {})[0] ?? {};

/** A rate of job settings, such as `30000/1001`. */
export function readRate(fraction: string | undefined): Rate | undefined {
  const [numerator = 0, denominator = 1] = fraction?.split('/').map(Number) ?? [];
  return fraction ? { text: fraction, value: numerator / denominator } : undefined;
}

const tagConverted = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';

const readMatrix = (opened: OpenedInput | undefined) =>
  opened && 'info' in opened ? opened.info.video.colour.matrix : '';

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

function listParts(opened: OpenedInput): (FilePart | GeneratedPart)[] {
  if (!('info' in opened)) {
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

function createFileArgs({ file: { input, args }, clip }: FilePart, threads: number): string[] {
  return [
    ...['-threads', String(threads)],
    ...(input.videoSelector.rotate === 'AUTO' ? [] : ['-noautorotate']),
    ...(clip ? ['-ss', clip.start.toFixed(6)] : []),
    ...(clip?.end === undefined ? [] : ['-t', (clip.end - clip.start).toFixed(6)]),
    ...args,
  ];
}

/** Size and rate of an input; generated video defaults to 540×360 at 29.97 fps. */
function readFormat(opened: OpenedInput | undefined): { size: Size; fps: Rate } {
  if (opened && 'info' in opened) {
    const { video } = opened.info;
    return {
      size: computeDisplaySize(video, opened.input.videoSelector.rotate === 'AUTO'),
      fps: toConstantRate(video.fps),
    };
  }
  const generator = opened?.input.videoGenerator;
  const { width = 540, height = 360, framerateNumerator = 30_000, framerateDenominator = 1001 } = generator ?? {};
  return { size: { width, height }, fps: toConstantRate(framerateNumerator / framerateDenominator) };
}

/** Converts clip timecodes to seconds: start inclusive, end exclusive; `end` is undefined for the end of the source. */
export function toClip({ startTimecode, endTimecode }: InputClipping, framesPerSecond: number) {
  return {
    start: startTimecode === undefined ? 0 : parseTimecode(startTimecode, framesPerSecond),
    // The frame at the end timecode is part of the clip.
    end: endTimecode === undefined ? undefined : parseTimecode(endTimecode, framesPerSecond) + 1 / framesPerSecond,
  };
}

/** Converts a timecode to seconds; at 29.97 fps a timecode second has 30 frames. */
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

/** Size as displayed: square pixels, rotated where the job enables it. */
export function computeDisplaySize(video: VideoInfo, rotate: boolean): Size {
  const size = { width: Math.round(video.width * video.sampleAspect), height: video.height };
  return rotate && video.rotation % 180 === 90 ? { width: size.height, height: size.width } : size;
}

export interface Rate {
  text: string;
  value: number;
}

/** Frame rate as an exact fraction for common rates, otherwise rounded up; at most 60. */
export function toConstantRate(fps: number): Rate {
  const usual = [24, 30, 60].map((rate) => ({ text: `${rate}000/1001`, value: (rate * 1000) / 1001 }));
  const whole = Math.min(60, Math.max(1, Math.ceil(fps - 0.02)));
  return usual.find(({ value }) => Math.abs(value - fps) < 0.02) ?? { text: String(whole), value: whole };
}
