/**
 * What plays: attaches the address to the <video>, knows why it stopped, and begins again, by hand or by itself when the
 * network is back. The address is read once and again on a retry: a page may get fresh tokens meanwhile without
 * disturbing what plays.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { attachHls, type HlsCallbacks, type PlayerProblem, type Renditions } from './attach-hls.ts';
import { attachLive } from './attach-live.ts';
import type { PlayerProps } from './player-props.ts';

export interface Failure {
  problem: PlayerProblem;
  requestId: string | undefined;
}

/** A server that does not answer is asked again this often, in milliseconds; after the last, only by hand or `online`. */
const againAfter = [5_000, 10_000, 20_000, 30_000, 60_000, 60_000];

export function useSource(
  video: RefObject<HTMLVideoElement | null>,
  {
    url,
    live = false,
    startAt = -1,
    renew,
    conflict,
    onRetry,
    onTakeOver,
  }: Pick<PlayerProps, 'url' | 'live' | 'startAt' | 'renew' | 'conflict' | 'onRetry' | 'onTakeOver'>,
) {
  // Undefined while something stopped it.
  const [attempt, setAttempt] = useState<{ url: string; startAt: number } | undefined>({ url, startAt });
  const [failure, setFailure] = useState<Failure>();
  const [interrupted, setInterrupted] = useState(false);
  const [renditions, setRenditions] = useState<Renditions>();
  const latest = useRef({ renew, url });
  latest.current = { renew, url };
  /** Where the picture stopped, which the element forgets with its source. */
  const position = useRef(startAt);
  const automatic = useRef(0);
  const clock = useRef<() => number | undefined>(undefined);

  const stop = useRef((found: PlayerProblem, requestId?: string) => {
    setFailure({ problem: found, requestId });
    setAttempt(undefined);
  }).current;

  useEffect(() => {
    if (conflict) stop('conflict');
  }, [conflict, stop]);

  useEffect(() => {
    const element = video.current;
    if (!element || !attempt) return;
    const callbacks: HlsCallbacks = {
      onProblem: stop,
      onInterrupted: setInterrupted,
      onRenditions: setRenditions,
      onClock: (found) => {
        clock.current = found;
      },
      renew: () => latest.current.renew(),
    };
    const note = () => {
      if (element.currentTime > 0) position.current = element.currentTime;
    };
    const works = () => {
      setFailure(undefined);
      automatic.current = 0;
    };
    element.addEventListener('timeupdate', note);
    element.addEventListener('playing', works);
    const detach = live
      ? attachLive(element, attempt.url, callbacks)
      : attachHls(element, { url: attempt.url, live, startAt: attempt.startAt }, callbacks);
    return () => {
      element.removeEventListener('timeupdate', note);
      element.removeEventListener('playing', works);
      detach();
    };
  }, [video, attempt, live, stop]);

  const begin = async () => {
    const fresh = await latest.current.renew().catch(() => undefined);
    setInterrupted(false);
    setAttempt({ url: fresh ?? latest.current.url, startAt: live ? -1 : position.current });
  };
  const byHand = async (before: (() => Promise<void>) | undefined) => {
    await before?.();
    setFailure(undefined);
    await begin();
  };

  const waits = failure?.problem === 'load' && !attempt;
  const latestBegin = useRef(begin);
  latestBegin.current = begin;
  useEffect(() => {
    if (!waits) return;
    let gone = false;
    const again = () => {
      if (gone || document.hidden) return;
      gone = true;
      automatic.current += 1;
      latestBegin.current();
    };
    const delay = againAfter[automatic.current];
    const timer = delay === undefined ? undefined : setTimeout(again, delay);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      gone = true;
      clearTimeout(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [waits]);

  return {
    failure,
    stopped: attempt === undefined,
    interrupted: interrupted && attempt !== undefined,
    renditions,
    /** What time the picture shows. */
    date: useRef(() => clock.current?.()).current,
    retry: () => byHand(onRetry),
    takeOver: onTakeOver && (() => byHand(onTakeOver)),
  };
}
