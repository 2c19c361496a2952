/** A final between two clubs. */
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { id } from '../support/app.tsx';
import { club, managedEvent } from '../support/builders.ts';

export const sauce = club({ id: id('club0') });
export const norte = club({ id: id('club1'), name: 'Atlético Norte' });
export const pinar = club({ id: id('club2'), name: 'Pinar UD' });

export const event = (more: Partial<ManagedEvent> = {}) =>
  managedEvent(1, {
    id: id('ev'),
    title: 'Final de copa',
    clubs: [sauce, norte],
    homeClubId: norte.id,
    awayClubId: sauce.id,
    scheduledStartDate: '2099-03-05T17:00:00.000Z',
    scheduledFinishDate: '2099-03-05T19:00:00.000Z',
    category: 'cadete',
    competition: 'Copa de la Huerta',
    matchday: 'Semifinal',
    venue: 'Campo de la Rambla',
    ...more,
  });
