/**
 * The title card of a summary as a PNG, shown for its first seconds: match and date. It shows no score, for viewers who
 * hide results.
 */
import type { Sport } from '../../../shared/contract/schema.ts';
import { clubCodes } from '../../../shared/domain/club-code.ts';
import { type ClubColours, chooseInk, fieldColours } from '../../../shared/domain/club-colours.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { titleCard } from '../media/rules.ts';
import { findCrestColours, fitCrest } from '../pictures/crest-image.ts';
import { colour, drawBrand, drawLetters, drawSvg, edge } from '../pictures/elements.ts';
import { drawText, measureText, wrapText } from '../pictures/lettering.ts';
import { drawGround, findMiddles } from '../pictures/poster-background.ts';

export interface Card {
  sport: Sport;
  title: string;
  /** Two sides or none; `crest` is a key in the media bucket. */
  sides: readonly { name: string; crest: string | null }[];
  foot: string;
}

const { width, height } = titleCard;
const band = 168;
const crest = { top: 116, size: 264 };
const noColours: ClubColours = [colour.raised, colour.text];

export async function renderCardPng(card: Card): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const crests = await Promise.all(card.sides.map((side) => (side.crest ? readCrest(side.crest) : undefined)));
  const colours = await Promise.all(crests.map(async (png) => (png && (await findCrestColours(png))) ?? noColours));
  const fields = card.sides.length === 2 ? fieldColours(colours) : [colour.raised];
  const places = findMiddles({ width, fields }).map((x) => ({ left: Math.round(x - crest.size / 2), top: crest.top }));
  const isMissing = crests.map((png) => !png);
  const layers = crests.flatMap((input, index) => (input && places[index] ? [{ input, ...places[index] }] : []));
  return sharp(Buffer.from(drawCard(card, fields, isMissing)))
    .composite(layers)
    .png()
    .toBuffer();
}

/** The card as SVG. Pure. */
export function drawCard(card: Card, fields: readonly string[], isMissing: readonly boolean[]): string {
  const { sport, title, sides, foot } = card;
  const inks = fields.map(chooseInk);
  const middles = findMiddles({ width, fields });
  const codes = clubCodes(sides[0]?.name ?? '', sides[1]?.name ?? '');
  const parts = [
    drawGround({ width, height, sport, fields, codes: [] }),
    drawBrand(inks[0] ?? colour.text),
    ...sides.flatMap(({ name }, index) => {
      const [x = 0, ink = colour.text] = [middles[index], inks[index]];
      const rows = wrapText(name, 46, width / 2 - 120, 2);
      return [
        isMissing[index] ? drawLetters(codes[index] ?? '', ink, { ...crest, left: x - crest.size / 2 }) : '',
        ...rows.map((text, row) => drawText(text, { x, y: 450 + row * 54, size: 46, fill: ink, anchor: 'middle' })),
      ];
    }),
    sides.length === 2 ? '' : drawHeadline(title, inks[0] ?? colour.text),
    `<rect y="${height - band}" width="${width}" height="${band}" fill="${colour.ground}" fill-opacity="0.88"/>`,
    drawCentred('RESUMEN', 64, height - 84, colour.text),
    drawCentred(foot, 30, height - 34, colour.muted),
  ];
  return drawSvg(titleCard, parts);
}

function drawHeadline(title: string, ink: string): string {
  const size = [84, 68, 56].find((one) => wrapText(title, one, width - 2 * edge, 9).length <= 3) ?? 56;
  const rows = wrapText(title, size, width - 2 * edge, 3);
  const from = 330 - ((rows.length - 1) * size * 1.12) / 2;
  return rows.map((text, row) => drawCentred(text, size, Math.round(from + row * size * 1.12), ink)).join('');
}

function drawCentred(text: string, size: number, y: number, fill: string): string {
  const [line = ''] = measureText(text, size) > width - 2 * edge ? wrapText(text, size, width - 2 * edge, 1) : [text];
  return drawText(line, { x: width / 2, y, size, fill, anchor: 'middle' });
}

/** An unreadable crest is replaced by letters. */
async function readCrest(key: string): Promise<Buffer | undefined> {
  const bytes = await readObject({ bucket: environment('MEDIA_BUCKET'), key });
  return bytes && fitCrest(bytes, crest.size);
}
