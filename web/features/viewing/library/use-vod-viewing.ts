/** The state that every video has while it is watched (use-viewing.ts), and a recording's moments. */
import { useMemo, useState } from 'react';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';
import { useVodMoments } from '../../recordings/vods/use-vod-moments.ts';
import { useViewing } from './use-viewing.ts';

export function useVodViewing(id: string | undefined, granted: boolean) {
  const watching = id !== undefined && granted;
  const { stage, tracker, ...viewing } = useViewing(id === undefined ? undefined : { kind: 'vods', id }, granted);
  const { data: found = none, isFetched } = useVodMoments(id, watching);
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState<string>();
  const areMomentsHidden = isHidden && revealed !== id && found.length > 0;
  const moments = areMomentsHidden ? none : found;
  const marks = useMemo(() => moments.map(toMark), [moments]);
  return {
    ...viewing,
    stage: { ...stage, marks, tracker },
    moments,
    /** Shows moments that are hidden with the results; undefined if none are. */
    reveal: areMomentsHidden ? () => setRevealed(id) : undefined,
    /** True once the moments have loaded or failed, or if none are to be loaded. */
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
