/** Videos from the upload to the encrypted playlist, on the real encoder. */

import { GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Key } from '../../../functions/platform/aws/dynamo.ts';
import { persistent } from '../../../functions/platform/aws/retries.ts';
import { call, club, event, person, vod } from '../../support/api.ts';
import { someOf } from '../../support/effort.ts';
import { eventually } from '../../support/eventually.ts';
import { clip, soundOnly } from '../../support/media.ts';

const { deleteItem, putItem, queryItems } = await import('../../../functions/platform/aws/dynamo.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { abortMultipartUpload, listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { encryptionKey, followJob } = await import('../../../functions/recordings/media/encode.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { getUpload } = await import('../../../functions/recordings/uploads/store.ts');

const admin = await person('ADMIN');
const clubId = await club();
const staff = await person('CLUB_STAFF', { clubId });
let film: Buffer;
beforeAll(async () => {
  film = await clip();
});

/** Uploads a file in parts as the browser does, and waits for the end of its processing. */
async function upload(bytes: Buffer, name = 'partido.mp4', type = 'video/mp4') {
  const made = await call('POST /live/vods', {
    token: admin.token,
    body: { title: 'Subida de prueba', clubIds: [clubId], file: { name, type, size: Math.max(1, bytes.length) } },
  });
  expect(made.status).toBe(201);
  const ticket = made.body.upload as { id: string; partSize: number; parts: number };
  await putParts(ticket.id, bytes, ticket.partSize);
  const done = await call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } });
  return { id: made.data, ticket, done };
}

async function putParts(id: string, bytes: Buffer, partSize: number, only?: number[]) {
  const count = Math.ceil(bytes.length / partSize);
  const parts = only ?? Array.from({ length: count }, (_, index) => index + 1);
  const { data } = await call('POST /uploads/{id}/parts', { token: admin.token, params: { id }, body: { parts } });
  for (const { part, url } of data.urls) {
    const body = new Uint8Array(bytes.subarray((part - 1) * partSize, part * partSize));
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  }
}

async function finished(id: string) {
  const { vod } = await eventually(
    async () => (await call('GET /live/vods/{id}', { token: admin.token, params: { id } })).data,
    (data) => ['FINISHED', 'FAILED'].includes(data.vod.status),
    50,
  );
  return vod;
}

async function playlistsOf(id: string, token = admin.token) {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  const url = data.vod.playback.url ?? '';
  const master = await (await fetch(url)).text();
  const rendition = new URL(/^index_\S+/m.exec(master)?.[0] ?? '', url).href;
  const playlist = await (await fetch(rendition)).text();
  return {
    playback: data.vod.playback,
    master,
    playlist,
    key: new URL(/URI="([^"]+)"/.exec(playlist)?.[1] ?? '', rendition).href,
    segments: [...playlist.matchAll(/^\.\.\/\S+/gm)].map(([path]) => new URL(path, rendition).href),
  };
}

