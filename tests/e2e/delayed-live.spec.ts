/** A live watched from its recording, a minute late, with real video: wait, both deliveries, score and end. */
import type { Page } from '@playwright/test';
import { findDelayedDelivery } from '../../functions/viewing/playback/live-delivery.ts';
import type { Playback } from '../../shared/domain/playback-grant.ts';
import { goLive, logActions } from './support/live.ts';
import { addresses, clubId } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const sides = { clubIds: [clubId(0), clubId(1)], homeClubId: clubId(0), awayClubId: clubId(1) };
/** Milliseconds: the wait for the recording, two minutes of picture, and the end. */
const timeLimit = 300_000;
const board = (page: Page) => page.locator('.scoreboard');
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

interface Answer {
  data: { liveUser: { startedAt: string | null; playback: Playback } };
}

/** Answers as a stage with LIVE_DELIVERY=RECORDING does; the tests' platform runs without that setting. */
async function deliverByRecording(page: Page): Promise<void> {
  process.env.LIVE_DELIVERY = 'RECORDING';
  await page.route('**/liveusers/*', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as Answer;
    const { startedAt, playback } = json.data.liveUser;
    const { granted, reason, fromStartUrl } = playback;
    const about = { startedAt: startedAt ?? undefined, isRecorded: fromStartUrl !== undefined };
    const found = granted ? findDelayedDelivery({ granted, reason }, about, Date.now()) : 'none';
    if (found === 'waiting') playback.delayedUrl = null;
    if (found === 'ready') playback.delayedUrl = fromStartUrl?.replace('index.m3u8', 'live.m3u8');
    await route.fulfill({ response: answer, json });
  });
}

const readStart = async (slug: string): Promise<number> => {
  const answer = (await (await fetch(`${addresses.api}/liveusers/${slug}`)).json()) as Answer;
  return Date.parse(answer.data.liveUser.startedAt ?? '');
};

/** Reads the time of the picture from the seek bar; milliseconds since the Unix epoch. */
const readPicture = async (page: Page, start: number): Promise<number> => {
  const bar = page.getByRole('slider', { name: 'Momento de la emisión' });
  return start + 1000 * (await bar.evaluate((input: HTMLInputElement) => Number(input.value)));
};

test(
  '[D-DVR-1][D-DVR-2][D-SCORE-4] a delayed live waits, plays a minute late, without delay and late again, and shows the last minute',
  nightly,
  async ({ page, logInAs }) => {
    test.setTimeout(timeLimit);
    await deliverByRecording(page);
    const { slug, eventId, encoder } = await goLive('tarde', sides);
    try {
      await expect.poll(() => readStart(slug)).toBeGreaterThan(0);
      const start = await readStart(slug);
      await logActions(eventId, { kind: 'PERIOD_START', at: start + 2_000 });
      await logInAs('REGULAR_SUBSCRIBER');
      await page.goto(`/live/${slug}`);
      await expect(page.getByText('La imagen llega con cerca de un minuto de retraso')).toBeVisible();
      await expect(page.getByText('Con cerca de 1 min de retraso')).toBeVisible();
      await expectAccessible(page);

      await expectPlaying(page, 80_000);
      // The edge answers reloads of the playlist.
      await page.waitForResponse((answer) => answer.url().includes('/growing/') && answer.ok());
      await expect(page.getByText('La imagen llega con cerca de un minuto de retraso')).toHaveCount(0);
      await expect(board(page)).toContainText('0–0');
      const late = Date.now() - (await readPicture(page, start));
      expect(late).toBeGreaterThan(45_000);
      expect(late).toBeLessThan(70_000);

      const goalAt = Date.now();
      await logActions(eventId, { kind: 'GOAL', side: 'HOME', at: goalAt });
      await choose(page, 'Ver sin retraso');
      await expect(page.getByText('Sin retraso', { exact: true })).toBeVisible();
      await expect(board(page)).toContainText('1–0');
      await expectPlaying(page);
      await expect(page.locator('.player-marks button')).toHaveCount(1);

      await choose(page, 'Ver con retraso');
      await expect(board(page)).toContainText('0–0');
      await expectPlaying(page);
      // The picture has not reached the goal: neither bar nor heading reveals it.
      await expect(page.locator('.player-marks button')).toHaveCount(0);
      expect(await readPicture(page, start)).toBeLessThan(goalAt);

      await encoder.stop();
      const stoppedAt = Date.now();
      await expect(board(page)).toContainText('1–0', { timeout: 80_000 });
      await expect(page.locator('.player-marks button')).toHaveCount(1);
      let seenUntil = 0;
      const over = page.getByText('La emisión no está disponible en este momento.');
      await expect
        .poll(
          async () => {
            seenUntil = Math.max(seenUntil, await readPicture(page, start).catch(() => 0));
            return over.isVisible();
          },
          { timeout: 120_000, intervals: [500] },
        )
        .toBe(true);
      expect(seenUntil).toBeGreaterThan(stoppedAt - 5_000);
    } finally {
      await encoder.drop();
    }
  },
);
