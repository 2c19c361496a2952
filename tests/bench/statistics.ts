/** Percentiles of repeated measurements. */

/** Milliseconds of each of `runs` calls, after some calls to warm up; preparation is not measured. */
export async function measureCalls(
  runs: number,
  call: (run: number) => Promise<unknown>,
  before: (run: number) => Promise<unknown> = async () => {},
): Promise<number[]> {
  for (let run = 0; run < Math.min(50, runs); run += 1) await call(-1 - run);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await before(run);
    const start = performance.now();
    await call(run);
    times.push(performance.now() - start);
  }
  return times;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN;
}