describe('an upload', () => {
  test('[B-API-68][B-STATE-9][V-PLAY-9][V-PLAY-2] becomes an encrypted video with size, duration and picture', async () => {
    const { id, done } = await upload(film);
    expect(done.status).toBe(200);
    const ready = await finished(id);
    expect(ready).toMatchObject({ status: 'FINISHED', size: film.length, visible: false, failure: null });
    expect(ready.duration).toBeCloseTo(3, 0);
    expect((await fetch(String(ready.thumbnail))).headers.get('content-type')).toBe('image/jpeg');

    const { playback, master, playlist, key, segments } = await playlistsOf(id);
    expect(new URL(String(playback.url)).pathname).toBe(`/vods/${id}/hls/index.m3u8`);
    expect(master).toContain('RESOLUTION=640x360');
    expect(playlist).toContain('METHOD=AES-128');
    const [secret, segment] = await Promise.all([fetch(key), fetch(String(segments[0]))]);
    expect((await secret.arrayBuffer()).byteLength).toBe(16);
    const bytes = new Uint8Array(await segment.arrayBuffer());
    expect(bytes.length % 16).toBe(0);
    expect(bytes[0]).not.toBe(0x47);
    const track = await (await fetch(String(playback.thumbnailsUrl))).text();
    expect(track).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:0/);
    const picture = new URL(/^\.\.\/\S+jpg\S*/m.exec(track)?.[0] ?? '', playback.thumbnailsUrl).href;
    expect((await fetch(picture)).status).toBe(200);
  }, 90_000);

  test('[V-PLAY-9] segments without a signature, or with that of another video, answer 403', async () => {
    const [one, two] = await Promise.all([upload(film), upload(film)]);
    await Promise.all([finished(one.id), finished(two.id)]);
    const [a, b] = [await playlistsOf(one.id), await playlistsOf(two.id)];
    const segment = new URL(String(a.segments[0]));
    expect((await fetch(segment.origin + segment.pathname)).status).toBe(403);
    expect((await fetch(segment.origin + segment.pathname + new URL(String(b.segments[0])).search)).status).toBe(403);
    const forged = new URL(segment);
    const policy = Buffer.from(String(segment.searchParams.get('Policy')), 'base64').toString();
    const wider = policy.replace(/vods\/[^"]*/, '*');
    forged.searchParams.set('Policy', Buffer.from(wider).toString('base64').replaceAll('=', '_'));
    expect((await fetch(forged)).status).toBe(403);
    const outside = segment.href.replace(/index_\w+\.ts/, '../../../keys.json');
    expect([400, 403, 404]).toContain((await fetch(outside)).status);
  }, 90_000);

  test('[B-VOD-5] resumes: the parts that have arrived are known, and completing too early is refused', async () => {
    const large = Buffer.concat([film, Buffer.alloc(17 * 1024 * 1024)]);
    const made = await call('POST /live/vods', {
      token: admin.token,
      body: { title: 'Grande', file: { name: 'grande.mp4', type: 'video/mp4', size: large.length } },
    });
    const ticket = made.body.upload as { id: string; partSize: number; parts: number };
    expect(ticket.parts).toBe(3);
    await putParts(ticket.id, large, ticket.partSize, [2]);
    const early = await call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } });
    expect([early.status, early.code]).toEqual([400, 'UPL4000']);
    const { data } = await call('GET /uploads/{id}', { token: admin.token, params: { id: ticket.id } });
    expect(data.upload.received).toEqual([{ part: 2, size: ticket.partSize }]);
    await putParts(ticket.id, large, ticket.partSize, [1, 3]);
    expect((await call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } })).status).toBe(
      200,
    );
    expect((await finished(made.data)).status).toBe('FINISHED');
    const again = await call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } });
    expect(again.status).toBe(200);
  }, 90_000);

  test('[B-VOD-5] given up, it leaves nothing', async () => {
    const made = await call('POST /live/vods', {
      token: admin.token,
      body: { title: 'Nada', file: { name: 'a.mp4', type: 'video/mp4', size: 100 } },
    });
    const { id } = made.body.upload as { id: string };
    expect((await call('DELETE /uploads/{id}', { token: admin.token, params: { id } })).status).toBe(200);
    expect((await call('GET /uploads/{id}', { token: admin.token, params: { id } })).status).toBe(404);
    expect((await call('GET /live/vods/{id}', { token: admin.token, params: { id: made.data } })).status).toBe(404);
  });

  test('[B-VOD-5] whose video was deleted meanwhile leaves nothing either, and after a week it is over', async () => {
    const open = async () => {
      const body = { title: 'Borrado', file: { name: 'a.mp4', type: 'video/mp4', size: film.length } };
      const made = await call('POST /live/vods', { token: admin.token, body });
      return { vodId: made.data, params: { id: (made.body.upload as { id: string }).id } };
    };
    const { vodId, params } = await open();
    await putParts(params.id, film, film.length, [1]);
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id: vodId } });
    const late = await call('POST /uploads/{id}/complete', { token: admin.token, params });
    expect([late.status, late.message]).toEqual([404, 'La subida ya no existe: empieza una nueva']);
    expect(await listObjects(environment('UPLOADS_BUCKET'), `vods/${vodId}/`)).toEqual([]);

    const forgotten = await open();
    const { key, s3UploadId } = (await getUpload(forgotten.params.id)) ?? { key: '', s3UploadId: '' };
    await abortMultipartUpload({ bucket: environment('UPLOADS_BUCKET'), key }, s3UploadId);
    expect((await call('GET /uploads/{id}', { token: admin.token, params: forgotten.params })).code).toBe('UPL4040');
  });

  test('[B-STATE-9] never finished, it ends as FAILED after a week', async () => {
    const { id } = await vod({
      status: 'SENT',
      generation: null,
      source: { bucket: 'uploads', key: 'vods/01ARZ3NDEKTSV4RRFFQ69G5FAV/source.mp4' },
      dateCreated: new Date(Date.now() - 8 * 86_400_000).toISOString(),
    });
    expect(await finished(id)).toMatchObject({ status: 'FAILED', failure: 'La subida no se completó' });
  }, 90_000);

  test('[B-STATE-9] of a form that broke off ends as FAILED within minutes', async () => {
    const fields = {
      ...{ status: 'SENT' as const, generation: null, uploadId: null },
      source: { bucket: 'uploads' as const, key: 'vods/01ARZ3NDEKTSV4RRFFQ69G5FAV/source.mp4' },
    };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const fresh = await vod({ ...fields, dateCreated: minutesAgo(2) });
    const { id } = await vod({ ...fields, dateCreated: minutesAgo(11) });
    expect(await finished(id)).toMatchObject({ status: 'FAILED', failure: 'La subida no se completó' });
    expect((await vods.get(fresh.id))?.status).toBe('SENT');
  }, 90_000);

  test('[B-VOD-5] completed eight times at once it is one video, and nobody reads of an error', async () => {
    const body = { title: 'Ocho veces', file: { name: 'a.mp4', type: 'video/mp4', size: film.length } };
    const made = await call('POST /live/vods', { token: admin.token, body });
    const ticket = made.body.upload as { id: string; partSize: number };
    await putParts(ticket.id, film, ticket.partSize);
    const complete = () => call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } });
    const answers = await Promise.all(Array.from({ length: 8 }, complete));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await finished(made.data)).status).toBe('FINISHED');
  }, 90_000);

  test('[B-VOD-5] of a long match is put together while nobody waits, also when nobody asked for it', async () => {
    const size = 300 * 1024 ** 2;
    const made = await call('POST /live/vods', {
      token: admin.token,
      body: { title: 'Partido entero', file: { name: 'a.mp4', type: 'video/mp4', size } },
    });
    const ticket = made.body.upload as { id: string; partSize: number };
    // An MP4 may end in what players skip: a box of any length.
    const bytes = Buffer.alloc(size);
    film.copy(bytes);
    bytes.writeUInt32BE(size - film.length, film.length);
    bytes.write('free', film.length + 4);
    await putParts(ticket.id, bytes, ticket.partSize);
    // The browser was closed before it could say that all is there.
    expect((await finished(made.data)).status).toBe('FINISHED');
    const again = await call('POST /uploads/{id}/complete', { token: admin.token, params: { id: ticket.id } });
    expect(again.status).toBe(200);
  }, 120_000);

  test('[B-VOD-5] belongs to who opened it', async () => {
    const made = await call('POST /live/vods', {
      token: admin.token,
      body: { title: 'Ajena', file: { name: 'a.mp4', type: 'video/mp4', size: 100 } },
    });
    const { id } = made.body.upload as { id: string };
    expect((await call('GET /uploads/{id}', { token: staff.token, params: { id } })).status).toBe(404);
    const viewer = await person('REGULAR_SUBSCRIBER');
    expect((await call('GET /uploads/{id}', { token: viewer.token, params: { id } })).status).toBe(403);
  });

  test('[B-API-68] the documented form is accepted too, with a picture', async () => {
    const form = new FormData();
    form.set('title', 'Por formulario');
    form.set('visible', 'true');
    form.set('sport', 'soccer');
    form.set('vodFile', new File([new Uint8Array(film)], 'partido.mp4', { type: 'video/mp4' }));
    const made = await call('POST /live/vods', { token: admin.token, body: form });
    expect(made.status).toBe(201);
    expect((await finished(made.data)).title).toBe('Por formulario');
  }, 90_000);

  test('[B-API-68] a form above the limit of the gateway answers 413, and nothing is stored', async () => {
    const title = `Enorme ${Date.now()}`;
    const form = new FormData();
    form.set('title', title);
    form.set('vodFile', new File([new Uint8Array(4_500_000)], 'partido.mp4', { type: 'video/mp4' }));
    const answer = await call('POST /live/vods', { token: admin.token, body: form });
    expect([answer.status, answer.code]).toEqual([413, 'REQ4130']);
    const { data } = await call('GET /live/vods', { token: admin.token, query: { search: title } });
    expect(data.total).toBe(0);
  });

  test('[B-UI-6][B-VOD-3] what is no video, and what has no title, is refused before a byte is sent', async () => {
    const create = (body: object) => call('POST /live/vods', { token: admin.token, body });
    const pdf = await create({ title: 'x', file: { name: 'acta.pdf', type: 'application/pdf', size: 10 } });
    expect([pdf.status, pdf.message]).toEqual([400, 'El archivo debe ser un video']);
    const untitled = await create({ file: { name: 'a.mp4', type: 'video/mp4', size: 10 } });
    expect([untitled.status, untitled.message]).toEqual([400, 'El título del video es requerido']);
    const empty = await create({ title: 'x' });
    expect([empty.status, empty.message]).toEqual([400, 'El archivo de video es requerido']);
  });
});

