/** What watching needs of the own shelf, wherever the player stands: where to begin, and the place to keep. */
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShelfVideo } from '../../../../shared/contract/library.ts';
import { startOf } from '../../../player/begin.ts';
import { useSession } from '../../../session/session.tsx';
import { useProgress } from './queries.ts';
import { useKeepPosition } from './use-keep-position.ts';

/** Give no video while there is none to watch, or where no place is kept. */
export function useViewing(video: ShelfVideo | undefined, granted: boolean) {
  const { isLoggedIn, isLiveUser } = useSession();
  const [query] = useSearchParams();
  const media = useRef<HTMLVideoElement>(null);
  const { data, isEnabled, isFetched } = useProgress(video);
  // Live users never report that they watch, and nobody reports watching what is open to everyone.
  const isReported = video?.kind === 'vods' && !isLiveUser;
  const place = useKeepPosition(media, granted && isLoggedIn ? video : undefined, isReported);
  return {
    /** For the player. */
    stage: {
      media,
      ready: !isEnabled || isFetched,
      startAt: startOf(query.get('t'), data?.progress ?? null),
    },
    place,
    saved: data?.saved,
    /** To its end, before this visit. */
    watched: data?.progress?.watched ?? false,
  };
}
