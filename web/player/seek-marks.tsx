/**
 * Moments on the seek bar. Moments close together share one icon with their number, whose list opens on hover and
 * focus. A single moment is for the mouse only: the list beside the player is the accessible equivalent.
 */
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../lib/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { PlayerMark } from './player-props.ts';

export interface SeekMarksProps {
  marks: readonly PlayerMark[];
  duration: number;
  onJump: (seconds: number) => void;
}

export function SeekMarks({ marks, duration, onJump }: SeekMarksProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const isShown = duration > 0 && Number.isFinite(duration);
  useEffect(() => {
    const element = bar.current;
    if (!element || !isShown) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isShown]);
  if (!isShown) return null;
  const visible = marks.filter(({ seconds }) => seconds <= duration);
  return (
    <div ref={bar} className="player-marks">
      {groupMarks(visible, duration, width).map((group) => {
        const share = group.seconds / duration;
        const [first] = group.marks;
        if (group.marks.length > 1) return <Group key={first?.id} group={group} share={share} onJump={onJump} />;
        return (
          first && (
            <button
              key={first.id}
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className="player-mark"
              title={first.label}
              style={{ left: `${100 * share}%` }}
              onClick={() => onJump(first.seconds)}
            >
              <Icon name={first.icon} size={14} />
            </button>
          )
        );
      })}
    </div>
  );
}

interface GroupProps {
  group: MarkGroup;
  share: number;
  onJump: (seconds: number) => void;
}

function Group({ group: { marks }, share, onJump }: GroupProps) {
  return (
    <div className="player-mark-group" style={{ left: `${100 * share}%` }}>
      <button type="button" className="player-mark" aria-label={`${marks.length} momentos`}>
        {marks.length}
      </button>
      {/* Opens towards the middle of the picture. */}
      <div className="player-mark-list" data-side={share > 0.5 ? 'left' : 'right'}>
        <ul aria-label="Momentos">
          {marks.map((mark) => (
            <li key={mark.id}>
              <ListedMark mark={mark} onJump={onJump} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface ListedMarkProps {
  mark: PlayerMark;
  onJump: (seconds: number) => void;
}

function ListedMark({ mark: { seconds, label, icon }, onJump }: ListedMarkProps) {
  return (
    <button type="button" className="player-mark-item" title={label} onClick={() => onJump(seconds)}>
      <Icon name={icon} size={16} />
      <span className="player-mark-label">{label}</span>
      <span className="player-mark-time">{formatDuration(seconds)}</span>
    </button>
  );
}

export interface MarkGroup {
  /** Position on the bar, in seconds. */
  seconds: number;
  marks: PlayerMark[];
}

/** Pixels of an icon with a gap. */
const markWidth = 28;

/** Groups the moments that would cover each other on a bar of `width` pixels; none while the width is 0. */
export function groupMarks(marks: readonly PlayerMark[], duration: number, width: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const mark of marks.toSorted((a, b) => a.seconds - b.seconds)) {
    const last = groups.at(-1);
    if (last && width > 0 && ((mark.seconds - last.seconds) / duration) * width < markWidth) last.marks.push(mark);
    else groups.push({ seconds: mark.seconds, marks: [mark] });
  }
  return groups;
}

const pollIntervalMs = 1_000;

/**
 * Returns the moments that a delayed live's picture has reached: the page knows of a goal long before the picture shows
 * it. `at` returns the second of the broadcast that the picture shows; undefined without delay, when all moments are
 * shown.
 */
export function useReachedMarks(marks: readonly PlayerMark[], at: (() => number) | undefined): readonly PlayerMark[] {
  const [reached, setReached] = useState(0);
  const hidden = at && marks.some(({ seconds }) => seconds > reached);
  useEffect(() => {
    if (!at || !hidden) return;
    const look = () => setReached((before) => Math.max(before, at()));
    look();
    const timer = setInterval(look, pollIntervalMs);
    return () => clearInterval(timer);
  }, [at, hidden]);
  return hidden ? marks.filter(({ seconds }) => seconds <= reached) : marks;
}
