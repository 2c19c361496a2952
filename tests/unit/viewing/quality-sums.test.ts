import { describe, expect, test } from 'vitest';
import { QualityReport } from '../../../shared/domain/quality-report.ts';
import {
  addSums,
  findQuantile,
  goodStartMs,
  joinFew,
  minViewers,
  startRanges,
  toFigures,
  toSums,
} from '../../../shared/domain/quality-sums.ts';

const buildReport = (fields: object) =>
  QualityReport.parse({ token: 'a.b', sid: '0'.repeat(32), sn: 1, isNewViewer: true, ...fields });
const sumStarts = (all: readonly number[]) => addSums(all.map((msd) => toSums(buildReport({ msd }))));

describe('times of the first picture', () => {
  test('have median and percentile at most 19 % off, from sums alone', () => {
    const times = Array.from({ length: 400 }, (_, at) => Math.round(150 * 1.012 ** at));
    const { startMedianMs, startP95Ms } = toFigures(sumStarts(times));
    for (const [found, at] of [
      [startMedianMs, 199],
      [startP95Ms, 379],
    ] as const) {
      const exact = times[at] ?? 0;
      expect(Math.abs((found ?? 0) - exact) / exact).toBeLessThan(0.19);
    }
  });

  test('split exactly at the good limit', () => {
    expect(startRanges).toContain(goodStartMs);
    expect(toFigures(sumStarts([1_999, 2_000, 2_001, 2_500])).goodStarts).toBe(0.5);
  });

  test('count an abandoned or failed start as not good', () => {
    const sums = addSums([
      sumStarts([500, 500]),
      toSums(buildReport({ isAbandoned: true })),
      toSums(buildReport({ ec: ['playlist'] })),
    ]);
    expect(toFigures(sums)).toMatchObject({
      goodStarts: 0.5,
      abandoned: 1,
      failures: [{ kind: 'playlist', count: 1 }],
    });
  });

  test('take the lower end of the open range, and are null without a start', () => {
    expect(findQuantile([...Array(startRanges.length).fill(0), 3], 0.5)).toBe(Math.round(startRanges.at(-1) ?? 0));
    expect(findQuantile([], 0.5)).toBeNull();
    expect(toFigures({})).toMatchObject({ goodStarts: null, startP95Ms: null, stallsPerHour: null, rungs: [] });
  });
});

const createSums = (viewers: number) => ({ sums: { viewers, stalls: viewers } });

test('few viewers are merged, and left out of the total while they are too few together', () => {
  const { entries, few, fewCount, total } = joinFew([createSums(9), createSums(2), createSums(minViewers - 3)]);
  expect(entries).toEqual([createSums(9)]);
  expect([few, fewCount, total]).toEqual([undefined, 2, { viewers: 9, stalls: 9 }]);
  expect(joinFew([createSums(9), createSums(2), createSums(3)])).toMatchObject({
    few: { viewers: 5 },
    total: { viewers: 14 },
  });
  expect(joinFew([])).toEqual({ entries: [], few: undefined, fewCount: 0, total: {} });
});
