/** Portrait picture for posts: home side above, visitors below. Pure. */
import { chooseInk, fieldColours } from '../../../shared/domain/club-colours.ts';
import { sportName } from '../../../shared/domain/sport-name.ts';
import {
  colour,
  drawBrand,
  drawLetters,
  drawLiveBadge,
  drawResult,
  drawSvg,
  edge,
  type PictureState,
  type Place,
  sizes,
} from '../../recordings/pictures/elements.ts';
import { drawText, measureText, wrapText } from '../../recordings/pictures/lettering.ts';
import { drawGround } from '../../recordings/pictures/poster-background.ts';
import { type Preview, toCodes } from './rules.ts';

const { width, height } = sizes.upright;
/** Pixels: the fields end just below the footer's upper edge. */
const fieldsHeight = 1236;
/** Two fifths of the width; a single crest is larger. */
const [crestSize, singleSize] = [432, 480];
const stripe = 12;

/** Two crests at the left and right, where the coloured fields are highest; a single one in the middle. */
export const placeCrests = ({ sides }: Preview): Place[] => {
  if (sides.length === 1) return [{ left: (width - singleSize) / 2, top: 120, size: singleSize }];
  return sides.map((_, index) => ({
    left: index === 0 ? edge : width - edge - crestSize,
    top: index === 0 ? 132 : 704,
    size: crestSize,
  }));
};

/** Box of a page's own picture, which is not cropped, above the title. */
export const pictureBox = { left: edge, top: 170, width: width - 2 * edge, height: 600 };

export function drawPreview(preview: Preview, picture: PictureState): string {
  const { sport, sides, isLive, score } = preview;
  const hasTwoSides = sides.length === 2;
  const fields = selectFields(preview, picture);
  const inks = fields.map(chooseInk);
  const [first = colour.text, last = colour.text] = [inks[0], inks.at(-1)];
  const codes = toCodes(sides);
  const sideParts = placeCrests(preview).map((place, index) => {
    const [code = '', ink = colour.text] = [codes[index], inks[index]];
    const isMissing = picture.isCrestMissing[index] ?? true;
    const crest = isMissing ? drawLetters(code, ink, place) : '';
    return crest + (hasTwoSides ? drawNameBeside(sides[index]?.name ?? '', isMissing ? '' : code, ink, place) : '');
  });
  const middle = { x: width / 2, y: fieldsHeight / 2 };
  return drawSvg(sizes.upright, [
    drawGround({
      width,
      height: preview.foot ? fieldsHeight : height,
      sport: hasTwoSides ? sport : null,
      fields,
      codes: [],
    }),
    drawBrand(first),
    drawLabel(preview, first),
    ...sideParts,
    hasTwoSides ? '' : drawHeadline(preview, picture.hasPicture, last),
    hasTwoSides && score ? drawResult(score, { ...middle, maxWidth: width / 2, maxFontSize: 100 }) : '',
    isLive
      ? drawLiveBadge({
          ...(hasTwoSides ? middle : corner),
          size: hasTwoSides ? 52 : 30,
          anchor: hasTwoSides ? 'middle' : 'end',
        })
      : '',
    drawFoot(preview),
  ]);
}

/** A club's page uses its two colours; without a club, the app's dark background. */
function selectFields({ sides }: Preview, { colours }: PictureState): string[] {
  const [own] = colours;
  if (sides.length === 1 && own) return [...own];
  return sides.length === 2 ? fieldColours(colours) : [colour.line, colour.surface];
}

const corner = { x: width - edge + 16, y: 64 };

/** Draws the label; a live match shows the live badge between its sides instead. */
function drawLabel({ label: text, isLive, sport, sides }: Preview, ink: string): string {
  if (isLive && sides.length !== 2) return '';
  const whole = text || (sport ? sportName(sport) : '');
  const size = measureText(whole, 32) <= besideBrand ? 32 : 28;
  const [line = ''] = wrapText(whole, size, besideBrand, 1);
  return drawText(line, { x: corner.x, y: 75, size, fill: ink, anchor: 'end' });
}

/** Width beside the logo, in pixels. */
const besideBrand = 610;

/** Draws letters and name of a club, between its crest and the other edge. */
function drawNameBeside(name: string, code: string, ink: string, { left, top, size }: Place): string {
  const isLeft = left === edge;
  const x = isLeft ? left + size + gap : left - gap;
  const anchor = isLeft ? 'start' : 'end';
  const wide = width - size - gap - 2 * edge;
  const large = code ? Math.min(200, wide / measureText(code, 1, 'widest')) : 0;
  const nameSize = code ? 50 : 60;
  const rows = wrapText(name, nameSize, wide, 3);
  const high = large * capital + (code ? 34 : 0) + rows.length * nameSize * 1.14;
  const from = top + size / 2 - high / 2;
  const below = from + large * capital + (code ? 34 : 0);
  // Large glyphs have side bearings that small ones do not show.
  const inset = large * (isLeft ? -0.04 : 0.05);
  return [
    drawText(code, {
      x: x + inset,
      y: Math.round(from + large * capital),
      size: large,
      fill: ink,
      anchor,
      face: 'widest',
    }),
    ...rows.map((text, row) =>
      drawText(text, { x, y: Math.round(below + nameSize * (0.82 + row * 1.14)), size: nameSize, fill: ink, anchor }),
    ),
  ].join('');
}

const gap = 44;
/** Height of a capital, as a share of the font size. */
const capital = 0.69;

/** Draws the title below a crest or picture, or in the middle if there is neither. */
function drawHeadline({ title, sides, foot: below }: Preview, hasPicture: boolean, ink: string): string {
  const isBelow = sides.length === 1 || hasPicture;
  const [top, bottom] = [sides.length === 1 ? 740 : isBelow ? 790 : 130, height - measureBand(below ? 1 : 0)];
  const size = [92, 80, 68, 58].find((one) => wrapText(title, one, width - 2 * edge, 9).length <= 3) ?? 58;
  const rows = wrapText(title, size, width - 2 * edge, isBelow ? 4 : 7);
  const from = (top + bottom) / 2 - ((rows.length - 1) * size * 1.12) / 2 + size * 0.35;
  const at = sides.length === 1 ? ({ x: width / 2, anchor: 'middle' } as const) : { x: edge };
  return rows
    .map((text, row) => drawText(text, { ...at, y: Math.round(from + row * size * 1.12), size, fill: ink }))
    .join('');
}

const measureBand = (lines: number) => (lines === 0 ? stripe : lines === 1 ? 128 : 184);

function drawFoot({ foot: text, about = '', sport }: Preview): string {
  const lines = [text, about].filter(Boolean);
  const band = measureBand(lines.length);
  return [
    lines.length > 0 ? `<rect y="${height - band}" width="${width}" height="${band}" fill="${colour.ground}"/>` : '',
    sport ? `<rect y="${height - stripe}" width="${width}" height="${stripe}" fill="${colour[sport]}"/>` : '',
    ...lines.map((one, row) => {
      const maxWidth = width - 2 * edge;
      const size = row > 0 ? 32 : ([54, 48, 42].find((fits) => measureText(one, fits) <= maxWidth) ?? 36);
      const [shown = ''] = wrapText(one, size, maxWidth, 1);
      const fill = row === 0 ? colour.text : colour.muted;
      return drawText(shown, { x: width / 2, y: height - band + 78 + row * 56, size, fill, anchor: 'middle' });
    }),
  ].join('');
}
