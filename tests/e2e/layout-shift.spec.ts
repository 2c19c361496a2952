/** Nothing moves while a page loads over a slow network (CLS ≤ 0.05). */
import type { Page } from '@playwright/test';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { createEvent, createMatchWithRecording, createPublicClip } from './support/platform.ts';
import { desktop, phone } from './support/screens.ts';
import { expect, nightly, test } from './support/test.ts';

const limit = 0.05;

/** Opens a page as over 1.6 Mbit/s and 150 ms; returns its layout shift once nothing is under way any more. */
async function measureShift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(500);
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

    test('[H-MATCH-4] a played match keeps its place for a subscriber', async ({ page, logInAs }) => {
      await logInAs('REGULAR_SUBSCRIBER');
      await slowDown(page);
      const { sportEvent } = await createMatchWithRecording(13, { state: 'FINISHED', competition: 'Liga' });
      expect(await measureShift(page, `/evento/${sportEvent.id}`)).toBeLessThanOrEqual(limit);
    });

    test('[H-MATCH-4] every page keeps its place', nightly, async ({ page, logInAs }) => {
      await logInAs('REGULAR_SUBSCRIBER');
      await slowDown(page);
      const { id } = await createEvent();
      const paths = [
        '/home',
        '/futbol',
        '/calendario',
        '/clubes',
        '/contenido',
        '/mi-equipo',
        '/profile',
        '/competiciones',
      ];
      const clip = `/clip/${await createPublicClip('CD Quieto', 'Golazo')}`;
      const { sportEvent: played } = await createMatchWithRecording(13, { state: 'FINISHED', competition: 'Liga' });
      for (const path of [
        ...paths,
        clip,
        `/evento/${played.id}/acta`,
        '/buscar',
        `/evento/${id}`,
        `/club/${toSeedId('C', 0)}`,
        `/vods/${toSeedId('V', 13)}`,
      ])
        expect(await measureShift(page, path), path).toBeLessThanOrEqual(limit);
    });
  });
}
