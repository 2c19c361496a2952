/** Seeking in a live, back to its start and forward to its edge, over real video and a real recording. */
import type { BrowserContext, Page } from '@playwright/test';
import { goLive, logActions } from './support/live.ts';
import { addresses, clubId, sources } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const sides = { clubIds: [clubId(0), clubId(1)], homeClubId: clubId(0), awayClubId: clubId(1) };
const range = (page: Page) => page.getByRole('slider', { name: 'Momento de la emisión' });
const toEdge = (page: Page) => page.getByRole('button', { name: /^En directo/ });
const board = (page: Page) => page.locator('.scoreboard');
const measureLag = async (page: Page) => {
  const [value, max] = await range(page).evaluate((input: HTMLInputElement) => [
    Number(input.value),
    Number(input.max),
  ]);
  return (max ?? 0) - (value ?? 0);
};
const place = (page: Page) => range(page).evaluate((input: HTMLInputElement) => Number(input.value));

const play = (context: BrowserContext, livePlayer: string) =>
  context.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), livePlayer } });
  });
const readPlayerName = (page: Page) => page.locator('video').getAttribute('data-player');

for (const [name, livePlayer] of Object.entries({ 'hls.js': 'hls', 'IVS’s player': 'ivs' })) {
  test(
    `[D-DVR-1] [D-DVR-2] seeks back to the start, along moments, to the live edge, and plays to the end: ${name}`,
    nightly,
    async ({ page, context, logInAs }) => {
      await play(context, livePlayer);
      const { id, slug, eventId, encoder } = await goLive('atras', sides);
      try {
        const { token } = await logInAs('REGULAR_SUBSCRIBER');
        // Waits until there is something to seek back to, and until the goal is some seconds old.
        const readStart = async () => {
          const answer = await fetch(`${addresses.api}/liveusers/${slug}`, {
            headers: { authorization: `Bearer ${token}` },
          });
          const { playback, startedAt } = ((await answer.json()) as Live).data.liveUser;
          return playback.fromStartUrl && Date.now() - Date.parse(startedAt) > 20_000 ? Date.parse(startedAt) : 0;
        };
        await expect.poll(readStart).toBeGreaterThan(0);
        const start = await readStart();
        await logActions(
          eventId,
          { kind: 'PERIOD_START', at: start + 4_000 },
          { kind: 'GOAL', side: 'HOME', at: start + 12_000 },
        );
        await page.goto(`/live/${slug}`);
        await expectPlaying(page);
        expect(await readPlayerName(page)).toBe(livePlayer);
        await expect(range(page)).toHaveAttribute('aria-valuetext', 'En directo');
        await expect(page.locator('.player-marks button')).toHaveCount(1);
        await expect(board(page)).toContainText('1–0');
        await expectAccessible(page);

        const shared = page.waitForResponse((answer) => answer.url().includes('/growing/') && answer.ok());
        await page.getByRole('button', { name: 'Desde el principio' }).click();
        await expect.poll(() => place(page)).toBeLessThan(4);
        await expectPlaying(page);
        // The edge answers reloads of the playlist.
        await shared;
        // The recording always plays with hls.js.
        expect(await readPlayerName(page)).not.toBe('ivs');
        expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(8);
        expect(await measureLag(page)).toBeGreaterThan(10);
        // The scoreboard shows the score of the start.
        await expect(board(page)).toContainText('0–0');

        // Keys jump to the goal and back.
        await page.keyboard.press('Shift+ArrowRight');
        await expect.poll(() => place(page)).toBeGreaterThanOrEqual(2);
        await expect(board(page)).toContainText('1–0');
        await page.keyboard.press('Home');
        await expect.poll(() => place(page)).toBeLessThan(4);
        await expectPlaying(page);

        await toEdge(page).click();
        await expect(range(page)).toHaveAttribute('aria-valuetext', 'En directo');
        await expectPlaying(page);
        expect(await readPlayerName(page)).toBe(livePlayer);

        // After a pause, playback resumes at the same place.
        await page.keyboard.press('k');
        const before = await place(page);
        await expect.poll(() => measureLag(page)).toBeGreaterThan(12);
        await page.keyboard.press('k');
        await expectPlaying(page);
        expect(Math.abs((await place(page)) - before)).toBeLessThan(6);
        // The seek bar gets the new length a moment later.
        await expect.poll(() => measureLag(page)).toBeGreaterThan(6);
        await page.keyboard.press('End');
        await expect(range(page)).toHaveAttribute('aria-valuetext', 'En directo');

        // A viewer behind the live edge at the end of the broadcast sees the rest.
        await page.keyboard.press('Home');
        await expect.poll(() => place(page)).toBeLessThan(4);
        await expectPlaying(page);
        await expect(page.getByText('DIRECTO', { exact: true })).toHaveCount(1);
        await encoder.stop();
        await sources.change(id, (camera) => ({ ...camera, broadcast: null }));
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await expect(page.getByText('DIRECTO', { exact: true })).toHaveCount(0);
        await expectPlaying(page);
        await toEdge(page).click();
        await expect(page.getByText('La emisión no está disponible en este momento.')).toBeVisible();
      } finally {
        await encoder.drop();
      }
    },
  );
}

interface Live {
  data: { liveUser: { startedAt: string; playback: { fromStartUrl?: string } } };
}
