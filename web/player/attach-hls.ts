/** Translates the events of hls.js and of its element into the playback's. */

import Hls, { type ErrorData } from 'hls.js/light';
import { createElementLoader } from './attach-element.ts';
import { findKeyFrame } from './frames.ts';
import { HlsLoader, limitSeekBuffer } from './hls-loader.ts';
import { carriesToken, fitsBuffer, getRequestId, toFailureKind, withdrawnStatus } from './hls-requests.ts';
import {
  type CreateLoader,
  isPlayingRemotely,
  type Loader,
  type Playback,
  type PlaybackCallbacks,
  type PlaybackSource,
  play,
  StallWatch,
} from './playback.ts';
import type { PlaybackEvent } from './playback-state.ts';

/** Plays an HLS address by hls.js, or by the media element itself where that cannot. */
export function attachHls(
  video: HTMLVideoElement,
  source: PlaybackSource,
  callbacks: PlaybackCallbacks,
  ...before: CreateLoader[]
): () => void {
  return play(video, source, callbacks, [...before, Hls.isSupported() ? createHlsLoader : createElementLoader]);
}

function createHlsLoader(playback: Playback): Loader {
  const { video, source, callbacks, send, signal } = playback;
  const loader = new HlsLoader(playback, (hls) => {
    hls.on(Hls.Events.FRAG_BUFFERED, () => send({ kind: 'BUFFERED' }));
    hls.on(Hls.Events.ERROR, (_, error) => {
      const event = toEvent(error, video);
      if (event) send(event);
    });
  });
  const stalls = new StallWatch(video, { interrupted: callbacks.onInterrupted, stall: () => send({ kind: 'LOST' }) });
  signal.addEventListener('abort', () => stalls.stop());
  const listen = (name: string, react: () => void) => video.addEventListener(name, react, { signal });
  listen('waiting', () => {
    if (!isPlayingRemotely(video)) send({ kind: 'WAITING' });
    if (source.live) stalls.start();
  });
  listen('playing', () => {
    stalls.stop();
    send({ kind: 'PLAYING' });
  });
  listen('ended', () => source.live && send({ kind: 'LOST' }));
  listen('seeking', () => limitSeekBuffer(video, loader.hls?.config));
  listen('loadedmetadata', () => loader.restorePosition());
  // Safari plays the AirPlay source on a television, and does not return to Media Source by itself.
  listen('webkitcurrentplaybacktargetiswirelesschanged', () => {
    if (!isPlayingRemotely(video)) send({ kind: 'RETURNED', url: source.url });
  });
  video.dataset.player = 'hls';
  callbacks.onClock?.(() => loader.getDate());
  callbacks.onKeyFrames?.((seconds) => findKeyFrame(seconds, loader.hls?.latestLevelDetails?.fragments));
  return loader;
}

function toEvent(error: ErrorData, video: HTMLVideoElement): PlaybackEvent | undefined {
  const status = error.response?.code;
  if (status === 409) return { kind: 'CONFLICT' };
  if (status === withdrawnStatus)
    return { kind: 'WITHDRAWN', fitsBuffer: fitsBuffer(error, video), start: error.frag?.start };
  if (status === 401 || status === 403) return { kind: 'REJECTED', of: carriesToken(error) ? 'TOKEN' : 'SIGNATURE' };
  if (!error.fatal) return undefined;
  const { NETWORK_ERROR, MEDIA_ERROR } = Hls.ErrorTypes;
  const of = error.type === NETWORK_ERROR ? 'NETWORK' : error.type === MEDIA_ERROR ? 'MEDIA' : 'OTHER';
  return { kind: 'FAILED', of, failure: toFailureKind(error), requestId: getRequestId(error) };
}
