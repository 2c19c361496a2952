/** Crests and posters of the demo league, drawn as SVG and converted to PNG (crests) and WebP (posters). */
import sharp from 'sharp';
import { drawText, wrapText } from '../../../functions/recordings/pictures/lettering.ts';
import { drawGround, findMiddles } from '../../../functions/recordings/pictures/poster-background.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { chooseInk, fieldColours } from '../../../shared/domain/club-colours.ts';
import type { Team } from './teams.ts';

export const createCrest = (team: Team): Promise<Buffer> => toPng(drawCrest(team));

function drawCrest({ colours: [main, second], crest: { shape, emblem } }: Team, place = ''): string {
  const outline = {
    shield: 'M60 20 H340 V220 C340 310 260 360 200 385 C140 360 60 310 60 220 Z',
    round: 'M200 20 A180 180 0 1 1 199.9 20 Z',
    diamond: 'M200 10 L380 200 L200 390 L20 200 Z',
  }[shape];
  const emblems = {
    stripe: `<path d="M150 0 h40 v400 h-40z M230 0 h40 v400 h-40z" fill="${second}"/>`,
    cross: `<path d="M170 0h60v170h170v60H230v170h-60V230H0v-60h170z" fill="${second}"/>`,
    star: `<path d="M200 85 l35 78 85 9 -64 57 18 84 -74 -43 -74 43 18 -84 -64 -57 85 -9z" fill="${second}"/>`,
    wave: [190, 245, 300]
      .map(
        (y) =>
          `<path d="M0 ${y} q50 -40 100 0 t100 0 t100 0 t100 0 v28 q-50 40 -100 0 t-100 0 t-100 0 t-100 0z" fill="${second}"/>`,
      )
      .join(''),
    tower: `<path d="M130 300 V150 h-15 v-50 h35 v20 h30 v-20 h40 v20 h30 v-20 h35 v50 h-15 v150 h-45 v-55 a25 25 0 0 0 -50 0 v55z" fill="${second}"/>`,
    olive: `<path d="M195 330 q-10 -120 5 -210" stroke="${second}" stroke-width="12" fill="none"/>${[150, 190, 230, 270]
      .map(
        (y) =>
          `<ellipse cx="150" cy="${y}" rx="38" ry="15" transform="rotate(30 150 ${y})" fill="${second}"/><ellipse cx="250" cy="${y}" rx="38" ry="15" transform="rotate(-30 250 ${y})" fill="${second}"/>`,
      )
      .join('')}`,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" ${place || 'width="400" height="400"'}>
    <defs><clipPath id="${shape}"><path d="${outline}"/></clipPath>
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#000" stop-opacity=".25"/></linearGradient></defs>
    <g clip-path="url(#${shape})"><rect width="400" height="400" fill="${main}"/>${emblems[emblem]}<rect width="400" height="400" fill="url(#g)"/></g>
    <path d="${outline}" fill="none" stroke="${second}" stroke-width="14"/></svg>`;
}

/**
 * Draws a 16:9 poster: for each club, a field with its colour and crest. The top and bottom quarters stay free for what
 * cards put there: badge, result and duration.
 */
export function createMatchPoster(sport: Sport, home: Team, away: Team): Promise<Buffer> {
  const size = { width: 1280, height: 720 };
  const sides = [home, away];
  const fields = fieldColours(sides.map(({ colours }) => colours));
  const middles = findMiddles({ ...size, fields });
  const high = size.height * 0.44;
  const crests = sides.map((team, index) =>
    drawCrest(
      team,
      `x="${(middles[index] ?? 0) - high / 2}" y="${(size.height - high) / 2}" width="${high}" height="${high}"`,
    ),
  );
  return toWebp(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${drawGround({ ...size, sport, fields, codes: [] })}${crests.join('')}</svg>`,
  );
}

export function createTitlePoster(sport: Sport, team: Team, heading: string): Promise<Buffer> {
  const size = { width: 1280, height: 720 };
  const fields = fieldColours([team.colours]);
  const [textLeft, textSize] = [548, 80];
  const rows = wrapText(heading.toUpperCase(), textSize, size.width - textLeft - 48, 3);
  const top = size.height / 2 - ((rows.length - 1) * textSize * 1.1) / 2 + textSize * 0.36;
  const fill = chooseInk(fields[0] ?? '');
  const lines = rows.map((text, row) =>
    drawText(text, { x: textLeft, y: top + row * textSize * 1.1, size: textSize, fill }),
  );
  const crest = drawCrest(team, 'x="120" y="180" width="360" height="360"');
  return toWebp(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${drawGround({ ...size, sport, fields, codes: [] })}${crest}${lines.join('')}</svg>`,
  );
}

// Compresses little, because the product encodes these pictures again.
const toPng = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();

// Effort 2 takes a third of the default's time, for files that are 4 % larger.
const toWebp = (svg: string) => sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer();