describe('a file that cannot become a video', () => {
  const cases: [string, () => Promise<Buffer>, RegExp][] = [
    [
      'a renamed PDF',
      async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n'.repeat(50)),
      /dañado|no es un video/,
    ],
    ['a truncated file', async () => film.subarray(0, 2000), /dañado|no es un video/],
    ['sound only', soundOnly, /no contiene imagen/],
  ];
  for (const [name, bytes, reason] of cases) {
    test(`[B-STATE-9] ${name} ends as FAILED with its reason`, async () => {
      const { id } = await upload(await bytes());
      const ended = await finished(id);
      expect(ended.status).toBe('FAILED');
      expect(ended.failure).toMatch(reason);
    }, 90_000);
  }

  const fine: [string, Parameters<typeof clip>[0]][] = [
    ['an upright video without sound', { size: '360x640', audio: false, seconds: 2 }],
    ['4K', { size: '3840x2160', seconds: 1 }],
    ['a variable frame rate', { seconds: 3, varying: true }],
    ['a container of another kind', { seconds: 2, extension: 'mkv' }],
  ];
  for (const [name, options] of someOf(fine, 2)) {
    test(`[B-STATE-9] ${name} becomes a video all the same`, async () => {
      const { id } = await upload(await clip(options), `partido.${options?.extension ?? 'mp4'}`);
      expect((await finished(id)).status).toBe('FINISHED');
    }, 90_000);
  }

  test('[B-STATE-9] an empty object ends as FAILED with its reason', async () => {
    const made = await call('POST /live/vods', {
      token: admin.token,
      body: { title: 'Vacío', file: { name: 'a.mp4', type: 'video/mp4', size: 1 } },
    });
    const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
    const address = { bucket: String(process.env.UPLOADS_BUCKET), key: `vods/${made.data}/source.mp4` };
    await writeObject(address, new Uint8Array(0), { contentType: 'video/mp4' });
    expect(await finished(made.data)).toMatchObject({ status: 'FAILED', failure: 'El archivo está vacío' });
  }, 90_000);
});

