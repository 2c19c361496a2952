/**
 * Translates the events of the Amazon IVS player into the playback's. It has two to three seconds of delay instead of
 * about twelve with hls.js, but loads half a megabyte of WebAssembly. After any failure, and when the broadcast ends,
 * hls.js takes over.
 */
import { create, isPlayerSupported, type MediaPlayer, PlayerEventType, PlayerState } from 'amazon-ivs-player';
import wasmWorker from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.js?url';
import wasmBinary from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.wasm?url';
import type { Loader, Playback, PlaybackCallbacks } from './playback.ts';

export function createIvsLoader({ video, callbacks, send }: Playback): Loader {
  let detach = () => {};
  function giveUp(why: unknown): void {
    console.warn('The IVS player failed; falling back to hls.js:', why);
    send({ kind: 'UNPLAYABLE' });
  }

  function start(url: string): void {
    if (!isPlayerSupported) {
      giveUp('it is not supported');
      return;
    }
    video.dataset.player = 'ivs';
    const player = create({ wasmWorker: toAbsolute(wasmWorker), wasmBinary: toAbsolute(wasmBinary) });
    // The player may report that it plays while it is stuck.
    const checks = setInterval(() => send({ kind: 'CHECKED', isPaused: player.isPaused() }), 1000);
    detach = () => {
      clearInterval(checks);
      // The player clears its element asynchronously, when hls.js may already use it, so it gets a detached one.
      player.attachHTMLVideoElement(document.createElement('video'));
      player.delete();
      Reflect.deleteProperty(video, 'seekable');
      video.removeAttribute('src');
      video.load();
    };
    const clock = new IvsClock(player);
    callbacks.onClock?.(() => clock.getDate());
    player.addEventListener(PlayerEventType.TEXT_METADATA_CUE, ({ text, startTime }) =>
      callbacks.onCue?.({ text, date: clock.toDate(startTime) }),
    );
    player.addEventListener(PlayerState.READY, () => offerRenditions(player, callbacks.onRenditions));
    player.addEventListener(PlayerEventType.QUALITY_CHANGED, ({ bitrate, height }) =>
      callbacks.meter?.setRung({ pb: Math.round(bitrate / 1000), height }),
    );
    player.addEventListener(PlayerState.PLAYING, () => send({ kind: 'PLAYING' }));
    player.addEventListener(PlayerState.ENDED, () => giveUp('it has ended'));
    player.addEventListener(PlayerEventType.ERROR, giveUp);
    // Browsers allow sound only after a user gesture on the site; until then the video plays muted.
    player.addEventListener(PlayerEventType.PLAYBACK_BLOCKED, () => {
      player.setMuted(true);
      player.play();
    });
    player.attachHTMLVideoElement(video);
    // The player reports 2^30 as the end of what can be seeked: a seek to the live edge would stall there.
    Object.defineProperty(video, 'seekable', { configurable: true, get: () => toSeekable(video.buffered) });
    player.setAutoplay(true);
    player.load(url);
    player.play();
  }

  function stop(): void {
    detach();
    detach = () => {};
  }

  return { start, stop };
}

const toAbsolute = (address: string) => new URL(address, location.href).href;

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
function toSeekable(buffered: TimeRanges): TimeRanges {
  const end = (range: number) => {
    const loaded = buffered.end(range);
    return range === buffered.length - 1 ? Math.max(buffered.start(range), loaded - endMarginSeconds) : loaded;
  };
  return { length: buffered.length, start: (range) => buffered.start(range), end };
}

function offerRenditions(
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
