/** The state of an event, and whether it will be played when it says. Row D-MATCH-2. */

/** Nobody has to set one: a match that nobody speaks of again stays SCHEDULED. */
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
  state?: EventState;
  scheduledStartDate: string;
  postponedFrom?: string | null;
}

/** A postponed match has no date until it is given another one. */
export const awaitsDate = ({ state, scheduledStartDate, postponedFrom }: When) =>
  state === 'POSTPONED' && (postponedFrom ?? scheduledStartDate) === scheduledStartDate;

/** Whether it will be played when it says: it is neither cancelled nor without a date. */
export const isOn = (event: When) => event.state !== 'CANCELLED' && !awaitsDate(event);

/** Whether it has begun: somebody says so, or it was to have. What is over is no longer asked about. */
export const hasBegun = ({ state, scheduledStartDate }: When, now: number) =>
  state === 'LIVE' || Date.parse(scheduledStartDate) <= now;
