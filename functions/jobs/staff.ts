/** Cleanup after the deletion of a club, or of an invited viewer's account. */
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
