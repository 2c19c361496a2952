/** Lives in the streaming service's own player, as on AWS: the real player with the emulator's real video. */
import type { BrowserContext, Page } from '@playwright/test';
import { goLive, type Live } from './support/live.ts';
import { createSession } from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, nightly, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

let live: Live;

test.beforeEach(async () => {
  live = await goLive('ivs');
});
test.afterEach(() => live.stop());

async function configureIvsPlayer(context: BrowserContext): Promise<void> {
  await context.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), livePlayer: 'ivs' } });
  });
}

const player = (page: Page) => page.locator('video').getAttribute('data-player');

test(
  '[E-PLAYER-8] plays a live within the content security policy; hls.js reports its end',
  nightly,
  async ({ page, context, logInAs }) => {
    await configureIvsPlayer(context);
    await logInAs('REGULAR_SUBSCRIBER');
    const violations: string[] = [];
    page.on('console', (message) => {
      // The player's settings come from a host that the policy allows on AWS only (tests/infra/stacks/edge.test.ts).
      const isForeign = message.text().includes('ivs-device-config.live-video.net');
      if (/Content Security Policy/i.test(message.text()) && !isForeign) violations.push(message.text());
    });
    await page.goto(`/live/${live.slug}`);
    await expectPlaying(page);
    expect(await player(page)).toBe('ivs');
    expect(violations).toEqual([]);
    // The key seeks to the live edge, the current position.
    await page.keyboard.press('End');
    await expectPlaying(page);
    await live.encoder.stop();
    // On a slow machine the page may first learn that the broadcast is over.
    const over = page.getByText('La emisión no está disponible en este momento.');
    await expect(page.locator('video[data-player=hls]').or(over)).toBeAttached();
    await expect(page.getByText('Volvemos enseguida').or(over)).toBeVisible();
  },
);

test(
  '[E-PLAYER-8] hls.js takes over if the service’s player cannot be loaded',
  nightly,
  async ({ page, context, logInAs }) => {
    await configureIvsPlayer(context);
    await logInAs('REGULAR_SUBSCRIBER');
    await context.route('**/*.wasm', (route) => route.abort());
    await page.goto(`/live/${live.slug}`);
    await expect.poll(() => player(page)).toBe('hls');
    await expectPlaying(page);
  },
);

test(
  '[E-PLAYER-8] [V-PLAY-4] warns a viewer who also watches elsewhere',
  nightly,
  async ({ page, context, logInAs, device }) => {
    await configureIvsPlayer(context);
    const { user } = await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/live/${live.slug}`);
    await expectPlaying(page);
    const second = await device(await createSession(user));
    await configureIvsPlayer(second.context());
    await second.goto(`/live/${live.slug}`);
    await expect(second.getByText('Estás viendo un video o un directo en otro dispositivo')).toBeVisible();
  },
);

test(
  '[E-PLAYER-8] the service’s player is not loaded for recordings or for other live sources',
  nightly,
  async ({ page, logInAs }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/live/${live.slug}`);
    await expectPlaying(page);
    expect(await player(page)).toBe('hls');
    expect(loaded.filter((address) => /ivs/.test(new URL(address).pathname.replace(live.slug, '')))).toEqual([]);
  },
);
