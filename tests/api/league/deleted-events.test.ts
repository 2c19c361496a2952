/** Deleted matches: hidden from everybody, and recoverable by an admin for 14 days. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import type { Key } from '../../../functions/platform/aws/dynamo.ts';
import { addresses, call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import { sendObjection } from '../../support/objections.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { deleteItem, getItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryItems } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { listObjects, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { findScore, readLog } = await import('../../../functions/league/scores/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { hideDeletedPictures } = await import('../../../functions/recordings/media/hidden-pictures.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { forgetScore } = await import('../../../functions/jobs/scores.ts');
const { releaseVods } = await import('../../../functions/jobs/vods.ts');
const { followEvent } = await import('../../../functions/jobs/live.ts');
const { findFollowers } = await import('../../../functions/reach/alerts/follows.ts');
const { withhold } = await import('../../../functions/platform/withholding/rules.ts');

const admin = await createPerson('ADMIN', { name: 'Ana', surname: 'Ruiz' });
const { token } = admin;
const clubId = await createClub();
const day = 86_400_000;

const remove = (id: string, query: object = {}) =>
  call('DELETE /live/sportevents/{id}', { token, params: { id }, query });
const recover = (id: string) => call('POST /live/sportevents/{id}/recover', { token, params: { id } });
const findListed = async (id: string) =>
  (await call('GET /live/deleted-sportevents', { token })).data.sportEvents.find((event) => event.id === id);
const handle = <Handler extends (event: never) => unknown>(handler: Handler, name: string, detail: object) =>
  handler({ 'detail-type': name, detail } as Parameters<Handler>[0]);

const score = (eventId: string) => sendActions(token, eventId, createAction('GOAL', { side: 'HOME' }));

async function createCamera(sportEventId: string): Promise<string> {
  const slug = `camara-${ulid().toLowerCase()}`;
  const { id } = (await call('POST /live/cameras', { token, body: { slug } })).data;
  await call('PATCH /live/cameras/{id}', { token, params: { id }, body: { sportEventId } });
  expect((await sources.get(id))?.sportEventId).toBe(sportEventId);
  return id;
}

/** Moves a deletion and its due garbage into the past. */
async function age(id: string, days: number): Promise<void> {
  const entry = (await getItem<Key & { deletedAt: number }>('uploads', { pk: 'DELETED#events', sk: id }))!;
  await putItem('uploads', { ...entry, deletedAt: entry.deletedAt - days * day });
  for await (const page of queryItems<Key>('uploads', 'GARBAGE'))
    for (const note of page.filter(({ sk }) => sk.endsWith(`#${id}`))) {
      const [due = '', name] = note.sk.split('#');
      await putItem('uploads', { ...note, sk: `${new Date(Date.parse(due) - days * day).toISOString()}#${name}` });
      await deleteItem('uploads', { pk: note.pk, sk: note.sk });
    }
}

const picture = (id: string) => `thumbnails/events/${id}/poster.webp`;
const pictures = async (prefix: string) =>
  (await listObjects(environment('MEDIA_BUCKET'), prefix)).map(({ key }) => key);

test('a deleted match appears nowhere, and is recovered hidden with score, followers, videos and cameras', async () => {
  const match = await createEvent({ title: 'Derbi que vuelve', clubIds: [clubId], homeClubId: clubId });
  const { id } = match;
  expect((await score(id)).status).toBe(200);
  const fan = await createPerson('REGULAR_BASIC');
  await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id } });
  const kept = await createVod({ sportEventId: id });
  const [stays, moved] = [await createCamera(id), await createCamera(id)];
  const bucket = environment('MEDIA_BUCKET');
  await writeObject({ bucket, key: picture(id) }, 'x', { contentType: 'image/webp' });
  const before = (await events.get(id))!;

  expect(await remove(id)).toMatchObject({ status: 200, message: 'Evento eliminado correctamente' });
  for (const answer of await Promise.all([
    call('GET /sportevents/{id}', { params: { id } }),
    call('GET /live/sportevents/{id}', { token, params: { id } }),
    call('PATCH /live/sportevents/{id}', { token, params: { id }, body: { visible: true } }),
    score(id),
  ]))
    expect([answer.status, answer.code]).toEqual([404, 'EVT4040']);
  const fetchPicture = async () => (await fetch(`${addresses.media}/${picture(id)}?${ulid()}`)).status;
  expect(await fetchPicture()).toBeGreaterThanOrEqual(403);
  await eventually(fetchPicture, is(410));
  expect(await findListed(id)).toMatchObject({ title: 'Derbi que vuelve', deletedBy: 'Ana Ruiz', sport: 'SOCCER' });
  await eventually(async () => (await sources.get(stays))?.sportEventId, is(null));
  await eventually(async () => (await vods.get(kept.id))?.sportEventId, is(null));
  await eventually(() => findScore(id), is(undefined));
  const other = await createEvent({ clubIds: [clubId] });
  await call('PATCH /live/cameras/{id}', { token, params: { id: moved }, body: { sportEventId: other.id } });

  const back = await recover(id);
  expect(back).toMatchObject({ status: 200, message: 'Evento recuperado: está oculto hasta que lo publiques' });
  expect(back.data.sportEvent).toMatchObject({ id, visible: false, homeClubId: clubId });
  // Its cameras and videos may change the match between the two readings.
  expect((await events.get(id))!.version, 'a version is never used twice').toBeGreaterThan(before.version);
  await eventually(async () => (await findScore(id))?.home, is(1));
  expect(await findFollowers([`events#${id}`])).toHaveLength(1);
  await eventually(async () => (await vods.get(kept.id))?.sportEventId, is(id));
  expect((await vods.get(kept.id))?.visible, 'a kept video stays as it was').toBe(true);
  await eventually(async () => (await sources.get(stays))?.sportEventId, is(id));
  expect((await sources.get(moved))?.sportEventId, 'it shows another match by now').toBe(other.id);
  expect(await pictures(`thumbnails/events/${id}/`)).toEqual([picture(id)]);
  await eventually(fetchPicture, is(200));
  expect(await findListed(id)).toBeUndefined();
  expect((await score(id)).status, 'the log goes on').toBe(200);
  expect((await recover(id)).status, 'a second time changes nothing').toBe(200);
});

