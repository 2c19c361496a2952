/** Lives that a stage delivers from their recording: addresses, counts, and the one stream of a user. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { stopClock } from '../support/stopped-clock.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'cantera-delayed-'));
cpSync('web/index.html', join(webFolder, 'index.html'));
const { addresses } = await startDedicatedPlatform({ cachesAtEdge: true, webFolder, liveDelivery: 'RECORDING' });

const { ask, askStatus, createSubscriber, goLive, goLiveRecorded } = await import('../support/growing-live.ts');
const { startSession } = await import('../../functions/platform/auth/sessions.ts');
const { readLease } = await import('../../functions/viewing/playback/lease.ts');
const { readAudience } = await import('../../functions/viewing/playback/views.ts');
const { liveDelayMs } = await import('../../shared/domain/limits.ts');

interface Page {
  viewers: number | null;
  playback: { url: string; fromStartUrl?: string; delayedUrl?: string | null };
}

async function open(slug: string, token: string): Promise<Page> {
  const answer = await fetch(`${addresses.api}/liveusers/${slug}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: { liveUser: Page } }).data.liveUser;
}

const openDelayed = async (slug: string, token: string) => String((await open(slug, token)).playback.delayedUrl);

async function openRendition(master: string) {
  const { text } = await ask(master);
  return new URL(/^\w.*$/m.exec(text)?.[0] ?? '', master).href;
}

test('[D-DVR-2] sends the recording’s address once it is as long as the delay, and null until then', async () => {
  const forward = stopClock();
  const live = await goLive(10);
  const { token } = await createSubscriber();
  expect((await open(live.slug, token)).playback).toMatchObject({ delayedUrl: null });
  await live.record();
  forward(20_000);
  expect((await open(live.slug, token)).playback).toMatchObject({ delayedUrl: null });
  forward(liveDelayMs - 30_000);
  const { playback, viewers } = await open(live.slug, token);
  expect(playback.delayedUrl).toContain('/live.m3u8?token=');
  // IVS would count only viewers of the stream without delay.
  expect(viewers).toBeNull();
  expect(await askStatus(await openRendition(String(playback.delayedUrl)))).toBe(200);
});

test('[D-DVR-2] a live that is never recorded is delivered by IVS', async () => {
  const { token } = await createSubscriber();
  const { playback } = await open((await goLive(90)).slug, token);
  expect(playback.url).toContain('/index.m3u8?token=');
  expect(playback).not.toHaveProperty('delayedUrl');
});

test('[D-DVR-2] a start counts a viewer and takes the only stream; the second device gets 409', async () => {
  const { slug, sourceId } = await goLiveRecorded();
  const { user, token } = await createSubscriber();
  const master = await openDelayed(slug, token);
  expect(await askStatus(master)).toBe(200);
  expect(await readAudience(`live/${sourceId}`)).toMatchObject({ viewers: 1, plays: 1 });
  expect((await readLease(user.id))?.heldUntil).toBeGreaterThan(Date.now());
  const phone = (await startSession(user, false, Date.now())).token;
  const onPhone = await openDelayed(slug, phone);
  expect(await askStatus(onPhone)).toBe(409);
  expect(await askStatus((await open(slug, phone)).playback.url)).toBe(409);
  // Rewinding the live does not count as a start.
  const { fromStartUrl } = (await open(slug, token)).playback;
  expect(await askStatus(String(fromStartUrl))).toBe(200);
  expect(await readAudience(`live/${sourceId}`)).toMatchObject({ viewers: 1, plays: 1 });
});
