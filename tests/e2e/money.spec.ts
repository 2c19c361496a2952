/** Money as buyers see it: a match by Bizum, and a season with a code. */
import type { Page } from '@playwright/test';
import Stripe from 'stripe';
import { stripeApiKey } from '../../infra/local/stripe/stripe.ts';
import { addresses, clubId, createMatchWithRecording, createPerson } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const payments = new URL(addresses.payments);
const stripe = new Stripe(stripeApiKey, { host: payments.hostname, port: payments.port, protocol: 'http' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const consent = (page: Page) => page.getByRole('checkbox', { name: /^Quiero (verlo|empezar) ya/ });

async function readNumber(email: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { text: string }[];
    found = mails.map(({ text }) => /Número de recibo: (\S+)\./.exec(text)?.[1]).find(Boolean);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? '';
}

/** Buys a plan from its place in the wizard to the payment page. */
async function orderPlan(page: Page, product: string): Promise<void> {
  await page.goto(`/creando-pago?productType=${product}&redirectUrl=%2Fhome`);
  await consent(page).check();
  await expectAccessible(page);
  await button(page, 'Ir al pago').click();
  await expect(page).toHaveURL(/\/pay\/cs_/);
}

test('[F-LAW-1][F-LAW-3][F-MONEY-3][F-MONEY-6] a match by Bizum plays, and a season with a code says both prices @ci', async ({
  page,
  device,
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

  await test.step('a fan buys the season with a code, and reads both prices', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const code = `E2E${Date.now()}`;
    await stripe.promotionCodes.create({ code, promotion: { type: 'coupon', coupon: coupon.id } });
    const fan = await createPerson('REGULAR_BASIC');
    const screen = await device(fan);
    await orderPlan(screen, 'PT_SEASON');
    await screen.getByLabel('Código promocional').fill(code);
    await button(screen, 'Aplicar').click();
    await expect(screen.getByText(/^24,50/)).toBeVisible();
    await button(screen, 'Pagar').click();
    await screen.goto(path);
    await expectPlaying(screen);
    await screen.goto('/profile/pagos');
    await expect(screen.getByText(/^Con código: 24,50\s€ menos\.$/)).toBeVisible();
    await expectAccessible(screen);
  });
});
