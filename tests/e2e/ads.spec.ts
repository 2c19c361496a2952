/** Ads before a recording, with real playback: countdown, skipping, once per view, and no delay if they fail. */
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { createAd, createClub, vods } from './support/platform.ts';
import { expectPlaying, openAtAd } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

const path = `/vods/${toSeedId('V', 17)}`;
const title = 'Ferretería El Tornillo';
let adId = '';

test.beforeAll(async () => {
  const clubId = await createClub('CD Patrocinado');
  adId = await createAd(clubId, title);
  await vods.change(toSeedId('V', 17), (vod) => ({ ...vod, clubIds: [clubId] }));
});

test.beforeEach(({ logInAs }) => logInAs('REGULAR_SUBSCRIBER').then(() => undefined));

test(
  '[A-GEN-2][V-AD-1][V-AD-2][E-PLAYER-2] counts an ad down, skips it after 5 s, and does not repeat it while the match is watched',
  nightly,
  async ({ page }) => {
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

test('[V-AD-2] starts the match when the ad ends', nightly, async ({ page }) => {
  await openAtAd(page, path, title);
  await expectPlaying(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5;
  });
  await expect(page.locator('media-controller')).toBeVisible();
  await expectPlaying(page);
});

const failures = {
  'is not there': { pattern: '**/advideos/**', status: 404 },
  'cannot be decoded': { pattern: '**/advideos/**/*.ts*', status: 200 },
  'is refused': { pattern: '**/api/ad_videos*', status: 500 },
};
for (const [what, { pattern, status }] of Object.entries(failures)) {
  test(`[V-AD-2] starts the match at once when the ad ${what}`, nightly, async ({ page }) => {
    await page.route(pattern, (route) => route.fulfill({ status, body: 'x'.repeat(1000) }));
    await page.goto(path);
    await expect(page.locator('media-controller')).toBeVisible();
    await expectPlaying(page);
  });
}

test('[V-AD-2] skips an ad that stalls for seconds', nightly, async ({ page }) => {
  await page.route(`**/advideos/${adId}/**/*.ts*`, () => undefined);
  await page.goto(path);
  await expect(page.locator('media-controller')).toBeVisible();
  await expectPlaying(page);
});
