/** What a crawler, a messenger or a browser without scripts finds at an address, and that the app goes on from there. */
import { seedId } from '../../infra/local/seed/steps.ts';
import { addresses, clubId, contentVideos, event, recordingOf } from './support/platform.ts';
import { expect, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[E-SHARE-1] every kind of page says what it is, with a picture that is there; what is missing is 404', async ({
    page,
    request,
  }) => {
    const match = await event();
    const vod = await recordingOf(clubId(0), 'Para quien no ejecuta nada');
    const content = (await contentVideos.get(seedId('N', 0)))!;
    for (const path of [
      '/',
      '/futbol',
      '/calendario',
      `/club/${clubId(0)}`,
      `/evento/${match.id}`,
      `/vods/${vod}`,
      `/content/${content.categoryId}/videos/${content.id}`,
    ]) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', addresses.web + path);
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
      const shown = await request.get(picture ?? '');
      expect([picture, shown.status(), shown.headers()['content-type']]).toEqual([
        picture,
        200,
        expect.stringMatching(/^image/),
      ]);
      const data = await page.locator('script[type="application/ld+json"]').textContent();
      expect(JSON.parse(data ?? '')['@context']).toBe('https://schema.org');
    }
    for (const path of ['/no-hay-nada', `/evento/${vod}`]) expect((await page.goto(path))?.status()).toBe(404);
  });
});

test('[E-SHARE-1] the app takes the page over, and each page names itself', async ({ page }) => {
  const title = 'Partido con título propio';
  await page.goto(`/vods/${await recordingOf(clubId(0), title)}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Cantera TV`);
  await page.getByRole('banner').getByRole('link', { name: 'Clubes' }).first().click();
  await expect(page).toHaveTitle('Clubes · Cantera TV');
});
