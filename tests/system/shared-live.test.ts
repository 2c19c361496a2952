/**
 * Growing playlists of lives at an edge that caches: its requests to the API, and access that still ends within
 * seconds.
 */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { stopClock } from '../support/stopped-clock.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'cantera-shared-'));
cpSync('web/index.html', join(webFolder, 'index.html'));
const { addresses } = await startDedicatedPlatform({ cachesAtEdge: true, webFolder });

const {
  ask,
  askStatus: status,
  countOriginRequests,
  goLiveRecorded: goLive,
  openFor: openAt,
} = await import('../support/growing-live.ts');
const { endSessions } = await import('../../functions/people/accounts/end-rights.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { changeWithdrawn } = await import('../../functions/broadcast/broadcasts/store.ts');
const openFor = (live: Parameters<typeof openAt>[0]) => openAt(live, addresses.media);

test('[D-DVR-2] 200 viewers cost the API a request each in half a minute, plus the reloads of one viewer', async () => {
  const forward = stopClock();
  const live = await goLive();
  const viewers = await Promise.all(Array.from({ length: 200 }, () => openFor(live)));
  const count = countOriginRequests();
  // A player reloads a playlist with segments of ten seconds every six seconds or so.
  const reloads = 4;
  const watch = async (reload: (viewer: (typeof viewers)[number], shared: string) => string) => {
    const before = count();
    const opened = await Promise.all(viewers.map(({ own }) => ask(own)));
    expect(new Set(opened.map((one) => one.status))).toEqual(new Set([200]));
    for (let round = 0; round < reloads; round += 1) {
      forward(6_000);
      // Players do not reload in step: the first one fills the edge.
      const [first, ...others] = viewers.map((viewer, at) => reload(viewer, opened[at]?.shared ?? ''));
      const statuses = [await status(first ?? ''), ...(await Promise.all(others.map(status)))];
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    return count() - before;
  };
  const before = await watch(({ own }) => own);
  const after = await watch((_, shared) => shared);
  console.info(`200 viewers, 30 s: ${before} requests to the API, ${after} with shared playlists`);
  expect([before, after]).toEqual([200 * (1 + reloads), 200 + reloads]);
});

test('[D-DVR-2] the edge refuses a shared playlist without a signature, with one older than 45 s, and with that of another live', async () => {
  const forward = stopClock();
  const [live, other] = [await goLive(), await goLive()];
  const { own } = await openFor(live);
  const { shared, text } = await ask(own);
  const count = countOriginRequests();
  expect(await ask(shared)).toMatchObject({ status: 200, text });
  expect(count()).toBe(1);
  const query = new URL(shared).search;
  for (const address of [
    shared.replace(query, ''),
    shared.replace(live.ref.id, other.ref.id),
    shared.replace('/viewers/', '/staff/'),
    shared.replace(/Signature=../, 'Signature=xx'),
  ])
    expect(await status(address)).toBe(403);
  // The API's address and the web host refuse the shared playlist, whatever headers are sent.
  const headers = { 'cantera-edge-host': 'media', 'cantera-edge-key': 'guess' };
  for (const host of [addresses.api, `${addresses.web}/api`])
    expect((await fetch(shared.replace(addresses.media, host), { headers })).status).toBe(403);
  forward(29_000);
  expect(await status(shared)).toBe(200);
  const asked = count();
  forward(16_000);
  expect(await status(shared)).toBe(403);
  expect(count()).toBe(asked);
});

test('[D-DVR-2] a session that ends gets no further address, and keeps the last for 45 s', async () => {
  const forward = stopClock();
  const { own, user } = await openFor(await goLive());
  const { shared } = await ask(own);
  forward(1_000);
  await endSessions(user.id, Date.now());
  expect(await status(own)).toBe(401);
  forward(45_000);
  expect(await status(shared)).toBe(403);
});

test('[F-TAKE-1][F-TAKE-2][F-RIGHTS-4] hidden matches, removed seconds and families end shared playlists within 4 s', async () => {
  const forward = stopClock();
  const live = await goLive();
  const { own } = await openFor(live);
  const { shared, text } = await ask(own);
  expect(text).toContain('/3.ts');
  expect(await status(shared)).toBe(200);
  const from = Date.parse(live.startedAt) + 31_000;
  const range = { id: ulid(), from, to: from + 5_000, at: new Date().toISOString(), by: 'staff', owner: 'platform' };
  await changeWithdrawn(
    live.ref,
    (broadcast) => ({ ...broadcast, withdrawn: [range] }),
    () => [],
  );
  forward(4_000);
  expect((await ask(shared)).text).not.toContain('/3.ts');
  await events.change(live.event.id, (event) => ({ ...event, visible: false }));
  forward(4_000);
  expect(await status(shared)).toBe(404);

  const given = await goLive();
  const kept = (await ask((await openFor(given)).own)).shared;
  expect(await status(kept)).toBe(200);
  await events.change(given.event.id, (event) => ({ ...event, visible: false, audience: 'FAMILIES' }) as never);
  forward(4_000);
  expect(await status(kept)).toBe(404);
});
