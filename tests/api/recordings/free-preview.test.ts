/** Half a minute of a match that visitors may watch once: permission, access and end. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedHighlights } from '../../../infra/local/seed/highlights.ts';
import { teams } from '../../../infra/local/seed/teams.ts';
import { call, createClub, createEvent, createPerson, createStoredClip, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createClip as film, readAddressEnd } from '../../support/media.ts';
import { edgeHeaders } from '../../support/people.ts';
import { admin, show } from './clip-calls.ts';

const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { mediaUrl } = await import('../../../functions/platform/aws/addresses.ts');
const { getItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { hashValue, toNetwork } = await import('../../../functions/platform/limits/limits.ts');
const { claimFreePreview } = await import('../../../functions/recordings/clips/free-preview.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { clipKey } = await import('../../../shared/domain/media-address.ts');

const findOffer = async (id: string) => (await call('GET /vods/{id}/free-moment', { params: { id } })).data.freeMoment;
const watch = (id: string, place = '198.51.100.7') =>
  call('POST /vods/{id}/free-moment', { params: { id }, headers: edgeHeaders(place) });
const choose = (id: string, token: string, body: object = { start: 0 }) =>
  call('POST /vods/{id}/free-moments', { token, params: { id }, body });

async function match() {
  const clubId = await createClub(`CD ${ulid()}`);
  const { id: eventId } = await createEvent({ clubIds: [clubId] });
  const key = `originals/${ulid()}.mp4`;
  const fields = { clubIds: [clubId], sportEventId: eventId, source: { bucket: 'uploads' as const, key } };
  const { id: vodId } = await createVod({ ...fields, duration: 600 });
  const staff = await createPerson('CLUB_STAFF', { clubId });
  return { clubId, eventId, vodId, key, staff: staff.token };
}
type Made = Awaited<ReturnType<typeof match>>;

/** A free preview, as if it had been encoded. */
async function createPreview({ clubId, eventId, vodId }: Made, start = 0) {
  const cut = { start, seconds: 30, poster: 3, crest: null };
  const free = { title: 'Momento gratis', visible: false, isFree: true as const, duration: 30 };
  const { id, generation } = await createStoredClip({ vodId, clubId, sportEventId: eventId, cut, ...free });
  const key = clipKey(id, generation ?? '');
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, Buffer.from('half a minute'), {
    contentType: 'video/mp4',
  });
  return { id, key };
}

