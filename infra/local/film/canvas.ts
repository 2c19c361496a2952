/** A YUV 4:2:0 frame buffer with drawing primitives. */

/** Luma and chroma (BT.709, limited range), 0 to 255. */
export type Colour = readonly [number, number, number];

export function parseColour(hex: string): Colour {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [
    Math.round(16 + y * 0.859),
    Math.round(128 + ((b - y) / 1.8556) * 0.878),
    Math.round(128 + ((r - y) / 1.5748) * 0.878),
  ];
}

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** The three planes in sequence. */
  readonly bytes: Buffer;
  readonly #u: number;
  readonly #v: number;

  /** Width and height must be even. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.bytes = Buffer.alloc((width * height * 3) / 2);
    this.#u = width * height;
    this.#v = this.#u + (width * height) / 4;
  }

  set(x: number, y: number, [luma, u, v]: Colour): void {
    this.bytes[y * this.width + x] = luma;
    if ((x | y) & 1) return;
    const at = (y >> 1) * (this.width >> 1) + (x >> 1);
    this.bytes[this.#u + at] = u;
    this.bytes[this.#v + at] = v;
  }

  /** Draws a line with round ends and a width of twice `radius`. */
  stroke(x0: number, y0: number, x1: number, y1: number, radius: number, colour: Colour): void {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = dx * dx + dy * dy || 1e-6;
    const reach = Math.max(radius, 0.6);
    const last = this.#clamp(Math.max(y0, y1) + reach, this.height);
    for (let y = this.#clamp(Math.min(y0, y1) - reach, this.height); y <= last; y += 1) {
      const right = this.#clamp(Math.max(x0, x1) + reach, this.width);
      for (let x = this.#clamp(Math.min(x0, x1) - reach, this.width); x <= right; x += 1) {
        const along = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length));
        if ((x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2 <= reach * reach) this.set(x, y, colour);
      }
    }
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    this.stroke(x, y, x, y, radius, colour);
  }

  /** Multiplies the luma in an ellipse: a shadow below 1, above 1 a light that fades towards the edge. */
  light(cx: number, cy: number, rx: number, ry: number, factor: number): void {
    const last = this.#clamp(cy + ry, this.height);
    for (let y = this.#clamp(cy - ry, this.height); y <= last; y += 1) {
      const right = this.#clamp(cx + rx, this.width);
      for (let x = this.#clamp(cx - rx, this.width); x <= right; x += 1) {
        const away = ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2;
        if (away > 1) continue;
        const at = y * this.width + x;
        const strength = factor > 1 ? 1 + (factor - 1) * (1 - away) ** 2 : factor;
        this.bytes[at] = Math.min(235, (this.bytes[at] ?? 0) * strength);
      }
    }
  }

  #clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, Math.round(at)));
}
