/**
 * 'Resumen automático': the moments of a match as one video, with the real encoder; repeated requests, concurrent
 * changes, and deletion.
 */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { createClip as film, toScratchPath } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import { admin, clubId as home, listClips, recording as record, staff, waitForClip } from './clip-calls.ts';

const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { readObjectSize } = await import('../../../functions/platform/aws/storage.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { sweepClips } = await import('../../../functions/recordings/clips/sweep-clips.ts');
const { sweepGarbage } = await import('../../../functions/recordings/media/garbage.ts');
const { createMoment } = await import('../../../functions/recordings/moments/store.ts');

const away = await createClub('UD Contada');
const sportEvent = await createEvent({ clubIds: [home, away], homeClubId: home, awayClubId: away });

let match: Buffer;
beforeAll(async () => {
  // The picture is red for a second at the first goal and white at the second.
  const flash = (at: number, colour: string) =>
    `drawbox=enable='between(t,${at - 0.5},${at + 0.5})':color=${colour}:t=fill`;
  const flashes = `${flash(10, 'red')},${flash(40, 'white')}`;
  match = await film({ seconds: 50, size: '320x180', output: ['-vf', flashes] });
});

const clubIds = [home, away];

const recording = (bytes: Buffer | undefined, fields: Parameters<typeof createVod>[0] = {}) =>
  record(bytes, 50, { clubIds, sportEventId: sportEvent.id, ...fields });

async function moment(vodId: string, second: number, clubId = home, momentTypeId = 2) {
  const id = ulid();
  await createMoment({ id, vodId, clubId, momentTypeId, timestampMs: second * 1000, label: 'Gol', version: 1 });
  return id;
}

const summarise = (id: string, token = staff.token, body: object = {}) =>
  call('POST /vods/{id}/summary', { token, params: { id }, body });
const findFileSize = (key: string) => readObjectSize({ bucket: environment('MEDIA_BUCKET'), key });

describe('the summary of a match', () => {
  test('[D-CLIP-4] never splits a character when it shortens a long title', async () => {
    const { id: vodId } = await recording(undefined, { title: `${'Sauce'.repeat(38)}🏀` });
    await moment(vodId, 10);
    const made = await summarise(vodId);
    expect(made.status).toBe(201);
    expect((await listClips(vodId)).clips[0]?.title).toBe(`Resumen: ${'Sauce'.repeat(38)}`);
  });

  test('[D-CLIP-4] is one MP4 of its moments in order after a title card, published and deleted like clips', async () => {
    const { id: vodId } = await recording(match);
    // One moment is the other club's; the later moment is stored first.
    await moment(vodId, 40, away);
    await moment(vodId, 10);
    expect((await listClips(vodId)).moments).toBe(2);
    const made = await summarise(vodId);
    expect([made.status, made.message]).toEqual([201, 'Resumen en camino: estará listo en un momento']);
    const summary = await waitForClip(vodId, made.data.id);
    expect(summary).toMatchObject({ status: 'FINISHED', kind: 'SUMMARY', parts: 2, start: 2, visible: false });
    expect(Math.abs((summary?.seconds ?? 0) - 31)).toBeLessThan(0.5);

    const path = toScratchPath('summary.mp4');
    const bytes = Buffer.from(await (await fetch(String(summary?.video))).arrayBuffer());
    await writeFile(path, bytes);
    const { video, audio, duration } = await probe(path);
    expect(video).toMatchObject({ codec: 'h264', width: 320, height: 180 });
    expect(audio?.codec).toBe('aac');
    expect(Math.abs((duration ?? 0) - 31)).toBeLessThan(0.5);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    const pixel = async (second: number, left: number, top: number) => {
      const picture = toScratchPath(`summary-${second}.png`);
      await runFfmpeg(['-ss', String(second), '-i', path, '-frames:v', '1', '-y', picture]);
      const at = sharp(picture).extract({ left, top, width: 1, height: 1 });
      const [red = 0, green = 0, blue = 0] = await at.removeAlpha().raw().toBuffer();
      return { red, green, blue };
    };
    // The band at the foot of the card; then both goals, in the order of the match.
    const card = await pixel(1.5, 8, 172);
    expect(Math.max(card.red, card.green, card.blue)).toBeLessThan(70);
    const first = await pixel(11, 160, 90);
    expect(first.red - first.green).toBeGreaterThan(120);
    const second = await pixel(25, 160, 90);
    expect(Math.min(second.red, second.green, second.blue)).toBeGreaterThan(200);
    // The poster shows the first goal.
    const poster = Buffer.from(await (await fetch(String(summary?.poster))).arrayBuffer());
    const [red = 0, green = 0] = await sharp(poster)
      .extract({ left: 160, top: 90, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(red - green).toBeGreaterThan(120);

    const params = { id: made.data.id };
    const look = () => call('GET /clips/{id}', { params });
    expect((await look()).code).toBe('CLP4040');
    await call('PATCH /clips/{id}', { token: staff.token, params, body: { visible: true } });
    expect((await look()).data.clip).toMatchObject({ kind: 'SUMMARY', club: { id: home } });
    const card1 = `clips/${made.data.id}/card.png`;
    expect(await findFileSize(card1)).toBeGreaterThan(1000);
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id: vodId } });
    expect((await look()).status).toBe(404);
    await sweepClips(Date.now());
    await sweepGarbage(Date.now());
    expect(await clips.get(made.data.id)).toBeUndefined();
    expect(await findFileSize(card1)).toBeUndefined();
  });

  test('[F-TAKE-2] shows nothing of seconds that were taken out', async () => {
    const range = { id: 'R', at: '', by: '', owner: 'platform' as const, from: 12, to: 14 };
    const { id: vodId } = await recording(match, { withdrawn: [range] });
    for (const second of [10, 40]) await moment(vodId, second);
    const { data } = await summarise(vodId);
    expect((await clips.get(data.id))?.cut.summary?.parts).toEqual([{ start: 32, seconds: 14 }]);
  });

  test.runIf(isNightly)('[D-CLIP-4] is upright and silent if its video is', async () => {
    const upright = await film({ seconds: 12, size: '180x320', audio: false });
    const { id: vodId } = await recording(upright, { duration: 12, sportEventId: null });
    await moment(vodId, 5);
    const { data } = await summarise(vodId);
    const summary = await waitForClip(vodId, data.id);
    expect(summary).toMatchObject({ status: 'FINISHED', parts: 1 });
    const path = toScratchPath('upright.mp4');
    await writeFile(path, Buffer.from(await (await fetch(String(summary?.video))).arrayBuffer()));
    const { video, audio } = await probe(path);
    expect([video?.width, video?.height, audio]).toEqual([180, 320, undefined]);
  });
});

