import type { RecordedRange } from './live-seek.ts';
import type { StreamCue } from './player-props.ts';
import type { QualityMeter } from './quality-meter.ts';

/** `conflict`: the user watches on another device (409). `load`: playback failed. */
export type PlayerProblem = 'conflict' | 'load';

/** Heights in pixels that the viewer can choose, in ascending order. */
export interface Renditions {
  heights: number[];
  /** Index into `heights`; -1 for the automatic choice. */
  chosen: number;
  choose: (index: number) => void;
}

export interface HlsCallbacks {
  /** `requestId` is given if the server is at fault. */
  onProblem: (problem: PlayerProblem, requestId?: string) => void;
  /** Called with true when a live has lost its signal, and with false when it is back. */
  onInterrupted: (interrupted: boolean) => void;
  /** Fetches a fresh address after a rejected one; undefined if there is none. */
  renew: () => Promise<string | undefined>;
  onRenditions?: (renditions: Renditions) => void;
  /**
   * Receives a function that returns the wall-clock time of the current frame, in milliseconds since the Unix epoch.
   */
  onClock?: (clock: () => number | undefined) => void;
  /** Receives a function that returns the position of the nearest key frame, both in seconds of the video. */
  onKeyFrames?: (find: (seconds: number) => number) => void;
  /** Called with a cue of a live, whose frame may not have been shown yet. */
  onCue?: (cue: StreamCue) => void;
  /** Called with the recorded range of a live that is still being recorded. */
  onRecorded?: (recorded: RecordedRange | undefined) => void;
  mayStayBehind?: () => boolean;
  /** Receives the rendition that plays, the loaded bytes and the failures. */
  meter?: Pick<QualityMeter, 'setRung' | 'addBytes' | 'setThroughput' | 'fail'> | undefined;
}
