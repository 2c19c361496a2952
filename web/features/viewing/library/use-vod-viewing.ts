/** The viewing state of a recording: that of any video, plus its moments. */
import { useMemo, useState } from 'react';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { getMomentLook } from '../../recordings/moments/moment-types.ts';
import { useVodMoments } from '../../recordings/vods/use-vod-moments.ts';
import { useViewing } from '../../viewing/library/use-viewing.ts';

/** `id` is undefined while there is no recording. */
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
    /** Props for the player. */
    stage: { ...stage, marks, tracker },
    moments,
    /** Shows the moments; undefined unless they are hidden together with the results. */
    reveal: areMomentsHidden ? () => setRevealed(id) : undefined,
    /** True once the moments have loaded or failed to load, or if none are loaded. */
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
