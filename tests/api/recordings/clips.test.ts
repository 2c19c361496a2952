/** Clips with the real encoder, from the tap on a moment to a file that plays without login. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { addresses, call, createClub, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createClip as film, readAddressEnd, toScratchPath } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import { admin, change, clubId, cut, listClips, readClip, recording, staff, waitForClip } from './clip-calls.ts';

const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { readObjectSize, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { clips, keepClip } = await import('../../../functions/recordings/clips/store.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { reconcileEncodings } = await import('../../../functions/jobs/media.ts');
const { createMediaFields } = await import('../../../functions/recordings/media/rules.ts');
const { storePicture } = await import('../../../functions/recordings/pictures/store-picture.ts');

const [small, goalAt] = [{ seconds: 8, size: '320x180' }, 20];
let [short, match]: Buffer[] = [];
beforeAll(async () => {
  short = await film(small);
  // The picture is white for the second of the goal.
  const white = `drawbox=enable='between(t,${goalAt - 0.5},${goalAt + 0.5})':color=white:t=fill`;
  match = await film({ seconds: 30, size: '1280x720', rate: 10, output: ['-vf', white] });
});

const crest = async () => {
  const red = { width: 64, height: 64, channels: 3 as const, background: '#e00000' };
  return storePicture('clubs', clubId, await sharp({ create: red }).png().toBuffer());
};

describe('a goal with one tap', () => {
  test('[D-CLIP-1][D-CLIP-2] becomes a 720p clip of 14 s within 20 s, with fast start, the crest and a poster of the goal', async () => {
    const picture = await crest();
    await clubs.change(clubId, (item) => ({ ...item, thumbnail: picture }));
    const { id: vodId } = await recording(match, 30);
    const moment = await call('POST /clubStaff/moments', {
      token: staff.token,
      body: { vodId, timestampMs: goalAt * 1000, label: 'Gol de Vega', momentTypeId: 2 },
    });
    const made = await cut(vodId, { momentId: moment.data.id });
    expect([made.status, made.message]).toEqual([201, 'Clip en camino: estará listo en unos segundos']);
    const clip = await waitForClip(vodId, made.data.id);
    expect(clip).toMatchObject({
      status: 'FINISHED',
      title: 'Gol de Vega',
      start: 12,
      visible: false,
      isPublic: false,
    });

    const path = toScratchPath('clip.mp4');
    const answer = await fetch(String(clip?.video));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    await writeFile(path, bytes);
    const { video, audio, duration } = await probe(path);
    expect(video).toMatchObject({ codec: 'h264', width: 1280, height: 720 });
    expect(audio?.codec).toBe('aac');
    expect(Math.abs((duration ?? 0) - 14)).toBeLessThan(0.2);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    // The goal is at the expected time, and the crest in its corner.
    const frame = async (second: number) => {
      const picture = toScratchPath(`${second}.png`);
      await runFfmpeg(['-ss', String(second), '-i', path, '-frames:v', '1', '-y', picture]);
      return picture;
    };
    const goal = await frame(8);
    const colour = async (file: string | Buffer, left: number, top: number) => [
      ...(await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ];
    expect(Math.min(...(await colour(goal, 640, 360)))).toBeGreaterThan(230);
    const [red = 0, green = 0] = await colour(goal, 1220, 60);
    expect(red - green).toBeGreaterThan(120);
    // The preview picture shows the goal.
    const poster = Buffer.from(await (await fetch(String(clip?.poster))).arrayBuffer());
    expect(await sharp(poster).metadata()).toMatchObject({ width: 1280, height: 720 });
    expect(Math.min(...(await colour(poster, 640, 360)))).toBeGreaterThan(230);
  });

  test('[D-CLIP-2] plays without login from publication until it is hidden', async () => {
    const { id: vodId } = await recording(short, 8);
    const made = await cut(vodId, { title: 'Parada', start: 1.5, seconds: 6 });
    const clip = await waitForClip(vodId, made.data.id);
    expect(clip).toMatchObject({ status: 'FINISHED', title: 'Parada', start: 1.5 });
    const file = new URL(String(clip?.video));
    expect((await readClip(made.data.id)).code).toBe('CLP4040');
    // The address without its signature opens nothing.
    expect((await fetch(file.origin + file.pathname)).status).toBe(403);

    // Staff see its poster by a signed address; the public address works only while it is published.
    const poster = `thumbnails/clips/${made.data.id}/${String(clip?.poster).match(/[^/]+(?=\?)/)?.[0]}`;
    const posterStatus = async (address: string) => (await fetch(address)).status;
    const publicPoster = () => posterStatus(`${addresses.web}/api/${poster}?${ulid()}`);
    expect([await posterStatus(String(clip?.poster)), await publicPoster()]).toEqual([200, 404]);
    expect(await posterStatus(String(clip?.poster).replace(/\?.*/, ''))).toBe(403);
    expect(await posterStatus(`${addresses.media}/${poster}`)).toBe(404);

    expect((await change(made.data.id, { visible: true, version: clip?.version })).message).toBe('Clip publicado');
    const shown = await readClip(made.data.id);
    expect(shown.data.clip).toMatchObject({ title: 'Parada', club: { id: clubId, name: 'CD Recortes' } });
    expect(shown.headers.get('cache-control')).toContain('s-maxage=10');
    expect((await fetch(shown.data.clip.video)).status).toBe(200);
    const moved = await call('GET /clips/{id}/video', { params: { id: made.data.id } });
    // Each redirect's signature ends some seconds later than the one before.
    const withoutSignature = (address: string) => address.replace(/\?.*/, '');
    const target = String(moved.headers.get('location'));
    expect([moved.status, withoutSignature(target)]).toEqual([302, withoutSignature(shown.data.clip.video)]);
    expect((await fetch(target)).status).toBe(200);
    const until = readAddressEnd(shown.data.clip.video);
    // A hidden clip stops within a minute for clients that kept its address; edge and browser cache an address for some
    // seconds.
    expect(until - Date.now() / 1000).toBeLessThanOrEqual(60);
    expect(until - Date.now() / 1000).toBeGreaterThan(40);

    const seen = await fetch(String(shown.data.clip.poster));
    expect(shown.data.clip.poster).toBe(`${addresses.media}/${poster}`);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=60',
    ]);

    await change(made.data.id, { visible: false });
    expect((await readClip(made.data.id)).status).toBe(404);
    expect(await publicPoster()).toBe(404);
    expect((await call('GET /clips/{id}/video', { params: { id: made.data.id } })).status).toBe(404);
  });
});

