/** The app offline, and open pages after a release: over a web host that tests can stop. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { webBehaviours } from '../../infra/cdn.ts';
import { startCdn } from '../../infra/local/cloudfront/cloudfront.ts';
import { encodingLimit } from '../support/limits.ts';
import { addresses, clubId, createEvent, createRecording, events } from './support/platform.ts';
import { phone } from './support/screens.ts';
import { test as base, expect, expectAccessible, nightly } from './support/test.ts';

interface Host {
  address: string;
  /** The test's copy of the built app. */
  folder: string;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that it depends on nothing
  host: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cantera-web-'));
    cpSync(process.env.E2E_WEB_FOLDER ?? '', folder, { recursive: true });
    // Serves the plain shell, as if the function that writes page metadata failed.
    const behaviours = webBehaviours.map((one) =>
      one.cache === 'page' ? { ...one, origin: 'web' as const, fallback: undefined, cache: 'enabled' as const } : one,
    );
    const files = { '/config.json': await (await fetch(`${addresses.web}/config.json`)).text() };
    const serve = (port = 0) =>
      startCdn({
        port,
        behaviours,
        origins: { web: { type: 'folder', path: folder, files }, api: { type: 'http', url: addresses.api } },
      });
    let running: Awaited<ReturnType<typeof serve>> | undefined = await serve();
    const port = Number(new URL(running.url).port);
    await use({
      address: `http://localhost:${port}`,
      folder,
      stop: async () => {
        await running?.close();
        running = undefined;
      },
      start: async () => {
        running = await serve(port);
      },
    });
    await running?.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test.use({ serviceWorkers: 'allow' });

/** Waits until the worker has stored its files, which takes a busy machine long, and controls this page. */
const workerReady = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: encodingLimit,
  });

const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const entries: { cache: string; url: string; headers: string; text: string }[] = [];
    for (const cache of await caches.keys()) {
      const open = await caches.open(cache);
      for (const request of await open.keys()) {
        const answer = await open.match(request, { ignoreVary: true });
        entries.push({
          cache,
          url: request.url,
          headers: JSON.stringify([...request.headers, ...(answer?.headers ?? [])]),
          text: (await answer?.text()) ?? '',
        });
      }
    }
    return entries;
  });

const isKept = async (page: Page, part: string) => (await readCaches(page)).some(({ url }) => url.includes(part));

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Sin conexión' });

