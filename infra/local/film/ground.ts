/** Static scene: dimensions in metres, the floor texture with its lines, the camera's position. */
import type { Sport } from '../../../shared/contract/schema.ts';
import { type Colour, parseColour } from './canvas.ts';

export interface Ground {
  sport: Sport;
  length: number;
  width: number;
  /** Space outside the lines on all sides. */
  margin: number;
  camera: { back: number; height: number; zoom: number };
  perSide: number;
}

/** Seven-a-side football, as played by children, and FIBA basketball. */
export const grounds: Record<Sport, Ground> = {
  SOCCER: {
    sport: 'SOCCER',
    length: 62,
    width: 42,
    margin: 7,
    camera: { back: 15, height: 8.5, zoom: 1.02 },
    perSide: 7,
  },
  BASKET: {
    sport: 'BASKET',
    length: 28,
    width: 15,
    margin: 3.5,
    camera: { back: 8.5, height: 4.6, zoom: 0.88 },
    perSide: 5,
  },
};

/** Texture points per metre. */
export const density = 16;

/** Points are indices into the floor colours. */
export interface Texture {
  width: number;
  height: number;
  points: Uint8Array;
}

/** Two floor shades and one for the surroundings, each in eight steps towards the white of the lines. */
export function createFloorColours({ sport }: Ground): Colour[] {
  const shades = sport === 'SOCCER' ? ['#2f7d3b', '#2a7236', '#23612f'] : ['#c98d4e', '#c4874a', '#8a3d1c'];
  return shades.flatMap((shade) =>
    Array.from({ length: 8 }, (_, step) => mixColours(parseColour(shade), white, step / 7)),
  );
}

export const white = parseColour('#f1f5f9');

const mixColours = (a: Colour, b: Colour, share: number): Colour => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
];

export function drawFloorTexture(ground: Ground): Texture {
  const { length, width, margin } = ground;
  const size = {
    width: Math.round((length + 2 * margin) * density),
    height: Math.round((width + 2 * margin) * density),
  };
  const points = new Uint8Array(size.width * size.height);
  const distanceToLine = ground.sport === 'SOCCER' ? createPitchLines(ground) : createCourtLines(ground);
  const thick = ground.sport === 'SOCCER' ? 0.07 : 0.035;
  for (let row = 0; row < size.height; row += 1) {
    const y = row / density - margin;
    for (let column = 0; column < size.width; column += 1) {
      const x = column / density - margin - length / 2;
      const isOut = Math.abs(x) > length / 2 || y < 0 || y > width;
      const isStripe = ground.sport === 'SOCCER' ? Math.floor((x + 100) / 4) % 2 === 0 : Math.floor(y * 6) % 2 === 0;
      const near = Math.max(0, 1 - Math.max(0, distanceToLine(Math.abs(x), y) - thick) * density);
      points[row * size.width + column] = (isOut ? 16 : isStripe ? 8 : 0) + Math.round(near * 7);
    }
  }
  return { ...size, points };
}

/** Distance to the nearest line. The halves are symmetric, so `x` is absolute. */
type DistanceToLine = (x: number, y: number) => number;

const distanceToBox = (x: number, y: number, left: number, right: number, top: number, bottom: number) => {
  const [dx, dy] = [Math.max(left - x, x - right), Math.max(top - y, y - bottom)];
  return dx > 0 || dy > 0 ? Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) : Math.min(-dx, -dy);
};

function createPitchLines({ length, width }: Ground): DistanceToLine {
  const [end, middle] = [length / 2, width / 2];
  return (x, y) =>
    Math.min(
      distanceToBox(x, y, -end, end, 0, width),
      y >= 0 && y <= width ? x : 9,
      Math.abs(Math.hypot(x, y - middle) - 6),
      Math.hypot(x, y - middle) - 0.12,
      distanceToBox(x, y, end - 12, end, middle - 12, middle + 12),
      distanceToBox(x, y, end - 4, end, middle - 7, middle + 7),
      Math.hypot(x - end + 9, y - middle) - 0.12,
    );
}

function createCourtLines({ length, width }: Ground): DistanceToLine {
  const [end, middle] = [length / 2, width / 2];
  return (x, y) => {
    const fromBasket = Math.hypot(x - end + 1.58, y - middle);
    const arc = x < end - 2.99 ? Math.abs(fromBasket - 6.75) : 9;
    const straight = x >= end - 2.99 && x <= end ? Math.abs(Math.abs(y - middle) - 6.6) : 9;
    const free = x < end - 5.8 ? Math.abs(Math.hypot(x - end + 5.8, y - middle) - 1.8) : 9;
    return Math.min(
      distanceToBox(x, y, -end, end, 0, width),
      y >= 0 && y <= width ? x : 9,
      Math.abs(Math.hypot(x, y - middle) - 1.8),
      distanceToBox(x, y, end - 5.8, end, middle - 2.45, middle + 2.45),
      arc,
      straight,
      free,
    );
  };
}
