import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Payment } from '../../../shared/contract/payments.ts';
import type { User } from '../../../shared/contract/user.ts';
import { placeholders } from '../../../shared/domain/account-forms.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, calls, callsTo, id, open, person, type Replies, stubMedia } from '../support/app.tsx';

const { streetName, municipality, zipCode, ...reach } = placeholders;
const contact = {
  phone: '612345678',
  documentId: '12345678Z',
  address: { streetName: 'Calle Mayor 1', municipality: 'Murcia', zipCode: '30001' },
};
const subscription = {
  provider: 'stripe',
  from: '2026-09-01T10:00:00.000Z',
  to: '2027-06-30T21:59:59.000Z',
  error: null,
} as NonNullable<User['subscription']>;

const part =
  (path: string) =>
  (more: Partial<User> = {}, replies: Replies = {}) =>
    open(path, {
      user: person('REGULAR_BASIC', more),
      replies: { 'GET /users/me/payments': { data: { payments: [] } }, 'PATCH /users/me': {}, ...replies },
    });
const profile = part('/profile');
const contactData = part('/profile/datos');
const payments = part('/profile/pagos');
const security = part('/profile/seguridad');
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const value = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;

test("[A-PROF-1] [A-PROF-2] [H-BUY-3] links purchased events to their sport's list, filtered by title", async () => {
  const until = '2026-12-24T12:00:00.000Z';
  const view = profile({
    sportEvents: [
      { id: id(1), title: 'Copa & Final', sport: 'SOCCER', until },
      { id: id(2), title: 'Trofeo', sport: 'BASKET', until },
    ],
  } as Partial<User>);
  const purchases = await section('Eventos comprados');
  expect(purchases.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/futbol?search=Copa+%26+Final',
    '/baloncesto?search=Trofeo',
  ]);
  expect(purchases.getAllByText('Pago único · Hasta el 24 de diciembre de 2026')).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Suscripción' })).toBeDefined();
  const { user } = view;
  await user.click(screen.getByRole('link', { name: /^Contraseña y privacidad/ }));
  expect(await screen.findByRole('region', { name: 'Contraseña' })).toBeDefined();
});

describe('the subscription', () => {
  test('[A-PROF-3] [A-ENT-2] [H-BUY-3] shows provider, start and end', async () => {
    profile({ subscription });
    const shown = await section('Suscripción');
    expect(shown.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
      'Tarjeta',
      '1 de septiembre de 2026',
      '30 de junio de 2027',
    ]);
    expect(shown.queryByRole('link', { name: 'Resolver problema' })).toBeNull();
    expect(shown.getByText('Termina el 30 de junio de 2027. No se te cobrará nada más.')).toBeDefined();
  });

  test('[A-PROF-3] [H-BUY-3] shows the next charge with its price, and the end', async () => {
    profile({ subscription: { ...subscription, renewal: { at: '2026-10-01T10:00:00.000Z', amount: 699 } } });
    const shown = await section('Suscripción');
    const text = 'Se renueva el 1 de octubre de 2026 por 6,99 €. Termina el 30 de junio de 2027, con la temporada.';
    expect(shown.getByText(text)).toBeDefined();
  });

  test('[H-BUY-3] shows that access by the partner or as a gift is free, and when it ends', async () => {
    for (const provider of ['partner', 'cantera']) {
      const { unmount } = profile({ subscription: { ...subscription, provider } });
      expect(
        (await section('Suscripción')).getByText('No te cuesta nada. Termina el 30 de junio de 2027.'),
      ).toBeDefined();
      unmount();
    }
  });

  const cancelled = 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.';
  const unknown = 'Ocurrió un problema con la suscripción. Por favor, contacta con soporte.';
  type Problem = NonNullable<NonNullable<User['subscription']>['error']>;
  test.each<[string, Problem['type'], string]>([
    ['[A-PROF-17]', 'PDS_EXPIRED', 'La suscripción ha expirado. Por favor, renueva para continuar.'],
    ['[A-PROF-18]', 'PDS_STRIPE_DISPUTE_CLOSED', cancelled],
    ['[A-PROF-18]', 'PDS_STRIPE_CANCELLED', cancelled],
    ['[A-PROF-18] [A-PAY-22]', 'PDS_GOOGLE_VOIDED', cancelled],
    ['[A-PROF-19]', 'PDS_ERROR', unknown],
  ])('%s [A-PROF-3] [A-PROF-20] %s', async (_row, type, text) => {
    profile({ subscription: { ...subscription, error: { type, url: null } } });
    const shown = await section('Suscripción');
    expect(shown.getByText(text)).toBeDefined();
    expect(shown.getByRole('link', { name: 'Resolver problema' }).getAttribute('href')).toBe(
      '/creando-pago?productType=PT_MONTHLY',
    );
  });

  test('[A-PROF-19] [A-PROF-3] shows the general text for a type that this version does not know', async () => {
    const error = { type: 'toString', url: null };
    const later = { ...person('REGULAR_BASIC'), subscription: { ...subscription, error } };
    profile({ subscription }, { 'GET /users/me': rawAnswer(200, { data: { user: later } }) });
    const shown = await section('Suscripción');
    expect(await shown.findByText(unknown)).toBeDefined();
    expect(shown.getByRole('link', { name: 'Resolver problema' }).getAttribute('href')).toBe(
      '/creando-pago?productType=PT_MONTHLY',
    );
  });

  test('[A-PROF-3] shows the last day of a period that ends at midnight', async () => {
    profile({ subscription: { ...subscription, to: '2027-06-30T22:00:00.000Z' } });
    expect((await section('Suscripción')).getByText('30 de junio de 2027')).toBeDefined();
  });

  test('offers staff no subscription that the API would reject', async () => {
    open('/profile', { user: person('CLUB_STAFF', { clubId: id('club'), subscription: null }) });
    expect((await section('Suscripción')).queryByRole('link', { name: 'Suscribirme' })).toBeNull();
  });

  test('shows no receipt for a declined payment, and no card button without a subscription', async () => {
    const payment = {
      id: 'ch_1',
      productType: 'PT_SPORT_EVENT',
      title: 'Final',
      amount: 199,
      currency: 'eur',
    } as const;
    const paid = { ...payment, date: '2026-11-20T10:00:00.000Z', receiptUrl: 'https://pay.test/r' };
    const sent: Payment[] = [
      { ...paid, status: 'paid' },
      { ...paid, id: 'ch_2', title: 'Semifinal', status: 'failed' },
    ];
    payments({ subscription: null }, { 'GET /users/me/payments': { data: { payments: sent } } });
    const receipts = await screen.findAllByRole('link', { name: /^Recibo/ });
    expect(receipts.map((link) => link.textContent)).toEqual(['Recibo de Final']);
    expect(screen.queryByRole('button', { name: 'Gestionar la suscripción' })).toBeNull();
  });

  test("[A-PROF-20] prefers the error's own address", async () => {
    const error = { type: 'PDS_ERROR', url: 'https://pay.test/invoice' } as const;
    profile({ subscription: { ...subscription, error } });
    const link = (await section('Suscripción')).getByRole('link', { name: 'Resolver problema' });
    expect(link.getAttribute('href')).toBe('https://pay.test/invoice');
  });
});

