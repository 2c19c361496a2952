/** The share dialog with the upright picture of a match. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { clubId, createEvent, createRecording, vods } from './support/platform.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

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
