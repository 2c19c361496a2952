/** Memory of processes. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

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
