/** Takes the pictures of orders from one seller, as the child of order.ts; its message is their titles. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { readLocalConfig } from '../../../infra/local/config.ts';
import { toSeedId } from '../../../infra/local/seed/steps.ts';
import type { ProductType } from '../../../shared/domain/plans.ts';
import { launchChromium } from '../../support/browser.ts';
import { expect } from '../support/expect.ts';
import startTestPlatform from '../support/global-platform.ts';
import type { Person } from '../support/platform.ts';
import { expectPlaying } from '../support/player.ts';
import { decodePictures, waitForStableLayout } from '../support/stable-layout.ts';
import { folder, nameFile, sizes } from './order-files.ts';

const code = 'BIENVENIDA';
const { seller = 'own' } = readLocalConfig();

/** Titles of the pictures, in the order in which they are taken. */
const titles: string[] = [];
const stop = await startTestPlatform();
// These modules are imported after the environment is set, because they read it on import.
const { addresses, clubId, createMatchWithRecording, createPerson, vods } = await import('../support/platform.ts');
const { button, consent, goToPayment, toOrder, waitForMail } = await import('../support/orders.ts');
const { refuseCookies, storeSession } = await import('../support/test.ts');
const { mailIssuedInvoices } = await import('../../../functions/jobs/invoices.ts');
const { reconcilePayments } = await import('../../../functions/jobs/payments.ts');
const { createPromotionCode } = await import('../../../functions/money/plans/change-codes.ts');
const browser = await launchChromium();
try {
  const request = {
    id: ulid(),
    code,
    unit: 'PERCENT',
    off: 20,
    product: 'PT_SEASON',
    until: null,
    uses: null,
  } as const;
  await createPromotionCode(request, Date.now());
  // The very first run emails no invoice.
  await mailIssuedInvoices();
  const recording = (await vods.get(toSeedId('V', 13)))!;
  const { path } = await createMatchWithRecording(13, { title: recording.title, clubIds: recording.clubIds });
  for (const size of sizes) {
    const camera = createCamera(size);
    await photographMatch(camera, path);
    if (seller === 'own') await photographSeason(camera);
    await photographPlans(camera);
  }
} finally {
  await browser.close();
  await stop();
}
process.send?.(titles);

type Camera = ReturnType<typeof createCamera>;

function createCamera(viewport: { width: number; height: number }) {
  let taken = 0;
  return {
    open: async (who?: Person): Promise<Page> => {
      const options = { locale: 'es-ES', timezoneId: 'Europe/Madrid', viewport, baseURL: addresses.web };
      const context = await browser.newContext(options);
      await refuseCookies(context);
      if (who) await storeSession(context, who);
      return context.newPage();
    },
    /** `isWhole`: the page with what is below its first screen. */
    take: async (page: Page, title: string, isWhole = true): Promise<void> => {
      await waitUntilIdle(page);
      await decodePictures(page);
      // A screen as tall as the page has its bar at the end, where it covers nothing.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (isWhole) await page.setViewportSize({ ...viewport, height });
      await waitForStableLayout(page);
      const picture = await page.screenshot({ fullPage: isWhole, animations: 'disabled' });
      await page.setViewportSize(viewport);
      titles[taken] = title;
      taken += 1;
      await sharp(picture)
        .webp({ quality: 60 })
        .toFile(join(folder, nameFile(seller, taken, viewport.width)));
    },
    nameAddress: (name: string) => `${name}-${viewport.width}@cantera.test`,
  };
}

