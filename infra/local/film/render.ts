/** Draws a match frame by frame: the ground in perspective, the stand, goals or baskets, players, ball. */
import type { Sport } from '../../../shared/schema.ts';
import { Camera } from './camera.ts';
import { Canvas, type Colour, colourOf } from './canvas.ts';
import { density, floor, floorColours, type Ground, grounds, type Texture, white } from './ground.ts';
import { type Chances, Play, type Player } from './play.ts';
import { boardHeight, type Stand, stand, standDensity, standHeight } from './stand.ts';

export interface PictureOptions {
  sport: Sport;
  /** Main and second colour of both sides, `#rrggbb`. */
  home: readonly [string, string];
  away: readonly [string, string];
  width: number;
  height: number;
  framesPerSecond: number;
  seed: number;
  chances?: Chances | undefined;
}

interface Kit {
  shirt: Colour;
  shorts: Colour;
  socks: Colour;
}

const skins = ['#e8c4a0', '#c99a6e', '#8d5a3a', '#f0d2b4', '#a8744f'].map(colourOf);
const hairs = ['#1c1917', '#3f2a1d', '#6b4423', '#111827', '#8a6a3a'].map(colourOf);

export class Film {
  readonly play: Play;
  readonly #ground: Ground;
  readonly #camera: Camera;
  readonly #canvas: Canvas;
  readonly #floor: Texture;
  readonly #floorColours: Colour[];
  readonly #stand: Stand;
  readonly #kits: [Kit, Kit];
  readonly #ball: Colour;
  readonly #step: number;

  constructor({ sport, home, away, width, height, framesPerSecond, seed, chances }: PictureOptions) {
    const ground = grounds[sport];
    this.#ground = ground;
    this.play = new Play(ground, seed, chances);
    this.#camera = new Camera(ground, width, height);
    this.#canvas = new Canvas(width, height);
    this.#floor = floor(ground);
    this.#floorColours = floorColours(ground);
    this.#stand = stand(ground, colourOf(home[0]), colourOf(away[0]), seed);
    this.#kits = [kit(home[0], home[1]), kit(...awayColours(home, away))];
    this.#ball = colourOf(sport === 'SOCCER' ? '#ffffff' : '#e8722a');
    this.#step = 1 / framesPerSecond;
  }

