/** The stall of a viewer with a bad network, from the real player to the page that staff read. */
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { QualityReport } from '../../shared/domain/quality-report.ts';
import { minViewers, toSums } from '../../shared/domain/quality-sums.ts';
import { createPerson } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

// The store needs the environment that platform.ts reads.
const { addToHour } = await import('../../functions/viewing/quality/store.ts');

const id = toSeedId('V', 23);
/** Longer than a segment plays. */
const delayMs = 7_000;

test(
  'shows a stall by a slow network in the quality figures of the recording',
  nightly,
  async ({ page, logInAs, device }) => {
    for (let viewer = 1; viewer < minViewers; viewer += 1) {
      const report = QualityReport.parse({ token: '', sid: '0'.repeat(32), sn: 1, isNewViewer: true, msd: 900 });
      await addToHour(`vods/${id}`, Date.now(), toSums(report), Date.now());
    }
    const loaded = new Set<string>();
    await page.route(/\.ts(\?|$)/, async (route) => {
      loaded.add(new URL(route.request().url()).pathname);
      if (loaded.size > 1) await new Promise((resume) => setTimeout(resume, delayMs));
      await route.continue().catch(() => undefined);
    });
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${id}`);
    await expectPlaying(page);
    const hasStalled = page.locator('video').evaluate(
      (video: HTMLVideoElement) =>
        new Promise<void>((resolve) => {
          video.addEventListener('waiting', () => video.addEventListener('playing', () => resolve(), { once: true }));
        }),
    );
    await hasStalled;
    // The last heartbeat includes the measurements.
    await page.goto('/clubes');

    const office = await device(await createPerson('ADMIN'));
    await expect
      .poll(async () => {
        await office.goto(`/calidad/videos/${id}`);
        return office.getByRole('row').nth(1).textContent();
      })
      .toMatch(/5/);
    await expect(office.getByText(/^El [1-9].* del tiempo, cargando/)).toBeVisible();
  },
);
