/** Browsers from Chromium 79 (televisions of 2021) and Safari 14: without cascade layers and newer functions. */
import type { Page } from '@playwright/test';
import { transform } from 'esbuild';
import { toSeedId } from '../../infra/local/seed/steps.ts';
import { expect, test } from './support/test.ts';

/** Removes features that came after Chromium 79 and that the page may use. */
function forgetNewerFunctions(): void {
  const after79: [object, string[]][] = [
    [window, ['CSSLayerBlockRule', 'structuredClone', 'AggregateError']],
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']],
    [String.prototype, ['replaceAll', 'at', 'isWellFormed', 'toWellFormed']],
    [Object, ['hasOwn', 'groupBy']],
    [Map, ['groupBy']],
    [Promise, ['any', 'try', 'withResolvers']],
    [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['timeout', 'any']],
    [crypto, ['randomUUID']],
    [Crypto.prototype, ['randomUUID']],
    [Element.prototype, ['replaceChildren', 'setHTML', 'ariaNotify']],
    [HTMLVideoElement.prototype, ['requestVideoFrameCallback']],
    [Iterator.prototype, ['map', 'filter', 'toArray', 'some', 'find', 'flatMap', 'take', 'drop']],
  ];
  for (const [owner, names] of after79) for (const name of names) delete (owner as Record<string, unknown>)[name];
}

/** Opens a page as such a browser does, without the rules in cascade layers. */
async function openAsOldBrowser(page: Page): Promise<string[]> {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.addInitScript(forgetNewerFunctions);
  await page.route('**/assets/index-*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  return failures;
}

test('[E-TV-1] shows and plays with the styles and functions of a television of 2021 @ci', async ({
  page,
  logInAs,
}) => {
  const failures = await openAsOldBrowser(page);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await logInAs('REGULAR_SUBSCRIBER');
  for (const path of ['/home', '/futbol', '/calendario', '/clubes', '/profile']) {
    await page.goto(path);
    const heading = page.getByRole('heading').first();
    await expect(heading).toBeVisible();
    await expect(heading).toHaveCSS('font-family', /Archivo/);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 14, 19)');
    // The bar's entries form a row with gaps.
    const [one, other] = await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link')
      .evaluateAll((links) => links.slice(0, 2).map((link) => link.getBoundingClientRect().toJSON()));
    expect(other?.top).toBe(one?.top);
    expect(other?.left).toBeGreaterThanOrEqual(one?.right);
  }
  await page.goto(`/vods/${toSeedId('V', 13)}`);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5);
  expect(failures).toEqual([]);
});

test('[E-TV-1] shows a message in browsers that cannot run the page @ci', async ({ page }) => {
  await openAsOldBrowser(page);
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'syntax of tomorrow' }),
  );
  await page.goto('/');
  await expect(page.getByText('Este navegador es demasiado antiguo para Cantera TV.')).toBeVisible();
});

test('[E-TV-1] the script for old browsers has no syntax that Chromium 79 cannot read @ci', async ({ page }) => {
  const load = async (path: string) => (await page.request.get(path)).text();
  const [newer, seen] = [[] as string[], new Set<string>()];
  const waiting = ['/index.html'];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const code = await load(path);
    for (const [file] of code.matchAll(/[\w-]+\.js\b/g)) {
      if (seen.has(file) || !/-[\w-]{7}\.js$/.test(file)) continue;
      seen.add(file);
      waiting.push(`/assets/${file}`);
    }
    if (!path.endsWith('.js') || code.startsWith('<')) continue;
    const lowered = await transform(code, {
      target: 'chrome79',
      supported: { 'regexp-unicode-property-escapes': true },
    });
    // Safari 14 has no lookbehind.
    if (/\(\?<[=!]/.test(code)) newer.push(path);
    if (lowered.code !== (await transform(code, { target: 'esnext' })).code) newer.push(path);
  }
  expect(seen.size).toBeGreaterThan(50);
  expect(newer).toEqual([]);
  const styles = await load('/old-browsers.css');
  expect(styles).not.toMatch(
    /(?<!\\)@(layer|container|property)|:has\(|:where\(|:is\(|[;{](inset|translate|scale|rotate):/,
  );
  expect(styles).not.toMatch(/@media[^{]*([<>]| or )/);
});
