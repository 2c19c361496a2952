/**
 * The ground of a match's picture in any size: a field for each side in its club's colour, divided at an angle, the
 * letters of the scoreboard upon them, the lines of the sport, and grain. Crests and texts are laid over it. Pure.
 */
import type { Sport } from '../../../shared/schema.ts';
import { inkUpon, shade } from './colours.ts';
import { line, widthOf } from './lettering.ts';

export interface Ground {
  width: number;
  height: number;
  sport: Sport | null;
  /** One or two, `#rrggbb`. */
  fields: readonly string[];
  /** Three letters for each. */
  codes: readonly string[];
}

/** How far the halfway line leans to each side, as a share of the height. */
const lean = 0.12;

/** Where the middle of each side is. */
export const middlesOf = ({ width, fields }: Pick<Ground, 'width' | 'fields'>): number[] =>
  fields.length === 1 ? [width / 2] : [width * 0.25, width * 0.75];

/** One small tile: drawn over the whole picture it costs four times as much as all the rest. */
const grain =
  '<filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" stitchTiles="stitch"/><feColorMatrix type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.24 -0.08"/></filter><pattern id="grain" width="160" height="160" patternUnits="userSpaceOnUse"><rect width="160" height="160" filter="url(#noise)"/></pattern>';

export function ground(wanted: Ground): string {
  const { width, height, fields } = wanted;
  const [top, bottom] = [width / 2 + height * lean, width / 2 - height * lean];
  const shapes =
    fields.length === 1
      ? [`M0 0H${width}V${height}H0Z`]
      : [`M0 0H${top}L${bottom} ${height}H0Z`, `M${top} 0H${width}V${height}H${bottom}Z`];
  const middles = middlesOf(wanted);
  const sides = shapes.map((shape, index) => {
    const colour = fields[index] ?? '#1B232D';
    return `<linearGradient id="f${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${shade(colour, 0.42)}"/></linearGradient><clipPath id="c${index}"><path d="${shape}"/></clipPath><path d="${shape}" fill="url(#f${index})"/><g clip-path="url(#c${index})">${code(wanted, index, middles[index] ?? 0)}</g>`;
  });
  return `<defs>${grain}</defs>${sides.join('')}${markings(wanted, top, bottom)}<rect width="${width}" height="${height}" fill="url(#grain)"/>`;
}

/** At the top, where cards have the least upon them; all in one size, as wide as a side at most. */
function code({ height, fields, codes, width }: Ground, index: number, middle: number): string {
  const widest = Math.max(...codes.map((text) => widthOf(text, 1)));
  if (widest === 0) return '';
  const size = Math.min((width / fields.length) * (0.76 / widest), height * 0.32);
  const fill = inkUpon(fields[index] ?? '');
  // The halfway line leans: at the top the middle of a field is further right.
  const x = fields.length === 2 ? middle + height * lean * 0.3 : middle;
  const shape = line(codes[index] ?? '', { x, y: height * 0.05 + size * 0.7, size, fill, anchor: 'middle' });
  return `<g fill-opacity="0.3">${shape}</g>`;
}

/** The halfway line and its circle; of a pitch the corners, of a court the arcs. */
function markings({ width, height, sport, fields }: Ground, top: number, bottom: number): string {
  if (!sport) return '';
  const circle = (x: number, y: number, radius: number) =>
    `<circle cx="${x}" cy="${y}" r="${Math.round(height * radius)}"/>`;
  const halfway = fields.length === 2 ? `<path d="M${top} 0L${bottom} ${height}"/>` : '';
  const ends =
    sport === 'SOCCER'
      ? [0, width].flatMap((x) => [circle(x, 0, 0.09), circle(x, height, 0.09)])
      : [0, width].map((x) => circle(x, height / 2, 0.42));
  const shapes = halfway + circle(width / 2, height / 2, sport === 'SOCCER' ? 0.17 : 0.12) + ends.join('');
  return `<g fill="none" stroke="#FFFFFF" stroke-opacity="0.32" stroke-width="${Math.ceil(height / 180)}">${shapes}</g>`;
}
