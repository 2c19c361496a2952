/**
 * Text as outlines of the heading font (letters.json, from infra/toolchain/outlines.ts), so that pictures look the same
 * everywhere: Lambda has no fonts. Pure.
 */
import { brotliDecompressSync } from 'node:zlib';
import letters from './letters.json' with { type: 'json' };

const unitsPerEm = 1000;
/** `widest` is the heaviest form, with capitals and digits only, for a club's three letters. */
export type LetterFace = 'heading' | 'widest';
type Glyph = [advance: number, path: string];
let unpacked: Record<LetterFace, Map<string, Glyph>> | undefined;

function getGlyphs(face: LetterFace) {
  if (!unpacked) {
    const { heading, widest } = JSON.parse(brotliDecompressSync(Buffer.from(letters, 'base64')).toString());
    unpacked = { heading: new Map(Object.entries(heading)), widest: new Map(Object.entries(widest)) };
  }
  return unpacked[face];
}

/** A letter that the font lacks is drawn without its accent, or left out. */
const listGlyphs = (text: string, face: LetterFace) =>
  [...text].flatMap((letter) => {
    const glyph = getGlyphs(face).get(letter) ?? getGlyphs(face).get(letter.normalize('NFD').charAt(0));
    return glyph ? [glyph] : [];
  });

/** Pixels at the given font size. */
export const measureText = (text: string, size: number, face: LetterFace = 'heading'): number =>
  (listGlyphs(text, face).reduce((sum, [advance]) => sum + advance, 0) * size) / unitsPerEm;

export interface Line {
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  face?: LetterFace;
}

export function drawText(text: string, { x, y, size, fill, anchor = 'start', face = 'heading' }: Line): string {
  const width = measureText(text, size, face);
  const from = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  let at = 0;
  const paths = listGlyphs(text, face).map(([advance, path]) => {
    const glyph = path && `<path transform="translate(${at} 0)" d="${path}"/>`;
    at += advance;
    return glyph;
  });
  const scale = size / unitsPerEm;
  return `<g fill="${fill}" transform="translate(${from.toFixed(1)} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Wraps into at most `maxLines` lines; the rest is replaced by an ellipsis. */
export function wrapText(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(/\s+/).filter((one) => measureText(one, size) > 0)) {
    const longer = current ? `${current} ${word}` : word;
    if (current && measureText(longer, size) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  if (current) lines.push(current);
  const fitting = lines.slice(0, maxLines);
  return fitting.map((one, index) => {
    const hasMore = index === maxLines - 1 && lines.length > maxLines;
    return truncate(hasMore ? `${one}…` : one, size, width);
  });
}

function truncate(text: string, size: number, width: number): string {
  if (measureText(text, size) <= width) return text;
  const letters = [...text.replace(/…$/, '')];
  while (letters.length > 0 && measureText(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
