/** Every minute: tells the facts that nobody has heard, because a process died or the bus did not answer. */
import { tellWaiting } from '../platform/events/domain-events.ts';

export async function tellFacts(): Promise<void> {
  await tellWaiting(Date.now());
}
