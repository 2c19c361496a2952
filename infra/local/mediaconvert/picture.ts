/** Converts MediaConvert's size, H.264 and JPEG settings to ffmpeg options. Pure functions. */
import type { H264Settings } from './settings.ts';

const roundToEven = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/**
 * Returns the output size and its filter. Without a width, the film's first shape decides it; pictures of another shape
 * get bars.
 */
export function fitInto(
  scaling: { width?: number | undefined; height: number },
  source: { width: number; height: number },
) {
  const height = roundToEven(scaling.height);
  const width = roundToEven(scaling.width ?? (scaling.height * source.width) / source.height);
  const isSameShape = `lt(abs(dar*${height}/${width}-1),0.02)`;
  // ffmpeg computes the size for each picture, because the aspect ratio may change within the film.
  const filter = [
    `scale=w='if(${isSameShape},${width},trunc(min(${width},${height}*dar)/2)*2)'`,
    `h='if(${isSameShape},${height},trunc(min(${height},${width}/dar)/2)*2)',pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
  ].join(':');
  return { width, height, filter: `${filter},setsar=1` };
}

interface VideoOptions {
  /** H.264 level times ten. */
  level: number;
  /** Seconds; each segment starts with a key frame. Undefined for a single file. */
  segmentSeconds?: number | undefined;
  threads: number;
}

export function createVideoArgs(h264: H264Settings, { level, segmentSeconds, threads }: VideoOptions): string[] {
  // The GOP length must divide the segment length.
  const gop = segmentSeconds
    ? segmentSeconds / Math.max(1, Math.ceil(segmentSeconds / h264.gopSize - 0.1))
    : h264.gopSize;
  const { maxBitrate, qvbrSettings } = h264;
  return [
    ...['-c:v', 'libx264', ...choosePreset(), '-profile:v', h264.codecProfile.toLowerCase(), '-level', `${level / 10}`],
    // CRF 24 with this preset looks about the same as quality level 7, which the service recommends for 1080p.
    ...['-crf', `${31 - qvbrSettings.qvbrQualityLevel}`, '-maxrate', `${maxBitrate}`, '-bufsize', `${2 * maxBitrate}`],
    ...['-threads', String(threads), '-sc_threshold', '0', '-g', '1000'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${gop})`],
  ];
}

/**
 * The service chooses the number of B-frames and the strength of adaptive quantization by what it sees. At equal VMAF,
 * these options save a third of the bits of the preset alone, in the same time (`npm run bench -- quality`). Tests choose
 * a faster preset, because they do not look at the quality.
 */
const choosePreset = () =>
  process.env.FFMPEG_PRESET
    ? ['-preset', process.env.FFMPEG_PRESET]
    : ['-preset', 'veryfast', '-bf', '8', '-rc-lookahead', '40', '-aq-mode', '2'];

/** Finds the lowest sufficient level of H.264, Table A-1, times ten. `maxRate` is in bits per second. */
export function findH264Level(width: number, height: number, fps: number, maxRate: number): number {
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

/** Returns the CODECS attribute of profile High (RFC 6381). */
export const toCodecName = (level: number) => `avc1.6400${level.toString(16).padStart(2, '0')}`;

/** Converts JPEG quality from 1–100 to ffmpeg's 31–2. */
export const toJpegScale = (quality: number) => Math.round(2 + ((100 - quality) / 99) * 29);
