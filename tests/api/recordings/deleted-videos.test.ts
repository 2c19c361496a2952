/** Deleted recordings and content videos: hidden from everybody, and recoverable by an admin for 14 days. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, createClub, createContentVideo, createEvent } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { createClip } from '../../support/media.ts';
import { uploads } from '../../support/uploads.ts';
import {
  age,
  ageNotes,
  clubId,
  day,
  keysUnder,
  listFor,
  pictureStatus,
  recording,
  recover,
  remove,
  token,
} from './deleted-recording.ts';

const { reconcileEncodings } = await import('../../../functions/jobs/media.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { readEncryptionKey, followJob } = await import('../../../functions/recordings/media/encoding.ts');
const { hideDeletedPictures } = await import('../../../functions/recordings/media/hidden-pictures.ts');
const { deleteVideo, findDeleted, recoverVideo } = await import(
  '../../../functions/recordings/media/deleted-videos.ts'
);
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { findMoment, listMoments } = await import('../../../functions/recordings/moments/store.ts');
const { contentVideos } = await import('../../../functions/recordings/content/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

describe('a deleted recording', () => {
  test('[B-API-70] is missing for everybody, also for its admin, and keeps its files', async () => {
    const { id, generation } = await recording();
    expect(await remove(id)).toMatchObject({ status: 200, message: 'Video eliminado correctamente' });
    const params = { id };
    const answers = await Promise.all([
      call('GET /vods/{id}', { params }),
      call('GET /vods/{id}', { token, params }),
      call('GET /live/vods/{id}', { token, params }),
      call('PATCH /live/vods/{id}', { token, params, body: { visible: true } }),
      call('GET /vods/{id}/moments', { token, params }),
      call('GET /vods/{id}/clips', { token, params }),
      call('GET /live/vods/{id}/audience', { token, params }),
      remove(id),
    ]);
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [404, 'VOD4040']));
    expect((await call('GET /vods', { query: { clubIds: [clubId] } })).data.vods.map((vod) => vod.id)).not.toContain(
      id,
    );
    await sweepGarbage(Date.now());
    expect(await keysUnder('MEDIA_BUCKET', `vods/${id}/`)).toHaveLength(1);
    expect(await keysUnder('UPLOADS_BUCKET', `vods/${id}/`)).toHaveLength(1);
    expect(await readEncryptionKey({ kind: 'vods', id }, generation)).toBeDefined();
  });

  test('is listed with user and time of its deletion, and the end of its grace period', async () => {
    const { id, vod } = await recording();
    await remove(id);
    const listed = await listFor(id);
    expect(listed).toMatchObject({ id, title: vod.title, duration: 60, deletedBy: 'Ana Ruiz' });
    const [from, until] = [listed?.deletedAt, listed?.recoverableUntil].map((time) => Date.parse(String(time)));
    expect(until! - from!).toBe(14 * day);
    expect(Math.abs(Date.now() - from!)).toBeLessThan(60_000);
  });

  test('comes back hidden, with its moments, files and key, and can be published', async () => {
    const { id, generation, momentId } = await recording();
    await remove(id);
    expect(await recover(id)).toMatchObject({
      status: 200,
      message: 'Video recuperado: está oculto hasta que lo publiques',
      data: { vod: { id, visible: false, status: 'FINISHED' } },
    });
    expect((await listMoments(id)).map((moment) => moment.id)).toEqual([momentId]);
    expect(await listFor(id)).toBeUndefined();
    expect((await call('GET /vods/{id}', { params: { id } })).status).toBe(404);
    await call('PATCH /live/vods/{id}', { token, params: { id }, body: { visible: true } });
    expect((await call('GET /vods/{id}', { params: { id } })).status).toBe(200);
    // The recovered files are not deleted later.
    await ageNotes(id, 30);
    await sweepGarbage(Date.now());
    expect(await keysUnder('MEDIA_BUCKET', `vods/${id}/${generation}/`)).toHaveLength(1);
    expect(await readEncryptionKey({ kind: 'vods', id }, generation)).toBeDefined();
  });

  test('hides its public pictures until it is recovered', async () => {
    const { id, poster } = await recording();
    expect(await pictureStatus(poster)).toBe(200);
    await remove(id);
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([]);
    const [hidden] = await keysUnder('MEDIA_BUCKET', `hidden/vods/${id}/`);
    expect(await pictureStatus(String(hidden))).toBe(403);
    // An encoding that was still running writes another poster.
    await writeObject({ bucket: environment('MEDIA_BUCKET'), key: poster }, 'y', { contentType: 'image/jpeg' });
    await hideDeletedPictures();
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([]);
    await recover(id);
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([poster]);
    // The recovery reaches the edge a moment later.
    await eventually(() => pictureStatus(poster), is(200));
    await hideDeletedPictures();
    await ageNotes(id, 1);
    await sweepGarbage(Date.now());
    expect(await keysUnder('MEDIA_BUCKET', `hidden/vods/${id}/`)).toEqual([]);
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([poster]);
  });

  test('can be recovered on the last day; afterwards it is erased with all that it had', async () => {
    const [kept, lost] = [await recording(), await recording()];
    for (const { id } of [kept, lost]) await remove(id);
    await age(kept.id, 13.9);
    await sweepGarbage(Date.now());
    expect((await recover(kept.id)).status).toBe(200);

    await age(lost.id, 14);
    expect(await listFor(lost.id)).toBeUndefined();
    expect(await recover(lost.id)).toMatchObject({ status: 404, code: 'VOD4040' });
    await age(lost.id, 0.1);
    await sweepGarbage(Date.now());
    const { id } = lost;
    expect(await keysUnder('MEDIA_BUCKET', `vods/${id}/`)).toEqual([]);
    expect(await keysUnder('MEDIA_BUCKET', `hidden/vods/${id}/`)).toEqual([]);
    expect(await keysUnder('UPLOADS_BUCKET', `vods/${id}/`)).toEqual([]);
    expect(await readEncryptionKey({ kind: 'vods', id }, lost.generation)).toBeUndefined();
    expect([await listMoments(id), await findMoment(lost.momentId), await findDeleted('vods', id)]).toEqual([
      [],
      undefined,
      undefined,
    ]);
  });

  test('is recovered once by concurrent requests, and left unchanged by a repeated one', async () => {
    const { id } = await recording();
    await remove(id);
    const answers = await Promise.all([recover(id), recover(id), recover(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await call('PATCH /live/vods/{id}', { token, params: { id }, body: { visible: true, title: 'Recuperado' } });
    expect((await recover(id)).data.vod).toMatchObject({ title: 'Recuperado', visible: true });
  });

  test('can be deleted and recovered again', async () => {
    const { id, poster } = await recording();
    for (let time = 0; time < 3; time += 1) {
      await remove(id);
      expect((await recover(id)).status).toBe(200);
    }
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([poster]);
  });

  test('comes back without the event and club that were deleted meanwhile', async () => {
    const gone = await createClub();
    const event = await createEvent({ clubIds: [gone] });
    const { id } = await recording({ clubIds: [gone, clubId], sportEventId: event.id });
    await remove(id);
    await call('DELETE /live/sportevents/{id}', { token, params: { id: event.id } });
    await call('DELETE /live/clubs/{id}', { token, params: { id: gone } });
    const { data } = await recover(id);
    expect(data.vod).toMatchObject({ sportEventId: null, clubs: [{ id: clubId }] });
    expect((await vods.get(id))?.clubIds).toEqual([clubId]);
  });

  test('can be recovered too if it was deleted with its event', async () => {
    const event = await createEvent();
    const { id } = await recording({ sportEventId: event.id });
    await call('DELETE /live/sportevents/{id}', { token, params: { id: event.id }, query: { vods: true } });
    const listed = await eventually(() => listFor(id));
    expect(listed.deletedBy).toBe('Ana Ruiz');
    expect((await recover(id)).data.vod).toMatchObject({ id, sportEventId: null });
  });

  test('names no user whose account was deleted', async () => {
    const { id } = await recording();
    await deleteVideo('vods', id, ulid(), Date.now());
    expect((await listFor(id))?.deletedBy).toBeNull();
  });
});

describe('a deleted recording on a platform with an encoder', () => {
  const { upload, waitForVod } = uploads(token, clubId);
  let film: Buffer;
  beforeAll(async () => {
    film = await createClip();
  });

  test('is encoded again when it is recovered, if it was in processing', async () => {
    const { id } = await upload(film);
    await eventually(async () => (await vods.get(id))?.pending?.jobId ?? undefined);
    await remove(id);
    await sweepGarbage(Date.now());
    expect((await recover(id)).data.vod.visible).toBe(false);
    await reconcileEncodings();
    expect(await waitForVod(id)).toMatchObject({ status: 'FINISHED', visible: false });
  });

  test('survives late events of its own encoding and of its source', async () => {
    const { id } = await upload(film);
    const jobId = await eventually(async () => (await vods.get(id))?.pending?.jobId ?? undefined);
    await waitForVod(id);
    const { generation } = (await vods.get(id))!;
    await remove(id);
    await followJob(jobId, Date.now());
    const { uploadArrived } = await import('../../../functions/jobs/uploads.ts');
    const object = { key: `vods/${id}/source.mp4` };
    await uploadArrived({ detail: { object } } as Parameters<typeof uploadArrived>[0]);
    await sweepGarbage(Date.now());
    expect(await keysUnder('UPLOADS_BUCKET', `vods/${id}/`)).toHaveLength(1);
    expect((await keysUnder('MEDIA_BUCKET', `vods/${id}/${generation}/`)).length).toBeGreaterThan(1);
    await recover(id);
    expect((await vods.get(id))?.generation).toBe(generation);
  });

  test('cannot be recovered if its file never arrived', async () => {
    const made = await call('POST /live/vods', {
      token,
      body: { title: 'Nada', file: { name: 'a.mp4', type: 'video/mp4', size: 1 } },
    });
    await remove(made.data);
    expect(await listFor(made.data)).toBeUndefined();
    expect((await recover(made.data)).status).toBe(404);
  });
});

describe('a deleted content video', () => {
  test('is listed apart from recordings and comes back hidden', async () => {
    const { id, title } = await createContentVideo({ clubIds: [clubId] });
    const params = { id };
    await call('DELETE /live/content/{id}', { token, params });
    expect((await call('GET /live/content/{id}', { token, params })).code).toBe('CON4040');
    const { contentVideos: listed } = (await call('GET /live/deleted-content', { token })).data;
    expect(listed.find((one) => one.id === id)).toMatchObject({ title, deletedBy: 'Ana Ruiz' });
    expect(await listFor(id)).toBeUndefined();
    expect(await call('POST /live/content/{id}/recover', { token, params })).toMatchObject({
      status: 200,
      message: 'Contenido recuperado: está oculto hasta que lo publiques',
      data: { contentVideo: { id, visible: false } },
    });
    await call('DELETE /live/content/{id}', { token, params });
    await age(id, 14, 'contentvideos');
    expect((await call('POST /live/content/{id}/recover', { token, params })).code).toBe('CON4040');
    expect(await contentVideos.get(id)).toBeUndefined();
  });
});

test('a recovery while pictures are being hidden keeps them', async () => {
  const { id, poster } = await recording();
  await remove(id);
  for (let time = 0; time < 5; time += 1) {
    await Promise.all([recoverVideo('vods', id, async (item) => item, Date.now()), hideDeletedPictures()]);
    expect(await keysUnder('MEDIA_BUCKET', `thumbnails/vods/${id}/`)).toEqual([poster]);
    await remove(id);
  }
});
