/** Growing playlists of lives at an edge that caches: its requests to the API, and what still ends within seconds. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cpSync, mkdtempSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { expect, onTestFinished, test } from 'vitest';
import { startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { buildEvent, buildUser } from '../../support/records.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'cantera-shared-'));
cpSync('web/index.html', join(webFolder, 'index.html'));
const { addresses } = await startDedicatedPlatform({ cachesAtEdge: true, webFolder });

const { createUser } = await import('../../../functions/people/accounts/store.ts');
const { hashToken, startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { endSessions } = await import('../../../functions/people/accounts/end-rights.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { createSource, newSource } = await import('../../../functions/broadcast/live/create-source.ts');
const { copyEventFields, withObservedStream } = await import('../../../functions/broadcast/live/rules.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { changeWithdrawn, noteRecording } = await import('../../../functions/broadcast/broadcasts/store.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { signTicket, ticketMs } = await import('../../../functions/viewing/playback/tokens.ts');

const put = (key: string, text: string) =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, text, { contentType: 'application/x-mpegURL' });

/** A camera that has shown a match for two minutes, recorded in segments of ten seconds. */
async function goLive() {
  const event = await events.create(buildEvent({ isPublic: false, category: 'cadete', clubIds: [ulid()] } as never));
  const slug = `compartida-${ulid().slice(-10).toLowerCase()}`;
  const startedAt = new Date(Date.now() - 120_000).toISOString();
  const camera = await createSource(newSource('camera', slug, Date.now()));
  await sources.change(camera.id, (source) => ({ ...source, sportEventId: event.id, ...copyEventFields(event) }));
  const streamId = `st-${ulid()}`;
  const source = await sources.change(camera.id, (now) => withObservedStream(now, { streamId, startedAt }, Date.now()));
  const ref = { channelArn: camera.channelArn, id: String(source?.broadcast?.id) };
  const prefix = `ivs/v1/000000000000/abc/2026/11/27/3/0/${ulid().slice(-12)}`;
  const lines = Array.from({ length: 12 }, (_, index) => {
    const date = new Date(Date.parse(startedAt) + 10_000 * index).toISOString();
    return `#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:10.000,\n${index}.ts`;
  });
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA-SEQUENCE:0';
  await put(`${prefix}/media/hls/720p30/playlist.m3u8`, `${[head, ...lines].join('\n')}\n#EXT-X-ENDLIST\n`);
  await noteRecording(ref, prefix);
  return { event, slug, ref, startedAt };
}

type Live = Awaited<ReturnType<typeof goLive>>;

/** A subscriber's own address of a rendition. */
async function openFor({ slug, ref }: Live) {
  const user = buildUser('REGULAR_SUBSCRIBER');
  await createUser(user);
  const { token } = await startSession(user, false, Date.now());
  const sessionHash = hashToken(token.split('.')[1] ?? '');
  const expiresAt = Date.now() + ticketMs;
  const ticket = await signTicket({ item: `live/${slug}`, userId: user.id, sessionHash, expiresAt });
  return { user, own: `${addresses.media}/live/${slug}/recordings/${ref.id}/720p30.m3u8?token=${ticket}` };
}

async function ask(address: string) {
  const answer = await fetch(address);
  return { status: answer.status, text: await answer.text(), shared: answer.headers.get('content-location') ?? '' };
}

const status = async (address: string) => (await ask(address)).status;

/** Counts requests of the media host to the API until the test ends. */
function countOriginRequests(): () => number {
  let count = 0;
  const note = (message: unknown) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    if (headers['cantera-edge-host'] === 'media') count += 1;
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  return () => count;
}

test('[D-DVR-2] 200 viewers of 30 s cost the API a request each, and the reloads of one', async () => {
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

test('[D-DVR-2] the edge refuses a shared playlist without a signature, after 45 s, and of another live', async () => {
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
  // The API's address and the web host refuse it, whatever headers are sent.
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
  const range = { id: ulid(), from, to: from + 5_000, at: new Date().toISOString(), by: 'staff' };
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
