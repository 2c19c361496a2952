/** Sizes and bitrates of the renditions that an encoding makes. Pure. */
import type { SourceInfo } from './rules.ts';

export interface Rendition {
  name: string;
  height: number;
  /** Bits per second. */
  maxBitrate: number;
  audioBitrate: number;
}

/**
 * Limit for 1080p. QVBR uses less in quiet scenes, and only a fast pan would gain from 5 Mbit/s; CloudFront and S3 charge
 * by the byte.
 */
const topBitrate = 3_500_000;

/** Heights of the renditions, the maximum first. `LIGHT` costs half as much to encode. */
const ladders = { FULL: [1080, 720, 360, 270], LIGHT: [720, 360] } as const;
export type LadderKind = keyof typeof ladders;
export const ladderKinds = Object.keys(ladders) as LadderKind[];

/**
 * 1080p, 720p, 360p and 270p, chosen by `npm run bench -- quality`. None exceeds the source; a source between two rungs
 * keeps its own size as the top one. A slow phone first shows the lowest, which takes 320 kbit/s with its sound.
 * Upright video is measured by its width.
 */
export function chooseLadder(
  { width, height }: Pick<SourceInfo, 'width' | 'height'>,
  kind: LadderKind = 'FULL',
): Rendition[] {
  const [largest, ...lower] = ladders[kind];
  const top = Math.min(width, height, largest);
  const rungs = [top, ...lower.filter((rung) => rung < top * 0.9)];
  return rungs.map((rung) => toRendition(rung, { width, height }));
}

/** A clip has one rendition that every phone plays and every chat accepts. */
export const chooseClipRendition = (size: Pick<SourceInfo, 'width' | 'height'>): Rendition =>
  toRendition(Math.min(720, size.width, size.height), size);

const toRendition = (rung: number, { width, height }: Pick<SourceInfo, 'width' | 'height'>): Rendition => ({
  name: `${rung}p`,
  height: roundToEven(width >= height ? rung : (rung * height) / width),
  maxBitrate: Math.max(200_000, Math.round((topBitrate * (rung / 1080) ** 1.9) / 50_000) * 50_000),
  audioBitrate: chooseAudioBitrate(rung),
});

function chooseAudioBitrate(rung: number): number {
  if (rung > 480) return 128_000;
  return rung > 300 ? 96_000 : 64_000;
}

export const roundToEven = (value: number) => 2 * Math.round(value / 2);
