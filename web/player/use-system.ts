/** The player in the device's own controls: the lock screen, media keys, and a phone's orientation. */
import { type RefObject, useEffect } from 'react';
import { seekStep } from './commands.ts';
import type { Run } from './use-commands.ts';

/** Metadata and actions for the lock screen and for media keys. */
export function useMediaSession(
  video: RefObject<HTMLVideoElement | null>,
  {
    title,
    poster,
    live,
    hasMoments,
    run,
  }: { title: string; poster: string | null | undefined; live: boolean; hasMoments: boolean; run: Run },
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: live ? 'Cantera TV · En directo' : 'Cantera TV',
      artwork: poster ? [{ src: poster }] : [],
    });
    return () => {
      mediaSession.metadata = null;
    };
  }, [title, poster, live]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => void video.current?.play()],
      ['pause', () => video.current?.pause()],
    ];
    if (!live) {
      actions.push(
        ['seekbackward', ({ seekOffset }) => run({ do: 'seek', by: -(seekOffset ?? seekStep) })],
        ['seekforward', ({ seekOffset }) => run({ do: 'seek', by: seekOffset ?? seekStep })],
        [
          'seekto',
          ({ seekTime }) => {
            if (video.current && seekTime !== undefined) video.current.currentTime = seekTime;
          },
        ],
      );
    }
    if (hasMoments) {
      actions.push(
        ['previoustrack', () => run({ do: 'moment', by: -1 })],
        ['nexttrack', () => run({ do: 'moment', by: 1 })],
      );
    }
    // Browsers reject actions that they do not know.
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        mediaSession.setActionHandler(action, handler);
      } catch {}
    };
    for (const [action, handler] of actions) set(action, handler);
    return () => {
      for (const [action] of actions) set(action, null);
    };
  }, [video, live, hasMoments, run]);

  useEffect(() => {
    const element = video.current;
    if (!element || !('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    const updatePlaybackState = () => {
      mediaSession.playbackState = element.paused ? 'paused' : 'playing';
      if (typeof mediaSession.setPositionState !== 'function') return;
      const { duration, playbackRate, currentTime } = element;
      if (live || !(duration > 0) || !Number.isFinite(duration)) mediaSession.setPositionState();
      else mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
    };
    const events = ['durationchange', 'play', 'pause', 'seeked', 'ratechange', 'playing'];
    for (const name of events) element.addEventListener(name, updatePlaybackState);
    return () => {
      for (const name of events) element.removeEventListener(name, updatePlaybackState);
      mediaSession.playbackState = 'none';
      if (typeof mediaSession.setPositionState === 'function') mediaSession.setPositionState();
    };
  }, [video, live]);
}

interface Lockable {
  lock?: (to: 'landscape' | 'portrait') => Promise<void>;
  unlock?: () => void;
}

/** In full screen, turns a phone's screen to the video's orientation, where the browser supports it. */
export function useOrientationLock(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): void {
  useEffect(() => {
    const orientation = (screen as { orientation?: Lockable }).orientation;
    const updateLock = () => {
      if (!frame.current || document.fullscreenElement !== frame.current) return orientation?.unlock?.();
      const { videoWidth: width = 0, videoHeight: height = 0 } = video.current ?? {};
      // Desktop browsers reject the lock.
      orientation?.lock?.(height > width ? 'portrait' : 'landscape').catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', updateLock);
    return () => document.removeEventListener('fullscreenchange', updateLock);
  }, [frame, video]);
}
