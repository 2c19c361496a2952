/**
 * Plays a live with the Amazon IVS player, which has two to three seconds of delay instead of about twelve with hls.js,
 * but loads half a megabyte of WebAssembly. After any failure, and when the broadcast ends, hls.js takes over
 * (attach-hls.ts).
 */
import {
  create,
  isPlayerSupported,
  type MediaPlayer,
  PlayerEventType,
  PlayerState,
  type Quality,
} from 'amazon-ivs-player';
import wasmWorker from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.js?url';
import wasmBinary from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.wasm?url';
import type { PlaybackCallbacks } from './playback.ts';

/** Seconds without progress after which hls.js takes over. */
const stallSeconds = 10;

/** Seconds by which a cue may arrive late or early; beyond them its time cannot be used. */
const maxLateSeconds = 1;
const maxEarlySeconds = 15;

/** Assumed seconds behind the camera, if the player does not report them. */
const defaultLatencySeconds = 5;

/** Seconds before the end of the buffer, at whose very end playback stalls. */
const endMarginSeconds = 1;

export function attachIvs(
  video: HTMLVideoElement,
  url: string,
  {
    onInterrupted,
    onRenditions,
    onClock,
    onCue,
    meter,
    onGivenUp,
  }: Pick<PlaybackCallbacks, 'onInterrupted' | 'onRenditions' | 'onClock' | 'onCue' | 'meter'> & {
    onGivenUp: () => void;
  },
): () => void {
  if (!isPlayerSupported) {
    onGivenUp();
    return () => undefined;
  }
  const toAbsolute = (address: string) => new URL(address, location.href).href;
  const player = create({ wasmWorker: toAbsolute(wasmWorker), wasmBinary: toAbsolute(wasmBinary) });
  let over = false;
  // Progress is measured here, because the player may report that it plays while it is stuck.
  let stalledSeconds = 0;
  let lastTime = -1;
  const watch = setInterval(() => {
    const isWaiting = !player.isPaused() && video.currentTime === lastTime;
    lastTime = video.currentTime;
    stalledSeconds = isWaiting ? stalledSeconds + 1 : 0;
    if (stalledSeconds >= stallSeconds) giveUp('no picture');
  }, 1000);

  function giveUp(why: unknown) {
    if (over) return;
    console.warn('The IVS player failed; falling back to hls.js:', why);
    detach();
    onGivenUp();
  }

  function detach() {
    over = true;
    clearInterval(watch);
    // The player clears its element asynchronously, when hls.js may already use it, so it gets a detached one.
    player.attachHTMLVideoElement(document.createElement('video'));
    player.delete();
    Reflect.deleteProperty(video, 'seekable');
    video.removeAttribute('src');
    video.load();
  }

  /**
   * Wall-clock time at which the stream began, set by its first cue. The estimated delay may make it wrong; code that
   * knows a cue's true time corrects it.
   */
  let streamStart: number | undefined;
  const getLatency = () => player.getLiveLatency();
  const estimateStart = () => Date.now() - 1000 * ((getLatency() || defaultLatencySeconds) + player.getPosition());
  onClock?.(() => {
    if (streamStart !== undefined) return streamStart + 1000 * player.getPosition();
    return getLatency() > 0 ? Date.now() - 1000 * getLatency() : undefined;
  });
  player.addEventListener(PlayerEventType.TEXT_METADATA_CUE, ({ text, startTime }) => {
    const secondsAhead = startTime - player.getPosition();
    streamStart =
      secondsAhead > -maxLateSeconds && secondsAhead < maxEarlySeconds ? (streamStart ?? estimateStart()) : undefined;
    onCue?.({ text, date: streamStart === undefined ? undefined : streamStart + 1000 * startTime });
  });
  player.addEventListener(PlayerState.READY, () => onRenditions && offerRenditions(player, onRenditions));
  player.addEventListener(PlayerEventType.QUALITY_CHANGED, ({ bitrate, height }) =>
    meter?.setRung({ pb: Math.round(bitrate / 1000), height }),
  );
  player.addEventListener(PlayerState.PLAYING, () => onInterrupted(false));
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
  return () => {
    if (!over) detach();
  };
}

/** Returns the part of a live in which a seek works: the buffer without its very end. */
function toSeekable(buffered: TimeRanges): TimeRanges {
  const end = (range: number) => {
    const loaded = buffered.end(range);
    return range === buffered.length - 1 ? Math.max(buffered.start(range), loaded - endMarginSeconds) : loaded;
  };
  return { length: buffered.length, start: (range) => buffered.start(range), end };
}

function offerRenditions(player: MediaPlayer, onRenditions: NonNullable<PlaybackCallbacks['onRenditions']>): void {
  const qualities: Quality[] = player.getQualities().toSorted((a, b) => a.height - b.height);
  const choose = (chosen: number) => {
    const quality = qualities[chosen];
    if (quality) player.setQuality(quality);
    player.setAutoQualityMode(!quality);
    onRenditions({ heights: qualities.map(({ height }) => height), chosen: quality ? chosen : -1, choose });
  };
  choose(-1);
}
