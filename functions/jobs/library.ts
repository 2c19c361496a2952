/** Cleanup after a deleted account. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { removeOwnClips } from '../recordings/clips/sweep-clips.ts';
import { clearShelf } from '../viewing/library/store.ts';

export async function clearShelfOfDeleted({ detail }: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await clearShelf(detail.userId);
  await removeOwnClips(detail.userId, Date.now());
}
