/**
 * While a match is live, no text or crest lies over another, no pill wraps, and the bottom bar keeps one row: on a phone,
 * a computer and a television, and with text of twice the size.
 */
import { ulid } from 'ulid';
import { goLive, type Live, logActions } from './support/live.ts';
import { readGeometry } from './support/overlaps.ts';
import { createClub } from './support/platform.ts';
import { desktop, phone, setTextSize } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, test } from './support/test.ts';

const television = { width: 1920, height: 1080 };
const devices = {
  phone: { viewport: phone, hasTouch: true, isMobile: true },
  desktop: { viewport: desktop },
  television: { viewport: television, hasTouch: true, isMobile: true },
};

const run = ulid().slice(-6).toLowerCase();
const names = [`CD Encaje ${run}`, `Unión Deportiva Sin Solapes ${run}`];
let live: Live;
/** Names and paths of the pages; `shown` is a text that appears last. */
let pages: [what: string, path: string, shown?: string][];

test.beforeAll(async () => {
  const [homeClubId, awayClubId] = await Promise.all(names.map((name) => createClub(name)));
  const sides = { homeClubId, awayClubId, clubIds: [homeClubId ?? '', awayClubId ?? ''] };
  const title = names.join(' – ');
  live = await goLive('encaje', { ...sides, title, category: 'alevin', competition: 'Liga del Encaje' });
  await logActions(
    live.eventId,
    { kind: 'PERIOD_START', at: Date.now() - 60_000 },
    { kind: 'GOAL', side: 'HOME', at: Date.now() - 30_000 },
  );
  pages = [
    ['home', '/home', 'DIRECTO'],
    ['search', `/buscar?texto=${encodeURIComponent(names[0] ?? '')}`, run],
    ['search among other days', '/buscar?texto=norte', 'Últimos'],
    ['list', '/futbol', run],
    ['list of today', `/futbol?cuando=hoy&search=${encodeURIComponent(names[0] ?? '')}`, run],
    ['list of results', '/futbol?cuando=resultados'],
    ['calendar', '/calendario'],
    ['club', `/club/${homeClubId}`, run],
    ['club of today', `/club/${homeClubId}?cuando=hoy`, run],
  ];
});

test.afterAll(() => live.stop());

for (const [name, device] of Object.entries(devices)) {
  test.describe(name, () => {
    test.use(device);

    test(`keeps texts, crests and pills apart while a match is live, on a ${name} @ci`, async ({ page }) => {
      for (const [what, path, shown] of pages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
        if (shown) await page.getByRole('main').getByText(shown).first().waitFor();
        for (const percent of [100, 200]) {
          if (percent !== 100) await setTextSize(page, percent);
          await waitForStableLayout(page);
          expect.soft(await readGeometry(page), `${what}, text of ${percent} %`).toEqual({ overlaps: [], wrapped: [] });
          const bar = page.getByRole('navigation', { name: 'Accesos directos' }).getByRole('link');
          const tops = await bar.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
          expect.soft(new Set(tops).size, `rows of the bottom bar, text of ${percent} %`).toBeLessThanOrEqual(1);
        }
      }
    });
  });
}
