/** How much else the machine is doing. */
import { availableParallelism, loadavg } from 'node:os';

/**
 * By how much a limit is stretched on a machine that does other things as well: twice for what the tests themselves do
 * beside it, more where more processes wait for a processor. `npm run bench` measures the limits as they are.
 */
export const crowding = () => 2 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
