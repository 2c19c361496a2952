/** Moments on the seek bar, for the mouse. The list below the player is the accessible equivalent. */
import { Icon } from '../ui/icon.tsx';
import type { PlayerMark } from './player-props.ts';

export interface SeekMarksProps {
  marks: readonly PlayerMark[];
  duration: number;
  onJump: (seconds: number) => void;
}

export function SeekMarks({ marks, duration, onJump }: SeekMarksProps) {
  if (!(duration > 0) || !Number.isFinite(duration)) return null;
  return (
    <div className="player-marks" aria-hidden="true">
      {marks
        .filter(({ seconds }) => seconds <= duration)
        .map(({ id, seconds, label, icon }) => (
          <button
            key={id}
            type="button"
            tabIndex={-1}
            title={label}
            style={{ left: `${(100 * seconds) / duration}%` }}
            onClick={() => onJump(seconds)}
          >
            <Icon name={icon} size={14} />
          </button>
        ))}
    </div>
  );
}
