/** Pictures of the demo league, drawn as SVG: crests, match posters, pitches and courts. PNG out. */
import sharp from 'sharp';
import { fieldColours } from '../../../functions/reach/previews/colours.ts';
import { ground as matchGround, middlesOf } from '../../../functions/reach/previews/ground.ts';
import type { Sport } from '../../../shared/schema.ts';
import type { Team } from './teams.ts';

export const crest = (team: Team): Promise<Buffer> => png(drawCrest(team));

/** `place`: where it stands in another drawing. */
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

/** A 16:9 poster: a field for each club in its colour, with its letters and its crest at two fifths of the height. */
export function matchPoster(sport: Sport, home: Team, away: Team): Promise<Buffer> {
  const size = { width: 1280, height: 720 };
  const sides = [home, away];
  const fields = fieldColours(sides.map(({ colours }) => colours));
  const codes = sides.map(({ short }) => short);
  const middles = middlesOf({ ...size, fields });
  const high = size.height * 0.4;
  const crests = sides.map((team, index) =>
    drawCrest(
      team,
      `x="${(middles[index] ?? 0) - high / 2}" y="${size.height * 0.4}" width="${high}" height="${high}"`,
    ),
  );
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${matchGround({ ...size, sport, fields, codes })}${crests.join('')}</svg>`,
  );
}

/** A still of a ground without people: the background of the demo videos. */
export function groundPicture(sport: Sport, home: Team, away: Team, width: number, height: number): Promise<Buffer> {
  return png(ground(sport, width, height, home.colours[0], away.colours[0]));
}

function ground(sport: Sport, width: number, height: number, left: string, right: string, upon = ''): string {
  const grass = sport === 'SOCCER';
  const stripes = Array.from({ length: 12 }, (_, index) =>
    index % 2 ? `<rect x="${index * 107}" width="107" height="720" fill="#fff" opacity=".05"/>` : '',
  ).join('');
  const lines = grass
    ? `<rect x="40" y="40" width="1200" height="640"/><path d="M640 40 V680"/><circle cx="640" cy="360" r="100"/>
       <rect x="40" y="190" width="180" height="340"/><rect x="1060" y="190" width="180" height="340"/>
       <rect x="40" y="280" width="70" height="160"/><rect x="1170" y="280" width="70" height="160"/>`
    : `<rect x="60" y="60" width="1160" height="600"/><path d="M640 60 V660"/><circle cx="640" cy="360" r="80"/>
       <path d="M60 130 H200 A260 260 0 0 1 200 590 H60"/><path d="M1220 130 H1080 A260 260 0 0 0 1080 590 H1220"/>
       <rect x="60" y="280" width="230" height="160"/><rect x="990" y="280" width="230" height="160"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="${width}" height="${height}">
    <defs><linearGradient id="l"><stop stop-color="${left}"/><stop offset=".5" stop-color="${grass ? '#14532d' : '#7c4a1e'}"/><stop offset="1" stop-color="${right}"/></linearGradient>
    <radialGradient id="v" cx=".5" cy=".45" r=".75"><stop offset=".45" stop-opacity="0"/><stop offset="1" stop-opacity=".7"/></radialGradient></defs>
    <rect width="1280" height="720" fill="${grass ? '#166534' : '#92541f'}"/>${stripes}
    <rect width="1280" height="720" fill="url(#l)" opacity=".55"/>
    <g fill="none" stroke="#fff" stroke-width="4" opacity=".55">${lines}</g>
    <rect width="1280" height="720" fill="url(#v)"/>${upon}</svg>`;
}

// Hardly compressed: they are encoded again before anybody sees them.
const png = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