describe('the sections of the profile', () => {
  const heading = async (name: string) => screen.findByRole('heading', { level: 1, name });
  const purchase = (n: number) => ({
    ...{ id: id(n), title: `Partido ${n}`, sport: 'SOCCER' as const },
    until: `2026-12-${String(n).padStart(2, '0')}T12:00:00.000Z`,
  });

  test('[A-PROF-1] start with an overview of user, subscription and purchases, with links to the others', async () => {
    const { user } = profile({ sportEvents: [1, 2, 3, 4, 5, 6, 7].map(purchase) });
    await heading('Marta Ruiz');
    const purchases = await section('Eventos comprados');
    const titles = () => purchases.getAllByRole('link').map(({ textContent }) => textContent);
    expect(titles()).toEqual(['Partido 7', 'Partido 6', 'Partido 5']);
    await user.click(purchases.getByRole('button', { name: 'Ver los 7' }));
    expect(titles()).toHaveLength(7);
    const list = within(screen.getByRole('navigation', { name: 'Mi cuenta' }));
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['datos', 'pagos', 'avisos', 'calendario', 'preferencias', 'seguridad'].map((path) => `/profile/${path}`),
    );
    await user.click(list.getByRole('link', { name: /^Pagos y recibos/ }));
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Pagos y recibos')));
    await user.click(screen.getByRole('link', { name: 'Perfil' }));
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Marta Ruiz')));
    expect(address()).toBe('/profile');
  });

  test('request only their own data', async () => {
    profile({ subscription });
    await section('Suscripción');
    expect(calls.map(({ key }) => key).filter((key) => /payments|alerts|calendar/.test(key))).toEqual([]);
  });

  test('are beside each other on a wide screen', async () => {
    stubMedia('56rem');
    const { user } = part('/profile/avisos')();
    await heading('Avisos');
    const list = within(screen.getByRole('navigation', { name: 'Mi cuenta' }));
    const current = () => list.getByRole('link', { current: 'page' }).textContent;
    expect(current()).toBe('Avisos');
    await user.click(list.getByRole('link', { name: 'Resumen' }));
    await heading('Marta Ruiz');
    expect(current()).toBe('Resumen');
  });

  test.each([
    ['/profile#avisos', '/profile/avisos', 'Avisos'],
    ['/profile#calendario', '/profile/calendario', 'Calendario'],
    ['/profile/nada', '/profile', 'Marta Ruiz'],
  ])('%s leads to %s and focuses its heading', async (from, to, name) => {
    part(from)();
    await waitFor(async () => expect(document.activeElement).toBe(await heading(name)));
    expect(address()).toBe(to);
  });

  test('ask before input is lost by a change of section', async () => {
    const { user } = contactData(contact);
    await user.type(await screen.findByLabelText(/^Municipio/), ' capital');
    await user.click(screen.getByRole('link', { name: 'Perfil' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' }));
    await user.click(asked.getByRole('button', { name: 'Seguir aquí' }));
    expect([address(), value(/^Municipio/)]).toEqual(['/profile/datos', 'Murcia capital']);
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Usuario actualizado con éxito.');
    await user.click(screen.getByRole('link', { name: 'Perfil' }));
    await heading('Marta Ruiz');
  });

  test('ask before a typed password is lost', async () => {
    const { user } = security();
    await user.type(await screen.findByLabelText('Contraseña actual'), 'secreta-1');
    await user.click(screen.getByRole('link', { name: 'Perfil' }));
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await heading('Marta Ruiz');
  });
});

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
  ])('%s [A-PROF-8] current "%s", new "%s"', async (_row, current, next, text) => {
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
    expect(
      await screen.findByText('Recibirás un correo con instrucciones para recuperar tu contraseña.'),
    ).toBeDefined();
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
