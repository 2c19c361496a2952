/** Invoices in the account and in the back office, and the clubs' statements. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { InvoiceLink } from '../../../shared/contract/invoices.ts';
import type { Payment } from '../../../shared/contract/payments.ts';
import type { StatementView } from '../../../shared/contract/statements.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { callsTo, fill, id, open, person } from '../support/app.tsx';

const simplified: InvoiceLink = {
  id: '202611-1',
  number: 'S2026-000001',
  date: '2026-11-30',
  kind: 'SIMPLIFIED',
  total: 199,
};
const payment: Omit<Payment, 'invoices'> = {
  id: 'ch_1',
  productType: 'PT_SPORT_EVENT',
  title: 'Final',
  amount: 199,
  currency: 'eur',
  status: 'paid',
  date: '2026-11-20T10:00:00.000Z',
  receiptUrl: null,
};

const openPayments = (invoices: InvoiceLink[], replies = {}) =>
  open('/profile/pagos', {
    user: person('REGULAR_BASIC', { name: 'Ana', surname: 'Ruiz', documentId: '12345678Z' }),
    replies: { 'GET /users/me/payments': { data: { payments: [{ ...payment, invoices }] } }, ...replies },
  });

describe('[F-LAW-5] the account', () => {
  test('asks once for the data of a full invoice, beginning with a wrong tax number', async () => {
    const { user } = openPayments([simplified], { 'POST /users/me/invoices': { data: { invoice: simplified } } });
    await user.click(await screen.findByRole('button', { name: /^Factura con tu NIF/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Factura con tu NIF' }));
    const taxId = dialog.getByLabelText<HTMLInputElement>(/^NIF/);
    expect([dialog.getByLabelText<HTMLInputElement>(/^Nombre/).value, taxId.value]).toEqual(['Ana Ruiz', '12345678Z']);
    await user.clear(taxId);
    await user.type(taxId, '12345678A');
    await user.click(dialog.getByRole('button', { name: 'Hacer la factura' }));
    expect(await dialog.findByText(/NIF válido/)).toBeDefined();
    expect(document.activeElement).toBe(taxId);
    await user.clear(taxId);
    await user.type(taxId, 'B12345674');
    await user.type(dialog.getByLabelText(/^Dirección/), 'Calle Mayor 1');
    await user.click(dialog.getByRole('button', { name: 'Hacer la factura' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsTo('POST /users/me/invoices').map(({ body }) => body)).toEqual([
      { payment: 'ch_1', name: 'Ana Ruiz', taxId: 'B12345674', address: 'Calle Mayor 1' },
    ]);
  });

  test('explains why there is no full invoice, and offers none of refunded payments', async () => {
    const { user } = openPayments([simplified], { 'POST /users/me/invoices': errorAnswer('INV4091') });
    await user.click(await screen.findByRole('button', { name: /^Factura con tu NIF/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Dirección/), 'Calle Mayor 1');
    await user.click(dialog.getByRole('button', { name: 'Hacer la factura' }));
    expect(await dialog.findByText(/no queda nada que facturar/)).toBeDefined();
  });

  test('offers the full invoice in place of the simplified one, and what rectifies it', async () => {
    const full: InvoiceLink = { ...simplified, id: '202611-2', number: 'F2026-000001', kind: 'FULL' };
    const back: InvoiceLink = {
      ...simplified,
      id: '202611-3',
      number: 'R2026-000001',
      kind: 'RECTIFYING',
      total: -199,
    };
    openPayments([simplified, full, back]);
    const buttons = await screen.findAllByRole('button', { name: /\(PDF\)$/ });
    expect(buttons.map((button) => button.textContent)).toEqual([
      'Factura con NIF F2026-000001 de Final (PDF)',
      'Rectificativa R2026-000001 de Final (PDF)',
    ]);
    expect(screen.queryByRole('button', { name: /^Factura con tu NIF/ })).toBeNull();
  });
});

const row: StatementView['rows'][number] = {
  clubId: id('club'),
  club: 'Sauce',
  plan: 'event',
  of: 'm1',
  title: 'Acceso al partido «Derbi»',
  payments: 2,
  gross: 398,
  vat: 70,
  fees: 56,
  net: 272,
  percent: 50,
  share: 136,
};
const statement: StatementView = { month: '2026-10', closedAt: null, months: [], rows: [row] };

describe('[F-MONEY-4] the statements', () => {
  test('are closed by an admin after a question', async () => {
    const { user } = open('/liquidaciones', {
      user: person('ADMIN'),
      replies: {
        'GET /statements': { data: statement },
        'POST /live/statements': { data: { ...statement, closedAt: '2026-11-02T10:00:00Z' } },
      },
    });
    const list = within(await screen.findByRole('list', { name: 'Liquidaciones' }));
    expect(list.getByText(/50 % de 2,72/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cerrar el mes' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cerrar el mes' }));
    await vi.waitFor(() =>
      expect(callsTo('POST /live/statements').map(({ body }) => body)).toEqual([{ month: '2026-10' }]),
    );
  });

  test('lead from each figure to its own transactions', async () => {
    const { user } = open('/liquidaciones', {
      user: person('CLUB_STAFF', { clubId: id('club') }),
      replies: { 'GET /statements': { data: statement }, 'GET /statements/csv': rawAnswer(200, 'transacción') },
    });
    await user.click(await screen.findByRole('button', { name: '2 pagos: descargar sus transacciones' }));
    await vi.waitFor(() =>
      expect(callsTo('GET /statements/csv').map(({ query }) => Object.fromEntries(query))).toEqual([
        { month: '2026-10', what: 'lines', plan: 'event', of: 'm1' },
      ]),
    );
  });

  test('take percentages with a comma, refuse others, and keep the form after a failure', async () => {
    const put = `PUT /live/clubs/${id('club')}/shares` as const;
    const answers = [errorAnswer('REQ5030'), { message: 'Porcentajes guardados' }];
    const own = { event: 62.5, club: null, month: null, season: null, family: null };
    const usual = { event: 50, club: 50, month: 30, season: 30, family: 30 };
    const { user } = open('/liquidaciones', {
      user: person('ADMIN'),
      replies: {
        'GET /statements': { data: { ...statement, rows: [{ ...row, percent: 62.5 }] } },
        [`GET /live/clubs/${id('club')}/shares`]: { data: { own, usual, version: 4 } },
        [put]: () => answers.shift()!,
      },
    });
    expect(await screen.findByText(/^62,5 % de /)).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Cambiar/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Porcentajes de Sauce' }));
    const ofMatches = await dialog.findByLabelText<HTMLInputElement>(/^Partidos sueltos/);
    expect(ofMatches.value).toBe('62,5');
    fill(ofMatches, '130');
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(dialog.getByText('Escribe un número de 0 a 100')).toBeDefined();
    expect([document.activeElement, callsTo(put).length]).toEqual([ofMatches, 0]);
    fill(ofMatches, '66,6');
    fill(dialog.getByLabelText(/^Plan familiar/), ' 40 ');
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/ocupado/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const shares = { event: 66.6, club: null, month: null, season: null, family: 40 };
    expect(callsTo(put)[1]?.body).toEqual({ shares, version: 4 });
  });

  test('show club staff their club alone, without what only admins do', async () => {
    open('/liquidaciones', {
      user: person('CLUB_STAFF', { clubId: id('club') }),
      replies: { 'GET /statements': { data: { ...statement, rows: [] } } },
    });
    expect(await screen.findByText('Este mes sigue abierto')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Cerrar|Cambiar/ })).toBeNull();
  });
});
