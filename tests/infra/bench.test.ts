/** Comparison of benchmark reports: only a difference above the noise counts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { compare, type Measured, type Report, toMedian, toNoise } from '../bench/figure.ts';

import { measureMegabytes } from '../bench/memory.ts';

const figure = (values: number[], what = 'lists'): Measured => ({ part: 'lists', what, values, unit: 'ms', limit: 10 });
const report = (...figures: Measured[]): Report => ({ date: '', machine: '', node: '', figures });
const verdict = (before: number[], after: number[]) =>
  compare(report(figure(before)), report(figure(after)))[0]?.verdict;

test('computes the median and the relative spread of the runs', () => {
  expect([toMedian(figure([3, 1, 2])), toMedian(figure([1, 2, 4, 3]))]).toEqual([2, 2.5]);
  expect([toNoise(figure([5, 4, 6])), toNoise(figure([4])), toNoise(figure([0, 0]))]).toEqual([0.4, 0.1, 0.1]);
});

test('reports slower or faster only where the difference exceeds the noise of both reports', () => {
  expect(verdict([10], [10.5])).toBe('same');
  expect(verdict([10], [11.5])).toBe('slower');
  expect(verdict([10], [8])).toBe('faster');
  expect(verdict([8, 10, 12], [13])).toBe('same');
  expect(verdict([10], [10, 13, 17])).toBe('same');
});

test('skips figures that only one report has', () => {
  expect(compare(report(figure([1], 'old')), report(figure([1], 'new')))).toEqual([]);
});

test('counts the memory of child processes, and shared pages once', async () => {
  const alone = measureMegabytes(process.pid);
  const child: ChildProcess = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  try {
    if (child.stdout) await once(child.stdout, 'data');
    const together = measureMegabytes(process.pid);
    expect(alone).toBeGreaterThan(20);
    // Only the child's private pages, not the 100 MB that it shares with this process.
    expect([together > alone, together < alone + 60]).toEqual([true, true]);
  } finally {
    child.kill();
  }
});
