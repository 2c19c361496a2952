/** The moments along the video, for the mouse; the list beside it is the accessible equivalent. */
import type { Moment } from '../../../../shared/contract/moments.ts';
import { formatDuration } from '../../../lib/format.ts';

export function MomentStrip({
  moments,
  seconds,
  onJump,
}: {
  moments: readonly Moment[];
  seconds: number | null;
  onJump: (moment: Moment) => void;
}) {
  if (!seconds || moments.length === 0) return null;
  return (
    <div aria-hidden="true" className="relative h-6 lg:mt-2 rounded-sm bg-raised">
      {moments.map((moment) => (
        <button
          key={moment.id}
          type="button"
          tabIndex={-1}
          title={`${formatDuration(moment.timestampMs / 1000)} · ${moment.label}`}
          onClick={() => onJump(moment)}
          className="absolute inset-y-0 -ml-2 grid w-4 place-items-center"
          style={{ left: `${Math.min(100, moment.timestampMs / 10 / seconds)}%` }}
        >
          <span className="h-4 w-1 rounded-full bg-info" />
        </button>
      ))}
    </div>
  );
}
