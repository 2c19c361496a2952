/** Every minute: tells the facts that nobody has heard, because a process died or the bus did not answer. */
import { publishPending } from '../platform/events/domain-events.ts';

export async function publishDomainEvents(): Promise<void> {
  await publishPending(Date.now());
}