describe('a cut', () => {
  test('[D-CLIP-1] is one clip if requested twice concurrently; can be made again after deletion', async () => {
    const { id: vodId, source } = await recording(short, 8);
    const requestClip = await Promise.all([1, 2, 3, 4].map(() => cut(vodId, { title: 'Gol', start: 0, seconds: 5 })));
    const ids = new Set(requestClip.map(({ data }) => data.id));
    expect([ids.size, requestClip.map(({ status }) => status)]).toEqual([1, [201, 201, 201, 201]]);
    const [id = ''] = ids;
    const { video } = (await waitForClip(vodId, id)) ?? {};
    const [folder = ''] = new URL(String(video)).pathname.slice(1).split('/clip.mp4');
    const findFileSize = () => readObjectSize({ bucket: environment('MEDIA_BUCKET'), key: `${folder}/clip.mp4` });
    expect(await findFileSize()).toBeGreaterThan(1000);
    expect((await call('DELETE /clips/{id}', { token: staff.token, params: { id } })).status).toBe(200);
    await sweepGarbage(Date.now());
    // The scheduled sweep may be removing it.
    await eventually(findFileSize, (size) => size === undefined);
    expect(await readObjectSize({ bucket: environment('UPLOADS_BUCKET'), key: source?.key ?? '' })).toBeGreaterThan(
      1000,
    );
    const again = await cut(vodId, { title: 'Gol', start: 0, seconds: 5 });
    expect(again.status).toBe(201);
    expect(again.data.id).not.toBe(id);
    expect((await waitForClip(vodId, again.data.id))?.status).toBe('FINISHED');
  });

  test('[D-CLIP-1] is encoded by the schedule if its process crashed before', async () => {
    const { id: vodId, source } = await recording(short, 8);
    const id = ulid();
    await keepClip({
      ...createMediaFields(source, 0),
      id,
      vodId,
      clubId,
      title: 'A medias',
      sportEventId: null,
      visible: false,
      uploadId: null,
      cut: { start: 1, seconds: 5, poster: 2, crest: null },
      dateCreated: new Date().toISOString(),
    });
    await reconcileEncodings();
    expect((await waitForClip(vodId, id))?.status).toBe('FINISHED');
  });

  test.runIf(isNightly)('[D-CLIP-1] fails with a reason without the original, and is retried on request', async () => {
    const { id: vodId, source } = await recording(undefined, 8);
    const cutWithoutSource = () => cut(vodId, { title: 'Sin original', start: 0, seconds: 5 });
    const { data } = await cutWithoutSource();
    expect(await waitForClip(vodId, data.id)).toMatchObject({
      status: 'FAILED',
      failure: 'El archivo original ya no está disponible',
    });
    await writeObject({ bucket: environment('UPLOADS_BUCKET'), key: source?.key ?? '' }, short ?? '', {
      contentType: 'video/mp4',
    });
    expect((await cutWithoutSource()).data.id).toBe(data.id);
    expect((await waitForClip(vodId, data.id))?.status).toBe('FINISHED');
  });

  test('[D-CLIP-1] is rejected outside of the recording, for other clubs, and without an original', async () => {
    const other = await createClub('UD Rival');
    const rival = await createPerson('CLUB_STAFF', { clubId: other });
    const { id } = await recording(undefined, 100, { clubIds: [clubId, other] });
    const { id: bare } = await createVod({ clubIds: [clubId] });
    const elsewhere = { momentId: ulid() };
    expect((await cut(id, { title: 'x', start: 98, seconds: 6 })).code).toBe('CLP4000');
    expect((await cut(id, { title: 'x' })).code).toBe('CLP4001');
    expect((await cut(id, { title: 'x', start: 0, seconds: 61 })).status).toBe(400);
    expect((await cut(id, elsewhere)).code).toBe('MOM4040');
    expect((await cut(id, { title: 'x', start: 0, seconds: 6, clubId: other })).code).toBe('SSN4030');
    expect((await cut(id, { title: 'x', start: 0, seconds: 6, clubId: ulid() }, admin.token)).code).toBe('CLB4000');
    expect((await cut(bare, { title: 'x', start: 0, seconds: 6 })).code).toBe('VOD4091');
    expect((await listClips(bare)).canCut).toBe(false);
    // The same cut by two clubs makes two clips; an admin sees both.
    await cut(id, { title: 'Nuestro', start: 0, seconds: 6 });
    await cut(id, { title: 'Suyo', start: 0, seconds: 6 }, rival.token);
    const titles = async (token: string) => (await listClips(id, token)).clips.map(({ title }) => title).sort();
    expect([await titles(staff.token), await titles(rival.token), await titles(admin.token)]).toEqual([
      ['Nuestro'],
      ['Suyo'],
      ['Nuestro', 'Suyo'],
    ]);
  });
});

describe('the title of a clip', () => {
  test('[D-CLIP-2] is changed by its club’s staff, but not to an empty one', async () => {
    const { id: vodId } = await recording(undefined, 60);
    const { data } = await cut(vodId, { title: 'Gol', start: 0, seconds: 6 });
    const readStored = async () => (await clips.get(data.id))!;
    const { version } = await readStored();
    expect((await change(data.id, { title: '  El gol de la remontada ', version })).status).toBe(200);
    expect((await readStored()).title).toBe('El gol de la remontada');
    for (const title of ['', '   ', 'x'.repeat(201), 7, null, { toString: 'x' }, ['Gol']])
      expect((await change(data.id, { title })).status, JSON.stringify(title)).toBe(400);
    const rival = await createPerson('CLUB_STAFF', { clubId: await createClub('UD Envidiosa') });
    expect((await change(data.id, { title: 'Suyo' }, rival.token)).code).toBe('SSN4030');
    expect((await readStored()).title).toBe('El gol de la remontada');
    // The title is not part of the cut's identity: the same cut is the same clip.
    expect((await cut(vodId, { title: 'Gol', start: 0, seconds: 6 })).data.id).toBe(data.id);
  });
});
