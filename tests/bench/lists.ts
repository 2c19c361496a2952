/** List and search handlers over 1,000 clubs, 5,000 events and 10,000 or 100,000 VODs, warm. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './run.ts';
import { percentile } from './statistics.ts';

/** Milliseconds. A list for those who are logged in reads session and user first: one call of DynamoDB more. */
const sizes = [
  { count: 10_000, p50: { open: 2, login: 4 }, p99: 15 },
  { count: 100_000, p50: undefined, p99: 40 },
];

export async function lists(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { count, p50, p99 } of sizes) {
    const platform = join(import.meta.dirname, 'lists-platform.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [platform, String(count)]);
    const times = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1)) as Record<string, number[]>;
    for (const [list, milliseconds] of Object.entries(times)) {
      const what = `${list}, ${count.toLocaleString('en')} VODs`;
      const limit = p50?.[/live|users/.test(list) ? 'login' : 'open'];
      if (limit !== undefined)
        figures.push({ what: `${what}, p50`, value: percentile(milliseconds, 50), unit: 'ms', limit });
      figures.push({ what: `${what}, p99`, value: percentile(milliseconds, 99), unit: 'ms', limit: p99 });
    }
  }
  return figures;
}
