/** Cleanup after a deleted club, or the deleted account of an invited viewer. */

import { closeStaffOfClub, staff } from '../people/staff/store.ts';
import type { HandledEvent } from '../platform/events/domain-events.ts';

export async function closeStaff(event: HandledEvent<'AccountDeleted' | 'ClubDeleted'>): Promise<void> {
  switch (event['detail-type']) {
    case 'AccountDeleted':
      await staff.remove(event.detail.userId);
      return;
    case 'ClubDeleted':
      return closeStaffOfClub(event.detail.clubId, Date.now());
  }
}
