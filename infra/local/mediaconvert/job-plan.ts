/** Plans a job as one ffmpeg command, which decodes once and splits the result into all outputs. No I/O. */
import { toJpegColours } from '../ffmpeg/ffmpeg.ts';
import { type Assembly, assemble, type OpenedFile } from './assembly.ts';
import { parseTimecode, readRate } from './frame-rate.ts';
import { parseS3Url } from './open-input.ts';
import { createVideoArgs, findH264Level, fitInto, toJpegScale } from './picture.ts';
import type { ClipGroup, HlsGroup, JobSettings, PicturesGroup } from './settings.ts';

export interface Plan {
  args: string[];
  /** Seconds; undefined if the file does not tell. */
  duration: number | undefined;
  groups: PlannedGroup[];
}

/** An output group; all its files begin with `base`. */
export interface PlannedGroup {
  bucket: string;
  /** Key prefix of the outputs: empty or ending in `/`. */
  prefix: string;
  base: string;
  /** Renditions of HLS; other groups have no playlists. */
  renditions: { name: string; width: number; height: number; fps: number; level: number; hasSound: boolean }[];
}

/** ffmpeg's file with the address of the key, its path, and the initialization vector. */
export const keyInfoFile = 'key.info';

interface Context {
  source: Assembly;
  threads: number;
  findPicture: (url: string) => string;
  branches: Branch[];
  /** Paths of pictures over the film, which are ffmpeg's inputs after those of the job. */
  overlays: string[];
}

/** An output file, or a series of them. */
interface Branch {
  filter: string;
  /** Bits per second; undefined without sound. */
  soundBitrate?: number | undefined;
  args: string[];
}

/** `findPicture` converts the `s3://` URL of a picture to a path. @throws RangeError for a clip outside its input. */
export function planJob(
  settings: JobSettings,
  file: OpenedFile,
  options: Pick<Context, 'threads' | 'findPicture'>,
): Plan {
  const source = assemble(settings, file, options);
  const context: Context = { ...options, source, branches: [], overlays: [] };
  const groups = settings.outputGroups.map((group) => {
    if (group.name === 'HLS') return planHls(group, context);
    return group.name === 'Clip' ? planClip(group, context) : planPictures(group, context);
  });
  const { branches, overlays } = context;
  const inGraph = branches.flatMap(({ soundBitrate }, at) => (soundBitrate && !source.track ? `[a${at}]` : []));
  const graph = [
    ...source.chains,
    `[picture]split=${branches.length}${branches.map((_, at) => `[b${at}]`).join('')}`,
    ...branches.map(({ filter }, at) => `[b${at}]${filter}[v${at}]`),
    ...(inGraph.length > 0 ? [`[sound]asplit=${inGraph.length}${inGraph.join('')}`] : []),
  ];
  const args = [
    ...['-loglevel', 'warning', '-nostats', '-progress', 'pipe:1', ...source.args],
    // One frame of a still image is enough, because the overlay filter repeats the last one.
    ...overlays.flatMap((path) => ['-i', `file:${path}`]),
    ...['-filter_complex', graph.join(';')],
    ...branches.flatMap((branch, at) => [
      ...['-map', `[v${at}]`, ...createSoundArgs(branch, at, source), ...branch.args],
    ]),
  ];
  return { args, duration: source.duration, groups };
}

function createSoundArgs({ soundBitrate }: Branch, at: number, { track }: Assembly): string[] {
  if (!soundBitrate) return [];
  const encoded = ['-c:a', 'aac', '-b:a', String(soundBitrate), '-ar', '48000', '-ac', '2'];
  // Outside of the graph, which ffmpeg restarts when the size of the picture changes: its sound would fall silent.
  return track
    ? ['-map', `0:a:${track - 1}`, ...encoded, '-af', 'aresample=async=1']
    : ['-map', `[a${at}]`, ...encoded];
}

