import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { hasSignal, isOnSale, type MatchInputs } from '../../../../shared/domain/match-state.ts';

/** The facts that the order shows. */
export type SoldMatch = Pick<EventOfItem, 'title' | 'state' | 'scheduledStartDate' | 'scheduledFinishDate' | 'price'>;

/** A match on sale. A reservation is paid before there is a picture. */
export interface Sale {
  eventId: string;
  match: SoldMatch;
  clubs: readonly { id: string; name: string }[];
  isReservation?: boolean;
}

/** Returns the match beside a live or video if it is on sale. */
export function getSale(
  event: (MatchInputs & SoldMatch & { id: string; clubs: Sale['clubs'] }) | null | undefined,
  isRecorded = false,
): Sale | undefined {
  const now = Date.now();
  if (!event || !isOnSale(event, now, { isRecorded })) return undefined;
  return { eventId: event.id, match: event, clubs: event.clubs, isReservation: !isRecorded && !hasSignal(event, now) };
}
