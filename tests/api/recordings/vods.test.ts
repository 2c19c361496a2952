/** Videos after their upload, with the real encoder: deletion, encoding again, changes in the back office. */
import { GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Key } from '../../../functions/platform/aws/dynamo.ts';
import { withRetries } from '../../../functions/platform/aws/retries.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createClip } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import { uploads } from '../../support/uploads.ts';

const { deleteItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { readEncryptionKey, followJob } = await import('../../../functions/recordings/media/encoding.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub();
const staff = await createPerson('CLUB_STAFF', { clubId });
const { upload, waitForVod, fetchPlaylists } = uploads(admin.token, clubId);
let film: Buffer;
beforeAll(async () => {
  film = await createClip();
});

describe('a deleted video', () => {
  const jobs = new MediaConvertClient(withRetries());
  let long: Buffer;
  beforeAll(async () => {
    long = await createClip({ seconds: 20, size: '1280x720' });
  });
  const remove = (id: string) => call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
  const findJobId = (id: string) => eventually(async () => (await vods.get(id))?.pending?.jobId ?? undefined);
  const findJobStatus = async (Id: string) => (await jobs.send(new GetJobCommand({ Id }))).Job?.Status;

  test.runIf(isNightly)('[B-API-70] cancels its waiting or running job', async () => {
    const running = await upload(long);
    const waiting = await upload(long);
    const [first, second] = [await findJobId(running.id), await findJobId(waiting.id)];
    for (const { id } of [waiting, running]) expect((await remove(id)).status).toBe(200);
    expect([await findJobStatus(first), await findJobStatus(second)]).toEqual(['CANCELED', 'CANCELED']);
  });

  test('[B-API-70] cancels its job at the first event, if the job was unknown at the deletion', async () => {
    const { id } = await upload(long);
    const jobId = await findJobId(id);
    await vods.change(id, (item) => ({ ...item, pending: { ...item.pending!, jobId: null } }));
    await remove(id);
    await followJob(jobId, Date.now());
    expect(await findJobStatus(jobId)).toBe('CANCELED');
  });
});

test('[B-STATE-5][B-STATE-6][B-API-71] regenerates with a new key and segments; the old ones play on until they are swept', async () => {
  const { id } = await upload(film);
  await waitForVod(id);
  await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
  const before = await fetchPlaylists(id);
  const started = await call('PUT /live/vods/{id}/segments', { token: admin.token, params: { id } });
  expect([started.status, started.message]).toEqual([
    202,
    'Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.',
  ]);
  expect((await waitForVod(id)).visible).toBe(false);
  const after = await fetchPlaylists(id);
  expect(after.segments[0]).not.toBe(before.segments[0]);
  const keys = await Promise.all(
    [before.key, after.key].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('hex')),
  );
  expect(keys[0]).not.toBe(keys[1]);
  await sweepGarbage(Date.now());
  const answers = async (address: string | undefined) => (await fetch(String(address))).status;
  expect(await answers(before.segments[0])).toBe(200);

  // After the grace period the old files and their key are gone, and the new ones stay.
  await passGrace(id);
  await sweepGarbage(Date.now());
  // Without permission to list, S3 answers 403 for missing objects.
  expect([await answers(before.segments[0]), await answers(after.segments[0])]).toEqual([403, 200]);
  const toGeneration = (address: string | undefined) => /vods\/\w+\/(\w{26})\//.exec(String(address))?.[1] ?? '';
  const findKey = (address: string | undefined) => readEncryptionKey({ kind: 'vods', id }, toGeneration(address));
  expect(await findKey(before.segments[0])).toBeUndefined();
  expect(await findKey(after.segments[0])).toBeDefined();
});

test('[B-STATE-5] hides a regenerated video from its families too, until staff show it again', async () => {
  const { id } = await upload(film);
  await waitForVod(id);
  const match = await createEvent({ clubIds: [clubId], category: 'alevin', audience: 'FAMILIES' });
  const show = (body: object) => call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body });
  const readHold = async () => (await vods.get(id))?.withheld;
  await show({ visible: true, sportEventId: match.id });
  expect(await readHold()).toEqual({ matters: ['FAMILIES'], wasVisible: true });
  expect((await call('PUT /live/vods/{id}/segments', { token: admin.token, params: { id } })).status).toBe(202);
  await waitForVod(id);
  expect(await readHold()).toEqual({ matters: ['FAMILIES'], wasVisible: false });
  await show({ visible: true });
  expect(await readHold()).toEqual({ matters: ['FAMILIES'], wasVisible: true });
});

