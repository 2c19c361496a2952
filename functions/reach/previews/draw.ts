/** The picture of a page as SVG, with places for the pictures that are laid over or under it. Pure. */
import { sportName } from '../../../shared/sport-name.ts';
import { type ClubColours, fieldColours, inkUpon } from '../../recordings/pictures/colours.ts';
import { ground, middlesOf } from '../../recordings/pictures/ground.ts';
import { line, widthOf, wrapped } from '../../recordings/pictures/lettering.ts';
import { codesOf, type Preview, previewSize } from './rules.ts';

const { width, height } = previewSize;
/** As web/styles/tokens.css has them for viewers. */
const colour = {
  ground: '#0A0E13',
  raised: '#1B232D',
  text: '#F4F6F8',
  accent: '#C8F542',
  live: '#E5173F',
  SOCCER: '#34D399',
  BASKET: '#FB923C',
};

export interface Place {
  left: number;
  top: number;
  size: number;
}

const edge = 64;
/** Two fifths of the height. */
const crestSize = 252;
const band = 92;
const stripe = 8;
const dark = `fill="${colour.ground}" fill-opacity="0.82"`;

/** Where crests stand: one in each field, or one at the left. */
export const crestPlaces = ({ sides }: Preview): Place[] =>
  (sides.length === 1 ? [edge + crestSize / 2] : middlesOf({ width, fields: sides.map(() => '') })).map((x) => ({
    left: Math.round(x - crestSize / 2),
    top: sides.length === 1 ? 190 : 118,
    size: crestSize,
  }));

/** What the pictures that are laid over it tell. */
export interface Shown {
  /** By side: a club without a crest has three letters. */
  isCrestMissing: readonly boolean[];
  /** By side, `ClubColours`. */
  colours: readonly ClubColours[];
  hasPicture: boolean;
}

export function drawing(preview: Preview, { isCrestMissing, colours, hasPicture }: Shown): string {
  const { sport, sides } = preview;
  const fields = sides.length > 0 ? fieldColours(colours) : [colour.raised];
  const inks = fields.map(inkUpon);
  const missing = crestPlaces(preview).flatMap((place, index) =>
    isCrestMissing[index] ? code(codesOf(sides)[index] ?? '', inks[index] ?? colour.text, place) : [],
  );
  const [first = colour.text] = hasPicture ? [] : inks;
  const last = (!hasPicture && inks.at(-1)) || colour.text;
  const parts = [
    hasPicture
      ? `<rect width="${width}" height="${height}" ${dark}/>`
      : ground({ width, height, sport, fields, codes: [] }),
    preview.foot ? `<rect y="${height - band}" width="${width}" height="${band}" ${dark}/>` : '',
    sport ? `<rect y="${height - stripe}" width="${width}" height="${stripe}" fill="${colour[sport]}"/>` : '',
    brand(first),
    badge(preview, last),
    ...missing,
    result(preview),
    sides.length === 2 ? names(preview, inks) : headline(preview, first),
    foot(preview),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** As web/public/favicon.svg. */
function brand(ink: string): string {
  const mark = `<g transform="translate(${edge - 16} 36) scale(0.875)"><rect width="64" height="64" rx="14" fill="${colour.ground}"/><path d="M45 20.5A17 17 0 1 0 45 43.5" fill="none" stroke="${colour.text}" stroke-width="8" stroke-linecap="round"/><path d="M28 23.5 43 32 28 40.5z" fill="${colour.accent}"/></g>`;
  return mark + line('CANTERA TV', { x: edge + 56, y: 76, size: 34, fill: ink });
}

function badge({ isLive, label, sport }: Preview, ink: string): string {
  const text = isLive ? 'EN DIRECTO' : label || (sport ? sportName(sport) : '');
  if (!text) return '';
  const right = width - edge + 16;
  if (!isLive) return line(text, { x: right, y: 74, size: 30, fill: ink, anchor: 'end' });
  const wide = widthOf(text, 30) + 48;
  return `<rect x="${right - wide}" y="36" width="${wide}" height="56" rx="10" fill="${colour.live}"/>${line(text, { x: right - 24, y: 75, size: 30, fill: '#FFFFFF', anchor: 'end' })}`;
}

/** How it ended, upon the line between the two fields and beside no crest. */
function result({ score, sides }: Preview): string {
  if (!score || sides.length !== 2) return '';
  const size = [80, 64, 52].find((one) => widthOf(score, one) + 48 <= width / 2 - crestSize - 12) ?? 44;
  const wide = widthOf(score, size) + 48;
  const [x, y] = [width / 2, 118 + crestSize / 2];
  return `<rect x="${x - wide / 2}" y="${y - 62}" width="${wide}" height="124" rx="20" ${dark}/>${line(score, { x, y: y + size * 0.35, size, fill: colour.text, anchor: 'middle' })}`;
}

function code(text: string, ink: string, { left, top, size }: Place): string[] {
  const [x, y] = [left + size / 2, top + size / 2];
  return [
    `<circle cx="${x}" cy="${y}" r="${size / 2 - 6}" fill="${ink}" fill-opacity="0.12" stroke="${ink}" stroke-width="8"/>`,
    line(text, { x, y: y + 26, size: 72, fill: ink, anchor: 'middle' }),
  ];
}

/** In two lines at most, under the crests. */
function names({ sides }: Preview, inks: readonly string[]): string {
  const middles = middlesOf({ width, fields: inks });
  return sides
    .flatMap(({ name }, index) =>
      wrapped(name, 44, width / 2 - 130, 2).map((text, row) =>
        line(text, {
          x: middles[index] ?? 0,
          y: 432 + row * 52,
          size: 44,
          fill: inks[index] ?? colour.text,
          anchor: 'middle',
        }),
      ),
    )
    .join('');
}

/** Beside a single crest, or over the whole width. */
function headline({ title, sides }: Preview, ink: string): string {
  const x = sides.length === 1 ? edge + crestSize + 56 : edge;
  const size = [76, 64, 54].find((one) => wrapped(title, one, width - edge - x, 9).length <= 3) ?? 54;
  const rows = wrapped(title, size, width - edge - x, 3);
  const from = 316 - ((rows.length - 1) * size * 1.12) / 2 + size * 0.35;
  return rows.map((text, row) => line(text, { x, y: Math.round(from + row * size * 1.12), size, fill: ink })).join('');
}

function foot({ foot: text, sides }: Preview): string {
  const middle = sides.length === 2;
  const [shown = ''] = wrapped(text, 34, width - 2 * edge, 1);
  return line(shown, {
    x: middle ? width / 2 : edge,
    y: height - 36,
    size: 34,
    fill: colour.text,
    anchor: middle ? 'middle' : 'start',
  });
}
