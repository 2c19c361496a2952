/**
 * Nothing moves while a page loads over a slow network (CLS ≤ 0.05): one screen by default, at night sixty of them. With
 * LAYOUT_SHIFT_TABLE appends a row per screen to that file (web/docs/layout-shift.md).
 */
import { appendFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pickOfNight } from '../support/test-profile.ts';
import { accountScreens } from './screens/accounts.ts';
import { backOfficeScreens } from './screens/back-office.ts';
import { viewerScreens } from './screens/viewer.ts';
import { goLive, logActions } from './support/live.ts';
import { clubId, createMatchWithRecording } from './support/platform.ts';
import { desktop, phone } from './support/screens.ts';
import { expect, nightly, test } from './support/test.ts';

const limit = 0.05;

const table = process.env.LAYOUT_SHIFT_TABLE;
const screens = pickOfNight([...viewerScreens, ...accountScreens, ...backOfficeScreens], 60);

test.describe.configure({ mode: 'parallel' });

/** Opens a page as over 1.6 Mbit/s and 150 ms; returns its layout shift once all loading has ended. */
async function measureShift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(500);
  return readShift(page);
}

function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await session.send('Network.emulateNetworkConditions', slow);
}

for (const [name, viewport] of Object.entries({ desktop, phone })) {
  test.describe(name, () => {
    test.use({ viewport });

    test('[H-MATCH-4] a played match does not shift for a subscriber @ci', async ({ page, logInAs }) => {
      await logInAs('REGULAR_SUBSCRIBER');
      await slowDown(page);
      const { sportEvent } = await createMatchWithRecording(13, { state: 'FINISHED', competition: 'Liga' });
      expect(await measureShift(page, `/evento/${sportEvent.id}`)).toBeLessThanOrEqual(limit);
    });

    test(
      '[H-MATCH-4] a running live does not shift when its log follows the picture',
      nightly,
      async ({ page, logInAs }) => {
        const [homeClubId, awayClubId] = [clubId(0), clubId(1)];
        const live = await goLive('sin-saltos', { clubIds: [homeClubId, awayClubId], homeClubId, awayClubId });
        const begun = Date.now() - 60_000;
        const goals = [1, 2, 3, 4, 5, 6].map((goal) => ({ kind: 'GOAL', side: 'HOME', at: begun + 5_000 * goal }));
        await logActions(live.eventId, { kind: 'PERIOD_START', at: begun }, ...goals);
        try {
          await logInAs('REGULAR_SUBSCRIBER');
          await slowDown(page);
          for (const path of [`/live/${live.slug}`, `/evento/${live.eventId}`]) {
            await page.goto(path, { waitUntil: 'commit' });
            await expect(page.getByRole('heading', { name: 'Minuto a minuto' })).toBeVisible();
            expect(await readShift(page), path).toBeLessThanOrEqual(limit);
          }
        } finally {
          await live.stop();
        }
      },
    );

    for (const screen of screens.filter(({ only = name }) => only === name))
      test(`[H-MATCH-4] screen ${screen.name} does not shift`, nightly, async ({ page, logInAs }) => {
        if (screen.who) await logInAs(screen.who, screen.fields);
        const path = typeof screen.path === 'string' ? screen.path : await screen.path();
        await screen.before?.(page);
        await slowDown(page);
        const shift = await measureShift(page, path);
        if (table) await appendFile(table, `| ${screen.name} | ${viewport.width} | ${shift.toFixed(3)} |\n`);
        expect(shift, path).toBeLessThanOrEqual(limit);
      });
  });
}
