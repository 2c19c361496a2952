/** A season of money as people see it: buyers, a family of four screens, somebody who withdraws, and the back office. */
import type { Locator } from '@playwright/test';
import { button, consent, openOrder, readNumber } from './support/orders.ts';
import { clubId, createEvent, createMatchWithRecording, createPerson, createSession } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Presses a button by keyboard. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

async function tabTo(target: Locator): Promise<void> {
  await expect(async () => {
    await target.page().keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

test('[F-LAW-1][F-LAW-3][F-LAW-4][F-LAW-5][F-MONEY-3][F-MONEY-4][F-MONEY-6] a season of money, from the first Bizum to the statement of the clubs @ci', async ({
  page,
  device,
  logInAs,
}) => {
  test.slow();
  const club = clubId(0);
  const { path } = await createMatchWithRecording(13, { title: 'Semifinal de alevines', clubIds: [club] });

  await test.step('a family buys a match by Bizum, with the box ticked by hand', async () => {
    const email = `bizum-${Date.now()}@cantera.test`;
    await page.goto(path);
    await page
      .getByRole('link', { name: /^Ver por 1,99/ })
      .first()
      .click();
    await page.getByLabel(/^Email/).fill(email);
    await expect(consent(page)).not.toBeChecked();
    await consent(page).check();
    await button(page, 'Pagar 1,99 €').click();
    await page.getByLabel('Teléfono').fill('612 34 56 78');
    await button(page, 'Pagar con Bizum').click();
    await button(page, 'Confirmar').click();
    await expectPlaying(page);
    expect(await readNumber(email)).toMatch(/^\w{4}-\w{4}$/);
  });

  const desk = await device(await createPerson('ADMIN'));
  const code = `E2E${Date.now()}`;
  const codeRow = desk.getByRole('listitem').filter({ hasText: code });

  await test.step('an admin makes a code for the season, by keyboard', async () => {
    await desk.goto('/planes');
    await expect(desk.getByRole('list', { name: 'Planes' })).toContainText('49,00');
    await expectAccessible(desk);
    await press(button(desk, 'Nuevo código'));
    const form = desk.getByRole('dialog', { name: 'Nuevo código' });
    await expect(form.getByLabel(/^Código/)).toBeFocused();
    await desk.keyboard.type(code.toLowerCase());
    await tabTo(form.getByLabel(/^Descuento/));
    await desk.keyboard.type('50');
    await tabTo(form.getByLabel(/^Para/));
    await desk.keyboard.type('Temporada');
    await tabTo(form.getByLabel(/^Usos/));
    await desk.keyboard.type('5');
    await expectAccessible(desk);
    await desk.keyboard.press('Enter');
    await expect(codeRow).toContainText(/Temporada completa.*Activo.*50\s%.*0 de 5 usos/);
    await expect(button(desk, 'Nuevo código')).toBeFocused();
  });

  await test.step('a fan buys the season with a code, and reads both prices', async () => {
    const fan = await createPerson('REGULAR_BASIC');
    const screen = await device(fan);
    await openOrder(screen, 'PT_SEASON');
    await screen.getByLabel('Código promocional').fill(code);
    await button(screen, 'Aplicar').click();
    await expect(screen.getByText(/^24,50/)).toBeVisible();
    await button(screen, 'Pagar').click();
    await screen.goto(path);
    await expectPlaying(screen);
    await screen.goto('/profile/pagos');
    await expect(screen.getByText(/^Con código: 24,50\s€ menos\.$/)).toBeVisible();
    await expectAccessible(screen);
    await desk.reload();
    await expect(codeRow).toContainText('1 de 5 usos');
    await press(codeRow.getByRole('button', { name: /^Desactivar/ }));
    await tabTo(desk.getByRole('dialog').getByRole('button', { name: 'Desactivar' }));
    await desk.keyboard.press('Enter');
    await expect(codeRow).toContainText('Desactivado');
    await expectAccessible(desk);
  });

  await test.step('a family plan plays on three screens, and the fourth is refused', async () => {
    const family = await createPerson('REGULAR_BASIC');
    const first = await device(family);
    await openOrder(first, 'PT_FAMILY');
    await button(first, 'Pagar').click();
    await expect(first.getByText(/^El pago ha sido procesado/)).toBeVisible();
    const open = async () => {
      const screen = await device(await createSession(family.user));
      await screen.goto(path);
      return screen;
    };
    for (let count = 0; count < 3; count += 1) await expectPlaying(await open());
    await expect((await open()).getByText(/en otro dispositivo/)).toBeVisible();
  });

  await test.step('a buyer withdraws without an account, in two steps', async () => {
    const buyer = await createPerson('REGULAR_BASIC');
    const ahead = await createEvent({
      title: 'Final de mañana',
      clubIds: [club],
      scheduledStartDate: inDays(3),
      scheduledFinishDate: inDays(3.1),
    });
    const screen = await device(buyer);
    await openOrder(screen, 'PT_SPORT_EVENT', { sportEventId: ahead.id });
    await button(screen, 'Pagar').click();
    const number = await readNumber(buyer.user.email);
    const stranger = await device();
    await stranger.goto('/home');
    await stranger
      .getByRole('navigation', { name: 'Legal' })
      .getByRole('link', { name: /^Desistir/ })
      .click();
    await stranger.getByRole('textbox', { name: 'Email', exact: true }).fill(buyer.user.email);
    await stranger.getByLabel(/^Número de recibo/).fill(number);
    await expectAccessible(stranger);
    await stranger.keyboard.press('Enter');
    await expect(stranger.getByText(/1,99\s€/).first()).toBeVisible();
    await expectAccessible(stranger);
    await button(stranger, 'Confirmar el desistimiento').click();
    await expect(stranger.getByText(/^Has desistido el /)).toBeVisible();
  });

  await test.step('an admin reads invoices, statements and lost minutes', async () => {
    const { issueInvoices } = await import('../../functions/money/invoices/issue-invoices.ts');
    await issueInvoices(Date.now() + 60_000, Date.now() + 60_000);
    await logInAs('ADMIN');
    await page.goto('/facturas');
    await expect(page.getByText('Temporada completa').first()).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /facturas? · base/ })).toBeVisible();
    await expect(page.getByText('Rectificativa').first()).toBeVisible();
    await expectAccessible(page);

    const row = page.getByRole('listitem').filter({ hasText: 'Semifinal de alevines' });
    await expect(async () => {
      // Payments of other tests in between have no invoice yet, and the month waits for them.
      await issueInvoices(Date.now() + 60_000, Date.now() + 60_000);
      await page.goto('/liquidaciones');
      // The list of months comes with the first statement.
      await expect(page.getByLabel('Mes').getByRole('option')).not.toHaveCount(0);
      await page.getByLabel('Mes').focus();
      await page.keyboard.press('Home');
      await expect(row).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await press(row.getByRole('button', { name: /^Cambiar/ }));
    await tabTo(page.getByLabel(/^Partidos sueltos/));
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('62,5');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('62,5 %');
    await expectAccessible(page);
    await page.goto('/minutos-perdidos');
    await expect(page.getByRole('heading', { level: 1, name: 'Minutos perdidos' })).toBeVisible();
    await expectAccessible(page);
  });
});
