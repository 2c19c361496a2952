/** Carries out what playback-state.ts decides, for any loader: waits, asks the page for addresses, and reports to it. */
import type { FailureKind } from '../../shared/domain/quality-limits.ts';
import type { RecordedRange } from './live-position.ts';
import {
  type Effect,
  type PlaybackEvent,
  type PlayerProblem,
  type Renewal,
  react,
  startState,
} from './playback-state.ts';

/** Heights in pixels that the viewer can choose, in ascending order. */
export interface Renditions {
  heights: number[];
  /** Index into `heights`; -1 for the automatic choice. */
  chosen: number;
  choose: (index: number) => void;
}

/** A timed-metadata cue of a live. */
export interface StreamCue {
  text: string;
  /** Time of the cue's frame, as in `Playhead`; undefined if unknown. */
  date: number | undefined;
}

/** The part of the quality meter that loaders report to. */
interface PlaybackMeter {
  setRung(rung: { pb: number; height: number }): void;
  addBytes(bytes: number): void;
  setThroughput(bitsPerSecond: number): void;
  fail(kind: FailureKind): void;
}

/** A playback's reports to its page. */
export interface PlaybackCallbacks {
  /** `requestId` is given if the server is at fault. */
  onProblem: (problem: PlayerProblem, requestId?: string) => void;
  /** Called with true when a live has lost its signal, and with false when it is back. */
  onInterrupted?: (interrupted: boolean) => void;
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
  meter?: PlaybackMeter | undefined;
}

export interface PlaybackSource {
  url: string;
  live: boolean;
  /** Seconds; by default the beginning of a recording, or a live's edge. */
  startAt?: number;
  /** Wall-clock time of the first frame to show, in a recording that still grows. */
  from?: number;
}

/**
 * Plays addresses: hls.js, the IVS player, or the media element itself. A loader is never asked for what it cannot do.
 */
export interface Loader {
  start: (url: string, at: number) => void;
  stop: () => void;
  replaceToken?: (url: string) => void;
  reload?: () => void;
  recover?: () => void;
  resume?: () => void;
  /** Wall-clock time of the current frame, in milliseconds. */
  getDate?: () => number | undefined;
  /** Called once, after the last `stop`. */
  end?: () => void;
}

/** A loader's view of its playback. */
export interface Playback {
  video: HTMLVideoElement;
  source: PlaybackSource;
  callbacks: PlaybackCallbacks;
  send: (event: PlaybackEvent) => void;
  /** Wall-clock time up to which a live has been shown; 0 for none. */
  getSeenUntil: () => number;
  /** Aborted when playback is over. */
  signal: AbortSignal;
}

export type CreateLoader = (playback: Playback) => Loader;

/** Plays a source until the returned function is called. Each further loader takes over when the one before gives up. */
export function play(
  video: HTMLVideoElement,
  source: PlaybackSource,
  callbacks: PlaybackCallbacks,
  loaders: readonly CreateLoader[],
): () => void {
  const over = new AbortController();
  const { signal } = over;
  const waiting = [...loaders];
  let state = startState(source.live, loaders.length);
  let loader: Loader = { start: () => {}, stop: () => {} };
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(event: PlaybackEvent): void {
    if (signal.aborted) return;
    const [next, effects] = react(state, event, {
      now: performance.now(),
      position: video.currentTime,
      date: loader.getDate?.(),
      isOnline: navigator.onLine,
      lacksData: video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    });
    state = next;
    for (const effect of effects) carryOut(effect);
  }

  function carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'START':
        loader.start(effect.url, effect.at);
        break;
      case 'STOP':
        loader.stop();
        break;
      case 'FALL_BACK':
        startNext();
        break;
      case 'REPLACE_TOKEN':
        loader.replaceToken?.(effect.url);
        break;
      case 'RELOAD':
        loader.reload?.();
        break;
      case 'RECOVER':
        loader.recover?.();
        break;
      case 'RESUME':
        loader.resume?.();
        break;
      case 'RENEW':
        if (effect.afterMs === 0) void renew(effect.renewal);
        else wait(() => renew(effect.renewal), effect.afterMs);
        break;
      case 'TELL_PAGE':
        callbacks.renew().catch(() => undefined);
        break;
      case 'REPEAT':
        wait(() => send(effect.event), effect.afterMs);
        break;
      case 'AWAIT_NETWORK':
        addEventListener('online', () => send({ kind: 'ONLINE' }), { once: true, signal });
        break;
      case 'INTERRUPTED':
        callbacks.onInterrupted?.(effect.isInterrupted);
        break;
      case 'FAIL':
        video.pause();
        if (effect.failure) callbacks.meter?.fail(effect.failure);
        callbacks.onProblem(effect.problem, ...(effect.requestId ? [effect.requestId] : []));
    }
  }

  async function renew(renewal: Renewal): Promise<void> {
    const fresh = await callbacks.renew().catch(() => undefined);
    send({ kind: 'RENEWED', renewal, url: fresh });
  }

  /** A later wait replaces an earlier one. */
  function wait(act: () => unknown, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function startNext(): void {
    const create = waiting.shift();
    if (!create) return;
    const own = create({
      video,
      source,
      callbacks,
      // Events of a loader that was replaced have no meaning.
      send: (event) => own === loader && send(event),
      getSeenUntil: () => state.seenUntil,
      signal,
    });
    loader = own;
    loader.start(source.url, source.startAt ?? -1);
  }

  startNext();
  return () => {
    over.abort();
    clearTimeout(timer);
    loader.stop();
    loader.end?.();
  };
}

/** Plays, muted if the browser allows no sound before a user gesture on the site. */
export function playIfAllowed(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    video.muted = true;
    video.play().catch(() => undefined);
  });
}

/** Frees the media element from its file. */
export function clear(video: HTMLVideoElement): void {
  video.removeAttribute('src');
  video.load();
}

/** Milliseconds after which a stalled live is loaded again at its edge. */
const stallMs = 12_000;
/** Milliseconds after which a stall is announced. */
const noticeMs = 3_000;

interface StallCallbacks {
  interrupted: PlaybackCallbacks['onInterrupted'];
  stall: () => void;
}

/**
 * Announces that a live waits for data, and calls `stall` if it waits for long. Does nothing while the video plays on a
 * television.
 */
export class StallWatch {
  readonly #video: HTMLVideoElement;
  readonly #on: StallCallbacks;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(video: HTMLVideoElement, on: StallCallbacks) {
    this.#video = video;
    this.#on = on;
  }

  start(): void {
    if (this.#timer || isPlayingRemotely(this.#video)) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#video.paused) this.#on.stall();
    }, stallMs);
    setTimeout(() => this.#timer && this.#on.interrupted?.(true), noticeMs);
  }

  /** Stops the watch, and an announcement that has not been made yet. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Returns true while a television plays the video by Chromecast or AirPlay; the local player's state means nothing
 * then.
 */
export function isPlayingRemotely(video: HTMLVideoElement): boolean {
  const { webkitCurrentPlaybackTargetIsWireless } = video as { webkitCurrentPlaybackTargetIsWireless?: boolean };
  return webkitCurrentPlaybackTargetIsWireless === true || video.remote?.state === 'connected';
}
