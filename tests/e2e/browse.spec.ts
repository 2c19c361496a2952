import { createPerson, createPlayedMatch, createVodClip, vods } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { desktop, phone } from './support/screens.ts';
import { readStableBox, waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

test(
  '[V-LAND-1][V-LAND-2][V-LAND-4][E-PAY-1] starts the landing page on a phone with button, price and crests, and loads its form on demand',
  nightly,
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/');
    const main = page.getByRole('main');
    for (const first of [
      main.getByRole('link', { name: 'Elige cómo verlo' }),
      main.getByText('6,99').first(),
      main.getByRole('region', { name: 'Los clubes' }).getByRole('link').first(),
    ])
      await expect(first).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('region', { name: 'Lo último' }).getByRole('link').nth(1)).toBeAttached();
    await waitForStableLayout(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3700);
    await expectAccessible(page);

    await expect(main.getByLabel(/^Nombre/)).toHaveCount(0);
    await main.getByRole('link', { name: 'Escríbenos' }).press('Enter');
    const name = main.getByLabel(/^Nombre/);
    await expect(name).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(name).toBeFocused();
  },
);

test('loads neither player, forms nor back office on the home page', nightly, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (call) => call.resourceType() === 'script' && scripts.push(new URL(call.url()).pathname));
  await page.goto('/home');
  const content = page.getByRole('region', { name: 'Contenido' });
  await content.scrollIntoViewIfNeeded();
  await expect(content.getByRole('listitem')).toHaveCount(5);
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((path) => /back-office|forms|picker|player/.test(path))).toEqual([]);
});

test('[V-LIST-1][V-EVENT-4][D-CLIP-2][D-MATCH-1][V-MOM-1] shows in a sport list that a match has clips; goes from them to its data, and its video with moments', async ({
  page,
  device,
}) => {
  const match = await createPlayedMatch({ title: 'El derbi del barranco' });
  const [home = '', away = ''] = match.clubIds;
  const goal = await createVodClip(match.vodId, { clubId: home, title: 'Golazo desde la frontal', start: 4 });
  await createVodClip(match.vodId, { clubId: away, title: 'Parada a bocajarro', start: 2 });
  await vods.change(match.vodId, (vod) => ({ ...vod, title: 'El derbi del barranco' }));
  await page.goto('/futbol?search=barranco');
  await expect(page.getByRole('link', { name: 'El derbi del barranco' })).toContainText('Clips');
  await page.goto(`${match.path}?ver=clips`);
  const clips = page.getByRole('region', { name: 'Clips' });
  // The clips are in the order of the match.
  await expect(clips.getByRole('heading', { level: 3 })).toHaveText(['Parada a bocajarro', 'Golazo desde la frontal']);
  await expect(page.getByRole('heading', { level: 1 }).getByText('Resultado:')).toBeAttached();
  await expectAccessible(page);
  await clips.getByRole('link', { name: /Golazo/ }).click();
  await expect(page).toHaveURL(`/clip/${goal}`);
  await page.goBack();
  await expect(clips.getByRole('link', { name: /Golazo/ })).toBeVisible();

  const choices = page.getByRole('group', { name: 'Qué ver' });
  await choices.getByRole('radio', { name: 'Clips' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${match.path}?ver=datos`);
  await expect(choices.getByRole('radio', { name: 'Datos' })).toBeFocused();
  const data = page.getByRole('region', { name: 'Datos' });
  await expect(data.getByText('Campo Municipal La Rambla')).toBeVisible();
  await expect(data.getByText(/^Gol \d–\d/)).toHaveCount(4);
  await expectAccessible(page);

  // Content known from the link does not move when the rest loads.
  const subscriber = await device(await createPerson('REGULAR_SUBSCRIBER'));
  await subscriber.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          Object.assign(globalThis, { shifts: (globalThis as unknown as Shifts).shifts + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await subscriber.goto(`${match.path}?ver=clips`);
  await expect(subscriber.getByRole('link', { name: /Golazo/ })).toBeVisible();
  await expect(subscriber.getByRole('radio', { name: 'Video', exact: true })).toBeVisible();
  expect(await subscriber.evaluate(() => (globalThis as unknown as Shifts).shifts)).toBeLessThan(0.1);
  await subscriber.getByText('Video', { exact: true }).click();
  await expectPlaying(subscriber);
  const beside = subscriber.getByRole('region', { name: 'Momentos' });
  await expect(beside.getByRole('button', { name: /Paradón de Nerea/ })).toBeVisible();
  const [picture, moments] = await Promise.all([readStableBox(subscriber.locator('video')), readStableBox(beside)]);
  expect(moments.x).toBeGreaterThan(picture.x + picture.width);
  // Opening its data does not stop playback.
  await subscriber.getByText('Datos', { exact: true }).click();
  await expect(subscriber.getByRole('region', { name: 'Datos' })).toBeVisible();
  await expectPlaying(subscriber);
});

interface Shifts {
  shifts: number;
}

test('[V-EVENT-1] the page of a match reserves its height and does not shift', nightly, async ({ device }) => {
  const match = await createPlayedMatch();
  for (const [role, look] of [
    [undefined, 'header'],
    ['REGULAR_SUBSCRIBER', 'picture'],
  ] as const) {
    const page = await device(role && (await createPerson(role)));
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/sportevents/**', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(match.path);
      const skeleton = page.getByRole('main').getByRole('status').filter({ hasText: 'Cargando' });
      const kept = await readStableBox(skeleton.locator('.bg-raised').first());
      answer();
      const shown =
        look === 'header'
          ? page.getByRole('main').locator('div[data-theme="stage"]').first()
          : page.locator('.player-box').first();
      await expect(shown).toBeVisible();
      expect(await readStableBox(shown), `${look}, ${viewport.width} px`).toEqual(kept);
      await page.unroute('**/api/sportevents/**');
    }
  }
});
