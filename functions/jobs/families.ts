/** Forgets the family memberships of a deleted account. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { forgetMember } from '../trust/families/store.ts';

export async function forgetFamilies({ detail }: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await forgetMember(detail.userId);
}
