/**
 * Reports the playback position, so that any device can resume there, and the played parts for the audience curve.
 * Where use-watching.ts sends heartbeats the progress travels with them; elsewhere it is sent every 10 s and on
 * leaving.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api } from '../../../lib/api.ts';
import { Place } from './progress-tracker.ts';

const everyMs = 10_000;

/** `video` is undefined while there is nothing to track. */
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
    // Sampled during playback, because the element is gone when the effect is cleaned up.
    const note = setInterval(() => place.note(media.current), 500);
    const leave = () => tell(place, true);
    const timer = isReported ? undefined : setInterval(() => tell(place, false), everyMs);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(note);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      // After the final heartbeat, which takes the progress along; covers pages without one and the switch to another
      // video.
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
  // A lost report is covered by the next one.
  api('PUT /users/me/progress/{kind}/{id}', { params: { kind, id }, body, keepalive }).catch(() =>
    place.takeBack(played),
  );
}
