/** A video's start position, saved flag and progress tracking. */
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { api } from '../../../lib/api.ts';
import { getStartPosition } from '../../../player/media-prefetch.ts';
import { useSession } from '../../../session/session.tsx';
import { ProgressTracker } from './progress-tracker.ts';
import { useProgress } from './queries.ts';

/** `video` is undefined while there is none, or if its position is not stored. */
export function useViewing(video: ShelfVideo | undefined, granted: boolean) {
  const { isLoggedIn, isLiveUser } = useSession();
  const [query] = useSearchParams();
  const media = useRef<HTMLVideoElement>(null);
  const { data, isEnabled, isFetched } = useProgress(video);
  // Admins send no heartbeats, and content open to everybody needs none.
  const hasHeartbeats = video?.kind === 'vods' && !isLiveUser;
  const tracker = useProgressTracking(media, granted && isLoggedIn ? video : undefined, hasHeartbeats);
  return {
    stage: { media, ready: !isEnabled || isFetched, startAt: getStartPosition(query.get('t'), data?.progress ?? null) },
    tracker,
    saved: data?.saved,
    /** True if the user watched the video to its end before this visit. */
    watched: data?.progress?.watched ?? false,
  };
}

const reportIntervalMs = 10_000;

/**
 * Reports the playback position, so that any device can resume there, and the played parts for the audience curve. With
 * `hasHeartbeats`, the page's heartbeats carry the progress (use-watching.ts); otherwise it is sent every 10 s, and
 * when the user leaves the page.
 */
function useProgressTracking(
  media: RefObject<HTMLVideoElement | null>,
  video: ShelfVideo | undefined,
  hasHeartbeats: boolean,
): RefObject<ProgressTracker | undefined> {
  const current = useRef<ProgressTracker>(undefined);
  const { kind, id } = video ?? {};
  useEffect(() => {
    if (!kind || !id) return;
    const tracker = new ProgressTracker({ kind, id });
    current.current = tracker;
    // The position is sampled during playback, because the element is gone when the effect is cleaned up.
    const sampling = setInterval(() => tracker.sample(media.current), 500);
    const leave = () => report(tracker, true);
    const timer = hasHeartbeats ? undefined : setInterval(() => report(tracker, false), reportIntervalMs);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(sampling);
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      // Runs after the last heartbeat, which has taken the progress if the page sends one. Otherwise, and on a change
      // to another video, the progress is sent here.
      queueMicrotask(() => {
        leave();
        if (current.current === tracker) current.current = undefined;
      });
    };
  }, [media, kind, id, hasHeartbeats]);
  return current;
}

function report(tracker: ProgressTracker, keepalive: boolean): void {
  const played = tracker.takeUnreported();
  if (!played) return;
  const { kind, id, ...body } = played;
  // The next report repeats a failed one.
  api('PUT /users/me/progress/{kind}/{id}', { params: { kind, id }, body, keepalive }).catch(() =>
    tracker.restore(played),
  );
}
