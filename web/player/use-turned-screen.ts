/** Full screen turns a phone to the side on which the picture is largest, where the browser lets a page do so. */
import { type RefObject, useEffect } from 'react';

interface Lockable {
  lock?: (to: 'landscape' | 'portrait') => Promise<void>;
  unlock?: () => void;
}

export function useTurnedScreen(frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const orientation = (screen as { orientation?: Lockable }).orientation;
    const turn = () => {
      if (!frame.current || document.fullscreenElement !== frame.current) return orientation?.unlock?.();
      const { videoWidth: width = 0, videoHeight: height = 0 } = video.current ?? {};
      // Desktop browsers refuse.
      orientation?.lock?.(height > width ? 'portrait' : 'landscape').catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', turn);
    return () => document.removeEventListener('fullscreenchange', turn);
  }, [frame, video]);
}
