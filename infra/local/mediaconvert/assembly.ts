/**
 * Converts a job's inputs to ffmpeg inputs. A single file or clip is used as it is; several clips and a title card are
 * concatenated in the size and frame rate of the file. Pure functions.
 */
import type { MediaInfo, VideoInfo } from '../ffmpeg/ffmpeg.ts';
import { parseTimecode, type Rate, readRate, toConstantRate } from './frame-rate.ts';
import type { AudioSelector, CardInput, ClipGroup, Conversions, FileInput, HlsGroup, JobSettings } from './settings.ts';
import { isFile, listConversions } from './settings.ts';

/** A file with ffmpeg's input options, up to and including `-i`, and its media information. */
export interface OpenedFile {
  args: string[];
  info: MediaInfo & { video: VideoInfo };
}

export interface Assembly extends Source {
  args: string[];
  /** Number of ffmpeg's inputs. */
  count: number;
  /** Filter chains that end in `[picture]`, and in `[sound]` unless there is a `track`. */
  chains: string[];
  /** Seconds; undefined if the file does not tell. */
  duration: number | undefined;
}

interface Source {
  file: OpenedFile;
  conversions: Conversions;
  /** The displayed size, with square pixels and after rotation. */
  size: { width: number; height: number };
  /** Rate at which the job reads its source: that of its first film, which is the largest. */
  fps: Rate;
  /** ffmpeg's name of the pictures' matrix coefficients; empty if unknown. */
  matrix: string;
  hasSound: boolean;
  /** Number of the only track of a single part; undefined for sound that has to be joined or mixed. */
  track: number | undefined;
}

interface Options {
  threads: number;
  findPicture: (url: string) => string;
}

/** @throws RangeError for a clip outside its input. */
export function assemble(settings: JobSettings, file: OpenedFile, options: Options): Assembly {
  const source = readSource(settings, file);
  const parts = settings.inputs.flatMap((input, at) =>
    isFile(input) ? listClips(input, at, source, options) : createCard(input, source, options),
  );
  const seconds = parts.reduce((sum, part) => sum + (part.seconds ?? Number.NaN), 0);
  return {
    ...source,
    args: parts.flatMap(({ args }) => args),
    count: parts.length,
    chains: join(parts, source),
    duration: Number.isNaN(seconds) ? undefined : seconds,
  };
}

function readSource(settings: JobSettings, file: OpenedFile): Source {
  const { video, audio } = file.info;
  const films = settings.outputGroups.flatMap((group): readonly (HlsGroup | ClipGroup)['outputs'][number][] =>
    group.name === 'Pictures' ? [] : group.outputs,
  );
  const [conversions = {}] = listConversions(settings.outputGroups);
  const [width, height] = [Math.round(video.width * video.sampleAspect), video.height];
  return {
    file,
    conversions,
    size: video.rotation % 180 === 90 ? { width: height, height: width } : { width, height },
    fps: (films[0] && readRate(films[0].videoDescription.codecSettings.h264Settings)) ?? toConstantRate(video.fps),
    matrix: conversions.colorCorrector ? 'bt709' : video.colour.matrix,
    // ffmpeg fails on sound that no output consumes.
    hasSound: audio !== undefined && films.some(({ audioDescriptions }) => audioDescriptions.length > 0),
    track: findOnlyTrack(settings),
  };
}

function findOnlyTrack({ inputs: [input, ...others] }: JobSettings): number | undefined {
  if (!input || !isFile(input) || others.length > 0 || (input.inputClippings ?? []).length > 1) return undefined;
  const [track = 1, ...more] = input.audioSelectors?.['Audio Selector 1'].tracks ?? [];
  return more.length > 0 ? undefined : track;
}

/** A part of the output: the title card, a clip, or the whole file. */
interface Part {
  args: string[];
  picture: string;
  sound: string | undefined;
  seconds: number | undefined;
}

function createCard({ videoGenerator }: CardInput, { fps, hasSound }: Source, { findPicture }: Options): Part {
  const seconds = videoGenerator.duration / 1000;
  const still = ['-i', `file:${findPicture(videoGenerator.imageInput)}`];
  return {
    args: ['-loop', '1', '-framerate', fps.text, '-t', String(seconds), ...still],
    seconds,
    picture: `[0:V:0]fps=${fps.text}`,
    sound: hasSound ? `anullsrc=r=48000:cl=stereo,atrim=0:${seconds},${soundFormat}` : undefined,
  };
}

