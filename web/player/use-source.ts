/**
 * The playback source: attaches the address to the <video>, tracks failures, and retries on request, after a delay, or
 * when the network or the viewer returns. A changed `url` takes effect only on a retry, so that fresh tokens do not
 * interrupt playback.
 */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { liveDelayMs } from '../../shared/domain/limits.ts';
import { attachFile } from './attach-file.ts';
import { attachHls } from './attach-hls.ts';
import { attachLive } from './attach-live.ts';
import type { HlsCallbacks, PlayerProblem, Renditions } from './hls-callbacks.ts';
import { getToken, withToken } from './hls-requests.ts';
import { isBuffered } from './key-frames.ts';
import type { RecordedRange } from './live-seek.ts';
import type { PlayerProps, StreamCue } from './player-props.ts';
import type { QualityMeter } from './quality-meter.ts';

export interface Failure {
  problem: PlayerProblem;
  requestId: string | undefined;
}

interface Attempt {
  url: string;
  startAt: number;
  /** Wall-clock time of the first frame to show, while a live is rewound. */
  from?: number;
}

/** Milliseconds before each automatic retry; after the last, a click, `online` or the return to the tab retries. */
const retryDelaysMs = [5_000, 10_000, 20_000, 30_000, 60_000, 60_000];

const maxCues = 20;

