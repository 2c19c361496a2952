/** Permanent navigation: the bar at the bottom on phones, and 'Mi equipo' on the home page. */
import type { Page } from '@playwright/test';
import { clubId, createPerson, createRecording } from './support/platform.ts';
import { desktop, phone } from './support/screens.ts';
import { readStableBox, waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Accesos directos' });

test('[E-HOME-2] the bar links to five places on a phone and marks the current one @ci', async ({ page, logInAs }) => {
  await logInAs('REGULAR_BASIC');
  await page.setViewportSize(phone);
  await page.goto('/futbol');
  for (const [name, path] of [
    ['Inicio', '/home'],
    ['Calendario', '/calendario'],
    ['Mi equipo', '/mi-equipo'],
    ['Perfil', '/profile'],
    ['Partidos', '/futbol'],
  ] as const) {
    const link = bar(page).getByRole('link', { name });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(bar(page).locator('[aria-current]')).toHaveCount(1);
    const box = await readStableBox(link);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48);
  }
  await page.getByRole('navigation', { name: 'Deportes' }).getByRole('link', { name: 'Baloncesto' }).click();
  await expect(bar(page).getByRole('link', { name: 'Partidos' })).toHaveAttribute('aria-current', 'true');
  await waitForStableLayout(page);
  await expectAccessible(page);
});

test(
  '[E-HOME-2] the bar separates its labels within the reserved space at twice the text size',
  nightly,
  async ({ page, logInAs }) => {
    await logInAs('REGULAR_BASIC');
    await page.setViewportSize(phone);
    await page.goto('/aviso-legal');
    await page.addStyleTag({ content: ':root{font-size:200%}' });
    const { links, names, height, kept } = await bar(page).evaluate((nav) => {
      const links = [...nav.querySelectorAll('a')];
      const names = links.map((link) => {
        const text = document.createRange();
        text.selectNodeContents(link.lastChild!);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { left, right, top, bottom };
      });
      const kept = Number.parseFloat(getComputedStyle(nav.parentElement!).paddingBottom);
      return { links: links.length, names, height: nav.getBoundingClientRect().height, kept };
    });
    expect(links).toBe(5);
    for (const [index, one] of names.entries()) {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(phone.width);
      for (const other of names.slice(index + 1))
        expect(one.right <= other.left || other.right <= one.left || one.bottom <= other.top).toBe(true);
    }
    expect(height).toBeLessThanOrEqual(kept);
  },
);

test('[E-HOME-1] the home page reserves the height of the question about the favourite club @ci', async ({
  page,
  logInAs,
}) => {
  await logInAs('REGULAR_BASIC');
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await page.goto('/home');
    const refuse = page.getByRole('button', { name: 'No tengo club' });
    await expect(refuse).toBeVisible();
    await waitForStableLayout(page);
    const [last, next] = await Promise.all([
      readStableBox(refuse),
      readStableBox(page.getByRole('heading', { name: 'Partidos' })),
    ]);
    // The gap of 40 px between two parts of the page appears with the question.
    const empty = next.y - (last.y + last.height) - 40;
    expect(empty, `${viewport.width} px`).toBeGreaterThanOrEqual(0);
    expect(empty, `${viewport.width} px`).toBeLessThanOrEqual(40);
  }
});

test(
  '[E-HOME-2] the bar covers neither the end of the page nor the cookie banner',
  nightly,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, viewport: phone });
    const page = await context.newPage();
    await page.goto('/aviso-legal');
    const top = async () => (await readStableBox(bar(page))).y;
    await expect(bar(page)).toBeVisible();
    const banner = page.getByRole('region', { name: 'Cookies' });
    await expect(banner).toBeVisible();
    const { y, height } = await readStableBox(banner);
    expect(y + height).toBeLessThanOrEqual(await top());
    await banner.getByRole('button', { name: 'Rechazar' }).click();
    const end = page.getByText('Hecho para los clubes de aquí.');
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const box = await readStableBox(end);
        return box.y + box.height - (await top());
      })
      .toBeLessThanOrEqual(0);
    await context.close();
  },
);

test(
  '[E-HOME-2] the bar is absent from multi-step forms, other sizes and the back office',
  nightly,
  async ({ page, device }) => {
    await page.setViewportSize(phone);
    for (const path of ['/signup', '/subscription']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(bar(page)).toHaveCount(0);
    }
    await page.goto('/futbol');
    await expect(bar(page)).toBeVisible();
    await page.setViewportSize({ width: phone.height, height: phone.width });
    await expect(bar(page)).toHaveCount(0);
    await page.setViewportSize(desktop);
    await expect(bar(page)).toHaveCount(0);

    const admin = await device(await createPerson('ADMIN'));
    await admin.setViewportSize(phone);
    await admin.goto('/calendario');
    await expect(bar(admin).getByRole('link', { name: 'Inicio' })).toBeVisible();
    await expect(bar(admin).getByRole('link', { name: 'Perfil' })).toHaveCount(0);
    await admin.goto('/vods/manage');
    await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar(admin)).toHaveCount(0);
  },
);

test('[V-HOME] the home page reserves the space of the first match and does not shift', nightly, async ({ page }) => {
  for (const viewport of [phone, { width: 768, height: 1024 }, { width: 844, height: 390 }, desktop]) {
    await page.setViewportSize(viewport);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/home');
    const hero = page.locator('[data-hero]');
    const kept = await readStableBox(hero);
    answer();
    await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
    const { y, height } = await readStableBox(hero);
    expect({ y, height }, `${viewport.width} px`).toEqual({ y: kept.y, height: kept.height });
    const inside = await hero.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(inside, `${viewport.width} px`).toBeLessThanOrEqual(0);
    await page.unroute('**/api/**');
  }
});

test('[E-HOME-2] a watch page leaves space above the footer on a phone', nightly, async ({ page, logInAs }) => {
  await logInAs('REGULAR_SUBSCRIBER');
  await page.setViewportSize(phone);
  await page.goto(`/vods/${await createRecording(clubId(0), 'Partido con aire')}`);
  await expect(page.getByRole('heading', { name: 'Clubes participantes' })).toBeVisible();
  await expect(page.locator('.player-frame')).toBeVisible();
  const end = await readStableBox(page.getByRole('main').locator('section').last());
  const footer = await readStableBox(page.getByRole('contentinfo'));
  expect(footer.y - end.y - end.height).toBeGreaterThanOrEqual(24);
});
