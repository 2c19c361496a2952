/**
 * Plays a live with the streaming service's own player, which is two to three seconds behind the camera where hls.js is
 * some twelve. Whatever goes wrong, and when the broadcast ends, hls.js takes over: it knows what to do about drops, lost
 * tokens and other devices (attach-hls.ts). It is WebAssembly, half a megabyte, and loaded for lives alone.
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
import type { HlsCallbacks } from './attach-hls.ts';

/** A picture that has not come after so many looks, one a second, or stands still for so many, is left to hls.js. */
const patience = 10;

/** A word is told when its picture comes, or before. One that is further from it (seconds) has another clock. */
const mostLate = 1;
const mostEarly = 15;

/** Behind the camera, where the player does not say how far it is. */
const usualSeconds = 5;

/** Before the end of what has been loaded (seconds): at the end itself a picture stands still. */
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
  // Whatever the player says of itself: one that has lost its way may call itself playing.
  let stood = 0;
  let seen = -1;
  const watch = setInterval(() => {
    // Whoever pauses is not waiting.
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
    // It clears its element some time later, when another player may have it: then it clears one that nobody sees.
    player.attachHTMLVideoElement(document.createElement('video'));
    player.delete();
    Reflect.deleteProperty(video, 'seekable');
    video.removeAttribute('src');
    video.load();
  }

  /**
   * When the stream began, by this page's clock: from its first word on, words and pictures have their times by their
   * places in the stream. How far it is behind may be a guess, which whoever knows what time a word was said puts right.
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
  // Browsers start sound only after a click on the site; without one it starts muted.
  player.addEventListener(PlayerEventType.PLAYBACK_BLOCKED, () => {
    player.setMuted(true);
    player.play();
  });
  player.attachHTMLVideoElement(video);
  // The player names 2^30 as its end, where whoever looks for the edge of the live (a button, a key) would stand still.
  Object.defineProperty(video, 'seekable', { configurable: true, get: () => seekableIn(video.buffered) });
  player.setAutoplay(true);
  player.load(url);
  player.play();
  return () => {
    if (!over) detach();
  };
}

/** Where one may go in a live: what is loaded, but for its very end. */
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
