/**
 * Requests a second of one process on ten connections, through the edge and behind it, compared with a bare server that
 * answers as many bytes in the same run.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Asked, measureRequests } from './connections.ts';
import type { Figure } from './figure.ts';
import type { Ready } from './requests-platform.ts';
import { percentile } from './statistics.ts';

/** Requests of the bare server per request of ours. */
const limits = { answers: 15, unchanged: 6 };
/** Rounds, each right after the bare server, so that other load on the machine affects both. */
const rounds = 3;
const seconds = 1.5;

export async function requests(): Promise<Figure[]> {
  const platform = fork(join(import.meta.dirname, 'requests-platform.ts'), ['10000'], { stdio: 'inherit' });
  try {
    const [ready] = (await once(platform, 'message')) as [Ready];
    const paths = { list: '/vods?page=1', search: '/vods?page=1&search=atletico', detail: `/vods/${ready.vodId}` };
    await measureRequests(ready.bare, 1);
    const figures: Figure[] = [];
    for (const [where, base] of [
      ['edge', ready.edge],
      ['behind the edge', ready.api],
    ] as const) {
      for (const [name, path] of Object.entries(paths)) {
        const { headers } = await measureRequests(base + path, 1);
        const whole: Round[] = [];
        const unchanged: Round[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const bare = await measureRequests(ready.bare, seconds);
          whole.push([bare, await measureRequests(base + path, seconds)]);
          if (headers.etag)
            unchanged.push([bare, await measureRequests(base + path, seconds, { 'if-none-match': headers.etag })]);
        }
        figures.push(figure(`${name}, ${where}`, whole, limits.answers));
        if (unchanged.some(([, { status }]) => status !== 304))
          throw new Error(`${name} did not answer 304 to its own ETag`);
        if (headers.etag) figures.push(figure(`${name} unchanged, ${where}`, unchanged, limits.unchanged));
      }
    }
    return figures;
  } finally {
    platform.disconnect();
  }
}

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} requests a second`;

type Round = [bare: Asked, ours: Asked];

function figure(what: string, asked: Round[], limit: number): Figure {
  for (const [bare, ours] of asked)
    console.log(`${what}: ${rate(ours.perSecond)} (${ours.status}), a bare server ${rate(bare.perSecond)}`);
  const value = percentile(
    asked.map(([bare, ours]) => bare.perSecond / ours.perSecond),
    50,
  );
  return { what: `${what}: a bare server's requests for one`, value, unit: '×', limit };
}
