/** States that staff can set. A match that nobody updates stays SCHEDULED, also when it is played. */
export const eventStates = ['SCHEDULED', 'LIVE', 'FINISHED', 'POSTPONED', 'CANCELLED'] as const;
export type EventState = (typeof eventStates)[number];

export const stateNames: Record<EventState, string> = {
  SCHEDULED: 'Programado',
  LIVE: 'En juego',
  FINISHED: 'Finalizado',
  POSTPONED: 'Aplazado',
  CANCELLED: 'Cancelado',
};

interface When {
  state?: EventState | undefined;
  scheduledStartDate?: string;
  postponedFrom?: string | null | undefined;
}

/** True if a postponed match has no new date yet. */
export const awaitsDate = ({ state, scheduledStartDate, postponedFrom }: When) =>
  state === 'POSTPONED' && (postponedFrom ?? scheduledStartDate) === scheduledStartDate;

export const takesPlace = (event: When) => event.state !== 'CANCELLED' && !awaitsDate(event);
