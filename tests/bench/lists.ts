/** List and search handlers over 10,000 and 100,000 VODs, warm; each size in a process of its own, as a Lambda is. */
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
    const { stdout } = await promisify(execFile)(process.execPath, [worker, String(count)], {
      env: { ...process.env },
    });
    const times = JSON.parse(stdout.slice(stdout.lastIndexOf('['))) as number[];
    const what = `GET /vods, ${count.toLocaleString('en')} VODs, pages and searches`;
    if (p50 !== undefined) figures.push({ what: `${what}, p50`, value: percentile(times, 50), unit: 'ms', limit: p50 });
    figures.push({ what: `${what}, p99`, value: percentile(times, 99), unit: 'ms', limit: p99 });
  }
  return figures;
}
