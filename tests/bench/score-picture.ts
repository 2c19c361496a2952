/**
 * Offset between a live's scoreboard and its picture (D-SCORE-4): the camera draws the time into its frames, and the
 * page reads it from the frame shown when the score changes. Measured with both players.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ulid } from 'ulid';
import { installPictureClock, startClockCamera } from './clock-camera.ts';
import type { Figure } from './figure.ts';

const goals = 6;

const players = { hls: 'hls.js', ivs: 'IVS’s player' };

export async function scoreAndPicture(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const player of ['hls', 'ivs'] as const) {
    const apart = await measure(browser, address, player);
    const [behind, ahead] = [Math.max(0, ...apart), Math.max(0, ...apart.map((one) => -one))];
    const what = `Scoreboard of a live by ${players[player]}`;
    figures.push(
      { what: `${what} behind its picture, most`, value: behind, unit: 's', limit: 1 },
      { what: `${what} ahead of its picture, most`, value: ahead, unit: 's', limit: 0.5 },
    );
  }
  return figures;
}

/** Seconds from each goal to the frame that was shown when the scoreboard changed. */
async function measure(browser: Browser, address: string, player: keyof typeof players): Promise<number[]> {
  const { createPerson } = await import('../e2e/support/platform.ts');
  const { expectPlaying } = await import('../e2e/support/player.ts');
  const { storeSession } = await import('../e2e/support/test.ts');
  const { path, matchId, begun, encoder } = await startClockCamera(address);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    await storeSession(context, await createPerson('REGULAR_SUBSCRIBER'));
    await choosePlayer(context, player);
    const page = await context.newPage();
    await page.addInitScript(installPictureClock, begun);
    await page.addInitScript(watchBoard);
    await page.goto(address + path);
    await expectPlaying(page, 60_000);
    const log = logger(address, matchId, (await createPerson('ADMIN')).token);
    await log('PERIOD_START');
    await page.locator('.scoreboard').waitFor({ timeout: 60_000 });
    const apart: number[] = [];
    for (let goal = 1; goal <= goals; goal += 1) {
      // Spreads the goals over the page's polling interval.
      await page.waitForTimeout(700 * goal);
      const at = await log('GOAL');
      apart.push(((await readGoalPicture(page, goal)) - at) / 1000);
    }
    const used = await page.locator('video').getAttribute('data-player');
    if (used !== player) throw new Error(`The live played with ${used} instead of ${player}`);
    return apart;
  } finally {
    await context.close();
    await encoder.drop();
  }
}

/** Sets the player in /config.json: hls.js locally, the service's own on AWS. */
const choosePlayer = (context: BrowserContext, livePlayer: keyof typeof players) =>
  context.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), livePlayer } });
  });

/** Runs in the page: records the time in the frame whenever the score changes. */
function watchBoard(): void {
  let picture = 0;
  const read = (video: HTMLVideoElement) => {
    picture = readPictureTime(video);
    video.requestVideoFrameCallback(() => read(video));
  };
  const seen = new WeakSet<HTMLVideoElement>();
  const shown: Record<string, number> = {};
  Object.assign(globalThis, { shown });
  new MutationObserver(() => {
    const video = document.querySelector('video');
    if (video && !seen.has(video)) {
      seen.add(video);
      video.requestVideoFrameCallback(() => read(video));
    }
    const score = document.querySelector('.scoreboard-points')?.textContent;
    if (score) shown[score] ??= picture;
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

async function readGoalPicture(page: Page, goals: number): Promise<number> {
  const found = await page.waitForFunction(
    (score) => (globalThis as { shown?: Record<string, number> }).shown?.[score],
    `${goals}–0`,
    { timeout: 60_000, polling: 50 },
  );
  return Number(await found.jsonValue());
}

/** Logs an action and returns its time. */
function logger(address: string, eventId: string, token: string) {
  const device = ulid();
  return async (kind: 'PERIOD_START' | 'GOAL'): Promise<number> => {
    const at = Date.now();
    const action = { id: ulid(), kind, period: 1, clockMs: 0, at, ...(kind === 'GOAL' && { side: 'HOME' }) };
    const answer = await fetch(`${address}/api/sportevents/${eventId}/score/actions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device, sentAt: at, actions: [action] }),
    });
    if (!answer.ok) throw new Error(`The scorer endpoint answered ${answer.status}`);
    return at;
  };
}
