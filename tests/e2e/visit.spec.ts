/** One visit without an account: everything that the product has to offer to somebody who only came by. */
import { seedId } from '../../infra/local/seed/steps.ts';
import { teams } from '../../infra/local/seed/teams.ts';
import { Encoder } from './support/broadcast.ts';
import { addresses, clubId, contentVideos, person, recording, vods } from './support/platform.ts';
import { isPlaying } from './support/player.ts';
import { phone } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: phone });

let encoder: Encoder | undefined;
test.afterEach(async () => {
  await encoder?.drop();
});

test('[A-GEN-2] a visitor watches a live, a recording with its moments and an ad before it, and a content video, looks at clubs and calendar, and subscribes to the newsletter', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const admin = await person('ADMIN');
  const call = async (method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await page.request.fetch(`${addresses.api}${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const title = `Jornada abierta ${Date.now().toString(36)}`;
  const { id, path, sportEvent } = await recording(27, { isPublic: true, title, clubIds: [clubId(0)] });
  // The demo ad is for matches of the last club.
  await vods.change(id, (vod) => ({ ...vod, clubIds: [clubId(0), clubId(teams.length - 1)] }));
  await call('POST', '/live/moments', { vodId: id, clubId: clubId(0), timestampMs: 8000, label: 'Gol de falta' });

  await test.step('a recording, after its ad, from one of its moments on', async () => {
    await page.goto(path);
    const ad = page.getByRole('region', { name: /^Anuncio/ });
    await expect(ad).toBeVisible();
    await ad.getByRole('button', { name: 'Saltar anuncio' }).click();
    await isPlaying(page);
    await page.getByRole('button', { name: /Gol de falta/ }).click();
    const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(position).toBeGreaterThan(7.5);
  });

  await test.step('a content video', async () => {
    const video = seedId('N', 0);
    const { categoryId } = (await contentVideos.get(video))!;
    await page.goto(`/content/${categoryId}/videos/${video}`);
    await isPlaying(page);
  });

  await test.step('a live', async () => {
    const slug = `abierto-${Date.now().toString(36)}`;
    const camera = String((await call('POST', '/live/cameras', { slug })).id);
    await call('PATCH', `/live/cameras/${camera}`, { sportEventId: sportEvent.id, isTest: false });
    const { streamServer, streamAuthKey } = await call('GET', `/live/cameras/${camera}`);
    encoder = await Encoder.start(`${streamServer}/${streamAuthKey}`);
    await page.goto(`/live/${slug}`);
    await isPlaying(page, 30_000);
    await encoder.stop();
  });

  await test.step('clubs, calendar, newsletter', async () => {
    await page.goto('/clubes');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/club\/\w+/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/calendario');
    await expect(page.getByRole('heading', { level: 1, name: /Calendario|\d{4}/ }).first()).toBeVisible();
    const email = `visita-${Date.now()}@cantera.test`;
    await page.getByLabel('Las novedades, en tu correo').fill(email);
    await page.getByRole('button', { name: 'Suscribirme' }).click();
    await expect(page.getByText('Te has suscrito correctamente.')).toBeVisible();
    await page.goto(`${addresses.mail}/?to=${encodeURIComponent(email)}`);
    await expect(page.getByRole('link', { name: /Confirma tu suscripción al boletín/ })).toBeVisible();
  });
});
