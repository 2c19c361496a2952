/** The stream of the Amazon IVS player: its wall-clock time, renditions, and the part in which a seek works. */
import type { MediaPlayer } from 'amazon-ivs-player';
import type { PlaybackCallbacks } from './playback.ts';

/** Seconds by which a cue may arrive late or early; beyond them its time cannot be used. */
const maxLateSeconds = 1;
const maxEarlySeconds = 15;

/** Assumed seconds behind the camera, if the player does not report them. */
const defaultLatencySeconds = 5;

/** Seconds before the end of the buffer, at whose very end playback stalls. */
const endMarginSeconds = 1;

/** Wall-clock times, in milliseconds since the Unix epoch. */
export class IvsClock {
  readonly #player: Pick<MediaPlayer, 'getLiveLatency' | 'getPosition'>;
  /**
   * Time at which the stream began, set by its first cue. The estimated delay may make it wrong; code that knows a cue's
   * true time corrects it.
   */
  #beginning: number | undefined;

  constructor(player: Pick<MediaPlayer, 'getLiveLatency' | 'getPosition'>) {
    this.#player = player;
  }

  /** Returns the time of the current frame. */
  getDate(): number | undefined {
    if (this.#beginning !== undefined) return this.#beginning + 1000 * this.#player.getPosition();
    const latency = this.#player.getLiveLatency();
    return latency > 0 ? Date.now() - 1000 * latency : undefined;
  }

  /** Returns the time of a cue that has just arrived, from its seconds in the stream. */
  toDate(seconds: number): number | undefined {
    const secondsAhead = seconds - this.#player.getPosition();
    const isUsable = secondsAhead > -maxLateSeconds && secondsAhead < maxEarlySeconds;
    this.#beginning = isUsable ? (this.#beginning ?? this.#estimateBeginning()) : undefined;
    return this.#beginning === undefined ? undefined : this.#beginning + 1000 * seconds;
  }

  #estimateBeginning(): number {
    const latency = this.#player.getLiveLatency() || defaultLatencySeconds;
    return Date.now() - 1000 * (latency + this.#player.getPosition());
  }
}

/** Returns the part of a live in which a seek works: the buffer without its very end. */
export function toSeekable(buffered: TimeRanges): TimeRanges {
  const end = (range: number) => {
    const loaded = buffered.end(range);
    return range === buffered.length - 1 ? Math.max(buffered.start(range), loaded - endMarginSeconds) : loaded;
  };
  return { length: buffered.length, start: (range) => buffered.start(range), end };
}

export function offerRenditions(
  player: Pick<MediaPlayer, 'getQualities' | 'setQuality' | 'setAutoQualityMode'>,
  onRenditions: PlaybackCallbacks['onRenditions'],
): void {
  const qualities = player.getQualities().toSorted((a, b) => a.height - b.height);
  const choose = (chosen: number) => {
    const quality = qualities[chosen];
    if (quality) player.setQuality(quality);
    player.setAutoQualityMode(!quality);
    onRenditions?.({ heights: qualities.map(({ height }) => height), chosen: quality ? chosen : -1, choose });
  };
  choose(-1);
}
