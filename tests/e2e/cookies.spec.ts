/**
 * The cookie banner, and page views: reported only with consent, each page once, under the strict content security
 * policy.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { createMatchWithRecording } from './support/platform.ts';
import { phone } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });

/**
 * Emulates gtag.js: takes the commands off the page's queue and reports page views with the address and title set last.
 * Returns the hosts requested, the views with path and title, and violations of the content security policy.
 */
async function playGoogle(context: BrowserContext) {
  const asked: string[] = [];
  const views: string[] = [];
  const refused: string[] = [];
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
  });
  await context.route(/googletagmanager\.com|google-analytics\.com/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.hostname);
    if (url.pathname === '/gtag/js') {
      return route.fulfill({ contentType: 'text/javascript', body: `(${gtagScript})(${JSON.stringify(url.search)})` });
    }
    views.push(`${new URL(url.searchParams.get('dl') ?? '').pathname} ${url.searchParams.get('dt')}`);
    expect(url.searchParams.get('tid')).toBe('G-E2ETESTS00');
    expect(url.searchParams.get('dl')).not.toMatch(/[?#]/);
    return route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } });
  });
  return { asked, views, refused };
}

/** Runs in the page. */
function gtagScript(search: string): void {
  const id = new URLSearchParams(search).get('id') ?? '';
  let place: Record<string, string> = {};
  const take = ([name, what, values]: [string, string | Record<string, string>, unknown]) => {
    if (name === 'set') place = { ...place, ...(what as Record<string, string>) };
    // biome-ignore lint/suspicious/noDocumentCookie: as that script does
    if (name === 'config') document.cookie = '_ga=GA1.1.1; Path=/';
    if (name !== 'event' || (window as unknown as Record<string, unknown>)[`ga-disable-${id}`]) return values;
    const query = new URLSearchParams({ tid: id, en: String(what), dl: place.page_location ?? '' });
    query.set('dt', place.page_title ?? '');
    void fetch(`https://region1.google-analytics.com/g/collect?${query}`, { method: 'POST', keepalive: true });
    return undefined;
  };
  const queue = window.dataLayer as [string, string, unknown][];
  for (const entry of queue) take([...entry] as never);
  queue.push = (entry) => {
    take([...entry] as never);
    return 0;
  };
}

test('[A-SHELL-16][A-GEN-12] loads nothing before a choice or after a refusal @ci', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: phone });
  const google = await playGoogle(context);
  const page = await context.newPage();
  await page.goto('/futbol');
  const [refuse, accept] = [
    banner(page).getByRole('button', { name: 'Rechazar' }),
    banner(page).getByRole('button', { name: 'Entendido' }),
  ];
  const looks = await Promise.all(
    [refuse, accept].map((button) =>
      button.evaluate((element) => {
        const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(element);
        const { width, height, y } = element.getBoundingClientRect();
        return { backgroundColor, color, fontSize, fontWeight, borderColor, width, height, y };
      }),
    ),
  );
  expect(looks[0]).toEqual(looks[1]);
  await expectAccessible(page);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await refuse.click();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Aviso legal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(google.asked).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  await context.close();
});

test(
  '[A-SHELL-16][E-SHARE-3] leaves no target half covered, wherever the page stands',
  nightly,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: phone });
    const page = await context.newPage();
    const { sportEvent } = await createMatchWithRecording(12, { state: 'FINISHED', competition: 'Liga' });
    await page.goto(`/evento/${sportEvent.id}`);
    await expect(banner(page)).toBeVisible();
    await waitForStableLayout(page);
    for (let top = 0; top < 64; top += 8) {
      await page.evaluate((y) => scrollTo(0, y), top);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules('target-size').analyze();
      const small = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      expect.soft(small, `scrolled by ${top} px`).toEqual([]);
    }
    await context.close();
  },
);

test(
  '[A-GEN-12] reports every page once with consent, until it is withdrawn',
  nightly,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL });
    const { views, refused } = await playGoogle(context);
    const page = await context.newPage();
    await page.goto('/clubes?search=secreto');
    await banner(page).getByRole('button', { name: 'Entendido' }).click();
    await expect.poll(() => views).toEqual(['/clubes Clubes · Cantera TV']);

    await page.getByRole('link', { name: 'Política de privacidad' }).click();
    await expect.poll(() => views.slice(1)).toEqual(['/privacidad Política de privacidad · Cantera TV']);
    await page.goBack();
    await expect.poll(() => views.slice(2)).toEqual(['/clubes Clubes · Cantera TV']);
    await page.goto('/login?redirectTo=/home');
    await expect.poll(() => views.slice(3)).toEqual(['/login Iniciar Sesión · Cantera TV']);

    await page.getByRole('link', { name: 'Política de cookies' }).click();
    await expect.poll(() => views.slice(4)).toEqual(['/cookies Política de cookies · Cantera TV']);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['_ga']);
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await expect(page.getByText('Has rechazado las cookies de medición.')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await page.getByRole('link', { name: 'Aviso legal' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Aceptar' }).click();
    await expect.poll(() => views.slice(5)).toEqual(['/cookies Política de cookies · Cantera TV']);
    expect(refused).toEqual([]);
    await context.close();
  },
);
