/** The viewing state of a recording: as for any video, plus its moments. */
import { useMemo, useState } from 'react';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';
import { useVodMoments } from '../../recordings/vods/use-vod-moments.ts';
import { useViewing } from '../../viewing/library/use-viewing.ts';

/** `id` is undefined while there is no recording. */
export function useVodViewing(id: string | undefined, granted: boolean) {
  const watching = id !== undefined && granted;
  const { stage, place, ...viewing } = useViewing(id === undefined ? undefined : { kind: 'vods', id }, granted);
  const { data: found = none, isFetched } = useVodMoments(id, watching);
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState<string>();
  const isSecret = isHidden && revealed !== id && found.length > 0;
  const moments = isSecret ? none : found;
  const marks = useMemo(() => moments.map(toMark), [moments]);
  return {
    ...viewing,
    /** Props for the player. */
    stage: { ...stage, marks, place },
    moments,
    /** Set while the moments are hidden together with the results. */
    reveal: isSecret ? () => setRevealed(id) : undefined,
    /** The moments have loaded, or will not. */
    isSettled: !watching || isFetched,
    jump: (seconds: number) => jump(stage.media.current, seconds),
  };
}

const none: never[] = [];

const toMark = (moment: { id: string; timestampMs: number; label: string; momentType: string }) => ({
  id: moment.id,
  seconds: moment.timestampMs / 1000,
  label: moment.label,
  icon: getMomentLook(moment.momentType).icon,
});

function jump(video: HTMLVideoElement | null, seconds: number): void {
  if (!video) return;
  video.currentTime = seconds;
  video.play().catch(() => undefined);
  video.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}