  /** The next picture, as planes of 4:2:0: the same memory each time. */
  next(): Buffer {
    this.play.step(this.#step);
    this.#camera.follow(this.play.ball, this.#step);
    this.#drawSky();
    this.#drawFloor();
    this.#drawStand();
    const things = [
      ...[-1, 1].map((end) => ({ y: this.#ground.width / 2 + 0.01, draw: () => this.#drawEnd(end as -1 | 1) })),
      ...this.play.players.map((player) => ({ y: player.y, draw: () => this.#drawPlayer(player) })),
      { y: this.play.ball[1] - 0.1, draw: () => this.#drawBall() },
    ];
    for (const player of this.play.players) this.#drawShadow(player.x, player.y, 0.34);
    this.#drawShadow(this.play.ball[0], this.play.ball[1], 0.13);
    for (const { draw } of things.sort((a, b) => b.y - a.y)) draw();
    return this.#canvas.bytes;
  }

  #drawSky(): void {
    const { width, bytes } = this.#canvas;
    const rows = Math.min(this.#canvas.height, this.#camera.horizon + 60);
    for (let y = 0; y < rows; y += 1) bytes.fill(18 + Math.round((y / rows) * 14), y * width, (y + 1) * width);
    const plane = width * this.#canvas.height;
    for (const [at, value] of [
      [plane, 134],
      [plane + plane / 4, 124],
    ] as const)
      bytes.fill(value, at, at + ((rows >> 1) * width) / 2);
  }

  /** Row by row: on each the ground goes by in equal steps. */
  #drawFloor(): void {
    const { width, height, bytes } = this.#canvas;
    const { horizon, focal, sin, cos, middle } = this.#camera;
    const { points, width: wide, height: deep } = this.#floor;
    const { length, margin } = this.#ground;
    const colours = this.#floorColours;
    const plane = width * height;
    const around = 16;
    for (let y = horizon + 2; y < height; y += 1) {
      const depth = (this.#camera.height * focal) / (y - horizon);
      const step = (depth / focal) * density;
      let column = (this.#camera.x + depth * sin - (middle * depth * cos) / focal + margin + length / 2) * density;
      let row = (this.#camera.y + depth * cos + (middle * depth * sin) / focal + margin) * density;
      const [across, along] = [step * cos, -step * sin];
      // The light falls off towards the edges of the picture's depth.
      const shade = Math.max(0.72, 1.06 - depth * 0.006);
      for (let x = 0; x < width; x += 1) {
        const inside = column >= 0 && column < wide && row >= 0 && row < deep;
        const colour = colours[inside ? (points[(row | 0) * wide + (column | 0)] ?? around) : around] ?? white;
        bytes[y * width + x] = colour[0] * shade;
        if (((x | y) & 1) === 0) {
          const at = plane + (y >> 1) * (width >> 1) + (x >> 1);
          bytes[at] = colour[1];
          bytes[at + plane / 4] = colour[2];
        }
        column += across;
        row += along;
      }
    }
  }

  /** Column by column: on each the wall is as far as it is. */
  #drawStand(): void {
    const { width, height, bytes } = this.#canvas;
    const { horizon, focal, sin, cos, middle } = this.#camera;
    const away = this.#ground.width + this.#ground.margin - this.#camera.y;
    const high = standHeight[this.#ground.sport];
    const cheer = this.play.isCheering ? Math.floor(this.play.now * 6) % 2 : Math.floor(this.play.now * 0.8) % 2;
    const { points, width: wide, height: rows } = this.#stand.frames[cheer as 0 | 1];
    const plane = width * height;
    const boards = boardHeight * standDensity;
    for (let x = 0; x < width; x += 1) {
      const side = (x - middle) / focal;
      const depth = away / (cos - side * sin);
      if (depth <= 0) continue;
      const at = this.#camera.x + depth * (sin + side * cos);
      const column = (((Math.floor(at * standDensity) % wide) + wide) % wide) | 0;
      const scale = focal / depth;
      const bottom = Math.min(height - 1, Math.round(horizon + this.#camera.height * scale));
      const top = Math.max(0, Math.round(horizon + (this.#camera.height - high) * scale));
      for (let y = top; y <= bottom; y += 1) {
        const up = ((bottom - y) / scale) * standDensity;
        const colour = this.#stand.colours[points[Math.min(rows - 1, up | 0) * wide + column] ?? 0] ?? white;
        // People sit in the dark, the upper rows most of all.
        bytes[y * width + x] = up < boards ? colour[0] : 16 + (colour[0] - 16) * (0.62 - 0.4 * Math.min(1, up / rows));
        if (((x | y) & 1) === 0) {
          const chroma = plane + (y >> 1) * (width >> 1) + (x >> 1);
          bytes[chroma] = colour[1];
          bytes[chroma + plane / 4] = colour[2];
        }
      }
    }
    this.#drawLamps(away);
  }

  /** Floodlights above the stand. */
  #drawLamps(away: number): void {
    const high = standHeight[this.#ground.sport] + (this.#ground.sport === 'SOCCER' ? 2.4 : 0.6);
    for (const along of this.#ground.sport === 'SOCCER' ? [-34, -11, 12, 35] : [-14, -7, 0, 7, 14]) {
      const { x, y, scale } = this.#camera.see(along, this.#camera.y + away, high);
      this.#canvas.light(x, y, scale * 7, scale * 4, 2.4);
      for (const part of [-0.9, -0.3, 0.3, 0.9]) this.#canvas.disc(x + part * scale, y, scale * 0.26, lamp);
    }
  }

  #drawEnd(end: -1 | 1): void {
    if (this.#ground.sport === 'SOCCER') this.#drawGoal(end);
    else this.#drawBasket(end);
  }

  #line(from: Point, to: Point, thick: number, colour: Colour): void {
    const [a, b] = [this.#camera.see(...from), this.#camera.see(...to)];
    if (a.depth <= 1 || b.depth <= 1) return;
    this.#canvas.stroke(a.x, a.y, b.x, b.y, (thick * (a.scale + b.scale)) / 4, colour);
  }

  #drawGoal(end: -1 | 1): void {
    const { length, width } = this.#ground;
    const [x, back] = [(end * length) / 2, end * (length / 2 + 1.6)];
    const [near, far, high] = [width / 2 - 3, width / 2 + 3, 2];
    for (let part = 0; part <= 12; part += 1) {
      const y = near + (part / 12) * (far - near);
      this.#line([back, y, 0], [x + end * 0.5, y, high], 0.02, net);
    }
    for (let part = 0; part <= 4; part += 1) {
      const share = part / 4;
      const [at, z] = [back + (x + end * 0.5 - back) * share, high * share];
      this.#line([at, near, z], [at, far, z], 0.02, net);
      this.#line([x, near, z], [at, near, z], 0.02, net);
      this.#line([x, far, z], [at, far, z], 0.02, net);
    }
    this.#line([x, far, 0], [x, far, high], 0.12, white);
    this.#line([x, near, high], [x, far, high], 0.12, white);
    this.#line([x, near, 0], [x, near, high], 0.12, white);
  }

  #drawBasket(end: -1 | 1): void {
    const { length, width } = this.#ground;
    const middle = width / 2;
    const [foot, board, rim] = [end * (length / 2 + 1.4), end * (length / 2 - 1.2), end * (length / 2 - 1.58)];
    this.#line([foot, middle, 0], [foot, middle, 2.6], 0.3, post);
    this.#line([foot, middle, 2.6], [board, middle, 3.2], 0.2, post);
    for (let z = 2.9; z < 3.95; z += 0.08) this.#line([board, middle - 0.9, z], [board, middle + 0.9, z], 0.1, glass);
    this.#line([board, middle - 0.9, 2.9], [board, middle + 0.9, 2.9], 0.06, post);
    for (let part = 0; part < 10; part += 1) {
      const at = (angle: number, radius: number, z: number): Point => [
        rim + Math.cos(angle) * radius,
        middle + Math.sin(angle) * radius,
        z,
      ];
      const [one, next] = [(part / 10) * 2 * Math.PI, ((part + 1) / 10) * 2 * Math.PI];
      this.#line(at(one, 0.23, 3.05), at(next, 0.15, 2.65), 0.015, net);
      this.#line(at(one, 0.23, 3.05), at(next, 0.23, 3.05), 0.04, hoop);
    }
  }

  #drawShadow(x: number, y: number, radius: number): void {
    const seen = this.#camera.see(x, y, 0);
    this.#canvas.light(seen.x, seen.y, radius * seen.scale * 1.3, radius * seen.scale * 0.5, 0.68);
  }

  #drawBall(): void {
    const [x, y, z] = this.play.ball;
    const seen = this.#camera.see(x, y, z);
    const radius = (this.#ground.sport === 'SOCCER' ? 0.13 : 0.14) * seen.scale;
    this.#canvas.disc(seen.x, seen.y, Math.max(1.8, radius), this.#ball);
  }

  /** A child of a metre and a half who stands, runs and cheers. */
  #drawPlayer({ x, y, vx, vy, phase, side, index }: Player): void {
    const { x: cx, y: foot, scale, depth } = this.#camera.see(x, y, 0);
    if (depth < 2) return;
    const keeps = this.#ground.sport === 'SOCCER' && index === 0;
    const worn = keeps ? (side === 0 ? keeper : otherKeeper) : this.#kits[side];
    const skin = skins[(index * 3 + side * 2) % skins.length] ?? white;
    const m = scale;
    const speed = Math.hypot(vx, vy);
    const run = Math.min(1, speed / 3);
    const facing = vx * this.#camera.cos >= 0 ? 1 : -1;
    const lean = facing * run * 0.12 * m;
    const bob = Math.abs(Math.sin(phase)) * 0.05 * run * m;
    const hip = foot - 0.74 * m - bob;
    const neck = hip - 0.46 * m;
    for (const leg of [0, Math.PI]) {
      const swing = Math.sin(phase + leg) * run * 0.34 * m;
      const lift = Math.max(0, Math.cos(phase + leg)) * run * 0.2 * m;
      const knee = [cx + swing * 0.55 + facing * lift * 0.5, foot - 0.4 * m - lift * 0.5 - bob] as const;
      const ankle = [cx + swing - facing * lift * 0.4, foot - 0.05 * m - lift] as const;
      this.#canvas.stroke(cx, hip, knee[0], knee[1], 0.085 * m, worn.shorts);
      this.#canvas.stroke(knee[0], knee[1], ankle[0], ankle[1], 0.06 * m, worn.socks);
      this.#canvas.stroke(ankle[0], ankle[1], ankle[0] + facing * 0.1 * m, ankle[1], 0.045 * m, boot);
    }
    this.#canvas.stroke(cx, hip, cx + lean, neck + 0.08 * m, 0.155 * m, worn.shirt);
    const cheers = this.play.isCheering && this.play.goals.at(-1)?.side === side;
    for (const arm of [0, Math.PI]) {
      const swing = Math.sin(phase + arm + Math.PI) * run * 0.26 * m;
      const shoulder = [cx + lean + (arm ? 0.12 : -0.12) * m, neck + 0.06 * m] as const;
      const hand = cheers
        ? ([shoulder[0] + (arm ? 0.16 : -0.16) * m, neck - 0.42 * m] as const)
        : ([shoulder[0] + swing + facing * run * 0.06 * m, neck + 0.36 * m - Math.abs(swing) * 0.4] as const);
      this.#canvas.stroke(...shoulder, (shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2, 0.06 * m, worn.shirt);
      this.#canvas.stroke((shoulder[0] + hand[0]) / 2, (shoulder[1] + hand[1]) / 2, ...hand, 0.042 * m, skin);
    }
    const head = [cx + lean * 1.2, neck - 0.13 * m] as const;
    this.#canvas.disc(...head, 0.115 * m, skin);
    this.#canvas.stroke(
      head[0] - 0.06 * m,
      head[1] - 0.06 * m,
      head[0] + 0.06 * m,
      head[1] - 0.06 * m,
      0.07 * m,
      hairs[(index + side) % hairs.length] ?? boot,
    );
  }
}

type Point = readonly [number, number, number];

const lamp = colourOf('#ffffff');
const net = colourOf('#cbd5e1');
const post = colourOf('#1f2937');
const glass = colourOf('#dbe4ee');
const hoop = colourOf('#f05a1a');
const boot = colourOf('#111111');
const kit = (shirt: string, shorts: string): Kit => ({
  shirt: colourOf(shirt),
  shorts: colourOf(shorts),
  socks: colourOf(shirt),
});
const keeper = kit('#facc15', '#111827');
const otherKeeper = kit('#f472b6', '#111827');

/** The away side changes where both would wear the same. */
function awayColours(home: readonly [string, string], away: readonly [string, string]): [string, string] {
  const far = (a: string, b: string) => {
    const [one, other] = [colourOf(a), colourOf(b)];
    return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
  };
  return far(home[0], away[0]) > 55 ? [...away] : [away[1], away[0]];
}
