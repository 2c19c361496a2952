/** Steps of a buyer: from an order's page to the provider's, and the number of its receipt. */
import type { Page } from '@playwright/test';
import type { ProductType } from '../../../shared/domain/plans.ts';
import { expect } from './expect.ts';
import { addresses } from './platform.ts';
import { expectAccessible } from './test.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const consent = (page: Page) => page.getByRole('checkbox', { name: /^Quiero (verlo|empezar) ya/ });

/** Orders from the product's place in the wizard; ends on the payment page. */
export async function openOrder(page: Page, productType: ProductType, of: Record<string, string> = {}): Promise<void> {
  await page.goto(toOrder(productType, of));
  await goToPayment(page);
}

export const toOrder = (productType: ProductType, of: Record<string, string> = {}): string =>
  `/creando-pago?${new URLSearchParams({ productType, redirectUrl: '/home', ...of })}`;

export async function goToPayment(page: Page): Promise<void> {
  await consent(page).check();
  await expectAccessible(page);
  await button(page, 'Ir al pago').click();
  await expect(page).toHaveURL(/\/pay\/cs_/);
}

interface Mail {
  id: string;
  subject: string;
  text: string;
}

/** Waits for an email. */
export async function waitForMail(to: string, isWanted: (mail: Mail) => boolean): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(to)}`);
    found = ((await answer.json()) as Mail[]).find(isWanted);
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found as Mail;
}

const findNumber = ({ text }: Pick<Mail, 'text'>) => /Número de recibo: (\S+)\./.exec(text)?.[1];

/** Waits for the email of the receipt. */
export const readNumber = async (email: string): Promise<string> =>
  findNumber(await waitForMail(email, (mail) => findNumber(mail) !== undefined)) ?? '';
