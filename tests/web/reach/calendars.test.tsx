/** The way of matches into people's own calendars. */
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AddToCalendar } from '../../../web/features/reach/calendars/calendar-buttons.tsx';
import { open } from '../support/app.tsx';

test('[D-ALERT-4] one match is a file that phones open in their calendar', () => {
  render(<AddToCalendar eventId="a/b" />);
  const link = screen.getByRole('link', { name: 'Añadir a mi calendario' });
  expect(link.getAttribute('href')).toMatch(/\/sportevents\/a%2Fb\/calendar$/);
});

test('[D-ALERT-4] a sport’s calendar opens by webcal, or by its address for who keeps theirs elsewhere', async () => {
  const { user } = open('/calendario');
  await user.click(await screen.findByRole('radio', { name: 'Baloncesto' }));
  await user.click(screen.getByRole('button', { name: 'A mi calendario' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Llevar a mi calendario' }));
  expect(dialog.getByText(/^Los partidos de baloncesto aparecerán/)).toBeDefined();
  const address = dialog.getByLabelText<HTMLInputElement>('Dirección del calendario').value;
  expect(address).toMatch(/^https?:\/\/.*\/calendars\/baloncesto$/);
  const link = dialog.getByRole('link', { name: 'Abrir en mi calendario' }).getAttribute('href');
  expect(link).toBe(address.replace(/^https?:/, 'webcal:'));
});
