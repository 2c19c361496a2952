/** An account from the first visit on: sign-up, payment, receipts, cancellation. */
import type { Page } from '@playwright/test';
import { addresses, createMatchWithRecording } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { phone } from './support/screens.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const password = 'una-clave-larga';
const newAddress = () => `familia-${Math.random().toString(36).slice(2)}@cantera.test`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

async function fillBasics(page: Page, email: string): Promise<void> {
  await page.getByLabel('Nombre').fill('Marta');
  await page.getByLabel('Apellidos').fill('Ruiz');
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel('Sin preferencia').check();
  await button(page, 'Continuar').click();
}

async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Teléfono').fill('612 345 678');
  await page.getByLabel('DNI, NIE o CIF').fill('12345678z');
  await page.getByLabel('Calle y número').fill('Calle Mayor, 1');
  await page.getByLabel('Municipio').fill('Murcia');
  await page.getByLabel('Código postal').fill('30001');
}

async function fillSecurity(page: Page): Promise<void> {
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByLabel(/^Repite la contraseña/).fill(password);
  await page.getByLabel(/^Acepto los/).check();
}

async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Email o identificador de usuario').fill(username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(secret);
  await button(page, 'Iniciar Sesión').click();
}

/** Opens the newest email with this subject in the inbox and returns its body. */
async function readMail(page: Page, email: string, subject: RegExp) {
  await expect(async () => {
    await page.goto(`${addresses.mail}/?to=${encodeURIComponent(email)}`);
    await page.getByRole('link', { name: subject }).first().click({ timeout: 1000 });
  }).toPass();
  // The click waits neither for its page nor for the style sheet.
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await page.waitForLoadState('load');
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(tooWide, 'the mail scrolls sideways').toBeLessThanOrEqual(0);
  return page.frameLocator('iframe');
}

/** The link to the purchase with the buyer's full data. */
const buyWithData = (page: Page) =>
  page.getByRole('link', { name: /^(Comprar con mis datos|Prefiero crear mi cuenta)/ });
const buyEvent = (page: Page) => page.getByRole('link', { name: /^Ver por 1,99/ }).first();

const consent = (page: Page) => page.getByRole('checkbox', { name: /^Quiero (verlo|empezar) ya/ });

