/** Every minute: publishes domain events that were stored but not published. */
import { publishPending } from '../platform/events/domain-events.ts';

export async function publishDomainEvents(): Promise<void> {
  await publishPending(Date.now());
}