/** `first` is the number of ffmpeg's input of the first clip. */
function listClips(input: FileInput, first: number, source: Source, { threads }: Options): Part[] {
  const { file, fps, hasSound, conversions, track } = source;
  const { duration, video } = file.info;
  const fileRate = toConstantRate(video.fps).value;
  const create = (at: number, seek: string[], seconds: number | undefined): Part => ({
    args: ['-threads', String(threads), ...seek, ...file.args],
    seconds,
    picture: `[${at}:V:0]${[...convertPicture(video, conversions), `fps=${fps.text}`].join(',')}`,
    sound: hasSound && !track ? mixTracks(at, input.audioSelectors?.['Audio Selector 1']) + soundFormat : undefined,
  });
  if (!input.inputClippings) return [create(first, [], duration)];
  return input.inputClippings.map(({ startTimecode, endTimecode }, index) => {
    const start = parseTimecode(startTimecode, fileRate);
    if (duration !== undefined && start >= duration)
      throw new RangeError('the clip starts after the end of the input.');
    // The clip contains the frame at the end timecode.
    const length = parseTimecode(endTimecode, fileRate) + 1 / fileRate - start;
    const seek = ['-ss', start.toFixed(6), '-t', length.toFixed(6)];
    return create(first + index, seek, Math.min(length, (duration ?? Number.POSITIVE_INFINITY) - start));
  });
}

/** Uses the only part as it is, or brings all of them to one size. */
function join(parts: readonly Part[], { size, fps, conversions, hasSound }: Source): string[] {
  const [only] = parts;
  if (only && parts.length === 1)
    return [`${only.picture},format=yuv420p[picture]`, ...(only.sound ? [`${only.sound}[sound]`] : [])];
  const area = `${size.width}:${size.height}`;
  // Stills are RGB: they are converted to the job's colours.
  const colours = conversions.colorCorrector ? ':out_color_matrix=bt709' : '';
  const tags = colours && ',setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';
  const fit = `scale=${area}:force_original_aspect_ratio=decrease${colours},pad=${area}:(ow-iw)/2:(oh-ih)/2,setsar=1`;
  const pads = parts.map((_, at) => `[p${at}]${hasSound ? `[s${at}]` : ''}`).join('');
  return [
    ...parts.map(({ picture }, at) => `${picture},${fit},format=yuv420p[p${at}]`),
    ...parts.flatMap(({ sound }, at) => (sound ? `${sound}[s${at}]` : [])),
    `${pads}concat=n=${parts.length}:v=1:a=${hasSound ? '1[joined][sound]' : '0[joined]'}`,
    `[joined]fps=${fps.text}${tags}[picture]`,
  ];
}

/** Fills gaps in the sound of damaged or variable-rate recordings with silence, to keep lip sync. */
const soundFormat = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo';

/** Starts the filter chain for the sound of ffmpeg's input `at`: one track, or several mixed to stereo. */
function mixTracks(at: number, { tracks = [1], remixSettings }: Partial<AudioSelector> = {}): string {
  const sources = tracks.map((track) => `[${at}:a:${track - 1}]`).join('');
  const merged = tracks.length > 1 ? `${sources}amerge=inputs=${tracks.length},` : sources;
  if (!remixSettings) return merged;
  const mixes = remixSettings.channelMapping.outputChannels.map(({ inputChannels }, index) => {
    const gains = inputChannels.map((decibels, channel) => `${(10 ** (decibels / 20)).toFixed(4)}*c${channel}`);
    return `c${index}=${gains.join('+')}`;
  });
  return `${merged}pan=stereo|${mixes.join('|')},`;
}

/** Filters for the conversions that a job asks for. */
function convertPicture({ colour }: VideoInfo, { colorCorrector, deinterlacer }: Conversions): string[] {
  return [
    // `idet` finds interlaced frames by their content; without it, yadif trusts the file's marks.
    ...(deinterlacer?.control === 'FORCE_ALL_FRAMES' ? ['idet'] : []),
    ...(deinterlacer ? ['yadif=deint=interlaced'] : []),
    ...(colorCorrector ? convertColours(colour) : []),
  ];
}

/** Converts to BT.709; high dynamic range is mapped with a nominal peak of 100 nits. */
function convertColours({ matrix, primaries, transfer }: VideoInfo['colour']): string[] {
  if (['arib-std-b67', 'smpte2084'].includes(transfer)) {
    const linear = ['zscale=t=linear:npl=100', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=tonemap=hable:desat=0'];
    return [...linear, 'zscale=t=bt709:m=bt709:r=tv', 'format=yuv420p'];
  }
  return matrix && primaries && transfer ? ['zscale=p=bt709:t=bt709:m=bt709:r=tv', 'format=yuv420p'] : [];
}
