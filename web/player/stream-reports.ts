/** An attached stream's reports about itself: its clock, cues, key frames and recorded range. */

import { isBuffered } from './frames.ts';
import type { RecordedRange } from './live-position.ts';
import type { PlaybackCallbacks, StreamCue } from './playback.ts';

const maxCues = 20;

export class StreamReports {
  #readClock: (() => number | undefined) | undefined;
  #findKeyFrame: ((seconds: number) => number) | undefined;
  #recorded: RecordedRange | undefined;
  #cues: StreamCue[] = [];

  readonly callbacks: Pick<PlaybackCallbacks, 'onClock' | 'onCue' | 'onKeyFrames' | 'onRecorded'> = {
    onClock: (readClock) => {
      this.#readClock = readClock;
      this.#cues = [];
    },
    onCue: (cue) => {
      this.#cues = [...this.#cues, cue].slice(-maxCues);
    },
    onKeyFrames: (findKeyFrame) => {
      this.#findKeyFrame = findKeyFrame;
    },
    onRecorded: (range) => {
      this.#recorded = range;
    },
  };

  /** Forgets a detached stream, but keeps its cues until the next stream reports its clock. */
  clear(): void {
    this.#readClock = undefined;
    this.#findKeyFrame = undefined;
    this.#recorded = undefined;
  }

  /** Wall-clock time of the current frame, in milliseconds since the Unix epoch. */
  readonly getDate = () => this.#readClock?.();
  readonly getCues = () => this.#cues;
  readonly getRecorded = () => this.#recorded;

  /** Returns where to seek: the target if it is buffered, or else the nearest key frame, which shows sooner. */
  toKeyFrame(seconds: number, video: HTMLVideoElement | null): number {
    if (!video || isBuffered(video, seconds)) return seconds;
    return this.#findKeyFrame?.(seconds) ?? seconds;
  }
}
