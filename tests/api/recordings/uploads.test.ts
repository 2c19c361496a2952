/** Uploads with the real encoder: in parts, by form, interrupted and abandoned. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { call, createClub, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { createClip } from '../../support/media.ts';
import { repetitions } from '../../support/test-profile.ts';
import { uploads } from '../../support/uploads.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { abortMultipartUpload, listObjects, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { reconcileEncodings } = await import('../../../functions/jobs/media.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { getUpload } = await import('../../../functions/recordings/uploads/store.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub();
const staff = await createPerson('CLUB_STAFF', { clubId });
const { open, complete, upload, putParts, waitForVod, fetchPlaylists } = uploads(admin.token, clubId);
let film: Buffer;
beforeAll(async () => {
  film = await createClip();
});

describe('an upload', () => {
  test('[B-API-68][B-STATE-9][V-PLAY-9][V-PLAY-2] becomes an encrypted video with size, duration and picture', async () => {
    const { id, done } = await upload(film);
    expect(done.status).toBe(200);
    const ready = await waitForVod(id);
    expect(ready).toMatchObject({ status: 'FINISHED', size: film.length, visible: false, failure: null });
    expect(ready.duration).toBeCloseTo(3, 0);
    const pictures = await Promise.all(
      [String(ready.thumbnail), toCardPicture(String(ready.thumbnail))].map((url) => fetch(url)),
    );
    expect(pictures.map(({ headers }) => headers.get('content-type'))).toEqual(['image/webp', 'image/webp']);

    const { playback, master, playlist, key, segments } = await fetchPlaylists(id);
    expect(new URL(String(playback.url)).pathname).toBe(`/vods/${id}/hls/index.m3u8`);
    expect(master).toContain('RESOLUTION=640x360');
    expect(playlist).toContain('METHOD=AES-128');
    const [secret, segment] = await Promise.all([fetch(key), fetch(String(segments[0]))]);
    expect((await secret.arrayBuffer()).byteLength).toBe(16);
    const bytes = new Uint8Array(await segment.arrayBuffer());
    expect(bytes.length % 16).toBe(0);
    // The sync byte of transport stream packets; a single byte may match by chance.
    expect([0, 188, 376].map((at) => bytes[at])).not.toEqual([0x47, 0x47, 0x47]);
    const track = await (await fetch(String(playback.thumbnailsUrl))).text();
    expect(track).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:0/);
    const picture = new URL(/^\.\.\/\S+jpg\S*/m.exec(track)?.[0] ?? '', playback.thumbnailsUrl).href;
    expect((await fetch(picture)).status).toBe(200);
  });

  test(
    '[B-VOD-5] resumes from the stored parts and rejects early completion',
    async () => {
      const large = Buffer.concat([film, Buffer.alloc(17 * 1024 * 1024)]);
      const { id, ticket } = await open(large.length);
      expect(ticket.parts).toBe(3);
      await putParts(ticket.id, large, ticket.partSize, [2]);
      const early = await complete(ticket.id);
      expect([early.status, early.code]).toEqual([400, 'UPL4000']);
      const { data } = await call('GET /uploads/{id}', { token: admin.token, params: { id: ticket.id } });
      expect(data.upload.received).toEqual([{ part: 2, size: ticket.partSize }]);
      await putParts(ticket.id, large, ticket.partSize, [1, 3]);
      expect((await complete(ticket.id)).status).toBe(200);
      expect((await waitForVod(id)).status).toBe('FINISHED');
      expect((await complete(ticket.id)).status).toBe(200);
      // The test writes 300 MB to a disk that others use as well.
    },
    manyCasesLimit,
  );

  test('[B-VOD-5] leaves nothing when abandoned', async () => {
    const { id, ticket } = await open(100);
    const { token } = admin;
    expect((await call('DELETE /uploads/{id}', { token, params: ticket })).status).toBe(200);
    expect((await call('GET /uploads/{id}', { token, params: ticket })).status).toBe(404);
    expect((await call('GET /live/vods/{id}', { token, params: { id } })).status).toBe(404);
  });

  test('[B-VOD-5] leaves nothing when its video is deleted, and expires after a week', async () => {
    const { id, ticket } = await open(film.length);
    await putParts(ticket.id, film, film.length, [1]);
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
    const late = await complete(ticket.id);
    // The scheduled job may have completed the upload just before; then the sweep removes it as abandoned.
    expect([
      [404, 'La subida ya no existe: empieza una nueva'],
      [200, 'Subida completada'],
    ]).toContainEqual([late.status, late.message]);
    await expectRemoved(id);

    const { ticket: params } = await open(film.length);
    const { key, s3UploadId } = (await getUpload(params.id)) ?? { key: '', s3UploadId: '' };
    await abortMultipartUpload({ bucket: environment('UPLOADS_BUCKET'), key }, s3UploadId);
    expect((await call('GET /uploads/{id}', { token: admin.token, params })).code).toBe('UPL4040');
  });

  test('[B-API-70] is swept if it arrives after its video was deleted', async () => {
    const id = ulid();
    const source = { bucket: 'uploads' as const, key: `vods/${id}/source.mp4` };
    await createVod({ id, status: 'SENT', generation: null, source });
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
    await sweepGarbage(Date.now());
    const address = { bucket: environment('UPLOADS_BUCKET'), key: source.key };
    await writeObject(address, film, { contentType: 'video/mp4' });
    await expectRemoved(id);
  });

  test('[B-STATE-9] ends as FAILED after a week if never finished', async () => {
    const { id } = await createVod({
      status: 'SENT',
      generation: null,
      source: { bucket: 'uploads', key: 'vods/01ARZ3NDEKTSV4RRFFQ69G5FAV/source.mp4' },
      dateCreated: new Date(Date.now() - 8 * 86_400_000).toISOString(),
    });
    await reconcileEncodings();
    expect(await waitForVod(id)).toMatchObject({ status: 'FAILED', failure: 'La subida no se completó' });
  });

  test('[B-STATE-9] ends as FAILED within minutes if its form broke off', async () => {
    const fields = {
      status: 'SENT' as const,
      generation: null,
      uploadId: null,
      source: { bucket: 'uploads' as const, key: 'vods/01ARZ3NDEKTSV4RRFFQ69G5FAV/source.mp4' },
    };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const fresh = await createVod({ ...fields, dateCreated: minutesAgo(2) });
    const { id } = await createVod({ ...fields, dateCreated: minutesAgo(11) });
    await reconcileEncodings();
    expect(await waitForVod(id)).toMatchObject({ status: 'FAILED', failure: 'La subida no se completó' });
    expect((await vods.get(fresh.id))?.status).toBe('SENT');
  });

  test('[B-VOD-5] becomes one video without errors if completed eight times concurrently', async () => {
    const { id, ticket } = await open(film.length);
    await putParts(ticket.id, film, ticket.partSize);
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(ticket.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await waitForVod(id)).status).toBe('FINISHED');
  });

  test(
    '[B-VOD-5] assembles a long match after it has answered, also if the browser was closed',
    async () => {
      // An upload of 256 MB or more is assembled after the answer.
      const size = repetitions(20, 300) * 1024 ** 2;
      const { id, ticket } = await open(size);
      // An MP4 may end in a box of any length that players skip.
      const bytes = Buffer.alloc(size);
      film.copy(bytes);
      bytes.writeUInt32BE(size - film.length, film.length);
      bytes.write('free', film.length + 4);
      await putParts(ticket.id, bytes, ticket.partSize);
      // The browser was closed before it could complete the upload, so the reconciliation does it, which runs every minute.
      await reconcileEncodings();
      expect((await waitForVod(id)).status).toBe('FINISHED');
      expect((await complete(ticket.id)).status).toBe(200);
      // The test writes 300 MB to a disk that others use as well.
    },
    manyCasesLimit,
  );

  test('[B-VOD-5] belongs to the user who opened it', async () => {
    const { ticket: params } = await open(100);
    expect((await call('GET /uploads/{id}', { token: staff.token, params })).status).toBe(404);
  });

  test('[B-API-68] accepts the documented form too, with a picture', async () => {
    const form = new FormData();
    form.set('title', 'Por formulario');
    form.set('visible', 'true');
    form.set('sport', 'soccer');
    form.set('vodFile', new File([new Uint8Array(film)], 'partido.mp4', { type: 'video/mp4' }));
    const made = await call('POST /live/vods', { token: admin.token, body: form });
    expect(made.status).toBe(201);
    expect((await waitForVod(made.data)).title).toBe('Por formulario');
  });

  test('[B-API-68] returns 413 for a form above the gateway’s limit and stores nothing', async () => {
    const title = `Enorme ${Date.now()}`;
    const form = new FormData();
    form.set('title', title);
    form.set('vodFile', new File([new Uint8Array(4_500_000)], 'partido.mp4', { type: 'video/mp4' }));
    const answer = await call('POST /live/vods', { token: admin.token, body: form });
    expect([answer.status, answer.code]).toEqual([413, 'REQ4130']);
    const { data } = await call('GET /live/vods', { token: admin.token, query: { search: title } });
    expect(data.total).toBe(0);
  });

  test('[B-UI-6][B-VOD-3] rejects other files and missing titles before any byte is sent', async () => {
    const create = (body: object) => call('POST /live/vods', { token: admin.token, body });
    const pdf = await create({ title: 'x', file: { name: 'acta.pdf', type: 'application/pdf', size: 10 } });
    expect([pdf.status, pdf.message]).toEqual([400, 'El archivo debe ser un video']);
    const odd = await create({ title: 'x', file: { name: 'a.mp4', type: 'video/vídeo', size: 10 } });
    expect([odd.status, odd.message]).toEqual([400, 'El tipo del archivo no es válido']);
    const untitled = await create({ file: { name: 'a.mp4', type: 'video/mp4', size: 10 } });
    expect([untitled.status, untitled.message]).toEqual([400, 'El título del video es requerido']);
    const empty = await create({ title: 'x' });
    expect([empty.status, empty.message]).toEqual([400, 'El archivo de video es requerido']);
  });
});

function expectRemoved(vodId: string): Promise<unknown> {
  return eventually(
    async () => {
      await sweepGarbage(Date.now());
      return listObjects(environment('UPLOADS_BUCKET'), `vods/${vodId}/`);
    },
    (left) => left.length === 0,
  );
}
