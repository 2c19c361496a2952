/** Landscape picture for link previews: the sides next to each other. Pure. */
import { chooseInk, fieldColours } from '../../../shared/domain/club-colours.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import {
  colour,
  dark,
  drawBrand,
  drawLetters,
  drawLiveBadge,
  drawResult,
  drawSvg,
  edge,
  type PictureState,
  type Place,
  sizes,
  veil,
} from '../../recordings/pictures/elements.ts';
import { drawText, wrapText } from '../../recordings/pictures/lettering.ts';
import { drawGround, findMiddles } from '../../recordings/pictures/poster-background.ts';
import { type Preview, toCodes } from './rules.ts';

const { width, height } = sizes.wide;
/** Two fifths of the height. */
const crestSize = 252;
const band = 92;
const stripe = 8;

/** One crest per side, or one at the left. */
export const placeCrests = ({ sides }: Preview): Place[] =>
  (sides.length === 1 ? [edge + crestSize / 2] : findMiddles({ width, fields: sides.map(() => '') })).map((x) => ({
    left: Math.round(x - crestSize / 2),
    top: sides.length === 1 ? 190 : 118,
    size: crestSize,
  }));

export function drawPreview(preview: Preview, { isCrestMissing, colours, hasPicture, isFrame }: PictureState): string {
  const { sport, sides } = preview;
  const fields = sides.length > 0 ? fieldColours(colours) : [colour.raised];
  const inks = isFrame && hasPicture ? fields.map(() => colour.text) : fields.map(chooseInk);
  const missing = placeCrests(preview).flatMap((place, index) =>
    isCrestMissing[index] ? drawLetters(toCodes(sides)[index] ?? '', inks[index] ?? colour.text, place) : [],
  );
  const [first = colour.text] = hasPicture ? [] : inks;
  const last = (!hasPicture && inks.at(-1)) || colour.text;
  const parts = [
    hasPicture
      ? `<rect width="${width}" height="${height}" ${isFrame ? veil : dark}/>`
      : drawGround({ width, height, sport, fields, codes: [] }),
    preview.foot ? `<rect y="${height - band}" width="${width}" height="${band}" ${dark}/>` : '',
    sport ? `<rect y="${height - stripe}" width="${width}" height="${stripe}" fill="${colour[sport]}"/>` : '',
    drawBrand(first),
    drawBadge(preview, last),
    ...missing,
    preview.score && sides.length === 2 ? drawResult(preview.score, middle) : '',
    sides.length === 2 ? drawNames(preview, inks) : drawHeadline(preview, first),
    drawFoot(preview),
  ];
  return drawSvg(sizes.wide, parts);
}

/** Place of the result, on the line between the fields. */
const middle = { x: width / 2, y: 118 + crestSize / 2, maxWidth: width / 2 - crestSize - 12, maxFontSize: 80 };

function drawBadge({ isLive, label, sport }: Preview, ink: string): string {
  const right = width - edge + 16;
  if (isLive) return drawLiveBadge({ x: right, y: 64, size: 30, anchor: 'end' });
  const text = label || (sport ? sportName(sport) : '');
  return text && drawText(text, { x: right, y: 74, size: 30, fill: ink, anchor: 'end' });
}

/** Draws the names below the crests, in at most two lines each. */
function drawNames({ sides }: Preview, inks: readonly string[]): string {
  const middles = findMiddles({ width, fields: inks });
  return sides
    .flatMap(({ name }, index) =>
      wrapText(name, 44, width / 2 - 130, 2).map((text, row) =>
        drawText(text, {
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

/** Draws the title beside a single crest, or over the whole width. */
function drawHeadline({ title, sides }: Preview, ink: string): string {
  const x = sides.length === 1 ? edge + crestSize + 56 : edge;
  const size = [76, 64, 54].find((one) => wrapText(title, one, width - edge - x, 9).length <= 3) ?? 54;
  const rows = wrapText(title, size, width - edge - x, 3);
  const from = 316 - ((rows.length - 1) * size * 1.12) / 2 + size * 0.35;
  return rows
    .map((text, row) => drawText(text, { x, y: Math.round(from + row * size * 1.12), size, fill: ink }))
    .join('');
}

function drawFoot({ foot: text, sides }: Preview): string {
  const isMatch = sides.length === 2;
  const [line = ''] = wrapText(text, 34, width - 2 * edge, 1);
  return drawText(line, {
    x: isMatch ? width / 2 : edge,
    y: height - 36,
    size: 34,
    fill: colour.text,
    anchor: isMatch ? 'middle' : 'start',
  });
}
