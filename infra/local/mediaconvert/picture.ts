/** Converts MediaConvert's size, H.264 and JPEG settings to ffmpeg options. Pure functions. */
import type { H264Settings, Scaling } from './output-settings.ts';

const roundToEven = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2));

/** Output size: one given side keeps the aspect ratio; with both, `scalingBehavior` decides, as in the service. */
export function fitInto(scaling: Scaling, source: { width: number; height: number }) {
  const ratio = source.width / source.height;
  const createResult = (width: number, height: number, filter?: string) => ({
    width,
    height,
    filter: `${filter ?? `scale=${width}:${height}`},setsar=1`,
  });
  if (!scaling.width && !scaling.height) return createResult(roundToEven(source.width), roundToEven(source.height));
  if (!scaling.width) return createResult(roundToEven((scaling.height ?? 0) * ratio), roundToEven(scaling.height ?? 0));
  if (!scaling.height) return createResult(roundToEven(scaling.width), roundToEven(scaling.width / ratio));
  const [width, height] = [roundToEven(scaling.width), roundToEven(scaling.height)];
  const insideScale = Math.min(width / source.width, height / source.height);
  const [insideWidth, insideHeight] = [
    roundToEven(source.width * insideScale),
    roundToEven(source.height * insideScale),
  ];
  const isSameShape = `lt(abs(dar*${height}/${width}-1),0.02)`;
  const coverScale = Math.max(width / source.width, height / source.height);
  switch (scaling.scalingBehavior) {
    case 'STRETCH_TO_OUTPUT':
      return createResult(width, height);
    case 'FIT':
      return createResult(insideWidth, insideHeight);
    case 'FIT_NO_UPSCALE':
      return insideScale >= 1
        ? createResult(roundToEven(source.width), roundToEven(source.height))
        : createResult(insideWidth, insideHeight);
    case 'FILL':
      return createResult(
        width,
        height,
        `scale=${roundToEven(source.width * coverScale)}:${roundToEven(source.height * coverScale)},crop=${width}:${height}`,
      );
    case 'DEFAULT':
      return createResult(
        width,
        height,
        // Computed for each picture, because its shape may change in the film.
        [
          `scale=w='if(${isSameShape},${width},trunc(min(${width},${height}*dar)/2)*2)'`,
          `h='if(${isSameShape},${height},trunc(min(${height},${width}/dar)/2)*2)',pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
        ].join(':'),
      );
  }
}

export const profiles = { BASELINE: 'avc1.42c0', MAIN: 'avc1.4d40', HIGH: 'avc1.6400' };

/** Bits per second. */
export function readBitrates(h264: H264Settings) {
  const average = h264.rateControlMode === 'QVBR' ? h264.qvbrSettings?.maxAverageBitrate : h264.bitrate;
  return { average, max: h264.maxBitrate ?? average ?? 5_000_000 };
}

export function createVideoArgs(
  h264: H264Settings,
  level: number,
  segment: number,
  fps: number,
  threads: number,
): string[] {
  const { average, max } = readBitrates(h264);
  const quality = h264.qvbrSettings?.qvbrQualityLevel ?? 7;
  // The service recommends quality level 7 for 1080p; CRF 22 looks about the same.
  const control = h264.rateControlMode === 'QVBR' ? ['-crf', String(29 - quality)] : ['-b:v', String(average ?? max)];
  const gopSeconds =
    h264.gopSizeUnits === 'SECONDS' ? h264.gopSize : h264.gopSizeUnits === 'FRAMES' ? h264.gopSize / fps : 2;
  // Every segment must start with a key frame, so the GOP length must divide the segment length.
  const gop = segment / Math.max(1, Math.ceil(segment / gopSeconds - 0.1));
  return [
    ...[
      '-c:v',
      'libx264',
      '-preset',
      // Tests set a faster one: they do not look at the quality.
      process.env.FFMPEG_PRESET ?? 'veryfast',
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

/** Converts JPEG quality 1–100 to ffmpeg's 31–2. */
export const toJpegScale = (quality: number) => Math.round(2 + ((100 - quality) / 99) * 29);
