/** Contact data, passwords and consent in the profile. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { placeholders } from '../../../shared/domain/account-forms.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { callsTo, open, person, type Replies } from '../support/app.tsx';
import { contact, contactData, security, value } from './profile-sections.ts';

const { streetName, municipality, zipCode, ...reach } = placeholders;

describe('contact data', () => {
  test('[A-PROF-4] [A-PROF-6] [A-PROF-7] keeps the email read-only and shows placeholders as blank', async () => {
    contactData({ ...reach, address: { streetName, municipality, zipCode } });
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['marta@cantera.test', true]);
    for (const name of [/^Teléfono/, /^DNI/, /^Calle/, /^Municipio/, /^Código postal/]) expect(value(name)).toBe('');
  });

  test('[A-PROF-5] [A-PROF-12] [A-PROF-13] [A-ENT-3] enables saving on a change, validates and sends', async () => {
    const { user } = contactData(contact);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardar' });
    const zip = screen.getByLabelText(/^Código postal/);
    expect(save.disabled).toBe(true);
    await user.type(zip, '{Backspace}');
    expect(save.disabled).toBe(false);
    await user.click(save);
    expect(screen.getByText('El código postal debe tener 5 dígitos')).toBeDefined();
    expect(callsTo('PATCH /users/me')).toEqual([]);
    await user.type(zip, '2');
    await user.click(save);
    expect(await screen.findByText('Usuario actualizado con éxito.')).toBeDefined();
    expect(callsTo('PATCH /users/me')[0]?.body).toEqual({
      ...contact,
      address: { ...contact.address, zipCode: '30002' },
    });
    expect(save.disabled).toBe(true);
  });

  test('[A-ERR-4] [A-PROF-13] shows the success for 5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = contactData(contact);
    await user.type(await screen.findByLabelText(/^Municipio/), ' capital');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Usuario actualizado con éxito.');
    await act(() => vi.advanceTimersByTimeAsync(4500));
    expect(screen.getByText('Usuario actualizado con éxito.')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.queryByText('Usuario actualizado con éxito.')).toBeNull();
  });

  test('[A-PROF-5] replaces stored values by a change from another device', async () => {
    const fresh = { ...contact, phone: '699999999' };
    contactData(contact, { 'GET /users/me': { data: { user: person('REGULAR_BASIC', fresh) } } });
    await waitFor(() => expect(value(/^Teléfono/)).toBe('699999999'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true);
  });

  test.each([
    ['the reason of a rejection', errorAnswer('REQ4000', 'El DNI ya está en uso'), 'El DNI ya está en uso'],
    ['a text of its own without one', rawAnswer(400), 'Algo salió mal. Intenta de nuevo en un rato'],
  ])('[A-PROF-13] shows %s', async (_name, reply, shown) => {
    const { user } = contactData(contact, { 'PATCH /users/me': reply });
    await user.type(await screen.findByLabelText(/^Municipio/), ' capital');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(shown)).toBeDefined();
  });
});

describe('the password', () => {
  const change = async (current: string, next: string, replies: Replies = {}) => {
    const { user } = security({}, replies);
    const button = await screen.findByRole('button', { name: 'Cambiar contraseña' });
    if (current) await user.type(screen.getByLabelText('Contraseña actual'), current);
    if (next) await user.type(screen.getByLabelText('Nueva contraseña'), next);
    await user.click(button);
  };

  test.each([
    ['[A-PROF-9]', '', 'nueva-clave', 'La contraseña actual es requerida para cambiar la contraseña'],
    ['[A-PROF-10]', 'secreta-1', '', 'La nueva contraseña es requerida'],
    ['[A-PROF-11]', 'secreta-1', 'corta', 'La contraseña debe tener al menos 8 caracteres'],
  ])('%s [A-PROF-8] rejects the current password "%s" with the new one "%s"', async (_row, current, next, text) => {
    await change(current, next);
    expect(screen.getByText(text)).toBeDefined();
    expect(callsTo('PATCH /users/me')).toEqual([]);
  });

  test('[A-PROF-14] [A-PROF-15] sends only the password', async () => {
    await change('secreta-1', 'nueva-clave');
    expect(await screen.findByText('Contraseña actualizada correctamente')).toBeDefined();
    expect(callsTo('PATCH /users/me')[0]?.body).toEqual({ oldPassword: 'secreta-1', newPassword: 'nueva-clave' });
    expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('');
  });

  test('[A-PROF-16] keeps the input after a failure', async () => {
    await change('secreta-1', 'nueva-clave', { 'PATCH /users/me': rawAnswer(500) });
    expect(await screen.findByText('Error al actualizar la contraseña')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Nueva contraseña').value).toBe('nueva-clave');
  });
});

describe('the first password', () => {
  const sends: Replies = { 'POST /users/forgot-password': {} };

  test('[A-PROF-8] [A-FORGOT-7] is set by a mailed link for accounts that bought with an email alone', async () => {
    const { user } = security({ hasPassword: false }, sends);
    const button = await screen.findByRole('button', { name: 'Enviarme un enlace para elegir contraseña' });
    expect(screen.queryByLabelText('Contraseña actual')).toBeNull();
    await user.click(button);
    await screen.findByText('Recibirás un correo con instrucciones para recuperar tu contraseña.');
    expect(callsTo('POST /users/forgot-password').map(({ body }) => body)).toEqual([
      { email: 'marta@cantera.test', captchaToken: '', platform: 'web' },
    ]);
    expect(screen.queryByRole('button', { name: 'Enviarme un enlace para elegir contraseña' })).toBeNull();
  });

  test('[A-FORGOT-8] shows a failure and can be requested again', async () => {
    const { user } = security({ hasPassword: false }, { 'POST /users/forgot-password': errorAnswer('REQ5000') });
    await user.click(await screen.findByRole('button', { name: 'Enviarme un enlace para elegir contraseña' }));
    expect(await screen.findByText(/^Ha ocurrido un error al procesar tu solicitud/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Enviarme un enlace para elegir contraseña' })).toBeDefined();
  });

  test('[A-ENT-1] is required to delete the account', async () => {
    const { user } = security({ hasPassword: false });
    await user.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Eliminar mi cuenta' }));
    expect(dialog.getByText(/Elige antes una/)).toBeDefined();
    expect(dialog.queryByLabelText('Tu contraseña')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Entendido' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[A-SHELL-10] shows an account without a name in the navigation bar', async () => {
    open('/profile', { user: person('REGULAR_BASIC', { name: '', surname: '', hasPassword: false }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeDefined();
    expect(screen.getByRole('banner').textContent).toContain('Mi cuenta');
  });
});

test('withdraws marketing consent with one click', async () => {
  const { user } = security({ acceptsMarketing: true });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /novedades y ofertas/ });
  expect(box.checked).toBe(true);
  await user.click(box);
  await waitFor(() => expect(callsTo('PATCH /users/me')[0]?.body).toEqual({ acceptMarketing: false }));
  expect(await screen.findByText('Ya no te escribiremos con novedades')).toBeDefined();
});
