/**
 * Plays a live with the Amazon IVS player: two to three seconds of delay instead of some twelve with hls.js. On any
 * failure, and when the broadcast ends, hls.js takes over and handles it (attach-hls.ts). Half a megabyte of
 * WebAssembly.
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
import type { HlsCallbacks } from './hls-callbacks.ts';

/** Seconds without progress after which hls.js takes over. */
const patience = 10;

/** Bounds in seconds for how late or early a cue may arrive; outside them its time is not usable. */
const mostLate = 1;
const mostEarly = 15;

/** Assumed delay behind the camera in seconds, when the player does not report it. */
const usualSeconds = 5;

/** Seconds kept before the end of the buffer; at its very end playback stalls. */
const fromEnd = 1;

export function attachIvs(
  video: HTMLVideoElement,
  url: string,
  {
    onInterrupted,
    onRenditions,
    onClock,
    onCue,
    onGivenUp,
  }: Pick<HlsCallbacks, 'onInterrupted' | 'onRenditions' | 'onClock' | 'onCue'> & { onGivenUp: () => void },
): () => void {
  if (!isPlayerSupported) {
    onGivenUp();
    return () => undefined;
  }
  const absolute = (address: string) => new URL(address, location.href).href;
  const player = create({ wasmWorker: absolute(wasmWorker), wasmBinary: absolute(wasmBinary) });
  let over = false;
  // Measured independently, because the player may report playing while it is stuck.
  let stood = 0;
  let seen = -1;
  const watch = setInterval(() => {
    // A paused player is not waiting.
    const isWaiting = !player.isPaused() && video.currentTime === seen;
    seen = video.currentTime;
    stood = isWaiting ? stood + 1 : 0;
    if (stood >= patience) giveUp('no picture');
  }, 1000);

  function giveUp(why: unknown) {
    if (over) return;
    console.warn('The live goes on with hls.js:', why);
    detach();
    onGivenUp();
  }

  function detach() {
    over = true;
    clearInterval(watch);
    // The player clears its element asynchronously, when hls.js may already own it; gives it a detached one instead.
    player.attachHTMLVideoElement(document.createElement('video'));
    player.delete();
    Reflect.deleteProperty(video, 'seekable');
    video.removeAttribute('src');
    video.load();
  }

  /**
   * Wall-clock time at which the stream began, set by its first cue. May be off by the estimated delay; consumers that
   * know a cue's true time correct it.
   */
  let begun: number | undefined;
  const behind = () => player.getLiveLatency();
  const beginning = () => Date.now() - 1000 * ((behind() || usualSeconds) + player.getPosition());
  onClock?.(() => {
    if (begun !== undefined) return begun + 1000 * player.getPosition();
    return behind() > 0 ? Date.now() - 1000 * behind() : undefined;
  });
  player.addEventListener(PlayerEventType.TEXT_METADATA_CUE, ({ text, startTime }) => {
    const ahead = startTime - player.getPosition();
    begun = ahead > -mostLate && ahead < mostEarly ? (begun ?? beginning()) : undefined;
    onCue?.({ text, date: begun === undefined ? undefined : begun + 1000 * startTime });
  });
  player.addEventListener(PlayerState.READY, () => onRenditions && offerRenditions(player, onRenditions));
  player.addEventListener(PlayerState.PLAYING, () => onInterrupted(false));
  player.addEventListener(PlayerState.ENDED, () => giveUp('it has ended'));
  player.addEventListener(PlayerEventType.ERROR, giveUp);
  // Browsers allow sound only after a user gesture on the site; until then it plays muted.
  player.addEventListener(PlayerEventType.PLAYBACK_BLOCKED, () => {
    player.setMuted(true);
    player.play();
  });
  player.attachHTMLVideoElement(video);
  // The player reports 2^30 as the seekable end; seeking to the live edge would stall there.
  Object.defineProperty(video, 'seekable', { configurable: true, get: () => seekableIn(video.buffered) });
  player.setAutoplay(true);
  player.load(url);
  player.play();
  return () => {
    if (!over) detach();
  };
}

/** The seekable range of a live: the buffer without its very end. */
function seekableIn(buffered: TimeRanges): TimeRanges {
  const end = (range: number) => {
    const loaded = buffered.end(range);
    return range === buffered.length - 1 ? Math.max(buffered.start(range), loaded - fromEnd) : loaded;
  };
  return { length: buffered.length, start: (range) => buffered.start(range), end };
}

function offerRenditions(player: MediaPlayer, onRenditions: NonNullable<HlsCallbacks['onRenditions']>): void {
  const qualities: Quality[] = player.getQualities().toSorted((a, b) => a.height - b.height);
  const choose = (chosen: number) => {
    const quality = qualities[chosen];
    if (quality) player.setQuality(quality);
    player.setAutoQualityMode(!quality);
    onRenditions({ heights: qualities.map(({ height }) => height), chosen: quality ? chosen : -1, choose });
  };
  choose(-1);
}
