import { expect, test } from 'vitest';
import { groupMarks } from '../../../web/player/seek-marks.tsx';

const mark = (seconds: number) => ({ id: String(seconds), seconds, label: `A los ${seconds}`, icon: 'ball' as const });
const groupSeconds = (seconds: readonly number[], width: number) =>
  groupMarks(seconds.map(mark), 1000, width).map((group) => group.marks.map((one) => one.seconds));

test('[H-MATCH-2] moments that would cover each other on the bar share one icon, in order', () => {
  expect(groupSeconds([500, 10, 505, 30], 500)).toEqual([
    [10, 30],
    [500, 505],
  ]);
  // A chain does not become one group: the distance counts from its first mark.
  expect(groupSeconds([0, 40, 80, 120], 500)).toEqual([
    [0, 40],
    [80, 120],
  ]);
});

test('[H-MATCH-2] each moment has its own icon if there is enough room, or before it is measured', () => {
  expect(groupSeconds([10, 30], 2000)).toEqual([[10], [30]]);
  expect(groupSeconds([10, 11], 0)).toEqual([[10], [11]]);
});
