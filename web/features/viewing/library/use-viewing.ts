/** A video's start position, saved flag and progress tracking. */
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { getStartPosition } from '../../../player/media-prefetch.ts';
import { useSession } from '../../../session/session.tsx';
import { useProgress } from './queries.ts';
import { useProgressTracking } from './use-progress-tracking.ts';

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
    stage: {
      media,
      ready: !isEnabled || isFetched,
      startAt: getStartPosition(query.get('t'), data?.progress ?? null),
    },
    tracker,
    saved: data?.saved,
    /** True if the user watched the video to its end before this visit. */
    watched: data?.progress?.watched ?? false,
  };
}
