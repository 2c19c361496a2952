/** Plans a job as one ffmpeg command, which decodes once and splits the result into all outputs. No I/O. */
import { toJpegColours } from '../ffmpeg/ffmpeg.ts';
import { type Assembly, parseTimecode, readRate } from './assembly.ts';
import type { FileGroup, HlsGroup, HlsOutput, Mp4Output } from './output-settings.ts';
import { isHls, isMp4 } from './output-settings.ts';
import { createVideoArgs, findH264Level, fitInto, toCodecName, toJpegScale } from './picture.ts';
import type { JobSettings } from './settings.ts';
import { readFrameRate } from './settings.ts';

export interface Plan {
  args: string[];
  groups: PlannedGroup[];
}

export type PlannedGroup = PlannedHls | PlannedFiles;

export interface PlannedHls {
  type: 'HLS_GROUP';
  /** Folder of the group inside the working directory. */
  folder: string;
  bucket: string;
  /** Key prefix of the outputs: empty or ending in `/`. */
  prefix: string;
  masterName: string;
  encryption: HlsGroup['outputGroupSettings']['hlsGroupSettings']['encryption'];
  renditions: { name: string; width: number; height: number; fps: number; codecs: string }[];
}

/** A series of frame captures, or one MP4 file. */
export interface PlannedFiles {
  type: 'FILE_GROUP';
  folder: string;
  bucket: string;
  prefix: string;
  name: string;
  width: number;
  height: number;
  isMp4: boolean;
}

/** Files of the encryption key and of ffmpeg's key information, which are never uploaded. */
export const keyFiles = { key: 'key.bin', info: 'key.info' };

export interface PlanOptions {
  threads: number;
  /** Converts the `s3://` URL of an overlay image to a path. */
  resolveImage: (url: string) => string;
}

export function planJob(settings: JobSettings, source: Assembly, options: PlanOptions): Plan {
  const branches: string[] = [];
  const outputs: string[] = [];
  const overlays: string[] = [];
  const audioLabels: string[] = [];
  const context = { source, ...options, branches, outputs, overlays, audioLabels };
  const groups = settings.outputGroups.map((group, index) => {
    const folder = `g${index}`;
    return isHls(group) ? planHls(group, { ...context, folder }) : planFile(group, { ...context, folder });
  });
  const labels = branches.map((_, index) => `[b${index}]`).join('');
  const sound =
    audioLabels.length > 0
      ? [`[sound]asplit=${audioLabels.length}${audioLabels.map((name) => `[${name}]`).join('')}`]
      : [];
  const picture = `${source.picture},split=${branches.length}${labels}`;
  const graph = [...source.chains, ...sound, picture, ...branches].join(';');
  const args = [
    '-loglevel',
    'warning',
    '-nostats',
    '-progress',
    'pipe:1',
    ...source.args,
    // One frame of a still image is enough, because the overlay filter repeats the last one.
    ...overlays.flatMap((path) => ['-i', `file:${path}`]),
    '-filter_complex',
    graph,
    ...outputs,
  ];
  return { args, groups };
}

/** Returns whether an output has sound; ffmpeg fails on concatenated sound that no output consumes. */
export const hasAudioOutput = ({ outputGroups }: JobSettings): boolean =>
  outputGroups.some(({ outputs }) =>
    outputs.some((output) => 'audioDescriptions' in output && output.audioDescriptions.length > 0),
  );

interface Context extends PlanOptions {
  folder: string;
  source: Assembly;
  /** Filter chains, one per output with a picture. */
  branches: string[];
  outputs: string[];
  /** Labels of the copies of the concatenated sound. */
  audioLabels: string[];
  /** Paths of overlay images, which are ffmpeg inputs after those of the job. */
  overlays: string[];
}

function planHls(group: HlsGroup, context: Context): PlannedHls {
  const { folder, branches, outputs, threads } = context;
  const { size, fps: sourceRate } = context.source;
  const hls = group.outputGroupSettings.hlsGroupSettings;
  const segmentSeconds = hls.segmentLength;
  const { bucket, prefix, base } = parseDestination(hls.destination);
  const renditions = group.outputs.map((output) => {
    const { width, height, filter } = fitInto(output.videoDescription, size);
    const { h264Settings } = output.videoDescription.codecSettings;
    const name = `${base}${output.nameModifier}`;
    const fps = readRate(readFrameRate(h264Settings)) ?? sourceRate;
    const slower = fps.value === sourceRate.value ? '' : `fps=${fps.text},`;
    const level = findH264Level(width, height, fps.value, h264Settings.maxBitrate);
    const audio = context.source.sound && output.audioDescriptions[0]?.codecSettings.aacSettings;
    const label = `v${branches.length}`;
    branches.push(`[b${branches.length}]${slower}${filter}[${label}]`);
    outputs.push(
      ...['-map', `[${label}]`, ...createVideoArgs(h264Settings, { level, segmentSeconds, threads })],
      ...(audio ? createAudioArgs(audio, context) : []),
      ...waitForPictures,
      ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
      ...['-hls_flags', 'independent_segments', '-start_number', '1'],
      ...['-hls_key_info_file', `${folder}/${keyFiles.info}`],
      ...['-hls_segment_filename', `${folder}/${name}_%05d.ts`, `${folder}/${name}.m3u8`],
    );
    return { name, width, height, fps: fps.value, codecs: `${toCodecName(level)}${audio ? ',mp4a.40.2' : ''}` };
  });
  const masterName = `${base}.m3u8`;
  return { type: 'HLS_GROUP', folder, bucket, prefix, masterName, encryption: hls.encryption, renditions };
}