describe('a video that is deleted', () => {
  const jobs = new MediaConvertClient(persistent());
  let long: Buffer;
  beforeAll(async () => {
    long = await clip({ seconds: 40, size: '1280x720' });
  }, 90_000);
  const remove = (id: string) => call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
  const jobOf = (id: string) => eventually(async () => (await vods.get(id))?.pending?.jobId ?? undefined);
  const statusOf = async (Id: string) => (await jobs.send(new GetJobCommand({ Id }))).Job?.Status;

  test('[B-API-70] while it waits or is encoded takes its job with it: others wait behind it', async () => {
    const running = await upload(long);
    const waiting = await upload(long);
    const [first, second] = [await jobOf(running.id), await jobOf(waiting.id)];
    for (const { id } of [waiting, running]) expect((await remove(id)).status).toBe(200);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['CANCELED', 'CANCELED']);
  }, 90_000);

  test('[B-API-70] before its job was known ends it as soon as there is word of it', async () => {
    const { id } = await upload(long);
    const jobId = await jobOf(id);
    await vods.change(id, (item) => ({ ...item, pending: { ...item.pending!, jobId: null } }));
    await remove(id);
    await followJob(jobId, Date.now());
    expect(await statusOf(jobId)).toBe('CANCELED');
  }, 90_000);
});