describe('a requested summary', () => {
  test('[D-CLIP-4] is created once for concurrent requests, and again for other moments', async () => {
    const { id: vodId } = await recording(undefined);
    const goal = await moment(vodId, 10);
    const asked = await Promise.all([1, 2, 3].map(() => summarise(vodId)));
    const ids = new Set(asked.map(({ data }) => data.id));
    expect([ids.size, asked.map(({ status }) => status)]).toEqual([1, [201, 201, 201]]);
    const [id = ''] = ids;
    const partsNow = async () => (await clips.get(id))?.cut.summary?.parts;
    expect(await partsNow()).toEqual([{ start: 2, seconds: 14 }]);

    const params = { id: goal };
    await call('PATCH /clubStaff/moments/{id}', { token: staff.token, params, body: { timestampMs: 30_000 } });
    expect(await partsNow()).toEqual([{ start: 2, seconds: 14 }]);
    const other = await summarise(vodId);
    expect(other.data.id).not.toBe(id);
    expect((await clips.get(other.data.id))?.cut.summary?.parts).toEqual([{ start: 22, seconds: 14 }]);
    // Each club keeps a summary of its own.
    expect((await summarise(vodId, admin.token, { clubId: away })).data.id).not.toBe(other.data.id);
  });

  test.runIf(isNightly)(
    '[D-CLIP-4] keeps the title card of a summary that was requested several times at once',
    async () => {
      const { id: vodId } = await recording(undefined);
      await moment(vodId, 10);
      await Promise.all([1, 2, 3, 4].map(() => summarise(vodId)));
      const hour = Date.now() + 2 * 3_600_000;
      await sweepGarbage(hour);
      const left = await queryAll<{ sk: string }>('uploads', 'GARBAGE');
      expect(left.filter(({ sk }) => sk.includes('card.png') && sk < new Date(hour).toISOString())).toEqual([]);
      const [summary] = (await listClips(vodId)).clips;
      expect(await findFileSize(`clips/${summary?.id}/card.png`)).toBeGreaterThan(1000);
    },
  );

  test('[D-CLIP-4] is rejected without moments, for other clubs, without an original, and before the encoding', async () => {
    const stranger = await createPerson('CLUB_STAFF', { clubId: await createClub('AD Ajena') });
    const { id } = await recording(undefined);
    const none = await summarise(id);
    expect([none.status, none.code, none.message]).toEqual([
      400,
      'CLP4002',
      'No hay momentos de los que hacer un resumen: marca primero las jugadas',
    ]);
    expect((await listClips(id)).moments).toBe(0);
    await moment(id, 10);
    expect((await summarise(id, stranger.token)).code).toBe('SSN4030');
    expect((await summarise(id, staff.token, { clubId: away })).code).toBe('SSN4030');
    expect((await summarise(id, admin.token, { clubId: ulid() })).code).toBe('CLB4000');
    expect((await summarise(ulid(), admin.token)).code).toBe('VOD4040');
    for (const clubId of [42, ['x'], { $ne: 1 }, '../..', 'x'.repeat(5000)])
      expect((await summarise(id, admin.token, { clubId })).status, JSON.stringify(clubId)).toBe(400);
    const bare = await createVod({ clubIds });
    await moment(bare.id, 10);
    expect((await summarise(bare.id)).code).toBe('VOD4091');
    const unready = await recording(undefined, { generation: null, status: 'STARTED' });
    await moment(unready.id, 10);
    expect((await summarise(unready.id)).code).toBe('VOD4090');
    // Shorter than any clip: nothing to show.
    const blink = await recording(undefined, { duration: 3 });
    await moment(blink.id, 1);
    expect((await summarise(blink.id)).code).toBe('CLP4002');
  });
});