/** A visitor buys one match by Bizum, which the provider does not accept where it is the seller. */
async function photographMatch({ open, take, nameAddress }: Camera, path: string): Promise<void> {
  const email = nameAddress('familia');
  const page = await open();
  await page.goto(path);
  await take(page, 'The paywall of a match');
  await page
    .getByRole('link', { name: /^Ver por 1,99/ })
    .first()
    .click();
  await page.getByLabel(/^Email/).fill(email);
  // The sheet scrolls within the screen; the picture shows all of it.
  await page.addStyleTag({ content: 'dialog { max-height: none !important }' });
  await take(page, 'The order of a match, with its box', false);
  await page.getByRole('checkbox', { name: /^Quiero verlo ya/ }).check();
  await button(page, 'Pagar 1,99 €').click();
  await expect(page).toHaveURL(/\/pay\/cs_/);
  if (seller === 'own') await page.getByLabel('Teléfono').fill('612 34 56 78');
  await take(page, 'The payment page of a match, as emulated');
  await button(page, seller === 'own' ? 'Pagar con Bizum' : 'Pagar').click();
  if (seller === 'own') await button(page, 'Confirmar').click();
  await expectPlaying(page);
  await take(page, 'After paying for a match', false);
  await readMail(page, email, /recibo/i);
  await take(page, 'The email after paying for a match');
  if (seller === 'own') {
    await reconcilePayments();
    await mailIssuedInvoices();
    await readMail(page, email, /^Tu factura/);
    await take(page, 'The email with the invoice of a match, minutes later');
  }
  await page.context().close();
}

/** A viewer with an account buys the season with a code, and withdraws. */
async function photographSeason({ open, take, nameAddress }: Camera): Promise<void> {
  const buyer = await createPerson('REGULAR_BASIC', { name: 'Lucía', email: nameAddress('lucia') });
  const page = await open(buyer);
  await openOrder(page, 'PT_SEASON');
  await take(page, 'The order of the season');
  await goToPayment(page);
  await page.getByLabel('Código promocional').fill(code);
  await button(page, 'Aplicar').click();
  await take(page, 'The payment page of the season, with a code, as emulated');
  await button(page, 'Pagar').click();
  await expect(page.getByText(/^El pago ha sido procesado/)).toBeVisible();
  await take(page, 'After paying for the season', false);
  const text = await readMail(page, buyer.user.email, /recibo/i);
  await take(page, 'The email after paying for the season, with a code');
  await page.goto('/profile/pagos');
  await page.getByText(/Con código/).waitFor();
  await take(page, 'The account: payments, orders and consents');

  await page.goto('/desistir');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(buyer.user.email);
  await page.getByLabel(/^Número de recibo/).fill(/Número de recibo: (\S+)\./.exec(text)?.[1] ?? '');
  await take(page, 'Withdrawal, its first step');
  await button(page, 'Continuar').click();
  const confirm = button(page, 'Confirmar el desistimiento');
  await confirm.waitFor();
  await take(page, 'Withdrawal, its second step');
  await confirm.click();
  await page.getByText(/^Has desistido el /).waitFor();
  await take(page, 'Withdrawal, done');
  await readMail(page, buyer.user.email, /desist/i);
  await take(page, 'The email that confirms a withdrawal');
  await page.context().close();
}

/** The other plans; the month up to its email and its place in the account. */
async function photographPlans({ open, take, nameAddress }: Camera): Promise<void> {
  const buyer = await createPerson('REGULAR_BASIC', { name: 'Marta', email: nameAddress('marta') });
  const page = await open(buyer);
  await openOrder(page, 'PT_CLUB_PASS', { clubId: clubId(0) });
  await take(page, 'The order of the pass of a club');
  await openOrder(page, 'PT_FAMILY');
  await take(page, 'The order of the family plan');
  await openOrder(page, 'PT_MONTHLY');
  await take(page, 'The order of a month');
  await goToPayment(page);
  await take(page, 'The payment page of a month, as emulated');
  await button(page, 'Pagar').click();
  await expect(page.getByText(/^El pago ha sido procesado/)).toBeVisible();
  await readMail(page, buyer.user.email, /recibo/i);
  await take(page, 'The email after paying for a month');
  await page.goto('/profile');
  await take(page, 'The account: plan and renewal');
  await page.context().close();
}

/** Waits until nothing loads any more, or only endless requests. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

async function openOrder(page: Page, product: ProductType, more = {}): Promise<void> {
  await page.goto(toOrder(product, more));
  await consent(page).waitFor();
}

/** Opens an email as a mail program shows it; returns its text. */
async function readMail(page: Page, to: string, subject: RegExp): Promise<string> {
  const mail = await waitForMail(to, (one) => subject.test(one.subject));
  await page.goto(`${addresses.mail}/messages/${mail.id}/html`);
  return mail.text;
}
