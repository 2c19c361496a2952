/** 'Emite desde aquí': a match from a phone's browser, through network failures and kills of the browser. */
import type { Page } from '@playwright/test';
import { liveLimit } from '../support/limits.ts';
import { isNightly, pickOfNight } from '../support/test-profile.ts';
import { createPhoneMatch, Phone, readRecorded } from './support/phone.ts';
import { expectPlayedThrough, type Played, servePhoneStream } from './support/phone-stream.ts';
import { addresses, createPerson } from './support/platform.ts';
import { expect, expectAccessible, nightly, storeSession, test } from './support/test.ts';

const open = (page: Page) => page.getByRole('button', { name: 'Activar la cámara' });
const start = (page: Page) => page.getByRole('button', { name: 'Emitir en directo' });
const onAir = (page: Page) => page.getByText(/^EN DIRECTO \d/);
const inReserve = (page: Page) => page.getByText(/^EN RESERVA \d/);
/** A machine that encodes for two is slow to open a camera, and a phone learns by a report whether viewers see it. */
const whenBusy = { timeout: 30_000 };
const settled = (page: Page) => page.getByText('Todo subido', { exact: true });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function end(page: Page): Promise<void> {
  // A slow machine comes here after the minute that darkens the screen.
  const lift = page.getByRole('button', { name: 'Ver la cámara' });
  if (await lift.isVisible()) await lift.click();
  await page.getByRole('button', { name: 'Terminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar' }).click();
}

/** True once the page opens without a line. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const kept = await caches.match('/emitir/', { cacheName: 'cantera-emitir' });
    return kept !== undefined && navigator.serviceWorker.controller !== null;
  });

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Schedule {
  kills: number;
  /** Milliseconds without a line before the end. */
  outageMs?: number;
  /**
   * Opens the browser again with its stored files, by a clock that is an hour ahead; `OFFLINE`: without a network at
   * first.
   */
  reopened?: 'ONLINE' | 'OFFLINE' | undefined;
  viewers?: Page[];
}

/** Broadcasts through random drops and kills, and counts the pictures of the recording. */
async function broadcastThrough(
  seed: number,
  { kills, outageMs = 0, reopened, viewers = [] }: Schedule,
): Promise<void> {
  const random = createRandom(seed);
  const { link, path } = await createPhoneMatch();
  const phone = await Phone.create();
  try {
    let page = await phone.open(link);
    await open(page).click();
    await start(page).click(whenBusy);
    await expect(onAir(page)).toBeVisible();
    await sleep(3_000 + 2_000 * random());
    for (const viewer of viewers) await watch(viewer, phone);
    for (let kill = 0; kill < kills; kill += 1) {
      const isDropped = random() < 0.7;
      if (isDropped) await phone.setLine(false);
      await sleep(2_000 + 6_000 * random());
      await phone.kill();
      page = await phone.open(path);
      await expect(onAir(page)).toBeVisible();
      await sleep(3_000 + 2_000 * random());
    }
    if (reopened === 'OFFLINE') await expect.poll(() => isKept(page), { timeout: 60_000 }).toBe(true);
    await phone.setLine(false);
    await expect(page.getByText(/^Sin conexión: se sigue grabando/)).toBeVisible({ timeout: 30_000 });
    await sleep(outageMs + 4_000 * random());
    if (reopened) {
      await phone.kill();
      phone.clockMs = 3_600_000;
      phone.opensOffline = reopened === 'OFFLINE';
      page = await phone.open(path);
      await expect(onAir(page)).toBeVisible();
      if (phone.opensOffline) await sleep(5_000);
    }
    await phone.setLine(true);
    // The picture comes back by itself on each open page.
    for (const viewer of viewers) await expectPlaying(viewer);
    await sleep(2_000 * random());
    await end(page);
    await expect(settled(page)).toBeVisible({ timeout: liveLimit });

    expect(phone.refused, `refused segments (seed ${seed})`).toEqual([]);
    const recorded = await readRecorded(phone.publishers);
    const times = recorded.map(({ pts }) => pts);
    expect(times, `in order and once (seed ${seed})`).toEqual([...new Set(times)].sort((a, b) => a - b));
    const arrived = new Map<number, number>();
    for (const { hash } of recorded) arrived.set(hash, (arrived.get(hash) ?? 0) + 1);
    const lost = phone.encoded.filter(({ hash }) => {
      const left = arrived.get(hash) ?? 0;
      arrived.set(hash, left - 1);
      return left < 1;
    });
    expect(phone.encoded.length, `encoded pictures (seed ${seed})`).toBeGreaterThan(100);
    expect(
      lost.map(({ place }) => place),
      `lost pictures (seed ${seed}; ${phone.warnings.join('; ')})`,
    ).toEqual([]);
  } finally {
    await phone.close();
  }
}

