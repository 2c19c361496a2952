/** Tracks the playback position and the played parts of a video until they are reported. Independent of React. */

import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { audienceParts } from '../../../../shared/domain/limits.ts';
import type { PlayedVideo } from '../../../../shared/domain/playback-report.ts';

/** Seconds; smaller changes are not reported. */
const leastStep = 3;

export class Place {
  readonly #video: ShelfVideo;
  #position = -1;
  #told = -1;
  readonly #played = new Set<number>();
  /** Each part is reported once; a part spans several reports. */
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

  /** Returns unreported progress and marks it as reported; undefined if there is none. */
  take(): PlayedVideo | undefined {
    if (this.#position < 0 || Math.abs(this.#position - this.#told) < leastStep) return undefined;
    this.#told = this.#position;
    const watched = [...this.#played];
    for (const part of watched) this.#toldParts.add(part);
    this.#played.clear();
    return { ...this.#video, position: this.#position, watched };
  }

  /** Marks failed progress as unreported again. */
  takeBack({ position, watched }: PlayedVideo): void {
    for (const part of watched) this.#played.add(part);
    if (position === this.#told) this.#told = -1;
  }
}