function planFile(group: FileGroup, context: Context): PlannedFiles {
  const { folder, branches, outputs } = context;
  const { size, matrix, fps } = context.source;
  const [output] = group.outputs;
  const { destination } = group.outputGroupSettings.fileGroupSettings;
  const { bucket, prefix, base: name } = parseDestination(destination);
  const { width, height, filter } = fitInto(output.videoDescription, size);
  const planned = { type: 'FILE_GROUP', folder, bucket, prefix, name, width, height, isMp4: isMp4(output) } as const;
  if (isMp4(output)) {
    planMp4(output, `${folder}/${name}.mp4`, { width, height, filter }, context);
    return planned;
  }
  const capture = output.videoDescription.codecSettings.frameCaptureSettings;
  const interval = capture.framerateDenominator / capture.framerateNumerator;
  const label = `v${branches.length}`;
  // Selects before scaling, so that only captured frames are scaled; by time, because ffmpeg restarts its filters when
  // the size of the picture changes.
  const isDue = `lt(mod(t+${0.5 / fps.value},${interval}),${1 / fps.value})`;
  const chosen = `select='${isDue}+isnan(prev_selected_t)*lt(t,${interval})'`;
  branches.push(`[b${branches.length}]${chosen},${filter},${toJpegColours(matrix)},${shiftIntoFuture}[${label}]`);
  outputs.push(
    ...['-map', `[${label}]`, '-fps_mode', 'passthrough'],
    ...['-c:v', 'mjpeg', '-q:v', String(toJpegScale(capture.quality))],
    ...['-frames:v', String(capture.maxCaptures), '-f', 'image2', '-start_number', '0', `${folder}/${name}.%07d.jpg`],
  );
  return planned;
}

/** Keeps sound beside its pictures even while these pause; by default, ffmpeg writes it ahead after ten seconds. */
const waitForPictures = ['-max_interleave_delta', '0'];

/**
 * Shifts the images' timestamps behind all others. ffmpeg buffers all outputs until the one furthest behind continues,
 * which takes gigabytes for sparse frame captures. The shift is invisible, because image files have no timestamps.
 */
const shiftIntoFuture = 'setpts=PTS+1000000/TB';

function planMp4(
  { videoDescription, audioDescriptions }: Mp4Output,
  path: string,
  { width, height, filter }: ReturnType<typeof fitInto>,
  context: Context,
): void {
  const { threads, branches, outputs, overlays, resolveImage } = context;
  const { fps, sound, count } = context.source;
  const { h264Settings } = videoDescription.codecSettings;
  const [image] = videoDescription.videoPreprocessors?.imageInserter?.insertableImages ?? [];
  const at = branches.length;
  if (image) {
    overlays.push(resolveImage(image.imageInserterInput));
    const scaled = `scale=${image.width}:${image.height}`;
    const from = image.startTime ? `:enable='gte(t,${parseTimecode(image.startTime, fps.value)})'` : '';
    const faded = `format=rgba,colorchannelmixer=aa=${image.opacity / 100}`;
    branches.push(
      `[${count + overlays.length - 1}:v:0]${scaled},${faded}[o${at}];[b${at}]${filter}[f${at}];` +
        `[f${at}][o${at}]overlay=${image.imageX}:${image.imageY}${from},format=yuv420p[v${at}]`,
    );
  } else branches.push(`[b${at}]${filter}[v${at}]`);
  const level = findH264Level(width, height, fps.value, h264Settings.maxBitrate);
  const audio = sound && audioDescriptions[0]?.codecSettings.aacSettings;
  outputs.push(
    ...['-map', `[v${at}]`, ...createVideoArgs(h264Settings, { level, threads })],
    ...(audio ? createAudioArgs(audio, context) : []),
    ...waitForPictures,
    ...['-movflags', '+faststart', '-f', 'mp4', path],
  );
}

/** Splits a destination; the part after the last slash is the base name of the outputs. */
function parseDestination(destination: string) {
  const [, bucket = '', prefix = '', base = ''] = /^s3:\/\/([^/]+)\/(.*\/)?([^/]+)$/.exec(destination) ?? [];
  return { bucket, prefix, base };
}

type Aac = HlsOutput['audioDescriptions'][number]['codecSettings']['aacSettings'];

function createAudioArgs(aac: Aac, { source: { sound }, audioLabels }: Context): string[] {
  const encoded = ['-c:a', 'aac', '-b:a', String(aac.bitrate), '-ar', String(aac.sampleRate), '-ac', '2'];
  // Fills gaps in the sound of damaged or variable-rate recordings with silence, to keep lip sync.
  if (sound && 'stream' in sound) return ['-map', sound.stream, ...encoded, '-af', 'aresample=async=1'];
  const name = `a${audioLabels.length}`;
  audioLabels.push(name);
  return ['-map', `[${name}]`, ...encoded];
}
