/** Draws the goals or baskets at both ends of the ground. */
import type { Camera } from './camera.ts';
import { type Canvas, type Colour, parseColour } from './canvas.ts';
import { type Ground, white } from './ground.ts';

type Point = readonly [number, number, number];
/** Draws a bar between two points; `thick` in metres. */
type Draw = (from: Point, to: Point, thick: number, colour: Colour) => void;

const net = parseColour('#cbd5e1');
const post = parseColour('#1f2937');
const glass = parseColour('#dbe4ee');
const hoop = parseColour('#f05a1a');

/** `end` is -1 for left, 1 for right. */
export function drawEnd(canvas: Canvas, camera: Camera, ground: Ground, end: -1 | 1): void {
  const draw: Draw = (from, to, thick, colour) => {
    const [a, b] = [camera.project(...from), camera.project(...to)];
    if (a.depth <= 1 || b.depth <= 1) return;
    canvas.stroke(a.x, a.y, b.x, b.y, (thick * (a.scale + b.scale)) / 4, colour);
  };
  if (ground.sport === 'SOCCER') drawGoal(draw, ground, end);
  else drawBasket(draw, ground, end);
}

function drawGoal(draw: Draw, { length, width }: Ground, end: -1 | 1): void {
  const [x, back] = [(end * length) / 2, end * (length / 2 + 1.6)];
  const [near, far, high] = [width / 2 - 3, width / 2 + 3, 2];
  for (let part = 0; part <= 12; part += 1) {
    const y = near + (part / 12) * (far - near);
    draw([back, y, 0], [x + end * 0.5, y, high], 0.02, net);
  }
  for (let part = 0; part <= 4; part += 1) {
    const share = part / 4;
    const [at, z] = [back + (x + end * 0.5 - back) * share, high * share];
    draw([at, near, z], [at, far, z], 0.02, net);
    draw([x, near, z], [at, near, z], 0.02, net);
    draw([x, far, z], [at, far, z], 0.02, net);
  }
  draw([x, far, 0], [x, far, high], 0.12, white);
  draw([x, near, high], [x, far, high], 0.12, white);
  draw([x, near, 0], [x, near, high], 0.12, white);
}

function drawBasket(draw: Draw, { length, width }: Ground, end: -1 | 1): void {
  const middle = width / 2;
  const [foot, board, rim] = [end * (length / 2 + 1.4), end * (length / 2 - 1.2), end * (length / 2 - 1.58)];
  draw([foot, middle, 0], [foot, middle, 2.6], 0.3, post);
  draw([foot, middle, 2.6], [board, middle, 3.2], 0.2, post);
  for (let z = 2.9; z < 3.95; z += 0.08) draw([board, middle - 0.9, z], [board, middle + 0.9, z], 0.1, glass);
  draw([board, middle - 0.9, 2.9], [board, middle + 0.9, 2.9], 0.06, post);
  for (let part = 0; part < 10; part += 1) {
    const at = (angle: number, radius: number, z: number): Point => [
      rim + Math.cos(angle) * radius,
      middle + Math.sin(angle) * radius,
      z,
    ];
    const [one, next] = [(part / 10) * 2 * Math.PI, ((part + 1) / 10) * 2 * Math.PI];
    draw(at(one, 0.23, 3.05), at(next, 0.15, 2.65), 0.015, net);
    draw(at(one, 0.23, 3.05), at(next, 0.23, 3.05), 0.04, hoop);
  }
}