test('[E-PWA-1] the app is installable', nightly, async ({ page, host }) => {
  await page.goto(host.address);
  await workerReady(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A headless browser cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('[E-PWA-1] shows home, calendar, favourite clubs and library offline, with a notice @ci', async ({
  page,
  host,
  logInAs,
}) => {
  const match = await createEvent({ title: 'Partido que se guarda', clubIds: [clubId(0)] });
  const who = await logInAs('REGULAR_SUBSCRIBER');
  const title = 'Vídeo que se guarda';
  const saved = await createRecording(clubId(0), title);
  const authorization = { authorization: `Bearer ${who.token}` };
  for (const path of [`favorite-clubs/${clubId(0)}`, `list/vods/${saved}`]) {
    const answer = await page.request.put(`${addresses.api}/users/me/${path}`, { headers: authorization });
    expect(answer.ok(), path).toBe(true);
  }
  await page.setViewportSize(phone);
  await page.goto(`${host.address}/home`);
  await workerReady(page);
  const shown = ['/home', '/calendario', '/mi-equipo', '/mi-lista', `/evento/${match.id}`];
  for (const path of shown) {
    await page.goto(host.address + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await expect.poll(() => isKept(page, '/users/me/list')).toBe(true);
  await expect(bar(page)).toHaveCount(0);

  await host.stop();
  await page.goto(`${host.address}/calendario`);
  await expect(page.getByRole('heading', { name: 'Calendario' })).toBeVisible();
  await expect(bar(page)).toContainText(/Ves lo guardado .+ a las \d\d:\d\d\./);
  await expectAccessible(page);
  await page.goto(`${host.address}/mi-equipo`);
  await expect(bar(page)).toBeVisible();
  await expect(page.getByText('No hay conexión')).toHaveCount(0);
  await page.goto(`${host.address}/mi-lista`);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.goto(`${host.address}/evento/${match.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A page that was never opened shows an error, and the rest stays usable.
  await page.goto(`${host.address}/contact/teams`);
  await expect(page.getByText('No se ha podido cargar')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cantera TV, inicio' }).first()).toBeVisible();
});

test(
  '[E-PWA-1] marks cached data, and replaces them with the first answer',
  nightly,
  async ({ page, host, logInAs }) => {
    // A visitor's browser may cache an answer for as long as the API allows.
    await logInAs('REGULAR_BASIC');
    const { id } = await createEvent({ title: 'Antes del cambio' });
    const path = `${host.address}/evento/${id}`;
    await page.goto(host.address);
    await workerReady(page);
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Antes del cambio');
    await expect.poll(() => isKept(page, `/api/sportevents/${id}`)).toBe(true);

    await events.change(id, (one) => ({ ...one, title: 'Después del cambio' }));
    await page.goto(path);
    await expect(heading).toHaveText('Después del cambio');
    await events.change(id, (one) => ({ ...one, title: 'Otra vez distinto' }));
    await host.stop();
    await page.goto(path);
    await expect(heading).toHaveText('Después del cambio');
    await expect(bar(page)).toBeVisible();

    await host.start();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(heading).toHaveText('Otra vez distinto');
    await expect(bar(page)).toHaveCount(0);
  },
);

test('[E-PWA-1] shows the notice while offline only', nightly, async ({ page, context, host }) => {
  await page.goto(`${host.address}/home`);
  await workerReady(page);
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(bar(page)).toBeVisible();
  await context.setOffline(false);
  await expect(bar(page)).toHaveCount(0);
});

test(
  '[E-PWA-1] caches no tokens, video addresses or media; logout clears the account’s data',
  nightly,
  async ({ page, host, logInAs }) => {
    const who = await logInAs('REGULAR_SUBSCRIBER');
    const id = await createRecording(clubId(0), 'Vídeo que no se guarda');
    await page.goto(`${host.address}/home`);
    await workerReady(page);
    await page.goto(`${host.address}/home`);
    await expect.poll(() => isKept(page, '/users/me/home')).toBe(true);
    const judged = page.waitForResponse((answer) => answer.url().includes('/hls/') && answer.url().includes('token='));
    await page.goto(`${host.address}/vods/${id}`);
    const playlist = (await judged).url();
    const entries = await readCaches(page);
    for (const { url, headers, text } of entries) {
      expect(url).not.toContain(`/api/vods/${id}`);
      expect(new URL(url).origin).toBe(host.address);
      for (const place of [url, headers, text]) {
        expect(place).not.toContain(who.token);
        expect(place).not.toContain(new URL(playlist).searchParams.get('token'));
      }
      expect(headers).not.toMatch(/video|mpegurl|authorization/i);
    }

    await page.goto(`${host.address}/home`);
    await page.getByRole('banner').getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible();
    await expect.poll(() => isKept(page, '/users/me/')).toBe(false);
    expect((await readCaches(page)).map(({ cache }) => cache)).not.toContain('cantera-account');
  },
);

test('[E-PWA-1] announces a release, loads it with the next link, and keeps the open page’s chunks @ci', async ({
  page,
  host,
}) => {
  await page.goto(`${host.address}/home`);
  await workerReady(page);
  const first = await readRelease(page);
  releaseNewVersion(host.folder);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  // The worker of the release first stores all of its files, as the first worker did.
  await expect(page.getByText('Hay una versión nueva')).toBeVisible({ timeout: encodingLimit });
  await expectAccessible(page);
  // The server no longer has the old chunks; the page can still load its own.
  const part = page.waitForResponse(/\/calendar-/);
  await page.evaluate(() => history.pushState(null, '', '/calendario'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  expect((await part).fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Calendario' })).toBeVisible();
  expect(await readRelease(page)).toBe(first);

  await page.getByRole('link', { name: 'Clubes' }).first().click();
  await expect(page).toHaveURL(`${host.address}/clubes`);
  await expect(page.getByRole('heading', { name: 'Clubes', exact: true })).toBeVisible();
  await expect.poll(() => readRelease(page)).not.toBe(first);
  await expect(page.getByText('Hay una versión nueva')).toHaveCount(0);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('[E-PWA-1] reloads a page whose chunks a release has removed', nightly, async ({ page, host }) => {
    await page.goto(`${host.address}/home`);
    await page.waitForLoadState('networkidle');
    const first = await readRelease(page);
    releaseNewVersion(host.folder);
    await page.getByRole('link', { name: 'Iniciar Sesión' }).first().click();
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible();
    expect(await readRelease(page)).not.toBe(first);
  });

  test('[E-PWA-1] reloads a page without storage once after a chunk was missing', nightly, async ({ page, host }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    });
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    let isMissing = true;
    await page.route(/\/assets\/login-/, (route) =>
      isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
    await page.goto(`${host.address}/home`);
    await page.getByRole('link', { name: 'Iniciar Sesión' }).first().click();
    await expect.poll(() => loads).toBe(2);
    // Still missing after the reload: a message, no loop.
    await expect(page.getByText('No hemos podido cargar esta página.')).toBeVisible();
    isMissing = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible();
    expect(loads).toBe(3);
  });
});

const readRelease = (page: Page) => page.locator('meta[name=release]').getAttribute('content');

/** Renames every chunk of the app, as changes to each would, and removes the old ones. */
function releaseNewVersion(folder: string): void {
  const parts = join(folder, 'assets');
  const names = readdirSync(parts).filter((name) => /-[\w-]{7,8}\.(js|css)$/.test(name));
  const renamed = names.map((name): [string, string] => [
    name,
    // A new name each time, because a chunk is named by its content.
    name.replace(/-[\w-]{7,8}\./, (old) => `-${old[1] === 'z' ? 'y' : 'z'}${old.slice(2)}`),
  ]);
  for (const [from, to] of renamed) renameSync(join(parts, from), join(parts, to));
  const [, release = ''] =
    /name="release" content="(\w+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? [];
  const texts = [
    ...readdirSync(parts)
      .filter((name) => /\.(js|css|html)$/.test(name))
      .map((name) => join(parts, name)),
    ...['index.html', 'mesa.html', 'service-worker.js'].map((name) => join(folder, name)),
  ];
  for (const file of texts) {
    let text = readFileSync(file, 'utf8').replaceAll(release, `z${release.slice(1)}`);
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    writeFileSync(file, text);
  }
}
