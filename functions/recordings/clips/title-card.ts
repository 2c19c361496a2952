/**
 * The title card of a summary as a PNG, shown for its first seconds: match and date. It shows no score, for viewers who
 * hide results.
 */
import type { Sport } from '../../../shared/contract/schema.ts';
import { clubCodes } from '../../../shared/domain/club-code.ts';
import { type ClubColours, chooseInk, fieldColours, findColours } from '../../../shared/domain/club-colours.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { titleCard } from '../media/rules.ts';
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
const [edge, band, crestSize] = [64, 168, 264];
/** The viewer theme of web/styles/tokens.css. */
const colour = { ground: '#0A0E13', raised: '#1B232D', text: '#F4F6F8', muted: '#A9B4C0', accent: '#C8F542' };
const noColours: ClubColours = [colour.raised, colour.text];

export async function renderCardPng(card: Card): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const crests = await Promise.all(card.sides.map(({ crest }) => (crest ? readCrest(crest) : undefined)));
  const colours = await Promise.all(
    crests.map(async (crest) => {
      if (!crest) return noColours;
      const pixels = await sharp(crest).resize({ width: 40, height: 40, fit: 'inside' }).ensureAlpha().raw().toBuffer();
      return findColours(pixels) ?? noColours;
    }),
  );
  const fields = card.sides.length === 2 ? fieldColours(colours) : [colour.raised];
  const places = findMiddles({ width, fields }).map((x) => ({ left: Math.round(x - crestSize / 2), top: 116 }));
  const isMissing = crests.map((crest) => !crest);
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
        isMissing[index] ? drawLetters(codes[index] ?? '', ink, x) : '',
        ...rows.map((text, row) => drawText(text, { x, y: 450 + row * 54, size: 46, fill: ink, anchor: 'middle' })),
      ];
    }),
    sides.length === 2 ? '' : drawHeadline(title, inks[0] ?? colour.text),
    `<rect y="${height - band}" width="${width}" height="${band}" fill="${colour.ground}" fill-opacity="0.88"/>`,
    drawCentred('RESUMEN', 64, height - 84, colour.text),
    drawCentred(foot, 30, height - 34, colour.muted),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

/** The logo of web/public/favicon.svg. */
function drawBrand(ink: string): string {
  const mark = `<g transform="translate(${edge - 20} 32) scale(0.8)"><rect width="64" height="64" rx="14" fill="${colour.ground}"/><path d="M45 20.5A17 17 0 1 0 45 43.5" fill="none" stroke="${colour.text}" stroke-width="8" stroke-linecap="round"/><path d="M28 23.5 43 32 28 40.5z" fill="${colour.accent}"/></g>`;
  return mark + drawText('CANTERA TV', { x: edge + 46, y: 68, size: 30, fill: ink });
}

/** Drawn instead of a missing crest. */
function drawLetters(code: string, ink: string, x: number): string {
  const y = 116 + crestSize / 2;
  const ring = `<circle cx="${x}" cy="${y}" r="${crestSize / 2 - 6}" fill="${ink}" fill-opacity="0.12" stroke="${ink}" stroke-width="8"/>`;
  return ring + drawText(code, { x, y: y + 26, size: 72, fill: ink, anchor: 'middle' });
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
  if (!bytes) return undefined;
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: 4_000_000 })
    .resize({ width: crestSize, height: crestSize, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
    .catch(() => undefined);
}
