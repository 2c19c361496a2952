/** Converts MediaConvert's size, H.264 and JPEG settings to ffmpeg options. Pure functions. */
import type { H264Settings, Scaling } from './settings.ts';

const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/** Output size: one given side keeps the aspect ratio; with both, `scalingBehavior` decides, as in the service. */
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

export const profiles = { BASELINE: 'avc1.42c0', MAIN: 'avc1.4d40', HIGH: 'avc1.6400' };

/** Bits per second. */
export function rates(h264: H264Settings) {
  const average = h264.rateControlMode === 'QVBR' ? h264.qvbrSettings?.maxAverageBitrate : h264.bitrate;
  return { average, max: h264.maxBitrate ?? average ?? 5_000_000 };
}

export function encodeVideo(
  h264: H264Settings,
  level: number,
  segment: number,
  fps: number,
  threads: number,
): string[] {
  const { average, max } = rates(h264);
  const quality = h264.qvbrSettings?.qvbrQualityLevel ?? 7;
  // The service recommends quality level 7 for 1080p; CRF 23 looks about the same.
  const control = h264.rateControlMode === 'QVBR' ? ['-crf', String(30 - quality)] : ['-b:v', String(average ?? max)];
  const wanted =
    h264.gopSizeUnits === 'SECONDS' ? h264.gopSize : h264.gopSizeUnits === 'FRAMES' ? h264.gopSize / fps : 2;
  // Every segment must start with a key frame, so the GOP length must divide the segment length.
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

/** Lowest sufficient level of H.264 Table A-1, times ten. */
export function h264Level(width: number, height: number, fps: number, maxRate: number): number {
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

/** Converts JPEG quality 1–100 to ffmpeg's 31–2. */
export const jpegScale = (quality: number) => Math.round(2 + ((100 - quality) / 99) * 29);
