/** An ad before a recording, with real playback: countdown, skipping, once per view. */
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { createAd, createClub, vods } from './support/platform.ts';
import { expectPlaying, openAtAd } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

const path = `/vods/${toSeedId('V', 17)}`;
const title = 'Ferretería El Tornillo';

test(
  '[A-GEN-2][V-AD-1][V-AD-2][E-PLAYER-2] counts an ad down, skips it after 5 s, and does not repeat it while the match is watched',
  nightly,
  async ({ page, logInAs }) => {
    const clubId = await createClub('CD Patrocinado');
    await createAd(clubId, title);
    await vods.change(toSeedId('V', 17), (vod) => ({ ...vod, clubIds: [clubId] }));
    await logInAs('REGULAR_SUBSCRIBER');
    const ad = await openAtAd(page, path, title);
    await expectPlaying(page);
    await expect(ad.getByText(/Anuncio · \d+ s/)).toBeVisible();
    await expect(ad.getByText(/Podrás saltarlo en [1-5] s/)).toBeVisible();
    const skip = ad.getByRole('button', { name: 'Saltar anuncio' });
    await expect(skip).toHaveCount(0);
    // E-PLAYER-2: the player's keys do not skip an ad.
    for (const key of ['End', 'l', '9', 'ArrowRight', 'Space']) await page.keyboard.press(key);
    expect(
      await page.locator('video').evaluate(({ currentTime, paused }: HTMLVideoElement) => currentTime < 5 && !paused),
    ).toBe(true);
    await skip.waitFor();
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(4.5);
    await skip.click();
    await expect(ad).toHaveCount(0);
    await expect(page.locator('media-controller')).toBeVisible();
    await expectPlaying(page);
    // A reload continues the same view.
    await page.reload();
    await expect(page.locator('media-controller')).toBeVisible();
    await expect(ad).toHaveCount(0);
    await expectPlaying(page);
  },
);
