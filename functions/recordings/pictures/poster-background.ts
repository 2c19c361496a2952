/**
 * Background of a match poster: a field in each side's colour, their letters, the sport's lines, and grain. Fields are
 * side by side, or stacked in portrait. Pure.
 */
import type { Sport } from '../../../shared/contract/schema.ts';
import { chooseInk, shade } from '../../../shared/domain/club-colours.ts';
import { drawText, measureText } from './lettering.ts';

export interface Ground {
  width: number;
  height: number;
  sport: Sport | null;
  /** One colour or two, `#rrggbb`. */
  fields: readonly string[];
  /** Three letters for each field. */
  codes: readonly string[];
}

/** Slant of the halfway line, as a share of its length. */
const lean = 0.12;

/** X positions of the middles of fields that are side by side. */
export const findMiddles = ({ width, fields }: Pick<Ground, 'width' | 'fields'>): number[] =>
  fields.length === 1 ? [width / 2] : [width * 0.25, width * 0.75];

/** A small, repeated tile: noise over the whole picture would take four times as long as the rest. */
const grain =
  '<filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" stitchTiles="stitch"/><feColorMatrix type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.24 -0.08"/></filter><pattern id="grain" width="160" height="160" patternUnits="userSpaceOnUse"><rect width="160" height="160" filter="url(#noise)"/></pattern>';

export function drawGround(wanted: Ground): string {
  const { width, height, fields } = wanted;
  const halfway = findHalfwayLine(wanted);
  const [[x1, y1], [x2, y2]] = halfway;
  const shapes =
    fields.length === 1
      ? [`M0 0H${width}V${height}H0Z`]
      : isUpright(wanted)
        ? [`M0 0H${width}V${y2}L0 ${y1}Z`, `M0 ${y1}L${width} ${y2}V${height}H0Z`]
        : [`M0 0H${x1}L${x2} ${height}H0Z`, `M${x1} 0H${width}V${height}H${x2}Z`];
  const middles = findMiddles(wanted);
  const sides = shapes.map((shape, index) => {
    const colour = fields[index] ?? '#1B232D';
    return `<linearGradient id="f${index}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${shade(colour, 0.42)}"/></linearGradient><clipPath id="c${index}"><path d="${shape}"/></clipPath><path d="${shape}" fill="url(#f${index})"/><g clip-path="url(#c${index})">${drawCode(wanted, index, middles[index] ?? 0)}</g>`;
  });
  return `<defs>${grain}</defs>${sides.join('')}${drawMarkings(wanted, halfway)}<rect width="${width}" height="${height}" fill="url(#grain)"/>`;
}

const isUpright = ({ width, height }: Pick<Ground, 'width' | 'height'>) => height > width;

type Point = readonly [x: number, y: number];

/** From top to bottom; in portrait from left to right. */
function findHalfwayLine({ width, height }: Ground): [Point, Point] {
  if (isUpright({ width, height }))
    return [
      [0, height / 2 + width * lean],
      [width, height / 2 - width * lean],
    ];
  return [
    [width / 2 + height * lean, 0],
    [width / 2 - height * lean, height],
  ];
}

/** Draws a side's letters near the top, where cards have no text; both sides' have the same size. */
function drawCode({ height, fields, codes, width }: Ground, index: number, middle: number): string {
  const widest = Math.max(...codes.map((text) => measureText(text, 1)));
  if (widest === 0) return '';
  const size = Math.min((width / fields.length) * (0.76 / widest), height * 0.32);
  const fill = chooseInk(fields[index] ?? '');
  // Follows the lean of the halfway line.
  const x = fields.length === 2 ? middle + height * lean * 0.3 : middle;
  const shape = drawText(codes[index] ?? '', { x, y: height * 0.05 + size * 0.7, size, fill, anchor: 'middle' });
  return `<g fill-opacity="0.3">${shape}</g>`;
}

/** Halfway line and circle; corners of a pitch, arcs of a court. */
function drawMarkings(wanted: Ground, [from, to]: [Point, Point]): string {
  const { width, height, sport, fields } = wanted;
  if (!sport) return '';
  const short = Math.min(width, height);
  const circle = ([x, y]: Point, radius: number) => `<circle cx="${x}" cy="${y}" r="${Math.round(short * radius)}"/>`;
  const halfway = fields.length === 2 ? `<path d="M${from.join(' ')}L${to.join(' ')}"/>` : '';
  const baskets: Point[] = isUpright(wanted)
    ? [
        [width / 2, 0],
        [width / 2, height],
      ]
    : [
        [0, height / 2],
        [width, height / 2],
      ];
  const corners = [0, width].flatMap((x): Point[] => [
    [x, 0],
    [x, height],
  ]);
  const ends = sport === 'SOCCER' ? corners.map((at) => circle(at, 0.09)) : baskets.map((at) => circle(at, 0.42));
  const shapes =
    halfway +
    circle([width / 2, height / 2], sport === 'BASKET' ? 0.12 : isUpright(wanted) ? 0.13 : 0.17) +
    ends.join('');
  return `<g fill="none" stroke="#FFFFFF" stroke-opacity="0.32" stroke-width="${Math.ceil(short / 180)}">${shapes}</g>`;
}
