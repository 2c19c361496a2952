/** Tracks the position and the played parts of a video until they are reported. Independent of React. */

import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { audienceParts } from '../../../../shared/domain/limits.ts';
import type { VideoPlaybackReport } from '../../../../shared/domain/playback-report.ts';

/** Seconds by which the position must have changed for a report. */
const minStepSeconds = 3;

export class ProgressTracker {
  readonly #video: ShelfVideo;
  #position = -1;
  #reported = -1;
  readonly #played = new Set<number>();
  /** Each part is reported once, although playback stays in it for several reports. */
  readonly #reportedParts = new Set<number>();

  constructor({ kind, id }: ShelfVideo) {
    this.#video = { kind, id };
  }

  sample(element: HTMLVideoElement | null): void {
    if (!element || element.currentTime <= 0) return;
    // A paused video counts once it has played: the user may move it before leaving, and a page that was only opened
    // must not replace the stored position.
    if (element.paused && this.#position < 0) return;
    this.#position = Math.floor(element.currentTime);
    if (element.paused || this.#video.kind !== 'vods' || !(element.duration > 0)) return;
    const part = Math.min(audienceParts - 1, Math.floor((element.currentTime / element.duration) * audienceParts));
    if (!this.#reportedParts.has(part)) this.#played.add(part);
  }

  /** Returns unreported progress, and marks it as reported; undefined if there is none. */
  takeUnreported(): VideoPlaybackReport | undefined {
    if (this.#position < 0 || Math.abs(this.#position - this.#reported) < minStepSeconds) return undefined;
    this.#reported = this.#position;
    const watched = [...this.#played];
    for (const part of watched) this.#reportedParts.add(part);
    this.#played.clear();
    return { ...this.#video, position: this.#position, watched };
  }

  /** Marks progress as unreported again, after its report failed. */
  restore({ position, watched }: VideoPlaybackReport): void {
    for (const part of watched) this.#played.add(part);
    if (position === this.#reported) this.#reported = -1;
  }
}
