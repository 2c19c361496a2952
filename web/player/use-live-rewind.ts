/**
 * Rewinds a live: knows the position in the whole broadcast, and seeks between the live and its recording. After a
 * pause, playback resumes where it stopped, from the buffer or the recording.
 */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { isTakenOut, type Range } from '../../shared/domain/withdrawn.ts';
import { useLatest } from '../lib/use-latest.ts';
import { chooseSeek, type DelayedEdge, type LiveRewind, nearEdgeMs } from './live-position.ts';
import type { PlayerProps } from './player-props.ts';
import type { Source } from './use-source.ts';

/** Assumed milliseconds behind the camera, until they are measured. */
const defaultLagMs = 5_000;
/** Milliseconds; a picture further behind does not count as live. */
const atEdgeMs = 10_000;
const none: readonly Range[] = [];
/** Milliseconds; after a shorter pause playback resumes without a seek. */
const pauseMs = 3_000;

export function useLiveRewind(
  video: RefObject<HTMLVideoElement | null>,
  fromStart: PlayerProps['fromStart'],
  source: Source,
  seekToLive: () => void,
  delayed?: DelayedEdge,
): LiveRewind | undefined {
  const startedAt = fromStart && Date.parse(fromStart.startedAt);
  const withdrawn = fromStart?.withdrawn ?? none;
  const latest = useLatest({ source, seekToLive, withdrawn, delayed });
  const lag = useRef<number>(undefined);
  /** Target of the seek in progress, in milliseconds since the Unix epoch. */
  const target = useRef<number>(undefined);
  /** Ends a seek in progress in the live's buffer. */
  const giveUpSeek = useRef<() => void>(undefined);
  const onRewind = fromStart?.onRewind;
  const { isRewound } = source;

  useEffect(() => {
    target.current = undefined;
    onRewind?.(isRewound);
    return () => giveUpSeek.current?.();
  }, [isRewound, onRewind]);

  const rewind = useMemo(() => {
    if (startedAt === undefined) return undefined;
    const getEdge = () => {
      if (latest.current.delayed) return latest.current.delayed.date();
      const { isRewound, date } = latest.current.source;
      const shownAt = isRewound ? undefined : date();
      if (shownAt !== undefined) lag.current = Math.min(lag.current ?? Number.POSITIVE_INFINITY, Date.now() - shownAt);
      return Date.now() - (lag.current ?? defaultLagMs);
    };
    const date = () => latest.current.source.date() ?? target.current ?? getEdge();
    const toVideoSeconds = (instant: number) => (video.current?.currentTime ?? 0) + (instant - date()) / 1000;
    const getBufferedUntil = (instant: number): number | undefined => {
      const seconds = toVideoSeconds(instant);
      const { buffered } = video.current ?? {};
      for (let index = 0; index < (buffered?.length ?? 0); index += 1) {
        const [start = 0, end = 0] = [buffered?.start(index), buffered?.end(index)];
        if (seconds >= start && seconds < end) return instant + 1000 * (end - seconds);
      }
      return undefined;
    };
    const seekToEdge = () => {
      const { source, seekToLive, delayed } = latest.current;
      target.current = undefined;
      giveUpSeek.current?.();
      if (delayed) {
        delayed.follow(true);
        const seconds = source.getRecorded()?.secondsAt(getEdge());
        if (!source.isRewound || !video.current || seconds === undefined) return source.rewindTo(getEdge());
        if (Math.abs(getEdge() - date()) > nearEdgeMs) video.current.currentTime = seconds;
        video.current.play().catch(() => undefined);
        return;
      }
      if (source.isRewound) return source.goLive();
      seekToLive();
      video.current?.play().catch(() => undefined);
    };
    const goTo = (instant: number) => {
      const { source } = latest.current;
      const { isRewound, getRecorded } = source;
      // The buffer may still contain withdrawn seconds.
      const isBuffered = (one: number) =>
        getBufferedUntil(one) !== undefined && !isTakenOut(latest.current.withdrawn, one);
      const action = chooseSeek(instant, {
        date: date(),
        edge: getEdge(),
        isRewound,
        recorded: getRecorded(),
        isBuffered,
      });
      if (action === 'edge') return seekToEdge();
      latest.current.delayed?.follow(false);
      giveUpSeek.current?.();
      const seconds = isRewound ? getRecorded()?.secondsAt(instant) : toVideoSeconds(instant);
      if (action === 'seek' && video.current && seconds !== undefined) {
        if (isRewound) video.current.currentTime = seconds;
        else giveUpSeek.current = seekInBuffer(video.current, seconds);
      } else {
        target.current = Math.max(startedAt, instant);
        source.rewindTo(target.current);
      }
    };
    return {
      getPosition: () => Math.max(0, (date() - startedAt) / 1000),
      getLength: () => Math.max(0, (getEdge() - startedAt) / 1000),
      isAtEdge: () =>
        (latest.current.delayed !== undefined || !latest.current.source.isRewound) && getEdge() - date() < atEdgeMs,
      seekTo: (seconds: number) => goTo(startedAt + 1000 * seconds),
      seekToEdge,
      seekToDate: goTo,
      /** Returns the time of the current frame; right after a start it may be an estimate. */
      date,
      /** Resumes after a pause: from the recording, unless the buffer reaches close to the edge. */
      resumeFrom: (instant: number) => {
        if ((getBufferedUntil(instant) ?? 0) > getEdge() - atEdgeMs) return;
        target.current = instant;
        latest.current.source.rewindTo(instant);
      },
    };
  }, [startedAt, video, latest]);

  useEffect(() => {
    const element = video.current;
    if (!element || !rewind || isRewound) return;
    let paused: { date: number; at: number } | undefined;
    const onPause = () => {
      paused = { date: rewind.date(), at: performance.now() };
    };
    const onPlay = () => {
      const before = paused;
      paused = undefined;
      if (!before || performance.now() - before.at < pauseMs) return;
      rewind.resumeFrom(before.date);
    };
    element.addEventListener('pause', onPause);
    element.addEventListener('play', onPlay);
    return () => {
      element.removeEventListener('pause', onPause);
      element.removeEventListener('play', onPlay);
    };
  }, [video, rewind, isRewound]);

  return rewind;
}

/** Milliseconds after which a seek is not repeated any more. */
const settleMs = 10_000;

/**
 * Seeks within a live's buffer; the returned function ends it when the viewer goes elsewhere. Until the target is
 * decoded, hls.js treats a position before the sliding playlist as lost, and moves to the live edge at the next reload:
 * the seek is then repeated.
 */
export function seekInBuffer(video: HTMLVideoElement, seconds: number): () => void {
  const seek = new AbortController();
  const { signal } = seek;
  const giveUp = () => seek.abort();
  const timer = setTimeout(giveUp, settleMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  video.currentTime = seconds;
  const repeat = () => {
    if (video.currentTime > seconds + 1) video.currentTime = seconds;
  };
  video.addEventListener('seeking', repeat, { signal });
  // Once enough is decoded, hls.js keeps the position.
  video.addEventListener('canplaythrough', giveUp, { signal });
  return giveUp;
}
