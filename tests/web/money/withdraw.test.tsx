import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { WithdrawalView } from '../../../shared/contract/orders.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, fill, open, person, problems, type Replies } from '../support/app.tsx';

const found: WithdrawalView = {
  number: '7KQ2-M9XD',
  title: null,
  amount: 699,
  orderedAt: '2026-11-20T10:00:00.000Z',
  withdrawnAt: null,
  outcome: { hasRight: true, refund: 490, days: { used: 9, total: 30 } },
};
const made = { ...found, withdrawnAt: '2026-11-29T16:05:00.000Z' };
const replies: Replies = {
  'POST /public/withdrawal/preview': { data: found },
  'POST /public/withdrawal': { data: made },
};
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('[F-LAW-4] /desistir', () => {
  test('withdraws in two steps without a session, and shows the refund before the second', async () => {
    const { user } = open('/desistir', { replies });
    fill(await screen.findByLabelText(/^Email/), 'ana@cantera.test');
    fill(screen.getByLabelText(/^Número de recibo/), '7KQ2-M9XD');
    await press(user, 'Continuar');
    expect(await screen.findByText(/^Te devolvemos 4,90\s€.*9 días de 30/)).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Contrato' })).getByText(/Recibo 7KQ2-M9XD/)).toBeDefined();
    expect(callsTo('POST /public/withdrawal')).toEqual([]);
    await press(user, 'Confirmar el desistimiento');
    expect(await screen.findByText(/^Has desistido el 29 .*17:05/)).toBeDefined();
    expect(callsTo('POST /public/withdrawal').map(({ body }) => body)).toEqual([
      { email: 'ana@cantera.test', number: '7KQ2-M9XD' },
    ]);
  });

  test('fills in email and receipt of a user who comes from the account', async () => {
    const someone = person('REGULAR_SUBSCRIBER');
    open('/desistir?recibo=7KQ2-M9XD', { user: someone, replies });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(someone.email);
    expect(screen.getByLabelText<HTMLInputElement>(/^Número de recibo/).value).toBe('7KQ2-M9XD');
  });

  test('gives the reason where nothing goes back, and confirms all the same', async () => {
    const outcome = { hasRight: false as const, reason: 'LATE' as const };
    const { user } = open('/desistir?recibo=7KQ2-M9XD', {
      user: person('REGULAR_BASIC'),
      replies: { ...replies, 'POST /public/withdrawal/preview': { data: { ...found, outcome } } },
    });
    await press(user, 'Continuar');
    expect(await screen.findByText(/^Han pasado los 14 días/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirmar el desistimiento' })).toBeDefined();
    await press(user, 'Atrás');
    expect(await screen.findByLabelText(/^Número de recibo/)).toBeDefined();
  });

  test('shows what is missing, and an order that does not exist', async () => {
    const { user } = open('/desistir', { replies: { 'POST /public/withdrawal/preview': errorAnswer('ORD4040') } });
    await press(user, 'Continuar');
    expect(problems()).toEqual(['Por favor, introduce tu email']);
    fill(screen.getByLabelText(/^Email/), 'ana@cantera.test');
    await press(user, 'Continuar');
    expect(problems()).toEqual(['Escribe el número de tu recibo']);
    fill(screen.getByLabelText(/^Número de recibo/), '7KQ2-M9XD');
    await press(user, 'Continuar');
    await waitFor(() => expect(problems()).toEqual([errorAnswer('ORD4040').message]));
  });
});

test('[F-LAW-4] [F-LAW-2] the account shows orders with their documents and the way to withdraw; the footer too', async () => {
  const order = {
    number: '7KQ2-M9XD',
    at: '2026-11-20T10:00:00.000Z',
    title: 'Final',
    amount: 199,
    paid: 199,
    withdrawnAt: null,
    consent: 'Quiero verlo ya',
    documents: [{ name: 'condiciones-compra', version: 1, date: '2026-11-29' }],
  };
  const withdrawn = { ...order, paid: 99, number: '8888-8888', title: null, withdrawnAt: '2026-11-21T10:00:00.000Z' };
  open('/profile/pagos', {
    user: person('REGULAR_BASIC'),
    replies: { 'GET /users/me/orders': { data: { orders: [order, withdrawn] } } },
  });
  const link = await screen.findByRole('link', { name: 'Desistir del contrato: Final' });
  expect(link.getAttribute('href')).toBe('/desistir?recibo=7KQ2-M9XD');
  expect(screen.getByText(/^Desististe el 21 /)).toBeDefined();
  expect(screen.getByText(/^Con código: 1,00\s€ menos\.$/)).toBeDefined();
  const [document] = screen.getAllByRole('link', { name: 'Condiciones de compra' });
  expect(document?.getAttribute('href')).toBe('/documento/condiciones-compra/1');
  const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
  expect(legal.getByRole('link', { name: 'Desistir del contrato' }).getAttribute('href')).toBe('/desistir');
});
