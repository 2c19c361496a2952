/** What watching a recording needs, wherever its player stands: where to begin, its moments, and the place to keep. */
import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../app/session.tsx';
import { useProgress } from '../library/queries.ts';
import { useKeepPosition } from '../library/use-keep-position.ts';
import { sharedStart } from '../playback/share-button.tsx';
import { useVodMoments } from './vod-moments.tsx';

/** Give no id while there is no recording to watch. */
export function useVodViewing(id: string | undefined, granted: boolean) {
  const { isLoggedIn } = useSession();
  const [query] = useSearchParams();
  const media = useRef<HTMLVideoElement>(null);
  const watching = id !== undefined && granted;
  const progress = useProgress(id);
  const { data: moments = none, isFetched } = useVodMoments(id, watching);
  const marks = useMemo(() => moments.map(toMark), [moments]);
  useKeepPosition(media, id ?? '', watching && isLoggedIn);
  return {
    /** For the player. */
    stage: {
      media,
      marks,
      ready: !isLoggedIn || progress.isFetched,
      startAt: startOf(query.get('t'), progress.data?.progress ?? null),
    },
    saved: progress.data?.saved,
    /** To its end, before this visit. */
    watched: progress.data?.progress?.watched ?? false,
    moments,
    /** Whether the moments are there, or never will be. */
    isSettled: !watching || isFetched,
    jump: (seconds: number) => jump(media.current, seconds),
  };
}

const none: never[] = [];

/** A shared time counts first; what was watched to its end begins anew. */
function startOf(shared: string | null, progress: { position: number; watched: boolean } | null): number | undefined {
  const begun = progress && !progress.watched && progress.position > 0 ? progress.position : undefined;
  return sharedStart(shared) ?? begun;
}

const toMark = (moment: { id: string; timestampMs: number; label: string }) => ({
  id: moment.id,
  seconds: moment.timestampMs / 1000,
  label: moment.label,
});

function jump(video: HTMLVideoElement | null, seconds: number): void {
  if (!video) return;
  video.currentTime = seconds;
  video.play().catch(() => undefined);
  video.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}
