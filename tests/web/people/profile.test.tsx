import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../../../shared/contract/payments.ts';
import type { User } from '../../../shared/contract/user.ts';
import { rawAnswer } from '../support/api-answers.ts';
import { address, calls, callsTo, id, open, person, stubMedia } from '../support/app.tsx';
import { contact, contactData, part, payments, profile, security, value } from './profile-sections.ts';

const subscription = {
  provider: 'stripe',
  from: '2026-09-01T10:00:00.000Z',
  to: '2027-06-30T21:59:59.000Z',
  error: null,
} as NonNullable<User['subscription']>;

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test("[A-PROF-1] [A-PROF-2] [H-BUY-3] links purchased events to their sport's list, filtered by title", async () => {
  const until = '2026-12-24T12:00:00.000Z';
  const view = profile({
    sportEvents: [
      { id: id(1), title: 'Copa & Final', sport: 'SOCCER', until },
      { id: id(2), title: 'Trofeo', sport: 'BASKET', until },
    ],
  } as Partial<User>);
  const purchases = await section('Partidos comprados');
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
      const shown = await section('Suscripción');
      expect(shown.getByText('No te cuesta nada. Termina el 30 de junio de 2027.')).toBeDefined();
      unmount();
    }
  });

  test('[A-PROF-3] shows users who have cancelled its last day, and offers to resume it', async () => {
    profile({ subscription: { ...subscription, to: '2026-12-28T11:03:00.000Z', cancelled: true } });
    const shown = await section('Suscripción');
    expect(shown.getByText('Has cancelado. Lo verás todo hasta el 28 de diciembre.')).toBeDefined();
    expect(shown.getByRole('button', { name: 'Volver a suscribirme' })).toBeDefined();
    expect(shown.queryByRole('button', { name: 'Gestionar la suscripción' })).toBeNull();
  });

  test('[A-PROF-3] does not call the end that its owner wanted a problem', async () => {
    const error = { type: 'PDS_EXPIRED', url: null } as const;
    profile({ subscription: { ...subscription, to: '2026-12-28T11:03:00.000Z', cancelled: true, error } });
    const shown = await section('Suscripción');
    expect(shown.getByText('Terminó el 28 de diciembre, como pediste.')).toBeDefined();
    expect(shown.queryByRole('link', { name: 'Resolver problema' })).toBeNull();
    expect(screen.queryByRole('img', { name: 'Problema de suscripción' })).toBeNull();
    const again = shown.getByRole('link', { name: 'Volver a suscribirme' });
    expect(again.getAttribute('href')).toBe('/creando-pago?productType=PT_MONTHLY');
  });

  test('[A-PROF-20] reads the provider after a visit to its portal, and shows nothing older meanwhile', async () => {
    localStorage.setItem('cantera:portal', 'true');
    const renewing = { ...subscription, renewal: { at: '2026-12-28T11:03:00.000Z', amount: 699 } };
    const cancelled = { ...subscription, to: '2026-12-28T11:03:00.000Z', cancelled: true as const };
    let answer: (value: object) => void = () => undefined;
    let isApplied = false;
    profile(
      { subscription: renewing },
      {
        'GET /users/me/payments': () =>
          new Promise<{ data: { payments: Payment[] } }>((resolve) => {
            answer = () => resolve({ data: { payments: [] } });
          }),
        'GET /users/me': () => ({
          data: { user: person('REGULAR_SUBSCRIBER', { subscription: isApplied ? cancelled : renewing }) },
        }),
      },
    );
    const shown = await section('Suscripción');
    expect(shown.getByText('Comprobando los cambios…')).toBeDefined();
    expect(shown.queryByText(/Se renueva/)).toBeNull();
    await waitFor(() => expect(callsTo('GET /users/me/payments')).toHaveLength(1));
    expect(callsTo('GET /users/me/payments')[0]?.query.get('apply')).toBe('subscription');
    isApplied = true;
    answer({});
    expect(await shown.findByText('Has cancelado. Lo verás todo hasta el 28 de diciembre.')).toBeDefined();
    expect(localStorage.getItem('cantera:portal')).toBeNull();
  });

  const findSolution = (shown: Awaited<ReturnType<typeof section>>) =>
    shown.getByRole('link', { name: 'Resolver problema' });
  const cancelled = 'La suscripción ha sido cancelada. Por favor, suscríbete de nuevo.';
  const unknown = 'Ocurrió un problema con la suscripción. Por favor, contacta con soporte.';
  type Problem = NonNullable<NonNullable<User['subscription']>['error']>;
  test.each<[string, Problem['type'], string]>([
    ['[A-PROF-17]', 'PDS_EXPIRED', 'La suscripción ha expirado. Por favor, renueva para continuar.'],
    ['[A-PROF-18]', 'PDS_STRIPE_DISPUTE_CLOSED', cancelled],
    ['[A-PROF-18]', 'PDS_STRIPE_CANCELLED', cancelled],
    ['[A-PROF-18] [A-PAY-22]', 'PDS_GOOGLE_VOIDED', cancelled],
    ['[A-PROF-19]', 'PDS_ERROR', unknown],
  ])('%s [A-PROF-3] [A-PROF-20] explains the problem %s, and links to a new payment', async (_row, type, text) => {
    profile({ subscription: { ...subscription, error: { type, url: null } } });
    const shown = await section('Suscripción');
    expect(shown.getByText(text)).toBeDefined();
    expect(findSolution(shown).getAttribute('href')).toBe('/creando-pago?productType=PT_MONTHLY');
  });

  test('[A-PROF-19] [A-PROF-3] shows the general text for a type that this version does not know', async () => {
    const error = { type: 'toString', url: null };
    const later = { ...person('REGULAR_BASIC'), subscription: { ...subscription, error } };
    profile({ subscription }, { 'GET /users/me': rawAnswer(200, { data: { user: later } }) });
    const shown = await section('Suscripción');
    expect(await shown.findByText(unknown)).toBeDefined();
    expect(findSolution(shown).getAttribute('href')).toBe('/creando-pago?productType=PT_MONTHLY');
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
    const paid: Payment = {
      id: 'ch_1',
      productType: 'PT_SPORT_EVENT',
      title: 'Final',
      amount: 199,
      currency: 'eur',
      status: 'paid',
      date: '2026-11-20T10:00:00.000Z',
      receiptUrl: 'https://pay.test/r',
      invoices: [],
    };
    const sent: Payment[] = [paid, { ...paid, id: 'ch_2', title: 'Semifinal', status: 'failed' }];
    payments({ subscription: null }, { 'GET /users/me/payments': { data: { payments: sent } } });
    const receipts = await screen.findAllByRole('link', { name: /^Recibo/ });
    expect(receipts.map((link) => link.textContent)).toEqual(['Recibo de Final']);
    expect(screen.queryByRole('button', { name: 'Gestionar la suscripción' })).toBeNull();
  });

  test('[A-PROF-20] links to the error’s own address if it has one', async () => {
    const error = { type: 'PDS_ERROR', url: 'https://pay.test/invoice' } as const;
    profile({ subscription: { ...subscription, error } });
    expect(findSolution(await section('Suscripción')).getAttribute('href')).toBe('https://pay.test/invoice');
  });
});

describe('the sections of the profile', () => {
  const heading = async (name: string) => screen.findByRole('heading', { level: 1, name });
  const purchase = (n: number) => ({
    id: id(n),
    title: `Partido ${n}`,
    sport: 'SOCCER' as const,
    until: `2026-12-${String(n).padStart(2, '0')}T12:00:00.000Z`,
  });

  test('[A-PROF-1] start with an overview of user, subscription and purchases, with links to the others', async () => {
    const { user } = profile({ sportEvents: [1, 2, 3, 4, 5, 6, 7].map(purchase) });
    await heading('Marta Ruiz');
    const purchases = await section('Partidos comprados');
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
    const readCurrent = () => list.getByRole('link', { current: 'page' }).textContent;
    expect(readCurrent()).toBe('Avisos');
    await user.click(list.getByRole('link', { name: 'Resumen' }));
    await heading('Marta Ruiz');
    expect(readCurrent()).toBe('Resumen');
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
