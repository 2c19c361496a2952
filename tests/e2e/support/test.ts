/** What every spec starts from: a page on the platform, people who are logged in already, other devices, axe. */
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Role } from '../../../shared/contract/accounts.ts';
import { addresses, ownData, type Person, person } from './platform.ts';

export { expect };

const { TEST_CLOCK_SHIFT: shift } = process.env;
const clockShift = shift && {
  content: `{ const process = { env: { TEST_CLOCK_SHIFT: ${shift} } };
    ${readFileSync(new URL('../../support/clock.mjs', import.meta.url), 'utf8')} }`,
};

/** Runs last, with the machine to itself. */
export const alone = { tag: '@alone' };

/** Runs in `npm run test:nightly`, and where its words are asked for: variants of journeys, and waits in real time. */
export const nightly = { tag: '@nightly' };

interface Fixtures {
  /** Somebody new of this role, logged in on this page. */
  logInAs: (role: Role, fields?: Parameters<typeof person>[1]) => Promise<Person>;
  /** Another browser of its own; with a person, their session in it. */
  device: (who?: Person) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  // Whoever opens one, its pages show the time of this run.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (clockShift) await context.addInitScript(clockShift);
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
    // What a page asks for at the end of its test, and a test would answer, nobody waits for.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  logInAs: async ({ context }, use) => {
    await use(async (role, fields) => {
      const who = await person(role, fields);
      await keepSession(context, who);
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
      if (who) await keepSession(context, who);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Writes the session as the login does, instead of clicking. */
export async function keepSession(context: BrowserContext, { user, token }: Person): Promise<void> {
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
    ['cantera:user', JSON.stringify(ownData(user))] as const,
  );
}

/** The banner covers a corner of the screen until somebody has chosen. */
export async function refuseCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('cantera:cookies-accepted', 'false'));
}

/** The rules of WCAG 2.2 AA that a machine can check. */
export async function expectAccessible(page: Page): Promise<void> {
  // What a sticky bar covers for the moment can be scrolled into sight; axe would call it too small.
  await page.addStyleTag({ content: '.sticky { position: static !important }' });
  // Without a page of axe's own for the results, which only frames of other sites would need: half the time.
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
