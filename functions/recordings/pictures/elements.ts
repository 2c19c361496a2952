/** Parts shared by the share pictures and the title cards of summaries. Pure. */
import type { ClubColours } from '../../../shared/domain/club-colours.ts';
import type { PictureFormat } from '../../../shared/domain/share-picture.ts';
import { drawText, measureText } from './lettering.ts';

/** The viewer theme of web/styles/tokens.css. */
export const colour = {
  ground: '#0A0E13',
  surface: '#121820',
  raised: '#1B232D',
  line: '#2A3541',
  text: '#F4F6F8',
  muted: '#A9B4C0',
  accent: '#C8F542',
  live: '#E5173F',
  SOCCER: '#34D399',
  BASKET: '#FB923C',
};

export const dark = `fill="${colour.ground}" fill-opacity="0.82"`;

/** Dark layer over a frame, on which light texts stay legible and the match recognisable. */
export const veil = `fill="${colour.ground}" fill-opacity="0.5"`;

/** Margin in pixels. */
export const edge = 64;

export interface Size {
  width: number;
  height: number;
}

export const sizes: Record<PictureFormat, Size> = {
  wide: { width: 1200, height: 630 },
  upright: { width: 1080, height: 1350 },
};

/** Position and size of a crest, which is square. */
export interface Place {
  left: number;
  top: number;
  size: number;
}

/** Facts about the pictures beneath and on top of the drawing. */
export interface PictureState {
  /** Per side; a missing crest is replaced by three letters. */
  isCrestMissing: readonly boolean[];
  /** Per side. */
  colours: readonly ClubColours[];
  hasPicture: boolean;
  /** The picture is a frame of the live and stays recognisable. */
  isFrame?: boolean;
}

export const drawSvg = ({ width, height }: Size, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

/** The logo of web/public/favicon.svg, at the top left. */
export function drawBrand(ink: string): string {
  const mark = `<g transform="translate(${edge - 16} 36) scale(0.875)"><rect width="64" height="64" rx="14" fill="${colour.ground}"/><path d="M45 20.5A17 17 0 1 0 45 43.5" fill="none" stroke="${colour.text}" stroke-width="8" stroke-linecap="round"/><path d="M28 23.5 43 32 28 40.5z" fill="${colour.accent}"/></g>`;
  return mark + drawText('CANTERA TV', { x: edge + 56, y: 76, size: 34, fill: ink });
}

/** Drawn instead of a crest. */
export function drawLetters(text: string, ink: string, { left, top, size }: Place): string {
  const [x, y] = [left + size / 2, top + size / 2];
  return [
    `<circle cx="${x}" cy="${y}" r="${size / 2 - 6}" fill="${ink}" fill-opacity="0.12" stroke="${ink}" stroke-width="8"/>`,
    drawText(text, { x, y: y + size * 0.103, size: size * 0.286, fill: ink, anchor: 'middle' }),
  ].join('');
}

/** Draws the result, centred at `x` and `y`, in the largest font of at most `maxFontSize` that fits `maxWidth`. */
export function drawResult(
  score: string,
  { x, y, maxWidth, maxFontSize }: { x: number; y: number; maxWidth: number; maxFontSize: number },
) {
  const size =
    [1, 0.8, 0.65].map((share) => maxFontSize * share).find((one) => measureText(score, one) + 48 <= maxWidth) ??
    maxFontSize * 0.55;
  const [wide, high] = [measureText(score, size) + maxFontSize * 0.6, maxFontSize * 1.55];
  return `<rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}" height="${high}" rx="${maxFontSize / 4}" ${dark}/>${drawText(score, { x, y: y + size * 0.35, size, fill: colour.text, anchor: 'middle' })}`;
}

/** Draws the badge of a live, vertically centred at `y`; `x` is its right end or its middle. */
export function drawLiveBadge({
  x,
  y,
  size,
  anchor,
}: {
  x: number;
  y: number;
  size: number;
  anchor: 'middle' | 'end';
}) {
  const text = 'EN DIRECTO';
  const [wide, high] = [measureText(text, size) + size * 1.6, size * 1.87];
  const left = anchor === 'end' ? x - wide : x - wide / 2;
  return `<rect x="${left}" y="${y - high / 2}" width="${wide}" height="${high}" rx="${size / 3}" fill="${colour.live}"/>${drawText(text, { x: left + size * 0.8, y: y + size * 0.36, size, fill: '#FFFFFF' })}`;
}
