/**
 * List and search handlers over 1,000 clubs, 5,000 events and 10,000 or 100,000 VODs, warm; each size in a process of
 * its own, as a Lambda is.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './run.ts';
import { percentile } from './statistics.ts';

const sizes = [
  { count: 10_000, p50: 2, p99: 15 },
  { count: 100_000, p50: undefined, p99: 40 },
];

export async function lists(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { count, p50, p99 } of sizes) {
    const worker = join(import.meta.dirname, 'lists-worker.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [worker, String(count)]);
    const times = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as Record<string, number[]>;
    for (const [list, milliseconds] of Object.entries(times)) {
      const what = `${list}, ${count.toLocaleString('en')} VODs`;
      if (p50 !== undefined)
        figures.push({ what: `${what}, p50`, value: percentile(milliseconds, 50), unit: 'ms', limit: p50 });
      figures.push({ what: `${what}, p99`, value: percentile(milliseconds, 99), unit: 'ms', limit: p99 });
    }
  }
  return figures;
}
