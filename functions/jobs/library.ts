/** What ends with an account. */
import type { FactEvent } from '../platform/facts/facts.ts';
import { removeOwnClips } from '../recordings/clips/sweep.ts';
import { clearShelf } from '../viewing/library/store.ts';

export async function clearShelfOfDeleted({ detail }: FactEvent<'AccountDeleted'>): Promise<void> {
  await clearShelf(detail.userId);
  await removeOwnClips(detail.userId, Date.now());
}