/** The last step before the payment page, if the order was not agreed to yet. */
async function confirmOrder(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirma tu pedido' })).toBeVisible();
  await expect(consent(page)).not.toBeChecked();
  await expectAccessible(page);
  await consent(page).check();
  await button(page, 'Ir al pago').click();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('[A-GEN-5][A-SIGNUP-21][A-SIGNUP-22][A-PAY-5][A-PAY-13][A-PAY-16][A-SUB-9][A-SUB-12][A-PROF-2][V-ACC-3] goes from sign-up through the inbox and login to paying for a match and watching it', async ({
    page,
  }) => {
    const email = newAddress();
    const { path, sportEvent } = await createMatchWithRecording(13, { title: 'Derbi de cadetes' });
    await page.goto('/signup?source=ppv');
    await fillBasics(page, email);
    await fillSecurity(page);
    await expectAccessible(page);
    await button(page, 'Crear cuenta').click();
    await expect(page.getByText('Cuenta creada con éxito. Ya puedes iniciar sesión.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ir a iniciar sesión' })).toBeVisible();
    await expect(page).toHaveURL('/login?source=signup&showPurchaseBanner=true');

    const mail = await readMail(page, email, /Te damos la bienvenida/);
    await expect(mail.getByText('Hola. Tu cuenta ya está lista.')).toBeVisible();
    await expect(mail.getByRole('link', { name: 'Ver los partidos' })).toHaveAttribute('href', `${addresses.web}/home`);

    await page.goto('/login?source=signup&showPurchaseBanner=true');
    await logIn(page, email);
    await expect(page).toHaveURL('/home?showPurchaseBanner=true');
    await expect(page.getByText(/cómpralo por 1,99/)).toBeVisible();

    await page.goto(path);
    await buyWithData(page).click();
    await expect(page.getByRole('heading', { name: 'Tus datos de facturación' })).toBeVisible();
    await button(page, 'Continuar').click();
    await expect(alert(page)).toHaveText('Por favor, introduce tu número de teléfono');
    await fillContact(page);
    await button(page, 'Continuar').click();
    await confirmOrder(page);
    await expect(page).toHaveURL(/\/pay\/cs_/);
    await expect(page.getByRole('heading', { name: sportEvent.title })).toBeVisible();
    await expect(page.getByText('1,99')).toBeVisible();
    await button(page, 'Pagar').click();

    await expect(
      page.getByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.'),
    ).toBeVisible();
    await expectPlaying(page);
    await expect(page).toHaveURL(path);

    await page.goto('/profile');
    const parts = page.getByRole('navigation', { name: 'Mi cuenta' });
    await parts.getByRole('link', { name: /^Pagos y recibos/ }).click();
    await expect(page.getByRole('region', { name: 'Pagos y recibos' })).toContainText('1,99 €');
    await page.goBack();
    await page.getByRole('link', { name: sportEvent.title, exact: true }).click();
    await expect(page).toHaveURL('/futbol?search=Derbi+de+cadetes');
    const receipt = await readMail(page, email, /Tu recibo/);
    await expect(receipt.getByText(`Concepto: ${sportEvent.title}.`)).toBeVisible();
  });

  test('[H-BUY-1][E-PAY-1][E-PAY-3][A-PAY-5][A-PAY-11][A-PAY-13][A-RESET-8][V-ACC-3] buys with an email alone, watches, and logs in elsewhere by the receipt @ci', async ({
    page,
    browser,
  }) => {
    const email = newAddress();
    const { path, sportEvent } = await createMatchWithRecording(13, { title: 'Semifinal de infantiles' });
    await page.goto(path);
    await expect(buyWithData(page)).toHaveAttribute('href', /^\/subscription\?source=ppv&/);
    await buyEvent(page).click();
    const order = page.getByRole('region', { name: 'Tu compra' });
    await expect(order).toContainText(sportEvent.title);
    await expect(order).toContainText('1,99 €');
    await button(page, 'Pagar 1,99 €').click();
    await expect(alert(page)).toHaveText('Por favor, introduce tu email');
    await page.getByLabel(/^Email/).fill(email);
    await button(page, 'Pagar 1,99 €').click();
    await expect(alert(page)).toHaveText('Marca la casilla para ir al pago');
    await consent(page).check();
    await expectAccessible(page);
    await button(page, 'Pagar 1,99 €').click();
    await expect(page).toHaveURL(/\/pay\/cs_/);
    await expect(page.getByRole('heading', { name: sportEvent.title })).toBeVisible();
    await button(page, 'Pagar').click();
    await expect(
      page.getByText('El pago ha sido procesado correctamente. Ya puedes disfrutar del contenido.'),
    ).toBeVisible();
    await expectPlaying(page);
    await expect(page).toHaveURL(path);

    // Entering the email on another device proves nothing yet.
    const elsewhere = await (await browser.newContext({ viewport: phone })).newPage();
    await elsewhere.goto(`${addresses.web}${path}`);
    await buyEvent(elsewhere).click();
    await elsewhere.getByLabel(/^Email/).fill(email);
    await consent(elsewhere).check();
    await button(elsewhere, 'Pagar 1,99 €').click();
    await expect(elsewhere.getByText(/^Ya has comprado con este email/)).toBeVisible();

    await page.goto('/profile/seguridad');
    await expect(page.getByText('Tu cuenta todavía no tiene contraseña.')).toBeVisible();
    await expect(button(page, 'Enviarme un enlace para elegir contraseña')).toBeVisible();
    await expectAccessible(page);
    const receipt = await readMail(page, email, /Tu recibo/);
    const opened = page.waitForEvent('popup');
    await receipt.getByRole('link', { name: 'Elegir una contraseña' }).click();
    const choose = await opened;
    await choose.getByLabel(/^Nueva contraseña/).fill(password);
    await choose.getByLabel(/^Repite la nueva contraseña/).fill(password);
    await button(choose, 'Restablecer Contraseña').click();
    await expect(choose.getByText(/^Contraseña actualizada con éxito/)).toBeVisible();

    await elsewhere.getByRole('link', { name: 'Inicia sesión' }).first().click();
    await logIn(elsewhere, email);
    // The match is already paid, so there is no second charge.
    await expect(elsewhere.getByText('Ya has pagado por este producto')).toBeVisible();
    await elsewhere.goto(`${addresses.web}${path}`);
    await expectPlaying(elsewhere);
    await elsewhere.context().close();
  });

  test('[A-SUB-6][A-SUB-7][A-SUB-8][A-SUB-10][A-SUB-13][A-PAY-4][A-PAY-19][H-BUY-3] takes a new user from the plans to the season, past a declined card @ci', async ({
    page,
  }) => {
    const email = newAddress();
    const { path } = await createMatchWithRecording(14);
    await page.goto(path);
    await page.getByRole('link', { name: 'Suscribirme' }).click();
    const step = page.locator('[aria-current=step]');
    await expect(step).toHaveText('1. Tus datos');
    await fillBasics(page, email);
    await expect(step).toHaveText('2. Contacto');
    await fillContact(page);
    await button(page, 'Atrás').click();
    await expect(page.getByLabel('Nombre')).toHaveValue('Marta');
    await button(page, 'Continuar').click();
    await expect(page.getByLabel('DNI, NIE o CIF')).toHaveValue('12345678Z');
    await button(page, 'Continuar').click();
    await expect(step).toHaveText('3. Seguridad');
    await fillSecurity(page);
    await expectAccessible(page);
    await button(page, 'Ir al pago').click();
    await expect(page.getByText('Cuenta creada con éxito. Ya puedes iniciar sesión.')).toBeVisible();
    await logIn(page, email);

    await confirmOrder(page);
    await expect(page).toHaveURL(/\/pay\/cs_/);
    await expect(page.getByText(/^6,99\s€ al mes$/)).toBeVisible();
    await button(page, 'Pagar con una tarjeta rechazada').click();
    await expect(alert(page)).toHaveText('Tu tarjeta ha sido rechazada. Prueba con otra.');
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Elige una de las siguientes opciones' })).toBeVisible();
    // The page continues with the open payment.
    await page.getByRole('link', { name: 'Suscribirme' }).click();
    await confirmOrder(page);
    await expect(page).toHaveURL(/\/pay\/cs_/);
    await button(page, 'Pagar').click();
    await expectPlaying(page);
    await expect(page).toHaveURL(path);

    await page.goto('/profile');
    await expect(page.getByRole('region', { name: 'Suscripción' })).toContainText('Tarjeta');
    await page.goto('/profile/pagos');
    const payments = page.getByRole('region', { name: 'Pagos y recibos' });
    await expect(payments.getByText(/Rechazado/)).toBeVisible();
    await expect(payments.getByText(/Pagado/)).toBeVisible();
    // A second payment is refused before any charge.
    await page.goto('/creando-pago?productType=PT_MONTHLY');
    await expect(page.getByText('Ya has pagado por este producto')).toBeVisible();

    await page.goto('/profile');
    await button(page, 'Gestionar la suscripción').click();
    await button(page, 'Cancelar la suscripción').click();
    await page.getByRole('link', { name: 'Volver a Cantera TV' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText(/^Has cancelado\. Lo verás todo hasta el \d+ de \w+\.$/)).toBeVisible({
      timeout: 5_000,
    });
    await page.goto(path);
    await expectPlaying(page);

    await page.goto('/profile');
    await button(page, 'Volver a suscribirme').click();
    await button(page, 'Renovar la suscripción').click();
    // Going back during the navigation would fail.
    await expect(button(page, 'Cancelar la suscripción')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText(/^Se renueva el /)).toBeVisible({ timeout: 5_000 });
  });
});
