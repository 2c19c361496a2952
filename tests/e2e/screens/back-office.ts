/** The screens of the back-office: lists, forms, and what staff see of a video. */
import { failure, loading, type Screen } from './screen.ts';

export const backOfficeScreens: Screen[] = [
  {
    name: 'manage-events',
    who: 'ADMIN',
    path: '/sportevents/manage',
    shows: 'Eventos',
    states: { empty: true, long: true, error: failure, loading },
  },
];
