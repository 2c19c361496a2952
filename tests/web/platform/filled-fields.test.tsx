/** Forms that a password manager fills in without an event. */
import '../../../web/lib/filled-fields.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callsTo, captchaConfig, id, open, site, stubCaptcha } from '../support/app.tsx';
import { proceed } from '../support/sign-up-form.ts';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`));

/** Writes as an extension does: by the browser's own setter, which React does not see. */
async function fill(name: string, value: string) {
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  own?.set?.call(await field(name), value);
}

test('[A-SIGNUP-1] sign-up keeps and sends what the browser has filled in without events', async () => {
  site.config = captchaConfig;
  stubCaptcha();
  const { user } = open('/signup', { replies: { 'POST /users': { data: { id: id('new') } } } });
  await fill('Nombre', 'Marta');
  await fill('Apellidos', 'Ruiz');
  await fill('Email', 'marta@cantera.test');
  await user.click(await screen.findByLabelText('Sin preferencia'));
  await proceed(user);
  await fill('Contraseña', 'una-clave-larga');
  await fill('Repite la contraseña', 'una-clave-larga');
  await user.click(await screen.findByLabelText(/^Acepto los/));
  await user.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await waitFor(() => expect(callsTo('POST /users')).toHaveLength(1));
  expect(callsTo('POST /users')[0]?.body).toMatchObject({
    name: 'Marta',
    surname: 'Ruiz',
    email: 'marta@cantera.test',
    password: 'una-clave-larga',
  });
});
