/**
 * The source of playback: attaches the address to the <video>, tracks failures, and retries on request, after a delay,
 * or when the network or the viewer returns. A changed `url` counts only from a retry on, so that fresh tokens do not
 * interrupt playback.
 */
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { liveDelayMs } from '../../shared/domain/limits.ts';
import { loadConfig } from '../lib/config.ts';
import { useLatest } from '../lib/use-latest.ts';
import { attachFile } from './attach-element.ts';
import { attachHls } from './attach-hls.ts';
import { getToken, isFromPhone, withToken } from './hls-requests.ts';
import { type CreateLoader, isPlayingRemotely, type PlaybackCallbacks, type Renditions } from './playback.ts';
import type { PlayerProblem } from './playback-state.ts';
import type { PlayerProps } from './player-props.ts';
import { QualityMeter } from './quality-meter.ts';
import { StreamReports } from './stream-reports.ts';

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
  // No attempt exists while playback is stopped, and until enough of a delayed live is recorded (use-delayed-live.ts).
  const [attempt, setAttempt] = useState<Attempt | undefined>(delayed ? undefined : { url, startAt });
  const [failure, setFailure] = useState<Failure>();
  const [interrupted, setInterrupted] = useState(false);
  const [renditions, setRenditions] = useState<Renditions>();
  const latest = useLatest({ renew, url, fromStart, delayed });
  /** Wall-clock time of the current frame, while a live is rewound. */
  const rewoundTo = useRef<number>(undefined);
  /** The last position, which the element loses with its source. */
  const position = useRef(startAt);
  const retries = useRef(0);
  const [reports] = useState(() => new StreamReports());

  const stop = useRef((problem: PlayerProblem, requestId?: string) => {
    setFailure({ problem, requestId });
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
    /**
     * Reports a problem, unless a delayed live's recording has failed while the live continues: then the page plays the
     * live without delay.
     */
    const onProblem = async (problem: PlayerProblem, requestId?: string) => {
      const { delayed, renew } = latest.current;
      const isStillOnAir =
        delayed && from !== undefined && problem === 'load' && (await renew().catch(() => undefined));
      if (isDetached) return;
      if (isStillOnAir) delayed.onFailed();
      else stop(problem, requestId);
    };
    const callbacks: PlaybackCallbacks = {
      onProblem,
      onInterrupted: setInterrupted,
      onRenditions: setRenditions,
      ...reports.callbacks,
      meter: meter.current,
      mayStayBehind: () => latest.current.fromStart !== undefined,
      renew: async () => {
        const fresh = await latest.current.renew();
        return fresh && from !== undefined ? withToken(attempt.url, getToken(fresh)) : fresh;
      },
    };
    const notePosition = () => {
      if (element.currentTime > 0) position.current = element.currentTime;
      if (from !== undefined) rewoundTo.current = reports.getDate() ?? rewoundTo.current;
    };
    const onPlaying = () => {
      setFailure(undefined);
      retries.current = 0;
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
      reports.clear();
      element.removeEventListener('timeupdate', notePosition);
      element.removeEventListener('playing', onPlaying);
      detach();
    };
  }, [video, attempt, live, file, stop, meter, reports, latest]);

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
    [meter, latest],
  );
  const goLive = useCallback(() => {
    meter.current?.jump();
    rewoundTo.current = undefined;
    setAttempt({ url: latest.current.url, startAt: -1 });
  }, [meter, latest]);
  const restart = async (before: (() => Promise<void>) | undefined) => {
    await before?.();
    setFailure(undefined);
    await startAgain();
  };

  useAutomaticRetry(failure?.problem === 'load' && !attempt, retries, startAgain);

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
    getRecorded: reports.getRecorded,
    date: reports.getDate,
    cues: reports.getCues,
    toKeyFrame: useCallback((seconds: number) => reports.toKeyFrame(seconds, video.current), [reports, video]),
    retry: () => restart(onRetry),
    takeOver: onTakeOver && (() => restart(onTakeOver)),
  };
}

export type Source = ReturnType<typeof useSource>;

/**
 * Plays a live: by the Amazon IVS player if /config.json says so; otherwise, for a live from a phone, and after its
 * failure, by hls.js.
 */
function attachLive(video: HTMLVideoElement, url: string, callbacks: PlaybackCallbacks): () => void {
  let isStopped = false;
  let detach: (() => void) | undefined;
  loadIvs(url)
    .catch(() => [])
    .then((before) => {
      if (!isStopped) detach = attachHls(video, { url, live: true }, callbacks, ...before);
    });
  return () => {
    isStopped = true;
    detach?.();
  };
}

async function loadIvs(url: string): Promise<CreateLoader[]> {
  const { livePlayer } = await loadConfig();
  return livePlayer === 'ivs' && !isFromPhone(url) ? [(await import('./attach-ivs.ts')).createIvsLoader] : [];
}

/** Milliseconds before each automatic retry. After the last one, a click, `online` or the return to the tab retries. */
const retryDelaysMs = [5_000, 10_000, 20_000, 30_000, 60_000, 60_000];

/**
 * Retries a failed playback: after growing delays, and when the network or the viewer returns. `retries` counts since the last success, at which the caller sets it to 0.
 */
function useAutomaticRetry(awaitsRetry: boolean, retries: RefObject<number>, retry: () => void): void {
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (!awaitsRetry) return;
    let isDone = false;
    const retryOnce = () => {
      if (isDone || document.hidden) return;
      isDone = true;
      retries.current += 1;
      retryNow();
    };
    const delay = retryDelaysMs[retries.current];
    const timer = delay === undefined ? undefined : setTimeout(retryOnce, delay);
    addEventListener('online', retryOnce);
    document.addEventListener('visibilitychange', retryOnce);
    return () => {
      isDone = true;
      clearTimeout(timer);
      removeEventListener('online', retryOnce);
      document.removeEventListener('visibilitychange', retryOnce);
    };
  }, [awaitsRetry, retries]);
}

/**
 * Measures a playback whose address has a token; others, such as clips, are not reported. Must be called before
 * `useSource`.
 */
export function useQualityMeter(
  video: RefObject<HTMLVideoElement | null>,
  { url, live = false, meters }: Pick<PlayerProps, 'url' | 'live' | 'meters'>,
  openedAt: number,
): RefObject<QualityMeter | undefined> {
  const meter = useRef<QualityMeter>(undefined);
  const token = useRef(meters && getToken(url)).current;
  useEffect(() => {
    const element = video.current;
    if (!element || !meters || !token) return;
    const isAway = () =>
      (document.hidden && document.pictureInPictureElement !== element) || isPlayingRemotely(element);
    const created = new QualityMeter(element, { token, openedAt, isAway, live });
    meter.current = created;
    meters.current.push(created);
    return created.watch();
  }, [video, meters, token, live, openedAt]);
  return meter;
}
