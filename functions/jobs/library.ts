/** Cleanup after a deleted account. */
import type { DomainEventMessage } from '../platform/events/domain-events.ts';
import { removeViewerClips } from '../recordings/clips/sweep-clips.ts';
import { clearShelf } from '../viewing/library/store.ts';

export async function clearShelfOfDeleted({ detail }: DomainEventMessage<'AccountDeleted'>): Promise<void> {
  await clearShelf(detail.userId);
  await removeViewerClips(detail.userId, Date.now());
}
