/** Firefox and WebKit, where installed: a recording plays, pauses and seeks, and lives of a camera and a phone play. */
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { goLive } from './support/live.ts';
import { type OtherBrowser, otherBrowsers } from './support/other-browsers.ts';
import { expectPlayedThrough, type Played, servePhoneStream } from './support/phone-stream.ts';
import { addresses, createPerson, toOwnData } from './support/platform.ts';
import { expect, nightly, test } from './support/test.ts';

/** The live with both renditions, and the recording. */
const phoneParts = [
  ['', false],
  ['?recorded', true],
] as const;

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

    // WebKitGTK 2.50 of Debian 12 stops loading after a change of rendition, whatever plays, so that it gets a single
    // one.
    for (const [part, isRecorded] of name === 'WebKit' ? ([['?main', false]] as const) : phoneParts)
      test(
        `[G-PHONE-2][G-PHONE-4] plays a phone over the wrap of its time stamps and over holes ${part}`,
        nightly,
        async () => {
          const stream = await servePhoneStream();
          const browser = await start!();
          try {
            await browser.open(stream.address + part);
            await expectPlayedThrough(() => browser.ask<Played>(stream.played), { isRecorded, isExact: false });
          } finally {
            await browser.close();
            await stream.close();
          }
        },
      );

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
