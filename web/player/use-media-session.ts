/** What the lock screen and the keys of a keyboard or headset show and do while the player is on the page. */
import { type RefObject, useEffect } from 'react';

const step = 10;

export function useMediaSession(
  video: RefObject<HTMLVideoElement | null>,
  { title, poster, live }: { title: string; poster: string | null | undefined; live: boolean },
): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title,
      artist: live ? 'Cantera TV · En directo' : 'Cantera TV',
      artwork: poster ? [{ src: poster }] : [],
    });
    const seek = (seconds: (now: number) => number) => {
      if (video.current) video.current.currentTime = Math.max(0, seconds(video.current.currentTime));
    };
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => void video.current?.play()],
      ['pause', () => video.current?.pause()],
    ];
    if (!live) {
      actions.push(
        ['seekbackward', ({ seekOffset }) => seek((now) => now - (seekOffset ?? step))],
        ['seekforward', ({ seekOffset }) => seek((now) => now + (seekOffset ?? step))],
        ['seekto', ({ seekTime }) => seek((now) => seekTime ?? now)],
      );
    }
    for (const [action, handler] of actions) mediaSession.setActionHandler(action, handler);
    return () => {
      mediaSession.metadata = null;
      for (const [action] of actions) mediaSession.setActionHandler(action, null);
    };
  }, [video, title, poster, live]);
}
