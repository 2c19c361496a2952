/**
 * Reports the playback position, so that any device can resume there, and the played parts for the audience curve.
 * The progress travels with the heartbeats of use-watching.ts, if there are any; otherwise it is sent every 10 s and on
 * leaving.
 */
import { type RefObject, useEffect, useRef } from 'react';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api } from '../../../lib/api.ts';
import { ProgressTracker } from './progress-tracker.ts';

const reportIntervalMs = 10_000;

/** `video` is undefined while there is nothing to track. */
export function useProgressTracking(
  media: RefObject<HTMLVideoElement | null>,
  video: ShelfVideo | undefined,
  isReported: boolean,
): RefObject<ProgressTracker | undefined> {
  const current = useRef<ProgressTracker>(undefined);
  const { kind, id } = video ?? {};
  useEffect(() => {
    if (!kind || !id) return;
    const tracker = new ProgressTracker({ kind, id });
    current.current = tracker;
    // Sampled during playback, because the element no longer exists when the effect is cleaned up.
    const note = setInterval(() => tracker.sample(media.current), 500);
    const leave = () => report(tracker, true);
    const timer = isReported ? undefined : setInterval(() => report(tracker, false), reportIntervalMs);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(note);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      // Runs after the final heartbeat, which includes the progress; covers pages without one and the switch to another
      // video.
      queueMicrotask(() => {
        leave();
        if (current.current === tracker) current.current = undefined;
      });
    };
  }, [media, kind, id, isReported]);
  return current;
}

function report(place: ProgressTracker, keepalive: boolean): void {
  const played = place.takeUnreported();
  if (!played) return;
  const { kind, id, ...body } = played;
  // A lost report is covered by the next one.
  api('PUT /users/me/progress/{kind}/{id}', { params: { kind, id }, body, keepalive }).catch(() =>
    place.restore(played),
  );
}
