/**
 * Plays a live from its growing recording, about a minute late: waits until enough is recorded, keeps the delay, and
 * gives up when the recording fails although the live continues.
 */
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { futureData } from './frames.ts';
import { type DelayedEdge, DelayKeeper } from './live-position.ts';
import type { PlayerProps } from './player-props.ts';
import type { QualityMeter } from './quality-meter.ts';
import type { Source } from './use-source.ts';

const checkMs = 500;
/** Milliseconds; after a longer pause, playback does not follow the edge. */
const pauseMs = 3_000;
/** Milliseconds; a viewer closer to the edge than this follows it again. */
const nearEdgeMs = 10_000;
/** Milliseconds without a picture after which the page announces its return. */
const starvedMs = 3_000;
/** Milliseconds between checks of whether the live continues after its recording has stopped. */
const onAirCheckIntervalMs = 30_000;

export function useDelayedLive(
  video: RefObject<HTMLVideoElement | null>,
  { delayed, renew }: Pick<PlayerProps, 'delayed' | 'renew'>,
  source: Source,
  meter: RefObject<QualityMeter | undefined>,
): {
  /** Undefined if the live plays without delay. */
  edge: DelayedEdge | undefined;
  /** True while too little is recorded. */
  isAwaited: boolean;
  /** True while playback has reached the end of the recording. */
  isStarved: boolean;
} {
  const isDelayed = delayed !== undefined;
  const isReady = Boolean(delayed?.url);
  const getSource = useEffectEvent(() => source);
  const giveUpIfOnAir = useEffectEvent(async () => {
    const url = await renew().catch(() => undefined);
    if (url) delayed?.onFailed();
  });
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
    if (!isDelayed) getSource().goLive();
  }, [isDelayed]);

  useEffect(() => {
    if (!isDelayed) return;
    meter.current?.expectPicture(isReady);
    if (!isReady) return;
    isFollowing.current = true;
    getSource().rewindTo(edge.date());
  }, [isDelayed, isReady, edge, meter]);

  const isPlaying = isDelayed && source.isRewound && !source.isStopped;
  useEffect(() => {
    const element = video.current;
    if (!element || !isPlaying) return;
    let [movedAt, lastTime, checkedOnAirAt] = [Date.now(), -1, 0];
    const check = () => {
      const now = Date.now();
      const source = getSource();
      const recorded = source.getRecorded();
      if (recorded) keeper.note(recorded.until, now);
      if (element.currentTime !== lastTime || element.paused) movedAt = now;
      lastTime = element.currentTime;
      setStarved(element.readyState < futureData && now - movedAt > starvedMs);
      if (recorded?.isOver) {
        element.playbackRate = 1;
        return;
      }
      if (keeper.hasStopped(now) && now - checkedOnAirAt > onAirCheckIntervalMs) {
        checkedOnAirAt = now;
        giveUpIfOnAir();
      }
      const date = source.date();
      if (!recorded || date === undefined || element.paused || element.seeking) return;
      isFollowing.current ||= keeper.readEdge(now) - date < nearEdgeMs;
      const step = isFollowing.current ? keeper.chooseStep(date, now) : { rate: 1 };
      if ('skipTo' in step) element.currentTime = recorded.secondsAt(step.skipTo);
      else element.playbackRate = step.rate;
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
