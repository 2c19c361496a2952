import { hasSignal, isOnSale, type MatchInputs } from '../../../../shared/domain/match-state.ts';

/** A match on sale. A reservation is paid before there is a picture. */
export interface Sale {
  eventId: string;
  isReservation?: boolean;
}

/** Returns the match beside a live or video if it is on sale. */
export function getSale(
  event: (MatchInputs & { id: string }) | null | undefined,
  isRecorded = false,
): Sale | undefined {
  const now = Date.now();
  if (!event || !isOnSale(event, now, { isRecorded })) return undefined;
  return { eventId: event.id, isReservation: !isRecorded && !hasSignal(event, now) };
}
