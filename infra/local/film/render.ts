/** Renders a match frame by frame: floor, stand, goals or baskets, players, ball. */
import type { Sport } from '../../../shared/contract/schema.ts';
import { Camera } from './camera.ts';
import { Canvas, type Colour, parseColour } from './canvas.ts';
import { chooseKits, drawPlayer, type Kit, keepers } from './figure.ts';
import { drawEnd } from './goals-and-baskets.ts';
import { createFloorColours, density, drawFloorTexture, type Ground, grounds, type Texture, white } from './ground.ts';
import { type Chances, MatchSimulation, type Player } from './match-simulation.ts';
import { boardHeight, createStand, type Stand, standDensity, standHeight } from './stand.ts';

export interface PictureOptions {
  sport: Sport;
  /** Primary and secondary colour of each side, `#rrggbb`. */
  home: readonly [string, string];
  away: readonly [string, string];
  width: number;
  height: number;
  framesPerSecond: number;
  seed: number;
  chances?: Chances | undefined;
}

export class FilmRenderer {
  readonly play: MatchSimulation;
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
    this.play = new MatchSimulation(ground, seed, chances);
    this.#camera = new Camera(ground, width, height);
    this.#canvas = new Canvas(width, height);
    this.#floor = drawFloorTexture(ground);
    this.#floorColours = createFloorColours(ground);
    this.#stand = createStand(ground, parseColour(home[0]), parseColour(away[0]), seed);
    this.#kits = chooseKits(home, away);
    this.#ball = parseColour(sport === 'SOCCER' ? '#ffffff' : '#e8722a');
    this.#step = 1 / framesPerSecond;
  }

  /** Draws the next frame (4:2:0) and returns the buffer, which every call reuses. */
  next(): Buffer {
    this.play.step(this.#step);
    this.#camera.follow(this.play.ball, this.#step);
    this.#drawSky();
    this.#drawFloor();
    this.#drawStand();
    const things = [
      ...[-1, 1].map((end) => ({
        y: this.#ground.width / 2 + 0.01,
        draw: () => drawEnd(this.#canvas, this.#camera, this.#ground, end as -1 | 1),
      })),
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

  /** Draws by rows: along one, the position on the floor changes in equal steps. */
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
      // Distant floor is darker.
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

  /** Draws by columns: along one, the distance to the wall is constant. */
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
        // The stand is dark, most of all in the upper rows.
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
      const { x, y, scale } = this.#camera.project(along, this.#camera.y + away, high);
      this.#canvas.light(x, y, scale * 7, scale * 4, 2.4);
      for (const part of [-0.9, -0.3, 0.3, 0.9]) this.#canvas.disc(x + part * scale, y, scale * 0.26, lamp);
    }
  }

  #drawPlayer(player: Player): void {
    const { side, index } = player;
    const worn = this.#ground.sport === 'SOCCER' && index === 0 ? keepers[side] : this.#kits[side];
    const cheers = this.play.isCheering && this.play.goals.at(-1)?.side === side;
    drawPlayer(this.#canvas, this.#camera, player, worn, cheers);
  }

  #drawShadow(x: number, y: number, radius: number): void {
    const seen = this.#camera.project(x, y, 0);
    this.#canvas.light(seen.x, seen.y, radius * seen.scale * 1.3, radius * seen.scale * 0.5, 0.68);
  }

  #drawBall(): void {
    const [x, y, z] = this.play.ball;
    const seen = this.#camera.project(x, y, z);
    const radius = (this.#ground.sport === 'SOCCER' ? 0.13 : 0.14) * seen.scale;
    this.#canvas.disc(seen.x, seen.y, Math.max(1.8, radius), this.#ball);
  }
}

const lamp = parseColour('#ffffff');