test.setTimeout(liveLimit);

test('[G-PHONE-1] a volunteer is live two taps after the link, and ends by a question', async () => {
  const { link, path } = await createPhoneMatch();
  const phone = await Phone.create();
  try {
    const page = await phone.open(link);
    await expect(page.getByRole('heading', { name: 'CD Sauce – UD Encina' })).toBeVisible();
    // The token leaves the address.
    expect(page.url()).toContain(path);
    expect(page.url()).not.toContain('camara');
    await expectAccessible(page);
    await open(page).focus();
    await page.keyboard.press('Enter');
    await expect(start(page)).toBeEnabled();
    await expect(page.getByRole('meter', { name: 'Nivel de sonido' })).toBeVisible();
    // The line is measured before the live.
    await expect(page.getByText(/^\d+,\d Mb\/s$/)).toBeVisible();
    await expect(page.getByText('Pon el móvil en horizontal: así se ve todo el campo.')).toBeVisible();
    await expectAccessible(page);
    await start(page).click(whenBusy);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await start(page).click(whenBusy);
    await expect(onAir(page)).toBeVisible();
    // On a phone this small the state scrolls.
    await page.setViewportSize({ width: 568, height: 320 });
    await expect(page.getByText(/^Pon el móvil en horizontal/)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pantalla negra' }).click();
    await expect(page.getByRole('dialog', { name: 'Pantalla negra' })).toContainText(/En directo · 0:/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Terminar' }).click();
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(onAir(page)).toBeVisible();
    await end(page);
    await expect(settled(page)).toBeVisible();
    await page.reload();
    await expect(settled(page)).toBeVisible();
  } finally {
    await phone.close();
  }
});

test('[G-PHONE-1] staff give a camera link, which ends when they revoke it', async ({ page, logInAs, device }) => {
  const { id, path } = await createPhoneMatch();
  await logInAs('ADMIN');
  await page.goto(`/sportevents/manage/${id}`);
  await expect(page.getByRole('link', { name: 'Emite desde aquí' })).toHaveAttribute('href', path);
  await page.getByRole('button', { name: 'Enlace de cámara' }).click();
  await page.getByRole('button', { name: 'Crear otro' }).click();
  await expect(page.getByRole('img', { name: 'Código QR: Enlace de cámara' })).toBeVisible();
  await expectAccessible(page);
  const address = await page.getByRole('textbox', { name: 'Enlace' }).inputValue();
  expect(address).toMatch(new RegExp(`${path}#camara\\.${id}\\.`));
  const volunteer = await device();
  await volunteer.goto(address);
  await expect(open(volunteer)).toBeVisible();
  await page.getByRole('button', { name: 'Anular enlace' }).click();
  await expect(page.getByRole('button', { name: 'Crear enlace' })).toBeVisible();
  await volunteer.reload();
  await expect(volunteer.getByText('Este enlace de cámara ya no vale. Pide otro al club.')).toBeVisible();
  await expect(open(volunteer)).toBeDisabled();
  await expect(volunteer.getByRole('link', { name: 'Ver el partido' })).toHaveAttribute('href', `/evento/${id}`);
});

test('[G-PHONE-3] no picture is lost, doubled or out of order through drops and kills, and two screens go on @ci', async ({
  device,
}) => {
  test.setTimeout(2 * liveLimit);
  await broadcastThrough(3, { kills: 2, reopened: 'OFFLINE', viewers: [await device(), await device()] });
});

/**
 * A hundred schedules take three hours, so that a whole nightly run takes twelve. Each is a worst day: five kills, on
 * some a minute without a line, the browser opened again by a wrong clock, and open pages of viewers.
 */
const seeds = pickOfNight(
  Array.from({ length: 98 }, (_, index) => index + 4),
  12,
);
if (isNightly)
  for (const seed of seeds)
    test(`[G-PHONE-3] no picture is lost through drops and kills, schedule ${seed}`, nightly, async ({ device }) => {
      test.setTimeout(2 * liveLimit);
      const outageMs = seed % 4 === 0 ? 60_000 : 0;
      const reopened = (['ONLINE', undefined, 'OFFLINE', undefined] as const)[seed % 4];
      const viewers = seed % 8 === 0 ? [await device(), await device()] : [];
      await broadcastThrough(seed, { kills: 5, outageMs, reopened, viewers });
    });

test('[G-PHONE-5] staff choose among two phones, one relieves the other, and viewers follow without a reload @ci', async ({
  page: staff,
  logInAs,
  device,
}) => {
  const { id, link } = await createPhoneMatch();
  const phones = [await Phone.create(), await Phone.create()] as const;
  try {
    const pages: Page[] = [];
    for (const phone of phones) {
      const page = await phone.open(link);
      await open(page).click();
      await start(page).click(whenBusy);
      await expect(page.getByText(/^EN (DIRECTO|RESERVA) \d/)).toBeVisible();
      pages.push(page);
    }
    const [first, second] = pages as [Page, Page];
    await expect(inReserve(second)).toBeVisible(whenBusy);
    await expect(second.getByText(/^En reserva: se ve otro móvil/)).toBeVisible();
    await expect(onAir(first)).toBeVisible(whenBusy);
    const [one = '', other = ''] = phones.map(({ publishers }) => publishers[0]);

    const viewer = await device();
    await watch(viewer, phones[0]);
    const loads: string[] = [];
    viewer.on('domcontentloaded', () => loads.push(viewer.url()));

    await logInAs('ADMIN');
    await staff.goto(`/sportevents/manage/${id}`);
    await expectAccessible(staff);
    // Staff change their mind once the playlist that viewers see has had an end.
    const ended = viewer.waitForResponse(
      async (response) => response.url().includes('.m3u8') && (await response.text()).includes('#EXT-X-ENDLIST'),
      { timeout: liveLimit },
    );
    await staff.getByRole('button', { name: 'Mostrar Móvil 2' }).click();
    await ended;
    await staff.getByRole('button', { name: 'Mostrar Móvil 1' }).click();
    await waitForSegment(viewer, one);
    await expectPlaying(viewer);
    await expect(onAir(first)).toBeVisible(whenBusy);

    await staff.getByRole('button', { name: 'Mostrar Móvil 2' }).click();
    await waitForSegment(viewer, other);
    await expectPlaying(viewer);
    await expect(onAir(second)).toBeVisible(whenBusy);
    await expect(inReserve(first)).toBeVisible(whenBusy);

    // The shown phone loses its line: the other takes over by itself, after 20 s without a picture.
    await phones[1].setLine(false);
    await waitForSegment(viewer, one);
    await expectPlaying(viewer);
    await expect(onAir(first)).toBeVisible(whenBusy);
    await phones[1].setLine(true);
    await expect(inReserve(second)).toBeVisible(whenBusy);
    await end(first);
    await waitForSegment(viewer, other);
    await expectPlaying(viewer);
    expect(loads).toEqual([]);
    await end(second);
    for (const page of pages) await expect(settled(page)).toBeVisible({ timeout: liveLimit });
  } finally {
    for (const phone of phones) await phone.close();
  }
});

/** Opens the live of a phone as a subscriber, and waits for its picture. */
async function watch(viewer: Page, { publishers: [publisher = ''] }: Phone): Promise<void> {
  await storeSession(viewer.context(), await createPerson('REGULAR_SUBSCRIBER'));
  const loaded = waitForSegment(viewer, publisher);
  await viewer.goto(`/live/movil-${publisher.toLowerCase()}`);
  await loaded;
  await expectPlaying(viewer);
}

/** Waits until a viewer's player loads a segment of this phone. */
const waitForSegment = (viewer: Page, publisher: string) =>
  viewer.waitForResponse(
    (response) => response.ok() && response.url().includes(`/${publisher}/`) && /\.ts\b/.test(response.url()),
    { timeout: 90_000 },
  );

/** Expects the picture to move on by itself; a seek or a reload moves its time too. */
async function expectPlaying(viewer: Page): Promise<void> {
  const isMoving = () =>
    viewer.evaluate(async () => {
      const video = document.querySelector('video');
      const before = video?.currentTime ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
      const passed = (video?.currentTime ?? 0) - before;
      return passed > 0.1 && passed < 2;
    });
  await expect.poll(isMoving, { timeout: 60_000 }).toBe(true);
}

test('[G-PHONE-9] an app’s own browser says which one to take, and staff get server and key for an app', async ({
  browser,
  logInAs,
}) => {
  const { path } = await createPhoneMatch();
  const { token } = await logInAs('ADMIN');
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Instagram 300.0' });
  const page = await context.newPage();
  await context.addCookies([
    { name: 'cantera-session', value: encodeURIComponent(JSON.stringify({ token })), url: addresses.web },
  ]);
  await page.goto(addresses.web + path);
  await expect(page.getByText(/dentro de Instagram. Cópialo y ábrelo en Safari/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copiar el enlace' })).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test('[G-PHONE-2][G-PHONE-4] a live goes on over the wrap of its time stamps and over holes in either rendition, and so does its recording @ci', async ({
  page,
}) => {
  const stream = await servePhoneStream();
  const read = () => page.evaluate(stream.played) as Promise<Played>;
  try {
    await page.goto(stream.address);
    await expectPlayedThrough(read);
    await page.goto(`${stream.address}?recorded`);
    await expectPlayedThrough(read, { isRecorded: true });
  } finally {
    await stream.close();
  }
});
