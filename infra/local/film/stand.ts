/** Texture of the stand behind the far touchline: advertising boards and rows of spectators, in two animation frames. */
import { type Colour, parseColour } from './canvas.ts';
import type { Ground, Texture } from './ground.ts';
import { createRandom } from './match-simulation.ts';

/** Texture points per metre; heights in metres. */
export const standDensity = 12;
export const standHeight = { SOCCER: 9, BASKET: 7 };
export const boardHeight = 0.9;

export interface Stand {
  colours: Colour[];
  /** The same spectators sitting and jumping. */
  frames: [Texture, Texture];
}

export function createStand(ground: Ground, home: Colour, away: Colour, seed: number): Stand {
  const random = createRandom(seed + 99);
  const clothes = ['#334155', '#475569', '#64748b', '#1e293b', '#7f1d1d', '#0f766e', '#a16207', '#e2e8f0'].map(
    parseColour,
  );
  const skins = ['#e8c4a0', '#c99a6e', '#8d5a3a', '#f0d2b4'].map(parseColour);
  const concrete = ['#141b24', '#1b2430'].map(parseColour);
  const board = ['#0a0e13', '#c8f542', '#f4f6f8', '#e5173f'].map(parseColour);
  const colours = [...concrete, ...board, ...skins, home, home, away, ...clothes];
  const [firstBoard, firstSkin, firstCloth] = [
    concrete.length,
    concrete.length + board.length,
    concrete.length + board.length + skins.length,
  ];
  const size = { width: 96 * standDensity, height: standHeight[ground.sport] * standDensity };
  const frames = [0, 1].map(() => ({ ...size, points: new Uint8Array(size.width * size.height) })) as [
    Texture,
    Texture,
  ];
  for (const { points } of frames) {
    for (let row = 0; row < size.height; row += 1)
      points.fill(Math.floor(row / 9) % 2, row * size.width, (row + 1) * size.width);
    const high = Math.round(boardHeight * standDensity);
    for (let row = 0; row < high; row += 1) {
      for (let column = 0; column < size.width; column += 1) {
        const panel = Math.floor(column / (standDensity * 8));
        const within = (column % (standDensity * 8)) / (standDensity * 8);
        const isMark = row > 2 && row < high - 3 && within > 0.2 && within < 0.8 && Math.floor(within * 34) % 3 !== 0;
        const ink = [2, 0, 0, 0][panel % 4] ?? 0;
        points[row * size.width + column] = firstBoard + (isMark ? ink : ([1, 3, 2, 0][panel % 4] ?? 0));
        if (isMark && panel % 4 === 3) points[row * size.width + column] = firstBoard + 1;
      }
    }
  }
  const rows = Math.floor((standHeight[ground.sport] - boardHeight - 1.4) / 0.75);
  for (let row = 0; row < rows; row += 1) {
    for (let x = 2; x < size.width - 6; x += 6 + Math.floor(random() * 3)) {
      if (random() < 0.22) continue;
      const cloth = firstCloth + Math.floor(random() * (colours.length - firstCloth));
      const skin = firstSkin + Math.floor(random() * skins.length);
      const foot = Math.round((boardHeight + 0.1 + row * 0.75) * standDensity);
      const jumps = random() < 0.45 ? 3 : 0;
      for (const [index, { points }] of frames.entries()) {
        const from = foot + index * jumps;
        for (let up = 0; up < 9; up += 1) {
          const isHead = up > 5;
          for (let wide = isHead ? 1 : 0; wide < (isHead ? 4 : 5); wide += 1) {
            points[(from + up) * size.width + x + wide] = isHead ? skin : cloth;
          }
        }
      }
    }
  }
  return { colours, frames };
}
