/** Measurements of the benchmark. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { measureMegabytes } from '../bench/memory.ts';

test('counts the memory of child processes, and shared pages once', async () => {
  const alone = measureMegabytes(process.pid);
  const child: ChildProcess = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  try {
    if (child.stdout) await once(child.stdout, 'data');
    const together = measureMegabytes(process.pid);
    expect(alone).toBeGreaterThan(20);
    // Only the child's private pages, not the 100 MB that it shares with this process.
    expect([together > alone, together < alone + 60]).toEqual([true, true]);
  } finally {
    child.kill();
  }
});
