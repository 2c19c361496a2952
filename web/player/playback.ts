/** Carries out what playback-state.ts decides, for any loader: waits, asks the page for addresses, and reports to it. */
import type { HlsCallbacks } from './hls-callbacks.ts';
import { type Effect, type PlaybackEvent, type Renewal, react, startState } from './playback-state.ts';

/** Plays addresses: hls.js, or the media element itself. A loader is never asked for what it cannot do. */
export interface Loader {
  start: (url: string, at: number) => void;
  stop: () => void;
  replaceToken?: (url: string) => void;
  reload?: () => void;
  recover?: () => void;
  resume?: () => void;
  /** Wall-clock time of the current frame, in milliseconds. */
  getDate?: () => number | undefined;
}

export interface Playback {
  send: (event: PlaybackEvent) => void;
  /** Wall-clock time up to which a live has been shown; 0 for none. */
  getSeenUntil: () => number;
  /** Aborted when playback is over. */
  signal: AbortSignal;
  end: () => void;
}

export function createPlayback(
  video: HTMLVideoElement,
  { url, live, startAt = -1 }: { url: string; live: boolean; startAt?: number },
  callbacks: Pick<HlsCallbacks, 'onProblem' | 'renew'> & Partial<HlsCallbacks>,
  createLoader: (playback: Playback) => Loader,
): Playback {
  const over = new AbortController();
  const { signal } = over;
  let state = startState(live);
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

  const playback: Playback = {
    send,
    getSeenUntil: () => state.seenUntil,
    signal,
    end: () => {
      over.abort();
      clearTimeout(timer);
      loader.stop();
    },
  };
  const loader = createLoader(playback);
  loader.start(url, startAt);
  return playback;
}

/** Plays, muted if the browser allows no sound before a user gesture on the site. */
export function playIfAllowed(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
    video.muted = true;
    video.play().catch(() => undefined);
  });
}
