/** Where a video is while it plays, and which parts of it were played, until somebody tells the server. No React. */

import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { audienceParts } from '../../../../shared/domain/limits.ts';
import type { PlayedVideo } from '../../../../shared/domain/played.ts';

/** A smaller step is not worth telling. */
const leastStep = 3;

export class Place {
  readonly #video: ShelfVideo;
  #position = -1;
  #told = -1;
  readonly #played = new Set<number>();
  /** A part is the length of several reports, and each is told once. */
  readonly #toldParts = new Set<number>();

  constructor({ kind, id }: ShelfVideo) {
    this.#video = { kind, id };
  }

  note(element: HTMLVideoElement | null): void {
    if (!element || element.paused || element.currentTime <= 0) return;
    this.#position = Math.floor(element.currentTime);
    if (this.#video.kind !== 'vods' || !(element.duration > 0)) return;
    const part = Math.min(audienceParts - 1, Math.floor((element.currentTime / element.duration) * audienceParts));
    if (!this.#toldParts.has(part)) this.#played.add(part);
  }

  /** What is to be told, once; undefined while nothing is. */
  take(): PlayedVideo | undefined {
    if (this.#position < 0 || Math.abs(this.#position - this.#told) < leastStep) return undefined;
    this.#told = this.#position;
    const watched = [...this.#played];
    for (const part of watched) this.#toldParts.add(part);
    this.#played.clear();
    return { ...this.#video, position: this.#position, watched };
  }

  /** It did not arrive. */
  takeBack({ position, watched }: PlayedVideo): void {
    for (const part of watched) this.#played.add(part);
    if (position === this.#told) this.#told = -1;
  }
}