function planHls({ outputGroupSettings, outputs }: HlsGroup, context: Context): PlannedGroup {
  const { destination, segmentLength } = outputGroupSettings.hlsGroupSettings;
  const address = parseS3Url(destination);
  const renditions = outputs.map((output) => {
    const { size, branch } = planFilm(output, context, segmentLength);
    const name = address.base + output.nameModifier;
    context.branches.push({
      ...branch,
      args: [
        ...[...branch.args, '-f', 'hls', '-hls_time', String(segmentLength), '-hls_list_size', '0'],
        ...['-hls_playlist_type', 'vod', '-hls_flags', 'independent_segments', '-start_number', '1'],
        ...['-hls_key_info_file', keyInfoFile, '-hls_segment_filename', `${name}_%05d.ts`, `${name}.m3u8`],
      ],
    });
    return { name, ...size, hasSound: branch.soundBitrate !== undefined };
  });
  return { ...address, renditions };
}

function planClip({ outputGroupSettings, outputs: [output] }: ClipGroup, context: Context): PlannedGroup {
  const { source, overlays, findPicture, branches } = context;
  const address = parseS3Url(outputGroupSettings.fileGroupSettings.destination);
  const { branch } = planFilm(output, context);
  const [image] = output.videoDescription.videoPreprocessors?.imageInserter?.insertableImages ?? [];
  if (image) overlays.push(findPicture(image.imageInserterInput));
  const from = image?.startTime ? `:enable='gte(t,${parseTimecode(image.startTime, source.fps.value)})'` : '';
  const crest =
    image &&
    `[film];[${source.count}:v:0]scale=${image.width}:${image.height},format=rgba,` +
      `colorchannelmixer=aa=${image.opacity / 100}[crest];` +
      `[film][crest]overlay=${image.imageX}:${image.imageY}${from},format=yuv420p`;
  const args = [...branch.args, '-movflags', '+faststart', '-f', 'mp4', `${address.base}.mp4`];
  branches.push({ ...branch, filter: branch.filter + (crest ?? ''), args });
  return { ...address, renditions: [] };
}

/** Without the length of segments, the film is a single file. */
function planFilm(
  { videoDescription, audioDescriptions: [sound] }: HlsGroup['outputs'][number] | ClipGroup['outputs'][0],
  { source, threads }: Context,
  segmentSeconds?: number,
) {
  const { h264Settings } = videoDescription.codecSettings;
  const { width, height, filter } = fitInto(videoDescription, source.size);
  const fps = readRate(h264Settings) ?? source.fps;
  const level = findH264Level(width, height, fps.value, h264Settings.maxBitrate);
  const branch: Branch = {
    filter: `${fps.value === source.fps.value ? '' : `fps=${fps.text},`}${filter}`,
    soundBitrate: source.hasSound ? sound?.codecSettings.aacSettings.bitrate : undefined,
    // Keeps sound beside its pictures even while these pause; by default, ffmpeg writes it ahead after ten seconds.
    args: [...createVideoArgs(h264Settings, { level, segmentSeconds, threads }), '-max_interleave_delta', '0'],
  };
  return { size: { width, height, fps: fps.value, level }, branch };
}

function planPictures(
  { outputGroupSettings, outputs: [{ videoDescription }] }: PicturesGroup,
  { source: { size, fps, matrix }, branches }: Context,
): PlannedGroup {
  const address = parseS3Url(outputGroupSettings.fileGroupSettings.destination);
  const capture = videoDescription.codecSettings.frameCaptureSettings;
  const interval = capture.framerateDenominator / capture.framerateNumerator;
  // Selects before scaling, so that only captured frames are scaled; by time, because ffmpeg restarts its filters when
  // the size of the picture changes.
  const isDue = `lt(mod(t+${0.5 / fps.value},${interval}),${1 / fps.value})`;
  const chosen = `select='${isDue}+isnan(prev_selected_t)*lt(t,${interval})'`;
  branches.push({
    filter: [chosen, fitInto(videoDescription, size).filter, toJpegColours(matrix), shiftIntoFuture].join(','),
    args: [
      ...['-fps_mode', 'passthrough', '-c:v', 'mjpeg', '-q:v', String(toJpegScale(capture.quality))],
      ...(capture.maxCaptures ? ['-frames:v', String(capture.maxCaptures)] : []),
      ...['-f', 'image2', '-start_number', '0', `${address.base}.%07d.jpg`],
    ],
  });
  return { ...address, renditions: [] };
}

/**
 * Shifts the images' timestamps behind all others. ffmpeg buffers all outputs until the one furthest behind continues,
 * which takes gigabytes for sparse frame captures. The shift is invisible, because image files have no timestamps.
 */
const shiftIntoFuture = 'setpts=PTS+1000000/TB';
