/** A match to draw previews of. */
import { EventOfItem } from '../../../shared/contract/sport-event.ts';

export const id = '01JZ0000000000000000000000';
export const clubs = ['Sauce', 'Norte', 'Vega'].map((name, index) => ({
  id: `01JZ000000000000000000000${index}`,
  name,
  thumbnail: null,
}));
export const match = (fields: object = {}) =>
  EventOfItem.parse({
    id,
    title: 'Final de copa',
    sport: 'SOCCER',
    scheduledStartDate: '2026-03-07T17:00:00.000Z',
    scheduledFinishDate: '2026-03-07T19:00:00.000Z',
    isPublic: false,
    clubs: clubs.slice(0, 2),
    homeClubId: clubs[1]?.id,
    awayClubId: clubs[0]?.id,
    ...fields,
  });