export function useSource(
  video: RefObject<HTMLVideoElement | null>,
  {
    url,
    live = false,
    file = false,
    startAt = -1,
    fromStart,
    delayed,
    renew,
    conflict,
    onRetry,
    onTakeOver,
  }: Pick<
    PlayerProps,
    'url' | 'live' | 'file' | 'startAt' | 'fromStart' | 'delayed' | 'renew' | 'conflict' | 'onRetry' | 'onTakeOver'
  >,
  meter: RefObject<QualityMeter | undefined>,
) {
  // Undefined while stopped, and until enough of a delayed live is recorded (use-delayed-live.ts).
  const [attempt, setAttempt] = useState<Attempt | undefined>(delayed ? undefined : { url, startAt });
  const [failure, setFailure] = useState<Failure>();
  const [interrupted, setInterrupted] = useState(false);
  const [renditions, setRenditions] = useState<Renditions>();
  const latest = useRef({ renew, url, fromStart, delayed });
  latest.current = { renew, url, fromStart, delayed };
  /** Wall-clock time of the current frame, while a live is rewound. */
  const rewoundTo = useRef<number>(undefined);
  const recorded = useRef<RecordedRange>(undefined);
  /** The last position, which the element loses with its source. */
  const position = useRef(startAt);
  const retryCount = useRef(0);
  const clock = useRef<() => number | undefined>(undefined);
  const keyFrames = useRef<(seconds: number) => number>(undefined);
  const cues = useRef<StreamCue[]>([]);

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
    const { from } = attempt;
    let isDetached = false;
    /** If a delayed live's recording fails although the live continues, the page plays the live without delay. */
    const onProblem = async (found: PlayerProblem, requestId?: string) => {
      const { delayed, renew } = latest.current;
      const isStillOnAir = delayed && from !== undefined && found === 'load' && (await renew().catch(() => undefined));
      if (isDetached) return;
      if (isStillOnAir) delayed.onFailed();
      else stop(found, requestId);
    };
    const callbacks: HlsCallbacks = {
      onProblem,
      onInterrupted: setInterrupted,
      onRenditions: setRenditions,
      onClock: (found) => {
        clock.current = found;
        cues.current = [];
      },
      onKeyFrames: (find) => {
        keyFrames.current = find;
      },
      onCue: (cue) => {
        cues.current.push(cue);
        cues.current.splice(0, cues.current.length - maxCues);
      },
      onRecorded: (found) => {
        recorded.current = found;
      },
      meter: meter.current,
      mayStayBehind: () => latest.current.fromStart !== undefined,
      renew: async () => {
        const fresh = await latest.current.renew();
        return fresh && from !== undefined ? withToken(attempt.url, getToken(fresh)) : fresh;
      },
    };
    const notePosition = () => {
      if (element.currentTime > 0) position.current = element.currentTime;
      if (from !== undefined) rewoundTo.current = clock.current?.() ?? rewoundTo.current;
    };
    const onPlaying = () => {
      setFailure(undefined);
      retryCount.current = 0;
    };
    element.addEventListener('timeupdate', notePosition);
    element.addEventListener('playing', onPlaying);
    const detach = file
      ? attachFile(element, attempt, callbacks)
      : live && from === undefined
        ? attachLive(element, attempt.url, callbacks)
        : attachHls(element, { ...attempt, live: false }, callbacks);
    return () => {
      isDetached = true;
      clock.current = undefined;
      keyFrames.current = undefined;
      recorded.current = undefined;
      element.removeEventListener('timeupdate', notePosition);
      element.removeEventListener('playing', onPlaying);
      detach();
    };
  }, [video, attempt, live, file, stop, meter]);

  const startAgain = async () => {
    const fresh = await latest.current.renew().catch(() => undefined);
    setInterrupted(false);
    const { url, fromStart, delayed } = latest.current;
    const recordedUrl = delayed?.url ?? fromStart?.url;
    const from = rewoundTo.current ?? (delayed && Date.now() - liveDelayMs);
    if (from !== undefined && recordedUrl)
      setAttempt({ url: withToken(recordedUrl, getToken(fresh ?? url)), startAt: -1, from });
    else setAttempt({ url: fresh ?? url, startAt: live ? -1 : position.current });
  };
  const rewindTo = useCallback(
    (date: number) => {
      const { fromStart, delayed } = latest.current;
      const recordedUrl = delayed?.url ?? fromStart?.url;
      if (!recordedUrl) return;
      meter.current?.jump();
      rewoundTo.current = date;
      setInterrupted(false);
      setFailure(undefined);
      setAttempt({ url: recordedUrl, startAt: -1, from: date });
    },
    [meter],
  );
  const goLive = useCallback(() => {
    meter.current?.jump();
    rewoundTo.current = undefined;
    setAttempt({ url: latest.current.url, startAt: -1 });
  }, [meter]);
  const restart = async (before: (() => Promise<void>) | undefined) => {
    await before?.();
    setFailure(undefined);
    await startAgain();
  };

  const awaitsRetry = failure?.problem === 'load' && !attempt;
  const latestStart = useRef(startAgain);
  latestStart.current = startAgain;
  useEffect(() => {
    if (!awaitsRetry) return;
    let isDone = false;
    const retryOnce = () => {
      if (isDone || document.hidden) return;
      isDone = true;
      retryCount.current += 1;
      latestStart.current();
    };
    const delay = retryDelaysMs[retryCount.current];
    const timer = delay === undefined ? undefined : setTimeout(retryOnce, delay);
    addEventListener('online', retryOnce);
    document.addEventListener('visibilitychange', retryOnce);
    return () => {
      isDone = true;
      clearTimeout(timer);
      removeEventListener('online', retryOnce);
      document.removeEventListener('visibilitychange', retryOnce);
    };
  }, [awaitsRetry]);

  return {
    failure,
    isStopped: attempt === undefined,
    isInterrupted: interrupted && attempt !== undefined,
    renditions,
    /** True while the recording of a running live plays. */
    isRewound: (attempt ? attempt.from : rewoundTo.current) !== undefined,
    /** Plays the recording from an instant, in milliseconds since the Unix epoch. */
    rewindTo,
    goLive,
    recorded: useRef(() => recorded.current).current,
    /** Wall-clock time of the current frame. */
    date: useRef(() => clock.current?.()).current,
    cues: useRef(() => cues.current).current,
    /** Returns where to seek: the target if it is buffered, else the nearest key frame, which shows sooner. */
    toKeyFrame: useRef((seconds: number) => {
      const isHere = !video.current || isBuffered(video.current, seconds);
      return isHere ? seconds : (keyFrames.current?.(seconds) ?? seconds);
    }).current,
    retry: () => restart(onRetry),
    takeOver: onTakeOver && (() => restart(onTakeOver)),
  };
}

export type Source = ReturnType<typeof useSource>;
