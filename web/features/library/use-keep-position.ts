/** Keeps where a video is while it plays, every 10 s and when the page is left, so that any device can go on there. */
import { type RefObject, useEffect } from 'react';
import { api } from '../../lib/api.ts';

const everyMs = 10_000;
/** A smaller step is not worth a call. */
const leastStep = 3;

export function useKeepPosition(media: RefObject<HTMLVideoElement | null>, vodId: string, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    let sent = -1;
    let position = -1;
    // The element is gone before this effect is undone, so its time is noted while it plays.
    const note = setInterval(() => {
      const video = media.current;
      if (video && !video.paused && video.currentTime > 0) position = Math.floor(video.currentTime);
    }, 500);
    const send = (keepalive: boolean) => {
      if (position < 0 || Math.abs(position - sent) < leastStep) return;
      sent = position;
      // Lost is lost: the next one comes soon.
      api('PUT /users/me/progress/{vodId}', { params: { vodId }, body: { position }, keepalive }).catch(
        () => undefined,
      );
    };
    const leave = () => send(true);
    const timer = setInterval(() => send(false), everyMs);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(note);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [media, vodId, active]);
}
