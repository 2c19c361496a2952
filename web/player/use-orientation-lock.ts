/** In full screen, turns a phone's screen to the video's orientation, where the browser supports it. */
import { type RefObject, useEffect } from 'react';

interface Lockable {
  lock?: (to: 'landscape' | 'portrait') => Promise<void>;
  unlock?: () => void;
}

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
