/** 'Quitar unos segundos' by keyboard: playback skips the range and shows a notice, until it is restored. */
import { clubId, createRecording } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { phone } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, test } from './support/test.ts';

test('[F-TAKE-2] withdraws seconds of a video by keyboard, plays past them, and restores them @ci', async ({
  page,
  logInAs,
}) => {
  const id = await createRecording(clubId(0), 'Partido con un plano que sobra');
  await logInAs('ADMIN');
  await page.goto(`/vods/${id}`);
  await expectPlaying(page);
  const video = page.locator('video');
  const readDuration = () => video.evaluate(({ duration }: HTMLVideoElement) => duration);
  const whole = await readDuration();
  // The film of 14 s must not end meanwhile.
  await video.evaluate((element: HTMLVideoElement) => element.pause());

  const panel = page.getByRole('region', { name: 'Segundos retirados' });
  await panel.getByRole('button', { name: 'Quitar unos segundos' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quitar unos segundos' });
  const start = dialog.getByRole('slider', { name: 'Inicio de lo que se quita' });
  const end = dialog.getByRole('slider', { name: 'Final de lo que se quita' });
  // Each press moves half a second. The end moves first, because the start cannot pass it.
  await end.press('Home');
  for (let press = 0; press < 14; press += 1) await end.press('ArrowRight');
  await start.press('Home');
  for (let press = 0; press < 10; press += 1) await start.press('ArrowRight');
  await expect(start).toHaveAttribute('aria-valuetext', '0:05');
  await waitForStableLayout(page);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Quitar 0:0\d$/ }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('list', { name: 'Segundos retirados' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);

  // A later visit loads only the remaining seconds, and plays past the gap without a pause.
  await page.reload();
  await expectPlaying(page);
  await expect.poll(readDuration).toBeLessThan(whole - 3);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 3;
  });
  await expect(page.getByText('Retirado', { exact: true })).toBeVisible();
  await expectPlaying(page);

  await panel.getByRole('button', { name: /^Deshacer: de / }).press('Enter');
  await expect(panel.getByText('Si alguien no debe salir')).toBeVisible();
  await page.reload();
  await expectPlaying(page);
  await expect.poll(readDuration).toBeGreaterThan(whole - 0.5);
});
