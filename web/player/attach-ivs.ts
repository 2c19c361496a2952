/**
 * Translates the events of the Amazon IVS player into the playback's. It has two to three seconds of delay instead of
 * about twelve with hls.js, but loads half a megabyte of WebAssembly. After any failure, and when the broadcast ends,
 * hls.js takes over.
 */
import { create, isPlayerSupported, PlayerEventType, PlayerState } from 'amazon-ivs-player';
import wasmWorker from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.js?url';
import wasmBinary from 'amazon-ivs-player/dist/assets/amazon-ivs-wasmworker.min.wasm?url';
import { IvsClock, offerRenditions, toSeekable } from './ivs-stream.ts';
import type { Loader, Playback } from './playback.ts';

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
