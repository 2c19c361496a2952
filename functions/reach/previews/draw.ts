/** The picture of a page as SVG, with places for the pictures that are laid over or under it. Pure. */
import { sportName } from '../../../shared/sport-name.ts';
import { line, widthOf, wrapped } from './lettering.ts';
import { codesOf, coloursOf, type Preview, previewSize, type Side } from './rules.ts';

const { width, height } = previewSize;
/** As web/styles/tokens.css has them for viewers. */
const colour = {
  ground: '#0A0E13',
  raised: '#1B232D',
  text: '#F4F6F8',
  muted: '#A9B4C0',
  accent: '#C8F542',
  line: '#2A3541',
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
const crestSize = 210;

/** Where crests stand: two beside each other, one at the left. */
export const crestPlaces = ({ sides }: Preview): Place[] =>
  (sides.length === 1 ? [edge + crestSize / 2] : [width * 0.27, width * 0.73]).map((x) => ({
    left: Math.round(x - crestSize / 2),
    top: sides.length === 1 ? 210 : 155,
    size: crestSize,
  }));

/** `isCrestMissing` by side: a club without a crest has three letters. */
export function drawing(preview: Preview, isCrestMissing: readonly boolean[], hasPicture: boolean): string {
  const { sport, sides } = preview;
  const stripe = sport ? colour[sport] : colour.line;
  const ground = hasPicture
    ? `<rect width="${width}" height="${height}" fill="${colour.ground}" fill-opacity="0.78"/>`
    : `<rect width="${width}" height="${height}" fill="url(#ground)"/>`;
  const parts = [
    `<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${colour.ground}"/><stop offset="1" stop-color="${colour.raised}"/></linearGradient></defs>`,
    ground,
    `<rect y="${height - 12}" width="${width}" height="12" fill="${stripe}"/>`,
    brand(),
    badge(preview),
    ...crestPlaces(preview).flatMap((place, index) => (isCrestMissing[index] ? code(sides, index, place) : [])),
    sides.length === 2 ? versus(preview) : headline(preview),
    foot(preview),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** As web/public/favicon.svg. */
function brand(): string {
  const mark = `<g transform="translate(${edge} 48) scale(0.875)"><rect width="64" height="64" rx="14" fill="${colour.ground}"/><path d="M45 20.5A17 17 0 1 0 45 43.5" fill="none" stroke="${colour.text}" stroke-width="8" stroke-linecap="round"/><path d="M28 23.5 43 32 28 40.5z" fill="${colour.accent}"/></g>`;
  return mark + line('CANTERA TV', { x: edge + 76, y: 88, size: 34, fill: colour.text });
}

function badge({ isLive, label, sport }: Preview): string {
  const text = isLive ? 'EN DIRECTO' : [label, sport && sportName(sport)].filter(Boolean).join(' · ');
  if (!text) return '';
  const right = width - edge;
  if (!isLive) return line(text, { x: right, y: 86, size: 30, fill: colour.muted, anchor: 'end' });
  const wide = widthOf(text, 30) + 48;
  return `<rect x="${right - wide}" y="48" width="${wide}" height="56" rx="10" fill="${colour.live}"/>${line(text, { x: right - 24, y: 87, size: 30, fill: '#FFFFFF', anchor: 'end' })}`;
}

function code(sides: readonly Side[], index: number, { left, top, size }: Place): string[] {
  const side = sides[index];
  if (!side) return [];
  const [x, y] = [left + size / 2, top + size / 2];
  const fill = coloursOf(sides)[index] ?? colour.text;
  return [
    `<circle cx="${x}" cy="${y}" r="${size / 2 - 4}" fill="${colour.raised}" stroke="${fill}" stroke-width="8"/>`,
    line(codesOf(sides)[index] ?? '', { x, y: y + 21, size: 58, fill, anchor: 'middle' }),
  ];
}

function versus({ sides }: Preview): string {
  const names = sides.map(({ name }, index) =>
    wrapped(name, 42, 460, 2)
      .map((text, row) =>
        line(text, {
          x: width * (index === 0 ? 0.27 : 0.73),
          y: 435 + row * 52,
          size: 42,
          fill: colour.text,
          anchor: 'middle',
        }),
      )
      .join(''),
  );
  return names.join('') + line('–', { x: width / 2, y: 278, size: 64, fill: colour.muted, anchor: 'middle' });
}

/** Beside a single crest, or over the whole width. */
function headline({ title, sides }: Preview): string {
  const x = sides.length === 1 ? edge + crestSize + 56 : edge;
  const size = [76, 64, 54].find((one) => wrapped(title, one, width - edge - x, 9).length <= 3) ?? 54;
  const rows = wrapped(title, size, width - edge - x, 3);
  const from = 330 - ((rows.length - 1) * size * 1.12) / 2 + size * 0.35;
  return rows
    .map((text, row) => line(text, { x, y: Math.round(from + row * size * 1.12), size, fill: colour.text }))
    .join('');
}

function foot({ foot: text, sides }: Preview): string {
  const middle = sides.length === 2;
  const [shown = ''] = wrapped(text, 34, width - 2 * edge, 1);
  return line(shown, {
    x: middle ? width / 2 : edge,
    y: 568,
    size: 34,
    fill: colour.muted,
    anchor: middle ? 'middle' : 'start',
  });
}
