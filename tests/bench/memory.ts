/** Memory of an idle `npm start`, and its growth under load, over all its processes including npm. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import type { Options } from './options.ts';
import { startProduct, withKeptLeague } from './product.ts';

/** Pause after the start, and after the last request. */
const calmMs = 15_000;
const viewers = 20;

export function memory({ minutes }: Pick<Options, 'minutes'>): Promise<Figure[]> {
  return withKeptLeague(async (dataDir) => {
    const product = await startProduct(dataDir);
    try {
      const measureLater = async () => {
        await sleep(calmMs);
        return measureMegabytes(product.pid);
      };
      const idle = await measureLater();
      const rounds: number[] = [];
      for (let round = 0; round < 2; round += 1) {
        await load(product.address('WEB'), (minutes / 2) * 60_000);
        rounds.push(await measureLater());
      }
      const [half = 0, whole = 0] = rounds;
      const shown = rounds.map((megabytes) => megabytes.toFixed(0)).join(' and ');
      console.log(`memory at half and at the end: ${shown} MB`);
      return [
        { what: 'Memory of `npm start`, idle', value: idle, unit: 'MB', limit: 200 },
        { what: `Memory after ${minutes} min of load, against half`, value: whole / half, unit: '×', limit: 1.1 },
      ];
    } finally {
      await product.stop();
    }
  });
}

/** Loads pages, lists and details as fast as this many viewers get answers. */
async function load(web: string, ms: number): Promise<void> {
  const { data } = (await (await fetch(`${web}/api/vods`)).json()) as { data: { vods: { id: string }[] } };
  const paths = [
    '/',
    '/api/vods',
    '/api/clubs?page=2',
    '/api/sportevents',
    '/api/liveusers',
    '/api/vods?title=a',
    ...data.vods.flatMap(({ id }) => [`/api/vods/${id}`, `/api/vods/${id}/clubs`]),
  ];
  const until = performance.now() + ms;
  const viewer = async (first: number) => {
    for (let turn = first; performance.now() < until; turn += 1) {
      // Searches vary, to bypass caches.
      const path = turn % 7 === 0 ? `/api/vods?title=${turn}` : paths[turn % paths.length];
      await (await fetch(web + path)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: viewers }, (_, index) => viewer(index * 101)));
}

/**
 * Memory that a process and its descendants would need alone on a machine: private pages, and each mapped file once.
 * PSS would count only a part of Node's own 60 MB while other Node processes run.
 */
export function measureMegabytes(pid: number): number {
  let own = 0;
  const files = new Map<string, number>();
  for (const each of family(pid)) {
    const seen = new Map<string, number>();
    for (const area of readSmaps(each)) {
      own += area.anonymous;
      if (area.file) seen.set(area.file, (seen.get(area.file) ?? 0) + area.resident - area.anonymous);
    }
    for (const [file, kilobytes] of seen) files.set(file, Math.max(kilobytes, files.get(file) ?? 0));
  }
  return (own + [...files.values()].reduce((sum, kilobytes) => sum + kilobytes, 0)) / 1024;
}

function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readParent(name)] as const);
  const listDescendants = (parent: number): number[] => [
    parent,
    ...parents.filter((entry) => entry[1] === parent).flatMap(([child]) => listDescendants(child)),
  ];
  return listDescendants(pid);
}

/** A process name may contain anything; state and parent follow the last bracket. */
const readParent = (name: string) => Number(read(`/proc/${name}/stat`).split(')').at(-1)?.trim().split(' ')[1]);

function readSmaps(pid: number): { file: string; resident: number; anonymous: number }[] {
  const areas = read(`/proc/${pid}/smaps`).split(/^(?=[\da-f]+-[\da-f]+ )/m);
  return areas.filter(Boolean).map((area) => {
    const [, , , device, node] = area.split(/\s+/, 5);
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(area)?.[1] ?? 0);
    return {
      file: node === '0' ? '' : `${device} ${node}`,
      resident: kilobytes('Rss'),
      anonymous: kilobytes('Anonymous'),
    };
  });
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
