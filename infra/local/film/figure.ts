/** Draws a player, 1.5 m tall, standing, running or cheering. */
import type { Camera } from './camera.ts';
import { type Canvas, type Colour, parseColour } from './canvas.ts';
import type { Player } from './match-simulation.ts';

export interface Kit {
  shirt: Colour;
  shorts: Colour;
  socks: Colour;
}

/** Colours as `#rrggbb`. */
export const createKit = (shirt: string, shorts: string): Kit => ({
  shirt: parseColour(shirt),
  shorts: parseColour(shorts),
  socks: parseColour(shirt),
});

export const keepers: [Kit, Kit] = [createKit('#facc15', '#111827'), createKit('#f472b6', '#111827')];

/** Kits of both sides; the away side swaps its colours where they are too similar. */
export function chooseKits(home: readonly [string, string], away: readonly [string, string]): [Kit, Kit] {
  const [one, other] = [parseColour(home[0]), parseColour(away[0])];
  const isClash = Math.hypot(...one.map((value, index) => value - (other[index] ?? 0))) <= 55;
  return [createKit(...home), isClash ? createKit(away[1], away[0]) : createKit(...away)];
}

const skins = ['#e8c4a0', '#c99a6e', '#8d5a3a', '#f0d2b4', '#a8744f'].map(parseColour);
const hairs = ['#1c1917', '#3f2a1d', '#6b4423', '#111827', '#8a6a3a'].map(parseColour);
const boot = parseColour('#111111');

export function drawPlayer(canvas: Canvas, camera: Camera, player: Player, kit: Kit, isCheering: boolean): void {
  const { x, y, vx, vy, phase, side, index } = player;
  const { x: cx, y: foot, scale, depth } = camera.project(x, y, 0);
  if (depth < 2) return;
  const skin = skins[(index * 3 + side * 2) % skins.length] ?? boot;
  const m = scale;
  const speed = Math.hypot(vx, vy);
  const run = Math.min(1, speed / 3);
  const facing = vx * camera.cos >= 0 ? 1 : -1;
  const lean = facing * run * 0.12 * m;
  const bob = Math.abs(Math.sin(phase)) * 0.05 * run * m;
  const hip = foot - 0.74 * m - bob;
  const neck = hip - 0.46 * m;
  for (const leg of [0, Math.PI]) {
    const swing = Math.sin(phase + leg) * run * 0.34 * m;
    const lift = Math.max(0, Math.cos(phase + leg)) * run * 0.2 * m;
    const knee = [cx + swing * 0.55 + facing * lift * 0.5, foot - 0.4 * m - lift * 0.5 - bob] as const;
    const ankle = [cx + swing - facing * lift * 0.4, foot - 0.05 * m - lift] as const;
    canvas.stroke(cx, hip, knee[0], knee[1], 0.085 * m, kit.shorts);
    canvas.stroke(knee[0], knee[1], ankle[0], ankle[1], 0.06 * m, kit.socks);
    canvas.stroke(ankle[0], ankle[1], ankle[0] + facing * 0.1 * m, ankle[1], 0.045 * m, boot);
  }
  canvas.stroke(cx, hip, cx + lean, neck + 0.08 * m, 0.155 * m, kit.shirt);
  for (const arm of [0, Math.PI]) {
    const swing = Math.sin(phase + arm + Math.PI) * run * 0.26 * m;
    const shoulder = [cx + lean + (arm ? 0.12 : -0.12) * m, neck + 0.06 * m] as const;
    const hand = isCheering
      ? ([shoulder[0] + (arm ? 0.16 : -0.16) * m, neck - 0.42 * m] as const)
      : ([shoulder[0] + swing + facing * run * 0.06 * m, neck + 0.36 * m - Math.abs(swing) * 0.4] as const);
    canvas.stroke(...shoulder, (shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2, 0.06 * m, kit.shirt);
    canvas.stroke((shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2, ...hand, 0.042 * m, skin);
  }
  const head = [cx + lean * 1.2, neck - 0.13 * m] as const;
  canvas.disc(...head, 0.115 * m, skin);
  canvas.stroke(
    head[0] - 0.06 * m,
    head[1] - 0.06 * m,
    head[0] + 0.06 * m,
    head[1] - 0.06 * m,
    0.07 * m,
    hairs[(index + side) % hairs.length] ?? boot,
  );
}
