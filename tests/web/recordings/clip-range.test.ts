/** The limits of the clip editor's handles. */
import { describe, expect, test } from 'vitest';
import {
  centreWindow,
  computeDefaultRange,
  moveEnd,
  moveStart,
  shiftWindow,
} from '../../../web/features/recordings/clips/clip-range.ts';

describe('[D-CLIP-1] the clip range', () => {
  test('starts around the playback position, within a 90 s window inside the recording', () => {
    expect([centreWindow(600, 5400), computeDefaultRange(600, 5400)]).toEqual([
      { from: 555, to: 645 },
      { start: 592, end: 606 },
    ]);
    expect([centreWindow(3, 5400), computeDefaultRange(3, 5400)]).toEqual([
      { from: 0, to: 90 },
      { start: 0, end: 14 },
    ]);
    expect([centreWindow(5400, 5400).to, computeDefaultRange(5400, 5400).end]).toEqual([5400, 5400]);
    expect([centreWindow(5, 10), computeDefaultRange(5, 10)]).toEqual([
      { from: 0, to: 10 },
      { start: 0, end: 10 },
    ]);
    expect(shiftWindow({ from: 555, to: 645 }, 30, 5400)).toEqual({ from: 585, to: 675 });
    expect(shiftWindow({ from: 10, to: 100 }, -30, 5400)).toEqual({ from: 0, to: 90 });
  });

  test('is between 5 and 60 s long: one handle moves the other', () => {
    const shown = { from: 0, to: 90 };
    expect(moveStart({ start: 0, end: 14 }, 12, shown)).toEqual({ start: 12, end: 17 });
    expect(moveStart({ start: 25, end: 80 }, 10, shown)).toEqual({ start: 10, end: 70 });
    expect(moveStart({ start: 25, end: 80 }, 90, shown)).toEqual({ start: 85, end: 90 });
    expect(moveEnd({ start: 10, end: 24 }, 90, shown)).toEqual({ start: 30, end: 90 });
    expect(moveEnd({ start: 10, end: 24 }, 0, shown)).toEqual({ start: 0, end: 5 });
    expect(moveEnd({ start: 10, end: 24 }, 12, shown)).toEqual({ start: 7, end: 12 });
  });
});
