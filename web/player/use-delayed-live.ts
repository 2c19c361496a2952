/**
 * A live that the viewer watches from its growing recording, about a minute late: waits until enough is recorded, keeps
 * the distance, and gives up when the recording fails although the live goes on.
 */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { DelayKeeper } from './delay-keeper.ts';
import type { PlayerProps } from './player-props.ts';
import type { QualityMeter } from './quality-meter.ts';
import type { Source } from './use-source.ts';

/** The newest frame that a delayed viewer may see. */
export interface DelayedEdge {
  /** Its time, in milliseconds since the Unix epoch. */
  date: () => number;
  /** Turns following the edge on or off; it is off after the viewer has gone back. */
  follow: (isFollowing: boolean) => void;
}

const checkMs = 500;
/** After a longer pause playback no longer follows the edge. */
const pauseMs = 3_000;
/** A viewer who is this close to the edge follows it again. */
const nearEdgeMs = 10_000;
/** After this long without a picture, the page says that it will be back. */
const starvedMs = 3_000;
/** Interval at which a stopped recording makes the player ask whether the live goes on. */
const onAirCheckMs = 30_000;

/** HAVE_FUTURE_DATA. */
const futureData = 3;

export function useDelayedLive(
  video: RefObject<HTMLVideoElement | null>,
  { delayed, renew }: Pick<PlayerProps, 'delayed' | 'renew'>,
  source: Source,
  meter: RefObject<QualityMeter | undefined>,
): {
  /** Undefined for a viewer without delay. */
  edge: DelayedEdge | undefined;
  /** Too little is recorded yet. */
  isAwaited: boolean;
  /** Playback has reached the end of what is recorded. */
  isStarved: boolean;
} {
  const isDelayed = delayed !== undefined;
  const isReady = Boolean(delayed?.url);
  const latest = useRef({ delayed, renew, source });
  latest.current = { delayed, renew, source };
  const isFollowing = useRef(true);
  const [isStarved, setStarved] = useState(false);
  const { keeper, edge } = useMemo(() => {
    const created = new DelayKeeper();
    const follow = (on: boolean) => {
      isFollowing.current = on;
    };
    return { keeper: created, edge: { date: () => created.readEdge(Date.now()), follow } };
  }, []);

  const wasDelayed = useRef(isDelayed);
  useEffect(() => {
    if (wasDelayed.current === isDelayed) return;
    wasDelayed.current = isDelayed;
    if (!isDelayed) latest.current.source.goLive();
  }, [isDelayed]);

  useEffect(() => {
    if (!isDelayed) return;
    meter.current?.expectPicture(isReady);
    if (!isReady) return;
    isFollowing.current = true;
    latest.current.source.goBack(edge.date());
  }, [isDelayed, isReady, edge, meter]);

  const isPlaying = isDelayed && source.isBack && !source.stopped;
  useEffect(() => {
    const element = video.current;
    if (!element || !isPlaying) return;
    let [movedAt, lastTime, askedAt] = [Date.now(), -1, 0];
    const check = () => {
      const now = Date.now();
      const { source } = latest.current;
      const recorded = source.recorded();
      if (recorded) keeper.note(recorded.until, now);
      if (element.currentTime !== lastTime || element.paused) movedAt = now;
      lastTime = element.currentTime;
      setStarved(element.readyState < futureData && now - movedAt > starvedMs);
      if (recorded?.isOver) {
        element.playbackRate = 1;
        return;
      }
      if (keeper.hasStopped(now) && now - askedAt > onAirCheckMs) {
        askedAt = now;
        giveUpIfOnAir();
      }
      const date = source.date();
      if (!recorded || date === undefined || element.paused || element.seeking) return;
      isFollowing.current ||= keeper.readEdge(now) - date < nearEdgeMs;
      const step = isFollowing.current ? keeper.chooseStep(date, now) : { rate: 1 };
      if ('skipTo' in step) element.currentTime = recorded.secondsAt(step.skipTo);
      else element.playbackRate = step.rate;
    };
    const giveUpIfOnAir = async () => {
      const url = await latest.current.renew().catch(() => undefined);
      if (url) latest.current.delayed?.onFailed();
    };
    let pausedAt = Number.POSITIVE_INFINITY;
    const onPause = () => {
      pausedAt = element.played.length > 0 ? Date.now() : Number.POSITIVE_INFINITY;
    };
    const onPlay = () => {
      if (Date.now() - pausedAt >= pauseMs) isFollowing.current = false;
    };
    const timer = setInterval(check, checkMs);
    element.addEventListener('pause', onPause);
    element.addEventListener('play', onPlay);
    return () => {
      clearInterval(timer);
      element.removeEventListener('pause', onPause);
      element.removeEventListener('play', onPlay);
      element.playbackRate = 1;
      setStarved(false);
    };
  }, [video, isPlaying, keeper]);

  return {
    edge: isDelayed ? edge : undefined,
    isAwaited: isDelayed && !isReady && !source.failure,
    isStarved: isPlaying && isStarved,
  };
}