/** Makes the sweep's notes for this video due, as if hours had passed. */
async function passGrace(id: string): Promise<void> {
  for (const note of (await queryAll<Key>('uploads', 'GARBAGE')).filter(({ sk }) => sk.includes(`#${id}/`))) {
    await putItem('uploads', { ...note, sk: note.sk.replace(/^[^#]+/, new Date(0).toISOString()) });
    await deleteItem('uploads', { pk: note.pk, sk: note.sk });
  }
}

describe('the back office', () => {
  test('[B-API-69][B-UI-7] changes single fields; the order is an integer of at least 1 or null', async () => {
    const { id } = await createVod();
    const change = (body: object) => call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body });
    expect((await change({ renderOrder: 3 })).data.vod.renderOrder).toBe(3);
    expect((await change({ visible: false })).data.vod).toMatchObject({ visible: false, renderOrder: 3 });
    expect((await change({ renderOrder: null })).data.vod.renderOrder).toBeNull();
    for (const renderOrder of [0, -1, 1.5, '2', true]) expect((await change({ renderOrder })).status).toBe(400);
    expect((await change({ sportEventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).code).toBe('EVT4000');
  });

  test('[B-API-77] shows analytics to admins, not to club staff', async () => {
    const own = await createVod({ clubIds: [clubId] });
    const one = await call('GET /clubStaff/vods/{id}', { token: staff.token, params: { id: own.id } });
    expect(one.data.vod.analytics).toBeUndefined();
    const forAdmin = await call('GET /live/vods/{id}', { token: admin.token, params: { id: own.id } });
    expect(forAdmin.data.vod.analytics).toEqual({ uniqueNonLiveViewers: 0 });
  });

  test('[B-API-78] assigns uploads of club staff to their club', async () => {
    const other = await createClub();
    const made = await call('POST /clubStaff/vods', {
      token: staff.token,
      body: { title: 'Nuestro', clubIds: [other], file: { name: 'a.mp4', type: 'video/mp4', size: 10 } },
    });
    const { data } = await call('GET /clubStaff/vods/{id}', { token: staff.token, params: { id: made.data } });
    expect(data.vod.clubs.map(({ id }) => id)).toEqual([clubId]);
  });

  test('[B-PERM-9][V-ACC-5] lets club staff assign events of their club only', async () => {
    const [own, other] = [await createClub(), await createClub()];
    const staff = await createPerson('CLUB_STAFF', { clubId: own });
    const [ours, theirs, open] = [
      await createEvent({ clubIds: [own] }),
      await createEvent({ clubIds: [other] }),
      await createEvent({ clubIds: [other], isPublic: true }),
    ];
    const file = { name: 'partido.mp4', type: 'video/mp4', size: 1000 };
    const post = (body: object) =>
      call('POST /clubStaff/vods', { token: staff.token, body: { title: 'Nuestro partido', file, ...body } });
    for (const { id } of [theirs, open]) expect((await post({ sportEventId: id })).status).toBe(403);
    expect((await post({ sportEventId: 'no-existe-000000000000000' })).status).toBe(400);
    // Club staff may not publish, at creation or later.
    expect((await post({ sportEventId: ours.id, visible: true })).status).toBe(403);
    const made = await post({ sportEventId: ours.id });
    expect(made.status).toBe(201);

    const patch = (body: object) =>
      call('PATCH /clubStaff/vods/{id}', { token: staff.token, params: { id: String(made.data) }, body });
    for (const { id } of [theirs, open]) expect((await patch({ sportEventId: id })).status).toBe(403);
    expect((await patch({ sportEventId: null })).status).toBe(200);
    expect((await patch({ sportEventId: ours.id })).status).toBe(200);
    // A match that an admin assigned is accepted together with other fields.
    const admin = await createPerson('ADMIN');
    const params = { id: String(made.data) };
    await call('PATCH /live/vods/{id}', { token: admin.token, params, body: { sportEventId: theirs.id } });
    expect((await patch({ sportEventId: theirs.id, title: 'Otro título' })).status).toBe(200);
  });

  test('[B-API-79][B-API-80] lets club staff change neither visibility, sport nor order, nor regenerate', async () => {
    const own = await createVod({ clubIds: [clubId] });
    const params = { id: own.id };
    const change = async (body: object) =>
      (await call('PATCH /clubStaff/vods/{id}', { token: staff.token, params, body })).status;
    expect(await change({ visible: !own.visible })).toBe(403);
    expect(await change({ sport: 'BASKET' })).toBe(403);
    expect(await change({ renderOrder: 4 })).toBe(403);
    expect(await change({ title: 'Nuevo', visible: own.visible })).toBe(200);
    expect((await call('PUT /clubStaff/vods/{id}/segments', { token: staff.token, params })).status).toBe(403);
  });

  test('[B-API-83][B-API-82] does not let club staff remove their club', async () => {
    const own = await createVod({ clubIds: [clubId] });
    const params = { id: own.id };
    const none = await call('PUT /clubStaff/vods/{id}/clubs', { token: staff.token, params, body: { clubIds: [] } });
    expect(none.status).toBe(403);
    expect((await call('GET /clubStaff/vods/{id}/clubs', { token: staff.token, params })).data.clubs).toHaveLength(1);
  });

  test('[B-VOD-7] counts a subscriber’s view once', async () => {
    const { id } = await upload(film);
    await waitForVod(id);
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    await fetchPlaylists(id, viewer.token);
    await fetchPlaylists(id, viewer.token);
    const { data } = await call('GET /live/vods/{id}', { token: admin.token, params: { id } });
    expect(data.vod.analytics).toEqual({ uniqueNonLiveViewers: 1 });
    await fetchPlaylists(id, admin.token);
    const { audience } = (await call('GET /live/vods/{id}/audience', { token: admin.token, params: { id } })).data;
    expect(audience).toMatchObject({ uniqueViewers: 1, plays: 2 });
  });

  test('[B-API-68] requires an existing event for a new VOD', async () => {
    const { id } = await createEvent();
    const create = async (sportEventId: string) =>
      (
        await call('POST /live/vods', {
          token: admin.token,
          body: { title: 'x', sportEventId, file: { name: 'a.mp4', size: 9 } },
        })
      ).status;
    expect(await create(id)).toBe(201);
    expect(await create('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(400);
  });
});
