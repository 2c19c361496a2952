/** Windows of fixed length: counts of rate limits and names of pictures change with each. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a test needs within one window, on a busy machine. */
const roomMs = 20_000;

/** Waits for the next window of this many minutes if the current one would end during the test. */
export async function enterTimeWindow(minutes: number): Promise<void> {
  const windowMs = minutes * 60_000;
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < roomMs) await sleep(leftMs);
}
