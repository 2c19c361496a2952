/** A match's pages: its sticky heading, its log beside the picture, and its report on one sheet. */
import type { Locator } from '@playwright/test';
import { ulid } from 'ulid';
import {
  addresses,
  clubId,
  createClub,
  createEvent,
  createPerson,
  createPlayedMatch,
  vods,
} from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { desktop, phone } from './support/screens.ts';
import { expect, expectAccessible, nightly, test } from './support/test.ts';

const minute = 60_000;

async function logMatch(eventId: string, kickOff: number, sport: 'SOCCER' | 'BASKET'): Promise<void> {
  const { token } = await createPerson('ADMIN');
  const [periods, minutes] = sport === 'SOCCER' ? [2, 45] : [4, 10];
  const kinds =
    sport === 'SOCCER' ? ['GOAL', 'YELLOW_CARD', 'OWN_GOAL', 'RED_CARD'] : ['TWO_POINTS', 'FOUL', 'THREE_POINTS'];
  const starts = Array.from({ length: periods }, (_, index) => kickOff + index * (minutes + 10) * minute);
  const base = { clockMs: 0 };
  const actions = starts.flatMap((start, index) => [
    { ...base, id: ulid(), kind: 'PERIOD_START', period: index + 1, at: start },
    ...Array.from({ length: 40 / periods }, (_, nth) => ({
      ...base,
      id: ulid(),
      kind: kinds[nth % kinds.length],
      side: nth % 3 === 0 ? 'AWAY' : 'HOME',
      shirt: (nth * 7) % 30,
      period: index + 1,
      at: start + (nth + 0.5) * minute,
    })),
    {
      ...base,
      id: ulid(),
      kind: index === periods - 1 ? 'MATCH_END' : 'PERIOD_END',
      period: index + 1,
      at: start + minutes * minute,
    },
  ]);
  const answer = await fetch(`${addresses.api}/sportevents/${eventId}/score/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ device: ulid(), sentAt: Date.now(), actions }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

for (const sport of ['SOCCER', 'BASKET'] as const) {
  test(`[H-MATCH-2] prints a report of forty actions on one sheet: ${sport}`, nightly, async ({ page }) => {
    const kickOff = Date.now() - 3 * 3_600_000;
    const { id } = await createEvent({
      title: 'Final de copa',
      sport,
      competition: 'Copa de la Vega',
      venue: 'Campo Municipal La Rambla',
      clubIds: [clubId(0), clubId(1)],
      homeClubId: clubId(0),
      awayClubId: clubId(1),
      category: 'juvenil',
      scheduledStartDate: new Date(kickOff).toISOString(),
      scheduledFinishDate: new Date(kickOff + 2 * 3_600_000).toISOString(),
    });
    await logMatch(id, kickOff, sport);
    await page.goto(`/evento/${id}`);
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('link', { name: 'Acta del partido' }).click();
    await expect(page).toHaveURL(`/evento/${id}/acta`);
    await expect(page.getByText('Acta del partido')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d+ – \d+/);
    await expect(page.getByText(/Copa de la Vega · Campo Municipal La Rambla/)).toBeVisible();
    await expectAccessible(page);
    const sheet = await page.pdf({ preferCSSPageSize: true });
    expect(sheet.toString('latin1')).toContain('/Count 1\n');
  });
}

test(
  '[H-MATCH-1] keeps a small heading in sight while scrolling, below the navigation bar or a phone’s player',
  nightly,
  async ({ page, logInAs }) => {
    const match = await createPlayedMatch();
    await logInAs('REGULAR_SUBSCRIBER', { hidesResults: false });
    // The page is longer than the window.
    for (const viewport of [{ ...desktop, height: 700 }, phone]) {
      await page.setViewportSize(viewport);
      await page.goto(`/vods/${match.vodId}`);
      await expectPlaying(page);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toContainText('Final');
      await expect(page.getByRole('heading', { name: 'Clubes participantes' })).toBeAttached();
      await heading.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().bottom));
      const bar = page.locator('[aria-hidden="true"].fixed', { hasText: /\d – \d/ });
      await expect(bar).toBeVisible();
      const read = async (locator: Locator) => {
        const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
        return { top: Math.round(y), bottom: Math.round(y + height) };
      };
      const above = viewport === phone ? page.locator('.player-box') : page.getByRole('banner');
      await expect
        .poll(async () => [(await read(bar)).top, (await read(above)).bottom])
        .toEqual(viewport === phone ? [283, 283] : [65, 65]);
      await page.evaluate(() => scrollTo(0, 0));
      await expect(bar).toHaveCount(0);
      // The page is not scrolled here, because `expectAccessible` makes sticky elements static.
      await expectAccessible(page);
    }
  },
);

test(
  'shows names of twenty letters on two lines of the heading, beside a score of two digits',
  nightly,
  async ({ page, logInAs }) => {
    const [home, away] = [await createClub('CB Puerto Nuevo'), await createClub('Baloncesto Almenaras')];
    const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
    const { vodId } = await createPlayedMatch({ sport: 'BASKET', ...sides });
    await vods.change(vodId, (vod) => ({ ...vod, clubIds: [home, away] }));
    const kickOff = Date.now() - 3 * 3_600_000;
    const { id: unfilmed } = await createEvent({
      title: 'CB Puerto Nuevo – Baloncesto Almenaras',
      sport: 'BASKET',
      ...sides,
      scheduledStartDate: new Date(kickOff).toISOString(),
      scheduledFinishDate: new Date(kickOff + 2 * 3_600_000).toISOString(),
    });
    await logMatch(unfilmed, kickOff, 'BASKET');
    await logInAs('REGULAR_SUBSCRIBER', { hidesResults: false });
    const heading = page.getByRole('heading', { level: 1 });
    const names = heading.locator('a > span:last-child');
    for (const path of [`/vods/${vodId}`, `/evento/${unfilmed}`])
      for (const width of [320, phone.width, desktop.width]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expect(heading).toContainText(/\d\d – \d\d/);
        const areCut = await names.evaluateAll((found) =>
          found.map(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
        );
        expect(areCut, `${path} at ${width} px`).toEqual([false, false]);
      }
  },
);
