/** The scoreboard over recordings and lives, from the scorer app's log. */
import type { Page } from '@playwright/test';
import { logActions } from './support/live.ts';
import { clubId, createEvent, createRecording, vods } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { desktop, phone } from './support/screens.ts';
import { readStableBox } from './support/stable-layout.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const board = (page: Page) => page.locator('.scoreboard');
const seek = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, at) => {
    video.pause();
    video.currentTime = at;
  }, seconds);

const sides = { clubIds: [clubId(0), clubId(1)], homeClubId: clubId(0), awayClubId: clubId(1) };

test(
  '[D-SCORE-5] [D-SCORE-7] the scoreboard follows the playhead in a recording, and can be hidden',
  nightly,
  async ({ page, logInAs }) => {
    const match = await createEvent({ ...sides, title: 'Partido con marcador' });
    const id = await createRecording(clubId(0), 'Partido con marcador');
    const from = Date.now() - 3_600_000;
    const recorded = { from: new Date(from).toISOString(), to: new Date(from + 14_000).toISOString() };
    await vods.change(id, (vod) => ({ ...vod, sportEventId: match.id, recorded }));
    await logActions(
      match.id,
      { kind: 'PERIOD_START', at: from + 2_000 },
      { kind: 'GOAL', side: 'HOME', at: from + 6_000 },
      { kind: 'GOAL', side: 'AWAY', at: from + 9_000 },
    );
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${id}`);
    await expectPlaying(page);
    await seek(page, 8);
    await expect(board(page)).toContainText('1–0');
    await expect(board(page)).toContainText('0:0');
    await seek(page, 11);
    await expect(board(page)).toContainText('1–1');
    await seek(page, 4.5);
    await expect(board(page)).toContainText('0–0');
    await seek(page, 0.5);
    await expect(board(page)).toHaveCount(0);
    await seek(page, 8);
    await expect(board(page)).toBeVisible();
    await expectAccessible(page);

    // On a phone the button for sound must not cover the scoreboard.
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.muted = true;
    });
    const sound = page.getByRole('button', { name: 'Activar sonido', exact: true });
    await expect(sound).toBeVisible();
    await page.setViewportSize(phone);
    const [shown, button] = await Promise.all([readStableBox(board(page)), readStableBox(sound)]);
    expect(button.y).toBeGreaterThanOrEqual(shown.y + shown.height);
    await page.setViewportSize(desktop);

    await page.getByRole('button', { name: 'Ajustes' }).click();
    await page.getByRole('group', { name: 'Marcador' }).getByText('Ocultar').click();
    await expect(board(page)).toHaveCount(0);
    await page.reload();
    await expectPlaying(page);
    await page.getByRole('button', { name: 'Ajustes' }).click();
    await expect(page.getByRole('radio', { name: 'Ocultar' })).toBeChecked();

    // Viewers who hide results see no score by default.
    await page.evaluate(() => {
      localStorage.removeItem('cantera:scoreboard');
      localStorage.setItem('cantera:results-hidden', 'true');
    });
    await page.reload();
    await expectPlaying(page);
    await seek(page, 8);
    const reveal = page.getByRole('button', { name: 'Mostrar marcador' });
    await expect(board(page)).toHaveCount(0);
    await reveal.click();
    await expect(board(page)).toContainText('1–0');
  },
);

test('[D-SCORE-5] aligns an uploaded file by one tap', nightly, async ({ page, logInAs }) => {
  const match = await createEvent({ ...sides, title: 'Partido subido' });
  const id = await createRecording(clubId(0), 'Partido subido');
  await vods.change(id, (vod) => ({ ...vod, sportEventId: match.id }));
  const began = Date.now() - 7_200_000;
  await logActions(match.id, { kind: 'PERIOD_START', at: began }, { kind: 'GOAL', side: 'AWAY', at: began + 4_000 });
  await logInAs('CLUB_STAFF', { clubId: clubId(0) });
  await page.goto(`/vods/${id}`);
  await expectPlaying(page);
  await seek(page, 3);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('button', { name: 'El partido empieza aquí' }).click();
  await expect(board(page)).toContainText('0–0');
  await seek(page, 10);
  await expect(board(page)).toContainText('0–1');
});