test('[B-STATE-5][B-STATE-6][B-API-71] regenerating hides, gives a new key and new segments; the old ones play on, and go in time', async () => {
  const { id } = await upload(film);
  await finished(id);
  await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
  const before = await playlistsOf(id);
  const started = await call('PUT /live/vods/{id}/segments', { token: admin.token, params: { id } });
  expect([started.status, started.message]).toEqual([
    202,
    'Regeneración iniciada. El video quedará oculto hasta que vuelvas a hacerlo visible.',
  ]);
  expect((await finished(id)).visible).toBe(false);
  const after = await playlistsOf(id);
  expect(after.segments[0]).not.toBe(before.segments[0]);
  const keys = await Promise.all(
    [before.key, after.key].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer()).toString('hex')),
  );
  expect(keys[0]).not.toBe(keys[1]);
  await sweepGarbage(Date.now());
  const answers = async (address: string | undefined) => (await fetch(String(address))).status;
  expect(await answers(before.segments[0])).toBe(200);

  // When nobody can be watching the old ones any more, they and their key are gone, and the new ones stay.
  await passGrace(id);
  await sweepGarbage(Date.now());
  // Who may not list a bucket is told 403 of what it does not hold.
  expect([await answers(before.segments[0]), await answers(after.segments[0])]).toEqual([403, 200]);
  const generationOf = (address: string | undefined) => /vods\/\w+\/(\w{26})\//.exec(String(address))?.[1] ?? '';
  const keyOf = (address: string | undefined) => encryptionKey({ kind: 'vods', id }, generationOf(address));
  expect(await keyOf(before.segments[0])).toBeUndefined();
  expect(await keyOf(after.segments[0])).toBeDefined();

  // Deleted, the whole video goes with the next sweep: its files, and the key that opened them.
  await call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
  await sweepGarbage(Date.now());
  expect(await listObjects(environment('MEDIA_BUCKET'), `vods/${id}/`)).toEqual([]);
  expect(await keyOf(after.segments[0])).toBeUndefined();
}, 90_000);

