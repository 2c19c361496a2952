/**
 * How many requests a second one process answers to ten connections, beside a bare server that answers as many bytes in
 * the same run: through the edge, and behind it, where every request is worked on.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ask } from './connections.ts';
import type { Figure } from './figure.ts';
import type { Ready } from './requests-platform.ts';

/** The bare server's requests for one of ours. */
const limits = { answers: 15, unchanged: 6 };
const seconds = 4;

export async function requests(): Promise<Figure[]> {
  const platform = fork(join(import.meta.dirname, 'requests-platform.ts'), ['10000'], { stdio: 'inherit' });
  try {
    const [ready] = (await once(platform, 'message')) as [Ready];
    const paths = {
      list: '/vods?page=1',
      search: '/vods?page=1&search=atletico',
      detail: `/vods/${ready.vodId}`,
    };
    await ask(ready.bare, 1);
    const bare = await ask(ready.bare, seconds);
    console.log(`a bare server: ${rate(bare.perSecond)}`);
    const figures: Figure[] = [];
    for (const [where, base] of [
      ['edge', ready.edge],
      ['behind the edge', ready.api],
    ] as const) {
      for (const [name, path] of Object.entries(paths)) {
        await ask(base + path, 1);
        const whole = await ask(base + path, seconds);
        figures.push(figure(`${name}, ${where}`, whole, limits.answers));
        const { etag } = whole.headers;
        if (!etag) continue;
        const unchanged = await ask(base + path, seconds, { 'if-none-match': etag });
        if (unchanged.status !== 304) throw new Error(`${name} answered ${unchanged.status} to its own ETag`);
        figures.push(figure(`${name} unchanged, ${where}`, unchanged, limits.unchanged));
      }
    }
    return figures;

    function figure(what: string, { perSecond, status }: { perSecond: number; status: number }, limit: number): Figure {
      console.log(`${what}: ${rate(perSecond)} (${status})`);
      return { what: `${what}: a bare server's requests for one`, value: bare.perSecond / perSecond, unit: '×', limit };
    }
  } finally {
    platform.disconnect();
  }
}

const rate = (perSecond: number) => `${Math.round(perSecond).toLocaleString('en')} requests a second`;
