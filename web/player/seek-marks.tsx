/** Moments on the seek bar (V-MOM-1). For the mouse; the list below the player is everybody's way to the same places. */
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
