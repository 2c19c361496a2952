/**
 * Keeps where a video is while it plays, every 10 s and when the page is left, so that any device can go on there; and
 * tells which parts of a recording were played, for its audience's curve.
 */
import { type RefObject, useEffect } from 'react';
import { audienceParts } from '../../../../shared/limits.ts';
import type { ShelfVideo } from '../../../../shared/viewing/library.ts';
import { api } from '../../../lib/api.ts';

const everyMs = 10_000;
/** A smaller step is not worth a call. */
const leastStep = 3;

/** Give no video while there is nothing to keep. */
export function useKeepPosition(media: RefObject<HTMLVideoElement | null>, video: ShelfVideo | undefined): void {
  const { kind, id } = video ?? {};
  useEffect(() => {
    if (!kind || !id) return;
    let sent = -1;
    let position = -1;
    const played = new Set<number>();
    /** A part is the length of several reports, and each is told once. */
    const told = new Set<number>();
    // The element is gone before this effect is undone, so its time is noted while it plays.
    const note = setInterval(() => {
      const element = media.current;
      if (!element || element.paused || element.currentTime <= 0) return;
      position = Math.floor(element.currentTime);
      const part = kind === 'vods' && element.duration > 0 ? Math.min(audienceParts - 1, partAt(element)) : -1;
      if (part >= 0 && !told.has(part)) played.add(part);
    }, 500);
    const send = (keepalive: boolean) => {
      if (position < 0 || Math.abs(position - sent) < leastStep) return;
      sent = position;
      const watched = [...played];
      for (const part of watched) told.add(part);
      played.clear();
      api('PUT /users/me/progress/{kind}/{id}', { params: { kind, id }, body: { position, watched }, keepalive }).catch(
        () => {
          // A position that is lost is followed by the next one soon. The parts go with it.
          for (const part of watched) played.add(part);
        },
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
  }, [media, kind, id]);
}

const partAt = ({ currentTime, duration }: HTMLVideoElement) => Math.floor((currentTime / duration) * audienceParts);
