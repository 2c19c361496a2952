/** The steps of the sign-up form, filled in. */
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fill } from './app.tsx';

export const proceed = (user: UserEvent, name = 'Continuar') => user.click(screen.getByRole('button', { name }));

export async function fillBasics(user: UserEvent) {
  fill(await screen.findByLabelText(/^Nombre/), 'Marta');
  await user.type(screen.getByLabelText(/^Apellidos/), 'Ruiz');
  fill(screen.getByLabelText(/^Email/), 'marta@cantera.test');
  await user.click(screen.getByRole('checkbox', { name: 'Sin preferencia' }));
  await proceed(user);
}

export async function fillSecurity(user: UserEvent) {
  fill(screen.getByLabelText(/^Contraseña/), 'secreta-1');
  fill(screen.getByLabelText(/^Repite la contraseña/), 'secreta-1');
  await user.click(screen.getByRole('checkbox', { name: /Acepto los/ }));
}
