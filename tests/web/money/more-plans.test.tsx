/** The plans beside match and month: on the paywall, in the wizard, in the account and on the page of a club. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { User } from '../../../shared/contract/user.ts';
import { consents } from '../../../shared/domain/order.ts';
import { profile } from '../people/profile-sections.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, id, open, person, type Replies } from '../support/app.tsx';

const until = '2027-06-30T22:00:00.000Z';
const month = { provider: 'stripe', from: '2026-09-01T10:00:00.000Z', to: until, error: null };
const club = { id: id('club'), name: 'CD Sauce' };
const rows = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.parentElement as HTMLElement)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

describe('[F-MONEY-3] the account', () => {
  test('offers season and family to subscribers of the month, and explains the credit for its days', async () => {
    profile({ role: 'REGULAR_SUBSCRIBER', subscription: month } as Partial<User>);
    expect(await rows('Cambiar de plan')).toEqual([
      expect.stringMatching(/^Temporada completa.*hasta el 30 de junio de 2027.*49,00\s€un solo pago$/),
      expect.stringMatching(/^Plan familiar.*Hasta 3 pantallas a la vez9,99\s€al mes$/),
    ]);
    expect(screen.getByText(/te devolvemos los días que te queden/)).toBeDefined();
  });

  test('shows a family plan with its screens, and offers nothing more', async () => {
    profile({ role: 'REGULAR_SUBSCRIBER', subscription: { ...month, plan: 'PT_FAMILY', screens: 3 } });
    const shown = within(await screen.findByRole('region', { name: 'Suscripción' }));
    expect(shown.getByText('Plan familiar')).toBeDefined();
    expect(shown.getByText('Hasta 3 pantallas a la vez')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Cambiar de plan' })).toBeNull();
  });

  test('shows a season as paid once, without a card to manage', async () => {
    profile({ role: 'REGULAR_SUBSCRIBER', subscription: { ...month, plan: 'PT_SEASON', renewal: null } });
    const shown = within(await screen.findByRole('region', { name: 'Suscripción' }));
    expect(shown.getByText('Pago único')).toBeDefined();
    expect(shown.getByText(/No se te cobrará nada más/)).toBeDefined();
    expect(shown.queryByRole('button', { name: 'Gestionar la suscripción' })).toBeNull();
  });

  test('shows a club pass with its end', async () => {
    profile({ passes: [{ product: 'PT_CLUB_PASS', club, from: month.from, until }] });
    const link = await screen.findByRole('link', { name: 'Abono de CD Sauce' });
    expect(link.getAttribute('href')).toBe(`/club/${club.id}`);
    expect(screen.getByText('Pago único · Hasta el 30 de junio de 2027')).toBeDefined();
  });

  test('offers staff no plan', async () => {
    profile({ role: 'CLUB_STAFF', clubId: club.id });
    await screen.findByRole('region', { name: 'Suscripción' });
    expect(screen.queryByText('Plan familiar')).toBeNull();
  });
});

describe('[F-MONEY-3][F-LAW-1] the last step', () => {
  const asksForConsent = { 'POST /payments/stripe': errorAnswer('PYM4010', 'Marca la casilla') } as Replies;
  test.each([
    ['PT_SEASON', 'Temporada completa', '49,00 €', /^Hasta el 30 de junio de 20\d\d, con la temporada$/],
    ['PT_FAMILY', 'Plan familiar', '9,99 €', /^Sin permanencia, mes a mes/],
    ['PT_CLUB_PASS', 'Abono de CD Sauce', '29,00 €', /^Hasta el 30 de junio/],
  ] as const)(
    'of %s names it, its price and its end, and sends its consent',
    async (product, name, price, duration) => {
      const { user } = open(`/creando-pago?productType=${product}&clubId=${club.id}`, {
        user: person('REGULAR_BASIC'),
        replies: {
          ...asksForConsent,
          [`GET /clubs/${club.id}`]: { data: { club: { ...club, thumbnail: null, visible: true } } },
        },
      });
      const order = within(await screen.findByRole('region', { name: 'Tu compra' }));
      expect(await order.findByText(name)).toBeDefined();
      expect(order.getByText(price)).toBeDefined();
      await screen.findByRole('heading', { name: 'Confirma tu pedido' });
      expect(screen.getByText(duration)).toBeDefined();
      await user.click(screen.getByRole('checkbox', { name: consents[product].text }));
      await user.click(screen.getByRole('button', { name: 'Ir al pago' }));
      await waitFor(() =>
        expect(callsTo('POST /payments/stripe').at(-1)?.body).toMatchObject({
          productType: product,
          consent: consents[product].id,
          ...(product === 'PT_CLUB_PASS' && { clubId: club.id }),
        }),
      );
    },
  );

  test('of a club pass without a club sends nothing', async () => {
    open('/creando-pago?productType=PT_CLUB_PASS', { user: person('REGULAR_BASIC') });
    expect(await screen.findByText('No se ha especificado el club')).toBeDefined();
    expect(callsTo('POST /payments/stripe')).toEqual([]);
  });
});
