/** Firefox and WebKit, where installed: a recording plays, pauses and seeks, and a live plays. */
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { goLive } from './support/live.ts';
import { type OtherBrowser, otherBrowsers } from './support/other-browsers.ts';
import { addresses, createPerson, toOwnData } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

const video = `document.querySelector('video')`;

for (const [name, { start, missing }] of Object.entries(otherBrowsers)) {
  test.describe(`E: ${name}`, () => {
    test.skip(!start, missing);

    async function openAs(browser: OtherBrowser, path: string) {
      const { user, token } = await createPerson('REGULAR_SUBSCRIBER');
      await browser.open(`${addresses.web}/robots.txt`);
      const session = encodeURIComponent(JSON.stringify({ token, isLiveUser: false }));
      await browser.ask(`(document.cookie = 'cantera-session=${session}; Path=/; SameSite=Lax',
        localStorage.setItem('cantera:user', ${JSON.stringify(JSON.stringify(toOwnData(user)))}), true)`);
      await browser.open(addresses.web + path);
    }

    const position = (browser: OtherBrowser) => browser.ask<number | undefined>(`${video}?.currentTime`);
    const isPaused = (browser: OtherBrowser) => browser.ask<boolean | undefined>(`${video}?.paused`);
    async function expectProgress(browser: OtherBrowser) {
      const before = (await position(browser)) ?? 0;
      await expect.poll(() => position(browser)).toBeGreaterThan(before + 0.3);
    }

    test('[E-PLAYER-2] plays, pauses and seeks a recording', nightly, async () => {
      const browser = await start!();
      try {
        await openAs(browser, `/vods/${toSeedId('V', 13)}`);
        await expectProgress(browser);
        await browser.press('k');
        await expect.poll(() => isPaused(browser)).toBe(true);
        await browser.press('5');
        const half = `${video}.duration / 2`;
        await expect.poll(() => browser.ask<number>(`Math.abs(${video}.currentTime - ${half})`)).toBeLessThan(1);
        await browser.press('k');
        await expectProgress(browser);
        expect(await browser.ask<number>(`${video}.videoWidth`)).toBeGreaterThan(0);
      } finally {
        await browser.close();
      }
    });

    test('[V-LIVE-1] plays a live', nightly, async () => {
      const live = await goLive(`motores-${name.toLowerCase()}`);
      const browser = await start!();
      try {
        await openAs(browser, `/live/${live.slug}`);
        await expectProgress(browser);
      } finally {
        await browser.close();
        await live.stop();
      }
    });
  });
}
