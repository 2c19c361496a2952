/** Fixtures of every spec: a page on the platform, logged-in users, further devices, axe. */
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { Role } from '../../../shared/contract/user.ts';
import { expect } from './expect.ts';
import { addresses, createPerson, type Person, toOwnData } from './platform.ts';

export { expect };

const { TEST_CLOCK_SHIFT: shift } = process.env;

/** Shifts the clock of a browser's page by milliseconds, as an initial script. */
export const createClockScript = (ms: number | string) => ({
  content: `{ const process = { env: { TEST_CLOCK_SHIFT: ${ms} } };
    ${readFileSync(new URL('../../support/clock.mjs', import.meta.url), 'utf8')} }`,
});

/** Tag of tests that run last, with the machine to themselves. */
export const alone = { tag: '@alone' };

/** Tag of tests that run in `npm run test:nightly` or when selected by words: variants of other tests, and real waits. */
export const nightly = { tag: '@nightly' };

interface Fixtures {
  logInAs: (role: Role, fields?: Parameters<typeof createPerson>[1]) => Promise<Person>;
  /** Another browser context, logged in if a person is given. */
  device: (who?: Person) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  // Shifts the clock in every context of this browser.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (shift) await context.addInitScript(createClockScript(shift));
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that it depends on nothing
  baseURL: async ({}, use) => {
    await use(addresses.web);
  },
  context: async ({ context }, use) => {
    await refuseCookies(context);
    await use(context);
    // Ignores route handlers pending at teardown.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  logInAs: async ({ context }, use) => {
    await use(async (role, fields) => {
      const who = await createPerson(role, fields);
      await storeSession(context, who);
      return who;
    });
  },
  device: async ({ browser, contextOptions, viewport, locale, timezoneId }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (who) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        locale,
        timezoneId,
        baseURL: addresses.web,
      });
      contexts.push(context);
      await refuseCookies(context);
      if (who) await storeSession(context, who);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Stores the session as the login does, instead of clicking. */
export async function storeSession(context: BrowserContext, { user, token }: Person): Promise<void> {
  const cookie = (name: string, value: unknown) => ({
    name,
    value: encodeURIComponent(JSON.stringify(value)),
    url: addresses.web,
    sameSite: 'Lax' as const,
  });
  await context.addCookies([
    cookie('cantera-session', { token, isLiveUser: user.role === 'ADMIN' }),
    ...(user.role === 'CLUB_STAFF' && user.clubId ? [cookie('cantera-club-staff', true)] : []),
  ]);
  await context.addInitScript(
    ([key, data]) => {
      if (document.cookie.includes('cantera-session=')) localStorage.setItem(key, data);
    },
    ['cantera:user', JSON.stringify(toOwnData(user))] as const,
  );
}

/** The banner covers a corner of the screen until it is answered. */
export async function refuseCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('cantera:cookies-accepted', 'false'));
}

/** The rules of WCAG 2.2 AA that axe can check. */
export async function expectAccessible(page: Page): Promise<void> {
  // Content under a sticky bar can be scrolled into view; axe would report it as too small.
  await page.addStyleTag({ content: '.sticky { position: static !important }' });
  // Legacy mode takes half the time, because it opens no page for results; only cross-origin frames need one.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target}\n  ${failureSummary}`).join('\n')}`,
  );
  expect(found, `on ${page.url()}`).toEqual([]);
}
