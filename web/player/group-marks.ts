/** Groups the moments that would cover each other on a seek bar. Pure. */
import type { PlayerMark } from './player-props.ts';

export interface MarkGroup {
  /** Position on the bar, in seconds. */
  seconds: number;
  marks: PlayerMark[];
}

/** Pixels of an icon with a gap. */
const markWidth = 28;

/** Groups the moments for a bar of `width` pixels; none while the width is 0. */
export function groupMarks(marks: readonly PlayerMark[], duration: number, width: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const mark of marks.toSorted((a, b) => a.seconds - b.seconds)) {
    const last = groups.at(-1);
    if (last && width > 0 && ((mark.seconds - last.seconds) / duration) * width < markWidth) last.marks.push(mark);
    else groups.push({ seconds: mark.seconds, marks: [mark] });
  }
  return groups;
}
