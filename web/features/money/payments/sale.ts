/** What a page sells. */
import type { EventState } from '../../../../shared/domain/event-state.ts';

/** A match on sale; a reservation is paid before there is anything to see. */
export interface Sale {
  eventId: string;
  isReservation?: boolean;
}

/** The match that can be bought beside a live or video; undefined if it was cancelled. */
export const getSale = (event: { id: string; state?: EventState } | null): Sale | undefined =>
  event && event.state !== 'CANCELLED' ? { eventId: event.id } : undefined;
