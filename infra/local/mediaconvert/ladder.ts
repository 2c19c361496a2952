/**
 * Turns a MediaConvert job and its assembled inputs into ONE ffmpeg command line: a single decode, split into
 * every rendition, every frame capture and every whole file. Pure but for names: nothing here touches the disk.
 */
import { type Assembly, secondsAt } from './assembly.ts';
import type { FileGroup, H264Settings, HlsGroup, HlsOutput, JobSettings, Mp4Output, Scaling } from './settings.ts';
import { isFile, isHls, isMp4 } from './settings.ts';

export interface Plan {
  args: string[];
  groups: PlannedGroup[];
}

export type PlannedGroup = PlannedHls | PlannedFiles;

export interface PlannedHls {
  type: 'HLS_GROUP';
  /** Folder of this group inside the working directory. */
  folder: string;
  bucket: string;
  /** Key prefix of the outputs, ending in `/` or empty. */
  prefix: string;
  masterName: string;
  encryption: HlsGroup['outputGroupSettings']['hlsGroupSettings']['encryption'];
  renditions: { name: string; width: number; height: number; fps: number; codecs: string }[];
}

export interface PlannedFiles {
  type: 'FILE_GROUP';
  folder: string;
  bucket: string;
  prefix: string;
  /** Frame captures, or one MP4 each. */
  outputs: { name: string; width: number; height: number; isMp4: boolean }[];
}

/** Names of the two files that ffmpeg reads the key from, inside a group's folder. They never reach the store. */
export const keyFiles = { key: 'key.bin', info: 'key.info' };

export interface PlanOptions {
  threads: number;
  /** Where the picture of an `s3://` address lies, for overlays. */
  pictureAt?: (url: string) => string;
}

export function planJob(settings: JobSettings, source: Assembly, options: PlanOptions): Plan {
  const branches: string[] = [];
  const outputs: string[] = [];
  const overlays: string[] = [];
  const voices: string[] = [];
  const context = {
    fileInput: settings.inputs.find(isFile)?.fileInput ?? '',
    ...{ source, threads: options.threads, branches, outputs, overlays, voices },
    pictureAt: options.pictureAt ?? ((url: string) => url),
  };
  const groups = settings.outputGroups.map((group, index) => {
    const folder = `g${index}`;
    return isHls(group) ? planHls(group, { ...context, folder }) : planFiles(group, { ...context, folder });
  });
  const labels = branches.map((_, index) => `[b${index}]`).join('');
  const sound =
    voices.length > 0 ? [`[sound]asplit=${voices.length}${voices.map((name) => `[${name}]`).join('')}`] : [];
  const picture = `${source.picture},split=${branches.length}${labels}`;
  const graph = [...source.chains, ...sound, picture, ...branches].join(';');
  const args = [
    ...['-loglevel', 'warning', '-nostats', '-progress', 'pipe:1'],
    ...source.args,
    // Of a picture that stands still one frame is enough: the overlay shows the last one on.
    ...overlays.flatMap((path) => ['-i', `file:${path}`]),
    ...['-filter_complex', graph],
    ...outputs,
  ];
  return { args, groups };
}

/** Whether any output of the job has sound: what is strung together for nobody would stop ffmpeg. */
export const wantsSound = ({ outputGroups }: JobSettings): boolean =>
  outputGroups.some(({ outputs }) =>
    outputs.some((output) => 'audioDescriptions' in output && output.audioDescriptions.length > 0),
  );

interface Context {
  folder: string;
  fileInput: string;
  source: Assembly;
  threads: number;
  branches: string[];
  outputs: string[];
  /** Labels of copies of the sound that was strung together. */
  voices: string[];
  /** Files of pictures that are laid over outputs: inputs after those of the job. */
  overlays: string[];
  pictureAt: (url: string) => string;
}

