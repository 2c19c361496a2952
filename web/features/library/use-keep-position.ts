/**
 * Keeps where a video is while it plays, every 10 s and when the page is left, so that any device can go on there; and
 * tells which parts of it were played, for the audience's curve.
 */
import { type RefObject, useEffect } from 'react';
import { audienceParts } from '../../../shared/limits.ts';
import { api } from '../../lib/api.ts';

const everyMs = 10_000;
/** A smaller step is not worth a call. */
const leastStep = 3;

export function useKeepPosition(media: RefObject<HTMLVideoElement | null>, vodId: string, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    let sent = -1;
    let position = -1;
    const played = new Set<number>();
    // The element is gone before this effect is undone, so its time is noted while it plays.
    const note = setInterval(() => {
      const video = media.current;
      if (!video || video.paused || video.currentTime <= 0) return;
      position = Math.floor(video.currentTime);
      if (video.duration > 0) played.add(Math.min(audienceParts - 1, partAt(video)));
    }, 500);
    const send = (keepalive: boolean) => {
      if (position < 0 || Math.abs(position - sent) < leastStep) return;
      sent = position;
      const watched = [...played];
      played.clear();
      // Lost is lost: the next one comes soon.
      api('PUT /users/me/progress/{vodId}', { params: { vodId }, body: { position, watched }, keepalive }).catch(
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

const partAt = ({ currentTime, duration }: HTMLVideoElement) => Math.floor((currentTime / duration) * audienceParts);
