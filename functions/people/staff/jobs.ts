/** What ends with a club. */
import type { FactEvent } from '../../platform/facts/facts.ts';
import { closeStaffOf } from './store.ts';

export async function closeStaffOfDeleted({ detail }: FactEvent<'ClubDeleted'>): Promise<void> {
  await closeStaffOf(detail.clubId, Date.now());
}
