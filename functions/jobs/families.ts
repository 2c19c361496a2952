/** Forgets the family memberships of a deleted account, and ends those of a deleted club. */
import type { HandledEvent } from '../platform/events/domain-events.ts';
import { endFamiliesOfClub, forgetMember } from '../trust/families/store.ts';

export async function forgetFamilies(event: HandledEvent<'AccountDeleted' | 'ClubDeleted'>): Promise<void> {
  switch (event['detail-type']) {
    case 'AccountDeleted':
      return forgetMember(event.detail.userId);
    case 'ClubDeleted':
      return endFamiliesOfClub(event.detail.clubId, Date.now());
  }
}
