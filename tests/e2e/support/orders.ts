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
  await page.goto(`/creando-pago?${new URLSearchParams({ productType, redirectUrl: '/home', ...of })}`);
  await consent(page).check();
  await expectAccessible(page);
  await button(page, 'Ir al pago').click();
  await expect(page).toHaveURL(/\/pay\/cs_/);
}

/** Waits for the email of the receipt. */
export async function readNumber(email: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { text: string }[];
    found = mails.map(({ text }) => /Número de recibo: (\S+)\./.exec(text)?.[1]).find(Boolean);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? '';
}