/** As if hours had passed for this video alone: what was noted of it for a later sweep is due. */
async function passGrace(id: string): Promise<void> {
  for await (const page of queryItems<Key>('uploads', 'GARBAGE')) {
    for (const note of page.filter(({ sk }) => sk.includes(`#${id}/`))) {
      await putItem('uploads', { ...note, sk: note.sk.replace(/^[^#]+/, new Date(0).toISOString()) });
      await deleteItem('uploads', { pk: note.pk, sk: note.sk });
    }
  }
}

describe('the back-office', () => {
  test('[B-API-69][B-UI-7] single fields change, and the order is an integer of at least 1 or null', async () => {
    const { id } = await vod();
    const change = (body: object) => call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body });
    expect((await change({ renderOrder: 3 })).data.vod.renderOrder).toBe(3);
    expect((await change({ visible: false })).data.vod).toMatchObject({ visible: false, renderOrder: 3 });
    expect((await change({ renderOrder: null })).data.vod.renderOrder).toBeNull();
    for (const renderOrder of [0, -1, 1.5, '2', true]) expect((await change({ renderOrder })).status).toBe(400);
    expect((await change({ sportEventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).code).toBe('EVT4000');
  });

  test('[B-API-66][B-API-76] club staff list the VODs of their club only, without analytics', async () => {
    const own = await vod({ clubIds: [clubId], title: 'Del club' });
    await vod({ title: 'De otro' });
    const { data } = await call('GET /clubStaff/vods', { token: staff.token });
    expect(data.vods.map(({ id }) => id)).toContain(own.id);
    expect(data.vods.map(({ title }) => title)).not.toContain('De otro');
    const one = await call('GET /clubStaff/vods/{id}', { token: staff.token, params: { id: own.id } });
    expect(one.data.vod.analytics).toBeUndefined();
    const forAdmin = await call('GET /live/vods/{id}', { token: admin.token, params: { id: own.id } });
    expect(forAdmin.data.vod.analytics).toEqual({ uniqueNonLiveViewers: 0 });
  });

  test('[B-API-78] club staff upload for their own club, whatever they send', async () => {
    const other = await club();
    const made = await call('POST /clubStaff/vods', {
      token: staff.token,
      body: { title: 'Nuestro', clubIds: [other], file: { name: 'a.mp4', type: 'video/mp4', size: 10 } },
    });
    const { data } = await call('GET /clubStaff/vods/{id}', { token: staff.token, params: { id: made.data } });
    expect(data.vod.clubs.map(({ id }) => id)).toEqual([clubId]);
  });

  test('[B-PERM-9][V-ACC-5] club staff give a video an event of their club only: another one would open it, or sell it', async () => {
    const [own, other] = [await club(), await club()];
    const staff = await person('CLUB_STAFF', { clubId: own });
    const [ours, theirs, open] = [
      await event({ clubIds: [own] }),
      await event({ clubIds: [other] }),
      await event({ clubIds: [other], isPublic: true }),
    ];
    const file = { name: 'partido.mp4', type: 'video/mp4', size: 1000 };
    const post = (body: object) =>
      call('POST /clubStaff/vods', { token: staff.token, body: { title: 'Nuestro partido', file, ...body } });
    for (const { id } of [theirs, open]) expect((await post({ sportEventId: id })).status).toBe(403);
    expect((await post({ sportEventId: 'no-existe-000000000000000' })).status).toBe(400);
    // Publishing is not theirs: at creation as little as later.
    expect((await post({ sportEventId: ours.id, visible: true })).status).toBe(403);
    const made = await post({ sportEventId: ours.id });
    expect(made.status).toBe(201);

    const patch = (body: object) =>
      call('PATCH /clubStaff/vods/{id}', { token: staff.token, params: { id: String(made.data) }, body });
    for (const { id } of [theirs, open]) expect((await patch({ sportEventId: id })).status).toBe(403);
    expect((await patch({ sportEventId: null })).status).toBe(200);
    expect((await patch({ sportEventId: ours.id })).status).toBe(200);
    // One that an admin has given stays with the other fields.
    const admin = await person('ADMIN');
    const params = { id: String(made.data) };
    await call('PATCH /live/vods/{id}', { token: admin.token, params, body: { sportEventId: theirs.id } });
    expect((await patch({ sportEventId: theirs.id, title: 'Otro título' })).status).toBe(200);
  });

  test('[B-API-79][B-API-80] club staff change neither visibility nor sport nor order, and do not regenerate', async () => {
    const own = await vod({ clubIds: [clubId] });
    const params = { id: own.id };
    const change = async (body: object) =>
      (await call('PATCH /clubStaff/vods/{id}', { token: staff.token, params, body })).status;
    expect(await change({ visible: !own.visible })).toBe(403);
    expect(await change({ sport: 'BASKET' })).toBe(403);
    expect(await change({ renderOrder: 4 })).toBe(403);
    expect(await change({ title: 'Nuevo', visible: own.visible })).toBe(200);
    expect((await call('PUT /clubStaff/vods/{id}/segments', { token: staff.token, params })).status).toBe(403);
  });

  test('[B-API-83][B-API-82] club staff keep their club on a VOD', async () => {
    const own = await vod({ clubIds: [clubId] });
    const params = { id: own.id };
    const none = await call('PUT /clubStaff/vods/{id}/clubs', { token: staff.token, params, body: { clubIds: [] } });
    expect(none.status).toBe(403);
    expect((await call('GET /clubStaff/vods/{id}/clubs', { token: staff.token, params })).data.clubs).toHaveLength(1);
  });

  test('[B-VOD-7] the view of a subscriber counts once', async () => {
    const { id } = await upload(film);
    await finished(id);
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: true } });
    const viewer = await person('REGULAR_SUBSCRIBER');
    await playlistsOf(id, viewer.token);
    await playlistsOf(id, viewer.token);
    const { data } = await call('GET /live/vods/{id}', { token: admin.token, params: { id } });
    expect(data.vod.analytics).toEqual({ uniqueNonLiveViewers: 1 });
    await playlistsOf(id, admin.token);
    const { audience } = (await call('GET /live/vods/{id}/audience', { token: admin.token, params: { id } })).data;
    expect(audience).toMatchObject({ uniqueViewers: 1, plays: 2 });
  }, 90_000);

  test('[B-API-68] the event of a new VOD must exist', async () => {
    const { id } = await event();
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
