/** Processes, their commands and their memory, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Watches the memory of some processes; `stop` returns its peak growth in bytes. */
export function watchMemory(pids: () => number[], everyMs = 500): { stop(): number } {
  const before = measureMemory(pids());
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, measureMemory(pids()));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return peak - before;
    },
  };
}

export function findDescendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of processes()) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const found: number[] = [];
  for (const queue = [root]; queue.length > 0; ) {
    const pid = queue.pop()!;
    found.push(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return found;
}

/** Proportional set size: shared memory counts once. */
function measureMemory(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + Number(readField(pid, 'smaps_rollup', 'Pss') ?? 0) * 1024, 0);
}

/** Command line of a process; empty if it has ended. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(readField(Number(name), 'status', 'PPid') ?? 0) }));
}

/** A field of a file in /proc/PID; undefined if the process has ended. */
function readField(pid: number, file: 'status' | 'smaps_rollup', name: string): string | undefined {
  try {
    return new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
