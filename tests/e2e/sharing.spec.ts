/** Pages for crawlers, messengers and browsers without scripts, and the app that starts from them. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { addresses, clubId, contentVideos, createEvent, createRecording, vods } from './support/platform.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    '[E-SHARE-1] has metadata with a picture on every kind of page; missing ones answer 404',
    nightly,
    async ({ page, request }) => {
      const match = await createEvent();
      const vod = await createRecording(clubId(0), 'Para quien no ejecuta nada');
      const content = (await contentVideos.get(toSeedId('N', 0)))!;
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
    },
  );
});

test(
  '[E-SHARE-2] downloads the upright picture of a shared match; a hidden match offers none',
  nightly,
  async ({ page, logInAs }) => {
    await logInAs('ADMIN');
    const match = await createEvent({ title: 'Final: ida' });
    await page.goto(`/evento/${match.id}`);
    await page.getByRole('button', { name: 'Compartir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compartir' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Descargar imagen' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Final ida.jpg');
    expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({ width: 1080, height: 1350 });
    await expect
      .poll(() => dialog.getByRole('presentation').evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBe(1080);
    await expectAccessible(page);

    const hidden = await createRecording(clubId(0), 'Sin publicar');
    await vods.change(hidden, (vod) => ({ ...vod, visible: false }));
    await page.goto(`/vods/${hidden}`);
    await page.getByRole('button', { name: 'Compartir' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Enlace' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Imagen para redes' })).toHaveCount(0);
  },
);
