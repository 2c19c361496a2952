/** How much else the machine is doing, and how slow it is. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/**
 * By how much a limit is stretched on a machine that does other things as well: twice for what the tests themselves do
 * beside it, more where more processes wait for a processor, or where everything takes longer than where the limits were
 * written. `npm run bench` measures the limits as they are.
 */
export const crowding = () =>
  2 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism(), startOfNode() / usualStartMs);

/** What Node's start takes where the limits were written. */
const usualStartMs = 45;

/** Milliseconds of now: memory, files and processor in one figure. The shortest of three. */
function startOfNode(): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    spawnSync(process.execPath, ['--eval', '0'], { env: {} });
    return performance.now() - begun;
  });
  return Math.min(...times);
}
