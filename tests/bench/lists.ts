/**
 * List and search handlers over 1,000 clubs, 5,000 events and 1,000 to 100,000 VODs: the median of three Lambdas.
 * Compared with the items of a page, which every new list must read: if their p99 takes as long as a list may, a list
 * may take a tenth more.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';
import { percentile } from './statistics.ts';

const sizes = [1_000, 10_000, 100_000];
/** Milliseconds. A list for logged-in users first reads session and user: one more DynamoDB call. */
const limits = { p50: { open: 3, login: 5 }, p99: { usual: 10, largest: 25 }, cold: 400 };

export async function lists(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of sizes) {
    const platform = join(import.meta.dirname, 'lists-platform.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [platform, String(count)]);
    const lambdas = stdout.split('\n').filter((line) => line.startsWith('{"cold"'));
    const times = lambdas.map((line) => JSON.parse(line) as Record<string, number[]>);
    const computeMiddle = (list: string, percent: number) =>
      percentile(
        times.map((of) => percentile(of[list] ?? [], percent)),
        50,
      );
    const bare = [50, 99].map((percent) => computeMiddle('bare', percent)) as [number, number];
    console.log(`the items of a page at ${count}: p50 ${bare[0].toFixed(1)} ms, p99 ${bare[1].toFixed(1)} ms`);
    const slowest = Math.max(count === sizes.at(-1) ? limits.p99.largest : limits.p99.usual, 1.1 * bare[1]);
    const vods = `${count.toLocaleString('en')} VODs`;
    figures.push({
      what: `First list of a cold process, ${vods}`,
      value: computeMiddle('cold', 50),
      unit: 'ms',
      limit: limits.cold,
    });
    for (const list of Object.keys(times[0] ?? {}).filter((name) => !['cold', 'bare'].includes(name))) {
      const [p50, p99] = [computeMiddle(list, 50), computeMiddle(list, 99)];
      const limit = limits.p50[/live|users/.test(list) ? 'login' : 'open'];
      figures.push({ what: `${list}, ${vods}, p50`, value: p50, unit: 'ms', limit });
      figures.push({ what: `${list}, ${vods}, p99`, value: p99, unit: 'ms', limit: slowest });
    }
  }
  return figures;
}
