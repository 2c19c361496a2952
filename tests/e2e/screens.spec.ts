/**
 * Every screen shows its texts in Spanish, passes axe, and never scrolls sideways, on desktop and phone. By default a
 * few screens run in every state and are checked by axe at both sizes; at night sixty of them. With SCREENS_FOLDER (`npm
 * run screens`) takes pictures instead of running axe.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { testLimit } from '../support/limits.ts';
import { pickOfNight, pickSome } from '../support/test-profile.ts';
import { accountScreens } from './screens/accounts.ts';
import { backOfficeScreens } from './screens/back-office.ts';
import { answerAs, isStateful, loading, type Screen, type Shown, type State } from './screens/screen.ts';
import { viewerScreens } from './screens/viewer.ts';
import { desktop, phone, setTextSize } from './support/screens.ts';
import { expectSpanish } from './support/spanish.ts';
import { decodePictures, waitForStableLayout } from './support/stable-layout.ts';
import { expect, expectAccessible, test } from './support/test.ts';

const folder = process.env.SCREENS_FOLDER;

test.describe.configure({ mode: 'parallel' });

const every = [...viewerScreens, ...accountScreens, ...backOfficeScreens];
const screens = folder ? every : pickOfNight(pickSome(every, 45), 60);
const withBothSizes = pickSome(screens, 4);
const inEachState = folder ? screens : pickSome(screens.filter(({ states }) => states));

for (const screen of screens) {
  const states = Object.entries({ full: screen.shows, ...(inEachState.includes(screen) ? screen.states : {}) }) as [
    State,
    Shown,
  ][];
  test(`[A-GEN-1] screen ${screen.name}: ${states.map(([state]) => state).join(', ')} @ci`, async ({
    page,
    logInAs,
  }) => {
    test.setTimeout(testLimit);
    if (screen.who) await logInAs(screen.who, screen.fields);
    const path = typeof screen.path === 'string' ? screen.path : await screen.path();
    for (const [state, shown] of states) {
      await test.step(state, async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await answerAs(page, state);
        await screen.before?.(page);
        for (const [name, size] of sizes(screen)) {
          await page.setViewportSize(size);
          if (name === 'desktop' || screen.only) {
            await Promise.all([page.goto(path), state === 'loading' && waitForRequest(page)]);
            await expectScreen(page, shown);
            await screen.act?.(page);
          }
          await waitForStableLayout(page);
          if (folder) await photograph(page, join(folder, `${screen.name}.${state}.${name}.png`));
          // Other sizes and states consist of the same parts.
          else if (name === 'phone' || screen.only || (state === 'full' && withBothSizes.includes(screen)))
            await expectAccessible(page);
          await expectSpanish(page);
          expect(await findTooWide(page), `${path} scrolls sideways at ${size.width} px`).toEqual([]);
          if (name === 'phone') {
            expect(await findSmallFields(page), `${path}: phones zoom into fields below 16 px`).toEqual([]);
            await expectRoomForLargeText(page, path);
          }
        }
      });
    }
  });
}

const waitForRequest = (page: Page) => page.waitForRequest((call) => isStateful(call.url()));

const sizes = ({ only }: Screen) =>
  Object.entries({ desktop, phone }).filter(([name]) => only === undefined || name === only);

/** Waits until the screen shows its text and no longer loads. */
async function expectScreen(page: Page, shown: Shown): Promise<void> {
  // A hidden option of a filter may have the same text.
  const said = page
    .getByText(shown === true ? /./ : shown)
    .filter({ visible: true })
    .first();
  if (shown === loading) return expect(page.getByText(loading).first()).toBeAttached();
  // Polls each frame; an expectation polls every half second.
  await page.waitForFunction(() => document.querySelector('h1, [role="alert"]'));
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first()).toBeVisible();
  if (shown !== true) await expect(said).toBeVisible();
  await expect(page.getByText(loading, { exact: true })).toHaveCount(0);
}

/** Finds the innermost elements beyond the screen's edge, which make the page scroll sideways. */
const findTooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isOpen = (element: Element) => getComputedStyle(element).overflowX === 'visible';
    const isOver = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      // Its text may overflow.
      return left + Math.max(width, isOpen(element) ? element.scrollWidth : 0) > clientWidth;
    };
    // Content of a box that scrolls does not widen the page.
    const isBoxed = ({ parentElement: box }: Element): boolean =>
      box !== null && box !== document.documentElement && ((!isOpen(box) && !isOver(box)) || isBoxed(box));
    const isOverflowing = (element: Element) => isOver(element) && !isBoxed(element);
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => isOverflowing(element) && ![...element.children].some(isOverflowing),
    );
    return [
      `${scrollWidth} px`,
      ...elements.map((element) => `${element.outerHTML.split('>', 1)}> ${element.textContent.slice(0, 40)}`),
    ];
  });

/** Finds visible fields for text whose letters are smaller than 16 px: phones zoom the page when they get the focus. */
const findSmallFields = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea',
      ),
    ]
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `${field.outerHTML.slice(0, 120)}: ${getComputedStyle(field).fontSize}`),
  );

/** Checks that all content is reachable by scrolling down at twice the text size. */
async function expectRoomForLargeText(page: Page, path: string): Promise<void> {
  await setTextSize(page, 200);
  expect(await findTooWide(page), `${path} scrolls sideways with text of twice the size`).toEqual([]);
  await setTextSize(page, 100);
}

/** Photographs the whole page, including lazily loaded pictures. */
async function photograph(page: Page, path: string): Promise<void> {
  await decodePictures(page);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}