function planHls(group: HlsGroup, context: Context): PlannedHls {
  const { folder, branches, outputs } = context;
  const { size, fps } = context.source;
  const hls = group.outputGroupSettings.hlsGroupSettings;
  const target = parseDestination(hls.destination, context.fileInput);
  const renditions = group.outputs.map((output) => {
    const { width, height, filter } = fitInto(output.videoDescription, size);
    const { h264Settings } = output.videoDescription.codecSettings;
    const name = `${target.base}${output.nameModifier}`;
    const level = h264Level(width, height, fps.value, rates(h264Settings).max);
    const audio = context.source.sound && output.audioDescriptions[0]?.codecSettings.aacSettings;
    const label = `v${branches.length}`;
    branches.push(`[b${branches.length}]${filter}[${label}]`);
    outputs.push(
      ...['-map', `[${label}]`, ...encodeVideo(h264Settings, level, hls.segmentLength, fps.value, context.threads)],
      ...(audio ? encodeAudio(audio, context) : []),
      ...['-f', 'hls', '-hls_time', String(hls.segmentLength), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
      ...['-hls_flags', 'independent_segments', '-start_number', '1'],
      ...(hls.encryption ? ['-hls_key_info_file', `${folder}/${keyFiles.info}`] : []),
      ...['-hls_segment_filename', `${folder}/${name}_%05d.ts`, `${folder}/${name}.m3u8`],
    );
    const codecs = [
      profiles[h264Settings.codecProfile] + level.toString(16).padStart(2, '0'),
      audio ? 'mp4a.40.2' : '',
    ];
    return { name, width, height, fps: fps.value, codecs: codecs.filter(Boolean).join(',') };
  });
  const { bucket, prefix, base } = target;
  return {
    type: 'HLS_GROUP',
    folder,
    bucket,
    prefix,
    masterName: `${base}.m3u8`,
    encryption: hls.encryption,
    renditions,
  };
}

function planFiles(group: FileGroup, context: Context): PlannedFiles {
  const { folder, branches, outputs } = context;
  const { size } = context.source;
  const target = parseDestination(group.outputGroupSettings.fileGroupSettings.destination, context.fileInput);
  const files = group.outputs.map((output) => {
    const { width, height, filter } = fitInto(output.videoDescription, size);
    const name = `${target.base}${output.nameModifier}`;
    const planned = { name, width, height, isMp4: isMp4(output) };
    if (isMp4(output)) {
      planMp4(output, `${folder}/${name}.mp4`, { width, height, filter }, context);
      return planned;
    }
    const capture = output.videoDescription.codecSettings.frameCaptureSettings;
    const interval = capture.framerateDenominator / capture.framerateNumerator;
    const label = `v${branches.length}`;
    // Choosing before scaling: of a branch that yields one picture in N seconds nearly nothing is computed.
    const chosen = `select='gte(t,selected_n*${interval})*lt(selected_n,${capture.maxCaptures})'`;
    branches.push(
      `[b${branches.length}]${chosen},fps=${capture.framerateNumerator}/${capture.framerateDenominator}:eof_action=pass,` +
        `${filter},format=yuvj420p[${label}]`,
    );
    outputs.push(
      ...['-map', `[${label}]`, '-c:v', 'mjpeg', '-q:v', String(jpegScale(capture.quality))],
      ...['-frames:v', String(capture.maxCaptures), '-f', 'image2', '-start_number', '0', `${folder}/${name}.%07d.jpg`],
    );
    return planned;
  });
  return { type: 'FILE_GROUP', folder, bucket: target.bucket, prefix: target.prefix, outputs: files };
}

function planMp4(
  { containerSettings, videoDescription, audioDescriptions }: Mp4Output,
  path: string,
  { width, height, filter }: ReturnType<typeof fitInto>,
  context: Context,
): void {
  const { threads, branches, outputs, overlays, pictureAt } = context;
  const { fps, sound, count } = context.source;
  const { h264Settings } = videoDescription.codecSettings;
  const [image] = videoDescription.videoPreprocessors?.imageInserter?.insertableImages ?? [];
  const at = branches.length;
  if (image) {
    overlays.push(pictureAt(image.imageInserterInput));
    const scaled = `scale=${image.width ?? 'iw'}:${image.height ?? 'ih'}`;
    const from = image.startTime ? `:enable='gte(t,${secondsAt(image.startTime, fps.value)})'` : '';
    const seen = `format=rgba,colorchannelmixer=aa=${image.opacity / 100}`;
    branches.push(
      `[${count + overlays.length - 1}:v:0]${scaled},${seen}[o${at}];[b${at}]${filter}[f${at}];` +
        `[f${at}][o${at}]overlay=${image.imageX}:${image.imageY}${from},format=yuv420p[v${at}]`,
    );
  } else branches.push(`[b${at}]${filter}[v${at}]`);
  const level = h264Level(width, height, fps.value, rates(h264Settings).max);
  const audio = sound && audioDescriptions[0]?.codecSettings.aacSettings;
  // Nothing is cut into segments: a group of pictures is as long as it says.
  const group = h264Settings.gopSizeUnits === 'SECONDS' ? h264Settings.gopSize : h264Settings.gopSize / fps.value;
  outputs.push(
    ...['-map', `[v${at}]`, ...encodeVideo(h264Settings, level, group, fps.value, threads)],
    ...(audio ? encodeAudio(audio, context) : []),
    ...(containerSettings.mp4Settings.moovPlacement === 'NORMAL' ? [] : ['-movflags', '+faststart']),
    ...['-f', 'mp4', path],
  );
}

/** The service takes what follows the last slash as the base name; a destination ending in a slash uses the input's. */
export function parseDestination(destination: string, fileInput: string) {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(destination) ?? [];
  const cut = path.lastIndexOf('/') + 1;
  const inputName = fileInput.slice(fileInput.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return { bucket, prefix: path.slice(0, cut), base: path.slice(cut) || inputName };
}

const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/** One side given: the other follows the source's shape. Both given: `scalingBehavior` decides, as in the service. */
export function fitInto(wanted: Scaling, source: { width: number; height: number }) {
  const ratio = source.width / source.height;
  const exact = (width: number, height: number, filter?: string) => ({
    width,
    height,
    filter: `${filter ?? `scale=${width}:${height}`},setsar=1`,
  });
  if (!wanted.width && !wanted.height) return exact(even(source.width), even(source.height));
  if (!wanted.width) return exact(even((wanted.height ?? 0) * ratio), even(wanted.height ?? 0));
  if (!wanted.height) return exact(even(wanted.width), even(wanted.width / ratio));
  const [width, height] = [even(wanted.width), even(wanted.height)];
  const inside = Math.min(width / source.width, height / source.height);
  const [insideWidth, insideHeight] = [even(source.width * inside), even(source.height * inside)];
  const cover = Math.max(width / source.width, height / source.height);
  switch (wanted.scalingBehavior) {
    case 'STRETCH_TO_OUTPUT':
      return exact(width, height);
    case 'FIT':
      return exact(insideWidth, insideHeight);
    case 'FIT_NO_UPSCALE':
      return inside >= 1 ? exact(even(source.width), even(source.height)) : exact(insideWidth, insideHeight);
    case 'FILL':
      return exact(
        width,
        height,
        `scale=${even(source.width * cover)}:${even(source.height * cover)},crop=${width}:${height}`,
      );
    case 'DEFAULT':
      return exact(width, height, `scale=${insideWidth}:${insideHeight},pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`);
  }
}

const profiles = { BASELINE: 'avc1.42c0', MAIN: 'avc1.4d40', HIGH: 'avc1.6400' };

function rates(h264: H264Settings) {
  const average = h264.rateControlMode === 'QVBR' ? h264.qvbrSettings?.maxAverageBitrate : h264.bitrate;
  return { average, max: h264.maxBitrate ?? average ?? 5_000_000 };
}

function encodeVideo(h264: H264Settings, level: number, segment: number, fps: number, threads: number): string[] {
  const { average, max } = rates(h264);
  const quality = h264.qvbrSettings?.qvbrQualityLevel ?? 7;
  // Quality level 7 is the service's advice for 1080p on large screens; CRF 23 looks about the same.
  const control = h264.rateControlMode === 'QVBR' ? ['-crf', String(30 - quality)] : ['-b:v', String(average ?? max)];
  const wanted =
    h264.gopSizeUnits === 'SECONDS' ? h264.gopSize : h264.gopSizeUnits === 'FRAMES' ? h264.gopSize / fps : 2;
  // A key frame must fall on every segment's start, so the distance divides the segment's length.
  const gop = segment / Math.max(1, Math.ceil(segment / wanted - 0.1));
  return [
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-profile:v',
      h264.codecProfile.toLowerCase(),
      '-level',
      `${level / 10}`,
    ],
    ...[...control, '-maxrate', String(max), '-bufsize', String(2 * max), '-threads', String(threads)],
    ...['-sc_threshold', '0', '-g', '1000', '-force_key_frames', `expr:gte(t,n_forced*${gop})`],
  ];
}

type Aac = HlsOutput['audioDescriptions'][number]['codecSettings']['aacSettings'];

function encodeAudio(aac: Aac, { source: { sound }, voices }: Context): string[] {
  const channels = aac.codingMode === 'CODING_MODE_1_0' ? '1' : '2';
  const encoded = ['-c:a', 'aac', '-b:a', String(aac.bitrate), '-ar', String(aac.sampleRate), '-ac', channels];
  // Fills gaps in the sound of a damaged or variable-rate recording with silence: lips stay in step.
  if (sound && 'stream' in sound) return ['-map', sound.stream, ...encoded, '-af', 'aresample=async=1'];
  const name = `a${voices.length}`;
  voices.push(name);
  return ['-map', `[${name}]`, ...encoded];
}

/** Lowest level of H.264 Table A-1 that allows the picture, its rate and its bit rate; ten times the usual number. */
function h264Level(width: number, height: number, fps: number, maxRate: number): number {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const levels: [level: number, blocks: number, blocksPerSecond: number, bitsPerSecond: number][] = [
    [30, 1620, 40_500, 10e6],
    [31, 3600, 108_000, 14e6],
    [32, 5120, 216_000, 20e6],
    [40, 8192, 245_760, 20e6],
    [42, 8704, 522_240, 50e6],
    [50, 22_080, 589_824, 135e6],
    [51, 36_864, 983_040, 240e6],
  ];
  return levels.find((row) => blocks <= row[1] && blocks * fps <= row[2] && maxRate <= row[3])?.[0] ?? 52;
}

/** JPEG quality of 1–100 to ffmpeg's 31–2. */
const jpegScale = (quality: number) => Math.round(2 + ((100 - quality) / 99) * 29);
