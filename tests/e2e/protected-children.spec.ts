/**
 * Two mothers, two clubs, a rival, an admin: objections, removed seconds, an import, a deletion and a restore of
 * yesterday. At the end the children are nowhere visible: not in open pages, kept addresses or embeds. The audit has
 * every step.
 */
import type { Locator, Page } from '@playwright/test';
import { ulid } from 'ulid';
import {
  addresses,
  createClub,
  createPerson,
  createRecording,
  createVodClip,
  events,
  type Person,
  vods,
} from './support/platform.ts';
import { expectPlaying } from './support/player.ts';
import { expect, test } from './support/test.ts';

const { applyProtections } = await import('../../functions/trust/takedown/apply-protections.ts');
const { putItem } = await import('../../functions/platform/aws/dynamo.ts');
const { itemKey } = await import('../../functions/platform/lists/item-cache.ts');
const { matters } = await import('../../functions/trust/matters/store.ts');
const { findClips, clips } = await import('../../functions/recordings/clips/store.ts');

async function call<Data>(method: string, path: string, who?: Person, body?: object) {
  const headers = { 'content-type': 'application/json', ...(who && { authorization: `Bearer ${who.token}` }) };
  const answer = await fetch(`${addresses.api}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, code } = (await answer.json()) as { data: Data; code?: string };
  return { status: answer.status, data, code };
}

interface Imported {
  lines: { outcome: string }[];
}
interface Audited {
  entries: { action: string }[];
}

/** Sends the form that a page's 'Sale mi hijo o mi hija' opens. */
async function objectFrom(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('button', { name: 'Sale mi hijo o mi hija' }).click();
  await page.getByRole('radio', { name: 'Sí' }).check();
  await page.getByRole('textbox', { name: '¿Qué se ve y qué nos pides?' }).fill('Se reconoce a mi hija.');
  await page.getByRole('textbox', { name: 'Tu nombre' }).fill(name);
  await page.getByRole('textbox', { name: 'Tu email', exact: true }).fill(`${ulid().toLowerCase()}@familia.test`);
  await page.getByRole('button', { name: /^Enviar/ }).click();
  await expect(page.getByText(/^Ya está oculto/)).toBeVisible();
}

/** Reloads the page until it has answered without the element: the edge's answers may be ten seconds old. */
async function expectGone(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.reload({ waitUntil: 'networkidle' });
    await expect(element).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

test('nobody sees the children again, whatever the clubs, an import and a restore do @ci', async ({ device }) => {
  test.setTimeout(120_000);
  const names = { home: `CD ${ulid()}`, away: `UD ${ulid()}` };
  const [home, away] = [
    await createClub(names.home, { publicClips: true, embedHosts: ['www.cdmarco.es'] }),
    await createClub(names.away, { publicClips: true }),
  ];
  const [admin, staff, rival] = [
    await createPerson('ADMIN'),
    await createPerson('CLUB_STAFF', { clubId: home }),
    await createPerson('CLUB_STAFF', { clubId: away }),
  ];
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const csv = `fecha;hora;local;visitante;deporte;categoria\n${day};10:00;${names.home};${names.away};futbol;alevin`;
  const importMatch = async (who: Person) =>
    (await call<Imported>('POST', who === admin ? '/live/fixtures' : '/clubStaff/fixtures', who, { csv })).data.lines[0]
      ?.outcome;
  expect(await importMatch(staff)).toBe('created');
  const eventId = (await events.rows()).find(({ clubIds }) => clubIds.includes(home))?.id ?? '';
  const vodId = await createRecording(home, 'Alevín, el partido entero');
  await vods.change(vodId, (vod) => ({ ...vod, sportEventId: eventId, clubIds: [home, away] }));
  await events.change(eventId, (event) => ({ ...event, isPublic: true }));
  const clipId = await createVodClip(vodId, { clubId: home, title: 'Gol', start: 5 });
  // As a backup of yesterday has them.
  const yesterday = {
    at: Date.now(),
    event: await events.get(eventId),
    vod: await vods.get(vodId),
    clip: await clips.get(clipId),
  };

  // A viewer keeps the page open, and the addresses of everything that the page fetched.
  const viewer = await device(await createPerson('REGULAR_SUBSCRIBER'));
  const kept = new Set<string>();
  viewer.on('request', (request) => {
    if (/\.(ts|m3u8|jpg|webp|vtt|key)\b/.test(request.url()) && request.url().includes(vodId)) kept.add(request.url());
  });
  await viewer.goto(`/vods/${vodId}`);
  await expectPlaying(viewer);
  const embed = await device();
  await embed.goto(`/insertar/partido/${eventId}`);
  await expect(embed.getByRole('heading').first()).toBeVisible();

  const another = await device();
  await another.goto(`/clip/${clipId}`);
  await expect(another.getByRole('heading', { name: /Gol/ }).first()).toBeVisible();

  // The first mother stops the film where she sees her daughter.
  const mother = await device(await createPerson('REGULAR_SUBSCRIBER'));
  await mother.goto(`/vods/${vodId}`);
  await expectPlaying(mother);
  await mother.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 6;
  });
  await objectFrom(mother, 'Marta');
  await expectGone(another, another.getByRole('heading', { name: /Gol/ }));

  const open = async () => {
    const rows = (await matters.rows()).filter(({ clubIds }) => clubIds.includes(home));
    return matters.items(rows);
  };
  const [first] = await open();
  expect([first?.target?.id, first?.second, first?.holds]).toEqual([vodId, 6, true]);

  // The rival and the own club try to open it again.
  for (const who of [rival, staff]) {
    const show = await call('PATCH', `/clubStaff/vods/${vodId}`, who, { sportEventId: null, title: 'Otro partido' });
    expect(show.status).toBeLessThan(500);
    await call('PATCH', `/clubStaff/sportevents/${eventId}`, who, { visible: true, category: 'senior' });
  }
  await vods.change(vodId, (vod) => ({ ...vod, sportEventId: eventId }));
  // The admin removes the seconds: the recording returns without them.
  const cut = { from: 5, seconds: 3, cuts: '', matterId: first?.id };
  expect((await call('POST', `/vods/${vodId}/withdrawn`, admin, cut)).status).toBe(201);
  const decide = async (id: string, answer: string) => {
    const { version } = (await matters.get(id)) ?? {};
    const reasons = 'Se reconoce a una menor.';
    return (await call('POST', `/matters/${id}/decision`, admin, { answer, reasons, version })).status;
  };
  expect(await decide(first?.id ?? '', 'CUT')).toBe(200);
  const [range] = (await vods.get(vodId))?.withdrawn ?? [];
  for (const who of [rival, staff])
    expect((await call('DELETE', `/vods/${vodId}/withdrawn/${range?.id}`, who)).code).toBe('CLS4030');

  // The second mother objects to the match itself, which is taken down for good.
  const second = await device();
  await second.goto(`/evento/${eventId}`);
  await objectFrom(second, 'Rosa');
  const ofMatch = (await open()).find(({ target }) => target?.kind === 'events');
  expect(await decide(ofMatch?.id ?? '', 'HIDE')).toBe(200);

  // The club deletes the match and imports it again; the rival tries as well.
  expect((await call('DELETE', `/live/sportevents/${eventId}`, admin)).status).toBe(200);
  expect(await importMatch(rival)).toBe('refused');
  expect(await importMatch(admin)).toBe('recovered');

  // Yesterday's tables come back; the operator repeats the closings since then. The audit and the matters stay as they
  // are, as the runbook says.
  for (const [table, item] of [
    ['events', yesterday.event],
    ['vods', yesterday.vod],
    ['clips', yesterday.clip],
  ] as const)
    await putItem(table, { ...item, ...itemKey(item?.id ?? '') });
  expect((await vods.get(vodId))?.withdrawn).toBeUndefined();
  const applied: string[] = [];
  await applyProtections({ since: yesterday.at, now: Date.now(), isDryRun: false }, ({ kind, outcome }) => {
    applied.push(`${kind} ${outcome}`);
  });
  expect(applied).toContain('vods APPLIED');

  // The match is gone for visitors, subscribers and families, on the page kept open, at kept addresses and in embeds.
  for (const path of [`/sportevents/${eventId}`, `/vods/${vodId}`, `/clips/${clipId}`])
    expect((await call('GET', path)).status, path).toBe(404);
  for (const address of [...kept].filter((one) => !one.includes('.m3u8')))
    await expect.poll(async () => (await fetch(address)).status, { message: address }).toBeGreaterThanOrEqual(400);
  expect(kept.size).toBeGreaterThan(2);
  await expectGone(viewer, viewer.locator('video'));
  await expectGone(embed, embed.getByText(names.home));
  for (const page of [mother, another, second]) {
    await page.goto(`/evento/${eventId}`);
    await expectGone(page, page.getByText(names.away));
  }
  expect((await findClips({ vodId })).length).toBeGreaterThan(0);

  // The audit has each act with its author.
  const { entries } = (await call<Audited>('GET', `/live/audit?kind=vods&item=${vodId}`, admin)).data;
  expect(JSON.stringify(entries)).toContain('withdrawn');
  const ofEvent = (await call<Audited>('GET', `/live/audit?kind=events&item=${eventId}`, admin)).data.entries;
  expect(ofEvent.map(({ action }) => action)).toEqual(expect.arrayContaining(['CREATE', 'DELETE']));
});
