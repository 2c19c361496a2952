/**
 * Keeps where a video is while it plays, and when the page is left, so that any device can go on there; and tells which
 * parts of a recording were played, for its audience's curve. Where the page reports that somebody watches
 * (use-watching.ts) it goes with those reports; elsewhere it is told every 10 s.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api } from '../../../lib/api.ts';
import { Place } from './place.ts';

const everyMs = 10_000;

/** Give no video while there is nothing to keep. */
export function useKeepPosition(
  media: RefObject<HTMLVideoElement | null>,
  video: ShelfVideo | undefined,
  isReported: boolean,
): RefObject<Place | undefined> {
  const current = useRef<Place>(undefined);
  const { kind, id } = video ?? {};
  useEffect(() => {
    if (!kind || !id) return;
    const place = new Place({ kind, id });
    current.current = place;
    // The element is gone before this effect is undone, so its time is noted while it plays.
    const note = setInterval(() => place.note(media.current), 500);
    const leave = () => tell(place, true);
    const timer = isReported ? undefined : setInterval(() => tell(place, false), everyMs);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(note);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      // First the last report takes it along; this is for where there is none, as from one video to the next.
      queueMicrotask(() => {
        leave();
        if (current.current === place) current.current = undefined;
      });
    };
  }, [media, kind, id, isReported]);
  return current;
}

function tell(place: Place, keepalive: boolean): void {
  const played = place.take();
  if (!played) return;
  const { kind, id, ...body } = played;
  // One that is lost is followed by the next one soon.
  api('PUT /users/me/progress/{kind}/{id}', { params: { kind, id }, body, keepalive }).catch(() =>
    place.takeBack(played),
  );
}