test('a match deleted with its videos comes back with them, hidden', async () => {
  const { id } = await createEvent({ clubIds: [clubId] });
  const vod = await createVod({ sportEventId: id, clubIds: [clubId] });
  await remove(id, { vods: true });
  await eventually(async () => (await vods.get(vod.id)) === undefined, Boolean);
  await recover(id);
  await eventually(async () => (await vods.get(vod.id))?.sportEventId, is(id));
  expect((await vods.get(vod.id))?.visible).toBe(false);
});

test('a deleted match stays as it is for late, repeated and reordered events', async () => {
  const { id } = await createEvent({ clubIds: [clubId] });
  await score(id);
  const vod = await createVod({ sportEventId: id });
  await remove(id);
  await recover(id);
  const removed = { eventId: id, vods: 'remove' as const };
  for (let time = 0; time < 2; time += 1) {
    await handle(forgetScore, 'EventRemoved', removed);
    await handle(forgetScore, 'EventErased', { eventId: id });
    await handle(releaseVods, 'EventRemoved', removed);
    await handle(releaseVods, 'EventRecovered', { eventId: id, vodIds: [vod.id, ulid()], cameraIds: [] });
    await handle(followEvent, 'EventRecovered', { eventId: id, vodIds: [], cameraIds: [ulid()] });
  }
  expect((await findScore(id))?.home).toBe(1);
  expect((await vods.get(vod.id))?.sportEventId).toBe(id);
  // A recovery that runs after another deletion restores nothing.
  await remove(id);
  await handle(releaseVods, 'EventRecovered', { eventId: id, vodIds: [vod.id], cameraIds: [] });
  await eventually(async () => (await vods.get(vod.id))?.sportEventId, is(null));
});

test('concurrent recoveries and deletions leave the match either present or recoverable', async () => {
  const { id } = await createEvent({ clubIds: [clubId] });
  await remove(id);
  const answers = await Promise.all([recover(id), recover(id), remove(id), recover(id)]);
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  expect([(await events.get(id)) !== undefined, (await findListed(id)) !== undefined].filter(Boolean)).toHaveLength(1);
});

test('a match withdrawn by a matter stays hidden when it is deleted and recovered', async () => {
  const { id } = await createEvent();
  await events.change(id, (event) => withhold(event, '01MATTER'));
  await remove(id);
  expect((await call('GET /sportevents/{id}', { params: { id } })).status).toBe(404);
  await recover(id);
  expect(await events.get(id)).toMatchObject({
    visible: false,
    withheld: { matters: ['01MATTER'], wasVisible: false },
  });
  const shown = await call('PATCH /live/sportevents/{id}', { token, params: { id }, body: { visible: true } });
  expect(shown.code).toBe('MTT4090');
});

test('a matter decided while its match is deleted applies once the match is recovered', async () => {
  const { id } = await createEvent({ title: `Asunto ${ulid()}` });
  const vod = await createVod({ sportEventId: id });
  expect((await sendObjection({ page: `/evento/${id}` })).status).toBe(201);
  await eventually(async () => (await events.get(id))?.withheld !== undefined, Boolean);
  // Simulates an objection that arrives a moment later.
  await events.change(id, ({ withheld: _, ...event }) => ({ ...event, visible: true }));
  await vods.change(vod.id, ({ withheld: _, ...video }) => ({ ...video, visible: true }));
  await remove(id);
  await eventually(async () => (await vods.get(vod.id))?.sportEventId, is(null));
  await recover(id);
  expect((await events.get(id))?.withheld?.matters).toHaveLength(1);
  // The video stayed public meanwhile; the matter withholds it once it belongs to the match again.
  await eventually(async () => (await vods.get(vod.id))?.withheld?.matters.length, is(1));
});

test('a deleted match is erased after 14 days: score, followers and pictures', async () => {
  const { id } = await createEvent({ clubIds: [clubId] });
  await score(id);
  const fan = await createPerson('REGULAR_BASIC');
  await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id } });
  const bucket = environment('MEDIA_BUCKET');
  await writeObject({ bucket, key: picture(id) }, 'x', { contentType: 'image/webp' });
  await remove(id);
  // An encoding that was running at the deletion writes the picture again.
  await writeObject({ bucket, key: picture(id) }, 'x', { contentType: 'image/webp' });
  await hideDeletedPictures();
  expect(await pictures(`thumbnails/events/${id}/`)).toEqual([]);
  expect(await pictures(`hidden/events/${id}/`)).toHaveLength(1);
  await age(id, 14);
  expect((await recover(id)).code).toBe('EVT4040');
  expect(await findListed(id)).toBeUndefined();
  expect(await readLog(id), 'the margin of an hour').toHaveLength(1);
  await age(id, 1);
  await sweepGarbage(Date.now());
  expect(await pictures(`hidden/events/${id}/`)).toEqual([]);
  expect(await getItem('uploads', { pk: 'DELETED#events', sk: id })).toBeUndefined();
  await eventually(() => readLog(id), has({ length: 0 }));
  await eventually(async () => (await findFollowers([`events#${id}`])).length, is(0));
});
