/** Plans and promotion codes in the back office. */
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlanView, PromotionCode } from '../../../shared/contract/plans.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, createList, fill, open, person } from '../support/app.tsx';
import { managedClub } from '../support/builders.ts';

const plan: PlanView = { product: 'PT_MONTHLY', price: 699, screens: 1, holders: 1 };
const code: PromotionCode = {
  id: 'promo_1',
  code: 'VERANO25',
  state: 'ACTIVE',
  percent: 25,
  amount: null,
  plans: [],
  isForEveryMonth: false,
  isForFirstPurchase: false,
  minimum: null,
  until: null,
  used: 2,
  left: null,
};

const openPage = (codes: PromotionCode[], replies = {}, plans: PlanView[] = [plan]) =>
  open('/planes', {
    user: person('ADMIN'),
    replies: {
      'GET /live/plans': { data: { plans } },
      'GET /live/promotion-codes': { data: { codes, next: null } },
      ...replies,
    },
  });
const readRows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '));

test('[F-MONEY-3] the plans show their contents, whether they are sold, and their number of holders', async () => {
  openPage([], {}, [
    plan,
    { product: 'PT_SEASON', price: 4900, screens: 1, holders: 12 },
    { product: 'PT_FAMILY', price: 0, screens: 3, holders: null },
  ]);
  expect(await readRows('Planes')).toEqual([
    'Suscripción mensualTodos los partidos, mes a mes hasta el final de la temporadaA la venta1 pantalla1 persona6,99 €al mes',
    'Temporada completaTodos los partidos hasta el final de la temporadaA la venta1 pantalla12 personas49,00 €un solo pago',
    'Plan familiarTodos los partidos, mes a mes, en varias pantallas a la vezNo se vende3 pantallas',
  ]);
  expect(await screen.findByText('Todavía no hay códigos')).toBeDefined();
});

test('[F-MONEY-3] the codes say their discount, plan, uses and end; an active one is switched off', async () => {
  const key = 'DELETE /live/promotion-codes/VERANO25';
  const other: PromotionCode = {
    ...code,
    id: 'promo_2',
    code: 'FAMILIA',
    state: 'USED_UP',
    percent: null,
    amount: 300,
    plans: ['Plan familiar'],
    isForEveryMonth: true,
    isForFirstPurchase: true,
    minimum: 500,
    until: '2026-12-31T23:00:00.000Z',
    used: 3,
    left: 0,
  };
  const answers = [errorAnswer('PYM5030'), { message: 'Código desactivado' }];
  const { user } = openPage([code, other], { [key]: () => answers.shift() });
  expect(await readRows('Códigos de descuento')).toEqual([
    'VERANO25Todo lo que se vendeActivo25 %2 usosSin fecha de finDesactivar VERANO25',
    'FAMILIAPlan familiar · también en los meses siguientes · solo en la primera compra · desde 5,00 €Agotado3,00 €3 de 3 usos31 de diciembre de 2026',
  ]);
  await user.click(screen.getByRole('button', { name: /^Desactivar/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Desactivar VERANO25?' }));
  await user.click(dialog.getByRole('button', { name: 'Desactivar' }));
  expect(await screen.findByText(/Todavía no se puede pagar aquí/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Desactivar' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsTo(key)).toHaveLength(2);
});

test('[F-MONEY-3] a new code shows its errors first, and is sent again under the same id', async () => {
  const key = 'POST /live/promotion-codes';
  const answers = [errorAnswer('REQ5030'), errorAnswer('PYM4090'), { message: 'Código creado' }];
  const { user } = openPage([], { [key]: () => answers.shift() });
  await user.click(await screen.findByRole('button', { name: 'Nuevo código' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo código' }));
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label);
  const submit = () => user.click(dialog.getByRole('button', { name: 'Crear código' }));
  const expectWrong = async (label: RegExp, text: RegExp) => {
    await submit();
    expect(dialog.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field(label));
  };
  fill(field(/^Código/), 'verano 25');
  await expectWrong(/^Código/, /sin espacios/);
  fill(field(/^Código/), 'verano25');
  await expectWrong(/^Descuento/, /del 1 al 100/);
  fill(field(/^Descuento/), '12,5');
  await expectWrong(/^Descuento/, /del 1 al 100/);
  await user.selectOptions(field(/^Unidad/), '€ menos');
  fill(field(/^Último día/), '2020-01-01');
  await expectWrong(/^Último día/, /no haya pasado/);
  fill(field(/^Último día/), '2099-06-30');
  fill(field(/^Usos/), '0');
  await expectWrong(/^Usos/, /del 1 al 100\.000/);
  fill(field(/^Usos/), '50');
  await user.selectOptions(field(/^Para/), 'Plan familiar');
  expect(dialog.getByText('Descuenta solo el primer mes')).toBeDefined();
  expect(callsTo(key)).toEqual([]);

  await submit();
  expect(await dialog.findByText(/ocupado/)).toBeDefined();
  await submit();
  expect(await dialog.findByText(/Ya hay un código activo/)).toBeDefined();
  fill(field(/^Código/), 'verano26');
  await submit();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, again, other] = callsTo(key).map(({ body }) => body as { id: string });
  expect(first).toEqual({
    id: expect.any(String),
    code: 'VERANO25',
    unit: 'CENTS',
    off: 1250,
    product: 'PT_FAMILY',
    until: '2099-06-30T22:00:00.000Z',
    uses: 50,
  });
  expect(again).toEqual(first);
  expect(other).toEqual({ ...first, code: 'VERANO26', id: expect.any(String) });
  expect(other?.id).not.toBe(first?.id);
});

test('[F-MONEY-3] a code for the pass of a club names the club', async () => {
  const key = 'POST /live/promotion-codes';
  const club = managedClub({ name: 'CD Sauce' });
  const { user } = openPage([], {
    [key]: { message: 'Código creado' },
    'GET /live/clubs': createList('clubs', [club]),
  });
  await user.click(await screen.findByRole('button', { name: 'Nuevo código' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo código' }));
  fill(dialog.getByLabelText(/^Código/), 'SAUCE');
  fill(dialog.getByLabelText(/^Descuento/), '10');
  await user.selectOptions(dialog.getByLabelText(/^Para/), 'Abono de un club');
  await user.click(dialog.getByRole('button', { name: 'Crear código' }));
  expect(dialog.getByText('Elige el club del abono')).toBeDefined();
  await user.type(dialog.getByRole('combobox', { name: /^Club/ }), 'sauce');
  await user.click(await dialog.findByRole('option', { name: 'CD Sauce' }));
  await user.click(dialog.getByRole('button', { name: 'Crear código' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsTo(key)[0]?.body).toMatchObject({ code: 'SAUCE', product: 'PT_CLUB_PASS', clubId: club.id, until: null });
});
