/** Virtual camera in the stand: follows the ball and projects positions on the ground to pixels. */
import type { Ground } from './ground.ts';

export interface ScreenPoint {
  x: number;
  y: number;
  /** Pixels per metre at that depth. */
  scale: number;
  /** Metres in front of the camera. */
  depth: number;
}

export class Camera {
  readonly x = 0;
  readonly y: number;
  readonly height: number;
  readonly focal: number;
  readonly horizon: number;
  readonly middle: number;
  sin = 0;
  cos = 1;
  #targetX: number | undefined;
  readonly #maxTargetX: number;

  constructor({ camera, length }: Ground, width: number, height: number) {
    this.y = -camera.back;
    this.height = camera.height;
    this.focal = width * camera.zoom;
    this.horizon = Math.round(height * 0.2);
    this.middle = width / 2;
    this.#maxTargetX = length * 0.36;
  }

  /** Pans towards the ball with a delay, like a human operator. */
  follow([x, y]: readonly [number, number, number], seconds: number): void {
    const target = Math.max(-this.#maxTargetX, Math.min(this.#maxTargetX, x * 0.85));
    this.#targetX =
      this.#targetX === undefined ? target : this.#targetX + (target - this.#targetX) * Math.min(1, seconds * 1.6);
    const turn = Math.atan2(this.#targetX - this.x, Math.max(8, y * 0.3 + 16) - this.y);
    this.sin = Math.sin(turn);
    this.cos = Math.cos(turn);
  }

  project(x: number, y: number, z: number): ScreenPoint {
    const [dx, dy] = [x - this.x, y - this.y];
    const depth = Math.max(0.5, dx * this.sin + dy * this.cos);
    const scale = this.focal / depth;
    return {
      x: this.middle + (dx * this.cos - dy * this.sin) * scale,
      y: this.horizon + (this.height - z) * scale,
      scale,
      depth,
    };
  }
}
