/** Navigation by arrows, Enter and Back only, as with a television's remote control (E-TV-1). */
import type { Page } from '@playwright/test';
import { accountScreens } from './screens/accounts.ts';
import { viewerScreens } from './screens/viewer.ts';
import { goLive } from './support/live.ts';
import { clubId, createRecording } from './support/platform.ts';
import { expectPlaying, expectPosition } from './support/player.ts';
import { television } from './support/screens.ts';
import { waitForStableLayout } from './support/stable-layout.ts';
import { expect, nightly, test } from './support/test.ts';

test.use({ viewport: television });

const directions = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
type Direction = (typeof directions)[number];

interface Standing {
  id: number;
  name: string;
  /** Directions that move the focus; the element handles the others. */
  ways: Direction[];
  scrolled: number;
}

declare global {
  interface Window {
    places: Map<Element, number>;
  }
}

/** Numbers every visible focusable element; of a radio group, only the checked one. */
const listPlaces = (page: Page) =>
  page.evaluate(() => {
    window.places ??= new Map();
    const all =
      'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"], media-time-range, media-volume-range';
    const seen = [...document.querySelectorAll<HTMLElement>(all)].filter((element) => {
      const shown = element.matches('input.sr-only') ? element.closest('label') : element;
      const { width, height } = shown?.getBoundingClientRect() ?? new DOMRect();
      const isOther = element.matches('input[type=radio]:not(:checked)');
      return (
        !isOther &&
        // The keys move between a grid's cells; Enter opens a cell's content.
        !(element.tabIndex < 0 && element.closest('[role=grid]')) &&
        !element.matches('a.sr-only, media-controller') &&
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true })
      );
    });
    for (const element of seen) if (!window.places.has(element)) window.places.set(element, window.places.size);
    return seen.map((element) => ({
      id: window.places.get(element) as number,
      name: `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent} ${element.getAttribute('href') ?? ''}`,
    }));
  });

const findFocus = (page: Page): Promise<Standing> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    window.places ??= new Map();
    if (!window.places.has(element)) window.places.set(element, window.places.size);
    const isSideways = element.matches('select');
    const isUpright = element.matches('[type=radio], [type=range], media-time-range, media-volume-range');
    return {
      id: window.places.get(element) as number,
      name: `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`,
      ways: [
        ...(isSideways ? [] : (['ArrowUp', 'ArrowDown'] as const)),
        ...(isUpright ? [] : (['ArrowRight', 'ArrowLeft'] as const)),
      ],
      scrolled: Math.round(scrollY),
    };
  });

/** Moves the focus to the page by a first key, which also loads the navigation code. */
async function begin(page: Page): Promise<Standing> {
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement !== document.body);
  return findFocus(page);
}

/**
 * Tries every direction of every element, always the nearest untried one, until all are tried or this many keys were
 * pressed; returns the elements reached. A long text scrolls before the focus moves.
 */
async function explore(page: Page, most: number): Promise<Set<number>> {
  let here = await begin(page);
  const from = new Map<number, Map<Direction, number>>();
  const ways = new Map<number, Direction[]>();
  let presses = 1;
  for (;;) {
    if (!from.has(here.id)) from.set(here.id, new Map());
    ways.set(here.id, here.ways);
    const way = wayToUntried(here.id, from, ways);
    if (!way || presses > most) return new Set(from.keys());
    for (const direction of way) {
      const start = here;
      let before: Standing;
      do {
        before = here;
        await page.keyboard.press(direction);
        presses += 1;
        here = await findFocus(page);
      } while (here.id === before.id && here.scrolled !== before.scrolled);
      const expected = from.get(start.id)?.get(direction);
      from.get(start.id)?.set(direction, here.id);
      if (!from.has(here.id)) from.set(here.id, new Map());
      ways.set(here.id, here.ways);
      if (expected !== undefined && expected !== here.id) break;
    }
  }
}

function wayToUntried(
  start: number,
  from: Map<number, Map<Direction, number>>,
  ways: Map<number, Direction[]>,
): Direction[] | undefined {
  const queue: [number, Direction[]][] = [[start, []]];
  const seen = new Set([start]);
  for (const [id, way] of queue) {
    const untried = ways.get(id)?.find((direction) => !from.get(id)?.has(direction));
    if (untried) return [...way, untried];
    for (const [direction, next] of from.get(id) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([next, [...way, direction]]);
    }
  }
  return undefined;
}

/** Other tests change the demo league meanwhile: elements present before and after the walk must have been reached. */
async function expectAllReached(page: Page): Promise<void> {
  const before = await listPlaces(page);
  const reached = await explore(page, 30 * before.length);
  const stayed = new Set((await listPlaces(page)).map(({ id }) => id));
  const missed = before.filter(({ id }) => stayed.has(id) && !reached.has(id));
  expect(missed.map(({ name }) => name)).toEqual([]);
}

