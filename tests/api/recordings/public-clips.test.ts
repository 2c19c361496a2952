/** Public clips: the permission of their club, and their removal with recording, match or club. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createStoredClip, createVod } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { admin, change, clubId, cut, listClips, readClip, recording, show } from './clip-calls.ts';

const { sweepClips } = await import('../../../functions/recordings/clips/sweep-clips.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');

describe('public clips', () => {
  /** A public clip, as if it had been encoded. */
  async function createPublicClip() {
    const own = await createClub(`CD ${ulid()}`, { publicClips: true });
    const sportEvent = await createEvent({ clubIds: [own] });
    const recorded = await createVod({ clubIds: [own], sportEventId: sportEvent.id });
    const { id } = await createStoredClip({ vodId: recorded.id, clubId: own, sportEventId: sportEvent.id });
    expect((await readClip(id)).status).toBe(200);
    return { id, vodId: recorded.id, eventId: sportEvent.id, own };
  }
  const token = admin.token;
  /** A hidden match answers 404, and so lists none. The count waits, because writes show elsewhere within a second. */
  async function expectListed(eventId: string, ids: string[]) {
    const params = { id: eventId };
    const { data } = await call('GET /sportevents/{id}/clips', { params });
    expect((data?.clips ?? []).map(({ id }) => id)).toEqual(ids);
    const count = async () => (await call('GET /sportevents/{id}/vods', { params })).data?.clips ?? 0;
    await eventually(count, is(ids.length));
  }
  type Made = Awaited<ReturnType<typeof createPublicClip>>;

  test.each<[string, (made: Made, isPublic: boolean) => Promise<unknown>]>([
    ['recording', ({ vodId }, visible) => show('vods', vodId, visible)],
    ['match', ({ eventId }, visible) => show('sportevents', eventId, visible)],
    [
      'club, or its choice',
      ({ own }, publicClips) => call('PATCH /live/clubs/{id}', { token, params: { id: own }, body: { publicClips } }),
    ],
    [
      'recording’s clubs',
      ({ vodId, own }, isOwn) =>
        call('PUT /live/vods/{id}/clubs', { token, params: { id: vodId }, body: { clubIds: [isOwn ? own : clubId] } }),
    ],
  ])('[D-CLIP-3] are hidden at once with their %s, and public again with it', async (_, set) => {
    const made = await createPublicClip();
    await expectListed(made.eventId, [made.id]);
    await set(made, false);
    expect((await readClip(made.id)).status).toBe(404);
    await expectListed(made.eventId, []);
    await sweepClips(Date.now());
    expect(await clips.get(made.id)).toBeDefined();
    await set(made, true);
    expect((await readClip(made.id)).status).toBe(200);
    await expectListed(made.eventId, [made.id]);
  });

  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['recording', ({ vodId }) => call('DELETE /live/vods/{id}', { token, params: { id: vodId } })],
    ['match', ({ eventId }) => call('DELETE /live/sportevents/{id}', { token, params: { id: eventId } })],
    ['club', ({ own }) => call('DELETE /live/clubs/{id}', { token, params: { id: own } })],
  ])('[D-CLIP-3] end at once when their %s is deleted; the next sweep deletes their files', async (_, remove) => {
    const made = await createPublicClip();
    await remove(made);
    expect((await readClip(made.id)).status).toBe(404);
    await sweepClips(Date.now());
    await sweepClips(Date.now());
    expect(await clips.get(made.id)).toBeUndefined();
  });

  test('[D-CLIP-3] require the club’s permission', async () => {
    const quiet = await createClub('CD Callado');
    const own = await createPerson('CLUB_STAFF', { clubId: quiet });
    const { id: vodId } = await recording(undefined, 60, { clubIds: [quiet] });
    const { data } = await cut(vodId, { title: 'Gol', start: 0, seconds: 6 }, own.token);
    for (const token of [own.token, admin.token])
      expect((await change(data.id, { visible: true }, token)).code).toBe('CLP4090');
    const allowed = await call('PATCH /clubStaff/clubs/{id}', {
      token: own.token,
      params: { id: quiet },
      body: { publicClips: true },
    });
    expect(allowed.data.club.publicClips).toBe(true);
    expect((await change(data.id, { visible: true }, own.token)).status).toBe(200);
    expect((await listClips(vodId, own.token)).clubs).toMatchObject([{ id: quiet, publicClips: true }]);
  });
});
