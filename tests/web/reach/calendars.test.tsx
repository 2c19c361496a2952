/** Calendar export and subscriptions. */
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AddToCalendar } from '../../../web/features/reach/calendars/calendar-buttons.tsx';
import { callsTo, open, person } from '../support/app.tsx';

test('[D-ALERT-4] offers one match as a calendar file', () => {
  render(<AddToCalendar eventId="a/b" />);
  const link = screen.getByRole('link', { name: 'Añadir a mi calendario' });
  expect(link.getAttribute('href')).toMatch(/\/sportevents\/a%2Fb\/calendar$/);
});

test('[D-ALERT-4] offers a sport’s calendar by webcal and as an address', async () => {
  const { user } = open('/calendario');
  await user.click(await screen.findByRole('radio', { name: 'Baloncesto' }));
  await user.click(screen.getByRole('button', { name: 'Añadir a mi calendario' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Añadir a mi calendario' }));
  expect(dialog.getByText(/^Los partidos de baloncesto aparecerán/)).toBeDefined();
  const address = dialog.getByLabelText<HTMLInputElement>('Dirección del calendario').value;
  expect(address).toMatch(/^https?:\/\/.*\/calendars\/baloncesto$/);
  const link = dialog.getByRole('link', { name: 'Abrir en mi calendario' }).getAttribute('href');
  expect(link).toBe(address.replace(/^https?:/, 'webcal:'));
});

test("[D-ALERT-4] creates a secret address for the user's clubs, shows it once, renews and revokes it", async () => {
  const state: { since: string | null; made: number } = { since: null, made: 0 };
  const { user } = open('/profile/calendario', {
    user: person('REGULAR_BASIC'),
    replies: {
      'GET /users/me/calendar': () => ({ data: { calendar: state.since === null ? null : { since: state.since } } }),
      'POST /users/me/calendar': () => {
        state.made += 1;
        state.since = '2026-11-21T10:00:00.000Z';
        return { data: { token: `yo.secreto${state.made}` } };
      },
      'DELETE /users/me/calendar': () => {
        state.since = null;
        return { message: 'Tu calendario ya no se puede abrir con esa dirección' };
      },
    },
  });
  const section = within(await screen.findByRole('region', { name: 'Calendario' }));
  const make = await section.findByRole('button', { name: 'Suscribirse a mis clubes' });
  await waitFor(() => expect(make).toHaveProperty('disabled', false));
  await user.click(make);
  const address = () => section.getByLabelText<HTMLInputElement>('Dirección de tu calendario').value;
  await waitFor(() => expect(address()).toMatch(/\/calendars\/mine\/yo\.secreto1$/));
  const link = section.getByRole('link', { name: 'Abrir en mi calendario' }).getAttribute('href');
  expect(link).toBe(address().replace(/^https?:/, 'webcal:'));
  await user.click(await section.findByRole('button', { name: 'Renovar la dirección' }));
  await user.click(await screen.findByRole('button', { name: 'Renovar' }));
  await waitFor(() => expect(address()).toMatch(/secreto2$/));
  await user.click(section.getByRole('button', { name: 'Desactivar' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desactivar' }));
  await section.findByRole('button', { name: 'Suscribirse a mis clubes' });
  expect(section.queryByLabelText('Dirección de tu calendario')).toBeNull();
  expect(callsTo('DELETE /users/me/calendar')).toHaveLength(1);
});