async function isThere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first()).toBeVisible();
  await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
  await waitForStableLayout(page);
}

const asTelevision = (page: Page) =>
  page.addInitScript(() => {
    const ask = matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === '(any-pointer: none)' ? 'all' : query);
  });

const walked = [
  'home',
  'event',
  'calendar',
  'login',
  'landing',
  'soccer',
  'club',
  'signup',
  'clip',
  'live-offline',
  'profile',
  'subscription',
  'payment-success',
  'basket',
  'clubs',
  'content',
  'content-category',
  'legal-notice',
  'cookies',
  'privacy',
  'not-found',
];

for (const { name, who, path } of [...viewerScreens, ...accountScreens].filter(({ name }) => walked.includes(name))) {
  test(`[E-TV-1] reaches every visible control by arrows: ${name}`, nightly, async ({ page, logInAs }) => {
    // With a mouse, the arrow keys belong to a player on the page.
    await asTelevision(page);
    if (who) await logInAs(who);
    await page.goto(typeof path === 'string' ? path : await path());
    await isThere(page);
    await expectAllReached(page);
  });
}

test('[E-TV-1] reaches every visible control by arrows: without a payment link', nightly, async ({ page, logInAs }) => {
  await logInAs('REGULAR_BASIC');
  await page.route('**/api/payments/stripe', (route) =>
    route.fulfill({ status: 503, json: { code: 'PAY5030', message: 'Vuelve a intentarlo' } }),
  );
  await page.goto('/creando-pago?productType=PT_MONTHLY');
  await expect(page.getByRole('heading', { name: 'Error al procesar el pago' })).toBeVisible();
  await isThere(page);
  await expectAllReached(page);
});

test('[E-TV-1] reaches every visible control by arrows: a live on air', nightly, async ({ page, logInAs }) => {
  const live = await goLive('tele');
  try {
    await asTelevision(page);
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/live/${live.slug}`);
    await expectPlaying(page);
    await isThere(page);
    await expectAllReached(page);
  } finally {
    await live.stop();
  }
});

test('[E-TV-1] opens a card with Enter, and returns to it with Back @ci', async ({ page }) => {
  await page.goto('/futbol');
  await isThere(page);
  await begin(page);
  const focused = page.locator('main a[href^="/vods/"]:focus');
  for (let presses = 0; presses < 10 && (await focused.count()) === 0; presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(focused).toBeInViewport({ ratio: 1 });
  expect(await focused.evaluate((link) => link.matches(':focus-visible'))).toBe(true);
  const address = (await focused.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  // The list stays until the next page is ready.
  const card = page.locator(`main a[href="${address}"]`);
  await expect(card).toHaveCount(0);
  await isThere(page);
  await page.goBack();
  await expect(page).toHaveURL('/futbol');
  await expect(card).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(card).toBeFocused();
});

test('[E-TV-1] reaches a table from a list of matches in a few presses', nightly, async ({ page }) => {
  await page.goto('/futbol?cuando=resultados');
  await isThere(page);
  await begin(page);
  const focused = page.locator('main a[href^="/competiciones/"]:focus');
  for (let presses = 0; presses < 8 && (await focused.count()) === 0; presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/competiciones\//);
});

test('[E-TV-1] scrolls by arrows while a mouse is in use', nightly, async ({ page }) => {
  await page.goto('/home');
  await isThere(page);
  await page.mouse.move(600, 500);
  await page.mouse.move(640, 520);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('body')).toBeFocused();
});

test(
  '[E-TV-1] seeks ten seconds left and right in the player; up and down show the controls',
  nightly,
  async ({ page, logInAs }) => {
    await asTelevision(page);
    await logInAs('REGULAR_SUBSCRIBER');
    await page.goto(`/vods/${await createRecording(clubId(2), 'Partido en la tele')}`);
    await expectPlaying(page);
    const video = page.locator('video');
    await page.keyboard.press('Enter');
    await expect.poll(() => video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
    await page.keyboard.press('0');
    await expectPosition(page, 0);
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, 10);

    const line = page.locator('media-time-range');
    // The controls hide again by themselves.
    const shown = await page.locator('media-controller[userinactive]').evaluateHandle((controller) => {
      const counter = { times: 0 };
      controller.addEventListener('userinactivechange', (event) => {
        if (!(event as CustomEvent<boolean>).detail) counter.times += 1;
      });
      return counter;
    });
    await page.keyboard.press('ArrowUp');
    await expect(line).toBeFocused();
    await expect.poll(() => shown.evaluate(({ times }) => times)).toBeGreaterThan(0);
    await page.keyboard.press('ArrowLeft');
    await expectPosition(page, 0);
    await page.keyboard.press('ArrowDown');
    await expect(line).not.toBeFocused();
    expect(await video.evaluate(({ volume }: HTMLVideoElement) => volume)).toBe(1);
    await isThere(page);
    await expectAllReached(page);
  },
);