describe('a free preview', () => {
  let short: Buffer | undefined;
  beforeAll(async () => {
    short = await film({ seconds: 8, size: '320x180' });
  });

  test('[E-PAY-2] exists once for the demo league’s latest match, however often it is seeded', async () => {
    const { vodId, eventId, clubId, key } = await match();
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key }, short!, { contentType: 'video/mp4' });
    await vods.change(vodId, (item) => ({ ...item, duration: 8 }));
    const [home, away] = teams as [(typeof teams)[0], (typeof teams)[0]];
    const about = { id: eventId, title: 'Derbi', summary: '', sport: 'SOCCER' as const, start: new Date() };
    const played = { ...about, home, away, clubIds: [clubId, clubId] };
    for (let time = 0; time < 2; time += 1)
      await seedHighlights(0, (await vods.get(vodId))!, played, [{ at: 6, side: 0 }]);
    const made = (await clips.rows()).filter((row) => row.vodId === vodId && row.isFree);
    expect(made).toHaveLength(1);
    const moment = await eventually(() => findOffer(vodId), Boolean);
    expect(Math.abs((moment?.seconds ?? 0) - 8)).toBeLessThan(0.3);
  });

  test('[E-PAY-2] is chosen by the club and plays without access to the match', async () => {
    const made = await match();
    expect(await findOffer(made.vodId)).toBeNull();
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key: made.key }, short!, { contentType: 'video/mp4' });
    await vods.change(made.vodId, (item) => ({ ...item, duration: 8 }));
    expect((await choose(made.vodId, made.staff)).status).toBe(201);
    const found = await eventually(() => findOffer(made.vodId), Boolean);
    expect(Math.abs((found?.seconds ?? 0) - 8)).toBeLessThan(0.3);
    const { data, headers } = await watch(made.vodId);
    expect([(await fetch(data.video)).status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    // The match itself stays closed.
    const page = await call('GET /vods/{id}', { params: { id: made.vodId } });
    expect(page.data.vod.playback).toEqual({ granted: false, reason: 'LOGIN_REQUIRED' });
  });

  test('[E-PAY-2] opens no other file, clip or match, for five minutes', async () => {
    const made = await match();
    const [own, other] = [await createPreview(made), await createPreview(await match())];
    const { video } = (await watch(made.vodId)).data;
    const { search } = new URL(video);
    const status = async (key: string) => (await fetch(mediaUrl(key) + search)).status;
    expect(await status(own.key)).toBe(200);
    for (const key of [other.key, `vods/${made.vodId}/x/720p.m3u8`, `vods/${made.vodId}/x/720p_00001.ts`])
      expect(await status(key), key).toBe(403);
    expect((await fetch(mediaUrl(`vods/${made.vodId}/hls/index.m3u8`) + search)).status).not.toBe(200);
    expect((await fetch(mediaUrl(own.key))).status).toBe(403);
    // The preview's address ends within a minute, like a clip's; a repeated request within five minutes renews it.
    expect(readAddressEnd(video) - Date.now() / 1000).toBeLessThanOrEqual(60);
    expect((await watch(made.vodId)).status).toBe(200);
    // It is not a published clip.
    expect((await call('GET /clips/{id}', { params: { id: own.id } })).code).toBe('CLP4040');
    expect((await call('GET /clips/{id}/video', { params: { id: own.id } })).status).toBe(404);
  });

  test('[E-PAY-2] can be watched once for each match and network, also by concurrent requests', async () => {
    const [one, other] = [ulid(), ulid()];
    const began = Date.now();
    const claimPreview = (now: number, address = '198.51.100.7', which = one) => claimFreePreview(which, address, now);
    const both = await Promise.all([claimPreview(began), claimPreview(began), claimPreview(began)]);
    expect(both).toEqual([began + 300_000, began + 300_000, began + 300_000]);
    // A reloaded page continues the same preview.
    expect(await claimPreview(began + 60_000)).toBe(began + 300_000);
    for (const later of [300_000, 86_400_000, 60 * 86_400_000])
      expect(await claimPreview(began + later)).toBeUndefined();
    expect(await claimPreview(began + 300_000, '198.51.100.7', other)).toBeDefined();
    expect(await claimPreview(began + 300_000, '198.51.100.8')).toBeDefined();
    // An IPv6 household has many addresses in one /64, which counts as one network.
    expect(await claimPreview(began, '2001:db8:1:2::1')).toBe(began + 300_000);
    expect(await claimPreview(began + 300_000, '2001:db8:1:2:aaaa::9')).toBeUndefined();
    const key = { pk: `FREE#${hashValue(one, toNetwork('198.51.100.7'))}`, sk: 'MOMENT' };
    const kept = await getItem<Record<string, unknown>>('sessions', key);
    expect(JSON.stringify(kept)).not.toContain('198.51');
    expect(Number(kept?.expiresAt) - began / 1000).toBeLessThan(91 * 86_400);
  });

  test('[E-PAY-2] explains that it was watched, also after a new choice', async () => {
    const made = await match();
    const first = await createPreview(made);
    expect((await watch(made.vodId)).status).toBe(200);
    const longAgo = { seenAt: Date.now() - 3_600_000, expiresAt: Math.ceil(Date.now() / 1000) + 3600 };
    const pk = `FREE#${hashValue(made.eventId, toNetwork('198.51.100.7'))}`;
    await putItem('sessions', { pk, sk: 'MOMENT', ...longAgo });
    expect(await watch(made.vodId)).toMatchObject({ status: 403, code: 'CLP4031' });
    const chosen = await choose(made.vodId, made.staff, { start: 60 });
    expect([chosen.status, await clips.get(first.id)]).toEqual([201, undefined]);
    await createPreview(made, 120);
    expect((await watch(made.vodId)).code).toBe('CLP4031');
    expect((await watch(made.vodId, '203.0.113.9')).status).toBe(200);
  });

  test('[E-PAY-2] is chosen within the recording by staff of its clubs', async () => {
    const made = await match();
    const rival = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    expect((await choose(made.vodId, rival.token)).code).toBe('SSN4030');
    expect((await choose(made.vodId, made.staff, { start: 590 })).code).toBe('CLP4000');
    for (const start of [-1, '1', null, 90_000])
      expect((await choose(made.vodId, made.staff, { start })).status, String(start)).toBe(400);
    expect((await choose(made.vodId, made.staff, { start: 5 })).status).toBe(201);
    expect((await choose(made.vodId, admin.token, { start: 5, clubId: ulid() })).code).toBe('CLB4000');
  });
});

describe('an offered free preview', () => {
  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['recording', ({ vodId }) => show('vods', vodId, false)],
    ['match', ({ eventId }) => show('sportevents', eventId, false)],
    ['club', ({ clubId }) => clubs.change(clubId, (item) => ({ ...item, visible: false }))],
  ])('[E-PAY-2] is not offered while its %s is hidden', async (_, hide) => {
    const made = await match();
    await createPreview(made);
    expect(await findOffer(made.vodId)).toEqual({ seconds: 30 });
    await hide(made);
    expect([await findOffer(made.vodId), (await watch(made.vodId)).code]).toEqual([null, 'CLP4040']);
  });

  test('[E-PAY-2] is deleted by staff', async () => {
    const made = await match();
    const { id } = await createPreview(made);
    expect((await call('DELETE /clips/{id}', { token: made.staff, params: { id } })).status).toBe(200);
    expect(await findOffer(made.vodId)).toBeNull();
  });
});
