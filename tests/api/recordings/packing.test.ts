/** Uploaded films that play as they are, until their encoding replaces them. */
import { createDecipheriv } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import { createClip, makeClip, rotateUpright, toScratchPath } from '../../support/media.ts';
import { uploads } from '../../support/uploads.ts';
import { type FilmFields, storeFilm } from './stored-film.ts';

const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { listObjects } = await import('../../../functions/platform/aws/storage.ts');
const { reconcileEncodings } = await import('../../../functions/jobs/media.ts');
const { sourceArrived, uploadArrived } = await import('../../../functions/jobs/uploads.ts');
const { beginEncoding, failEncoding } = await import('../../../functions/recordings/media/encoding.ts');
const { packSource } = await import('../../../functions/recordings/packing/pack-source.ts');
const { readPacked, readProgress, savePacked } = await import('../../../functions/recordings/packing/packed-count.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub();
const { upload, waitForVod, fetchPlaylists } = uploads(admin.token, clubId);
let film: Buffer;
beforeAll(async () => {
  // B-frames, and key frames every three seconds, at which an encoding would not cut.
  film = await createClip({ seconds: 10, output: ['-preset', 'medium', '-bf', '2', '-g', '75', '-sc_threshold', '0'] });
});

async function store(bytes: Buffer, fields: FilmFields = {}) {
  const id = await storeFilm(bytes, { clubIds: [clubId], ...fields });
  return {
    id,
    ref: { kind: 'vods' as const, id },
    event: { detail: { object: { key: `vods/${id}/source.mp4` } } } as never,
  };
}

async function storePacked(bytes = film, fields?: FilmFields) {
  const stored = await store(bytes, fields);
  await packSource(stored.ref, Date.now());
  return stored;
}

const readManaged = async (id: string) =>
  (await call('GET /live/vods/{id}', { token: admin.token, params: { id } })).data.vod;

/** One line a frame: its stream, and a hash of its decoded picture or sound. */
async function hashFrames(path: string): Promise<string[]> {
  const out = toScratchPath(`${ulid()}.md5`);
  await runFfmpeg(['-i', path, '-map', '0:v', '-fps_mode', 'passthrough', '-f', 'framemd5', '-y', out]);
  const lines = (await readFile(out, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}

async function decrypt({ playlist, key, segments }: Awaited<ReturnType<typeof fetchPlaylists>>): Promise<Buffer> {
  const secret = Buffer.from(await (await fetch(key)).arrayBuffer());
  const vector = Buffer.from(/IV=0x([\da-f]{32})/.exec(playlist)?.[1] ?? '', 'hex');
  const parts = segments.map(async (url) => {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/MP2T']);
    const decipher = createDecipheriv('aes-128-cbc', secret, vector);
    return Buffer.concat([decipher.update(Buffer.from(await answer.arrayBuffer())), decipher.final()]);
  });
  return Buffer.concat(await Promise.all(parts));
}

describe('a film that browsers play as it is', () => {
  test('plays before its encoding, frame by frame as it was uploaded, under a key of its own', async () => {
    const { id } = await storePacked();
    expect(await readManaged(id)).toMatchObject({ status: 'FINISHED', isImproving: true, duration: 10 });
    const files = await fetchPlaylists(id);
    expect(files.master).toMatch(/RESOLUTION=640x360,FRAME-RATE=25.000,CODECS="avc1.64[\da-f]{4},mp4a.40.2"/);
    expect(files.playlist).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(files.playlist.match(/#EXTINF:[\d.]+/g)).toEqual(
      ['3', '3', '4'].map((seconds) => `#EXTINF:${seconds}.000000`),
    );
    const [source, packed] = [toScratchPath(`${id}.mp4`), toScratchPath(`${id}.ts`)];
    await writeFile(source, film);
    await writeFile(packed, await decrypt(files));
    expect(await hashFrames(packed)).toEqual(await hashFrames(source));
    const log = await runFfmpeg(['-v', 'warning', '-i', packed, '-f', 'null', '-']);
    expect(log).not.toMatch(/corrupt|monoton|invalid|discontinuity/i);
  });

  test('keeps sound and picture together', async () => {
    const { id } = await storePacked();
    const packed = toScratchPath(`${id}.ts`);
    await writeFile(packed, await decrypt(await fetchPlaylists(id)));
    const log = await runFfmpeg(['-i', packed, '-map', '0:a', '-f', 'null', '-']);
    expect(Number(/time=00:00:([\d.]+)/.exec(log.split('\r').at(-1) ?? log)?.[1])).toBeCloseTo(10, 0);
    const starts = await runFfmpeg([
      '-copyts',
      '-i',
      packed,
      '-af',
      'ashowinfo',
      '-vf',
      'showinfo',
      '-t',
      '3',
      '-f',
      'null',
      '-',
    ]);
    const [video, audio] = [/Parsed_showinfo.*?pts_time:([\d.]+)/, /Parsed_ashowinfo.*?pts_time:([\d.]+)/].map((one) =>
      Number(one.exec(starts)?.[1]),
    );
    expect(Math.abs(Number(video) - Number(audio))).toBeLessThan(0.03);
  });

  test('answers users without access like an encoding', async () => {
    const event = await createEvent({ clubIds: [clubId], visible: false });
    const { id } = await storePacked(film, { visible: false, sportEventId: event.id });
    const files = await fetchPlaylists(id);
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    for (const token of [undefined, viewer.token])
      expect((await call('GET /vods/{id}', { params: { id }, ...(token && { token }) })).status).toBe(404);
    const key = new URL(files.key);
    expect((await fetch(key.origin + key.pathname)).status).toBe(401);
    const segment = new URL(String(files.segments[0]));
    expect((await fetch(segment.origin + segment.pathname)).status).toBe(403);
    await vods.change(id, (vod) => ({ ...vod, visible: true }));
    const basic = await createPerson('REGULAR_BASIC');
    const { data } = await call('GET /vods/{id}', { params: { id }, token: basic.token });
    expect(data.vod.playback.granted).toBe(false);
  });

  test('shows no picture before the first one is captured', async () => {
    const { id } = await storePacked();
    expect((await readManaged(id)).thumbnail).toBeNull();
    const { data } = await call('GET /vods/{id}', { params: { id }, token: admin.token });
    expect(data.vod.playback.thumbnailsUrl).toBeUndefined();
  });
});

describe('the encoding', () => {
  test('replaces the packed film, whose files keep playing for its viewers', async () => {
    const { id } = await upload(film);
    await eventually(() => vods.get(id), has({ playsSource: 'WHOLE' }));
    const before = await fetchPlaylists(id);
    const ready = await waitForVod(id);
    expect(ready).toMatchObject({ status: 'FINISHED', failure: null });
    expect(ready.thumbnail).not.toBeNull();
    const after = await fetchPlaylists(id);
    expect(after.master).toContain('index_270p.m3u8');
    // A player that reloads its playlist finds it under the same name.
    const findRendition = (master: string) => /index_\w+/.exec(master)?.[0];
    expect(findRendition(after.master)).toBe(findRendition(before.master));
    for (const url of [before.key, ...before.segments]) expect((await fetch(url)).status).toBe(200);
    expect(await vods.get(id)).not.toHaveProperty('playsSource');
  });

  test('begins after the packing, whichever event comes first, and once', async () => {
    const { id, event } = await storePacked();
    await Promise.all([uploadArrived(event), uploadArrived(event), sourceArrived(event)]);
    const { pending, status, generation } = (await vods.get(id))!;
    expect([status, pending !== null]).toEqual(['FINISHED', true]);
    await sourceArrived(event);
    expect(await vods.get(id)).toMatchObject({ generation, pending: { generation: pending?.generation } });
  });

  test('begins by the schedule, if its event was lost', async () => {
    const { id } = await storePacked();
    await reconcileEncodings();
    expect((await vods.get(id))?.pending).not.toBeNull();
  });

  test('lets a film that it has finished first alone', async () => {
    const { id, ref } = await store(film);
    await beginEncoding(ref, Date.now());
    await waitForVod(id);
    const before = await vods.get(id);
    await packSource(ref, Date.now());
    // A repeated event, or the schedule, may have inspected the source while the encoding ran.
    expect(await beginEncoding(ref, Date.now())).toBe(false);
    expect(await vods.get(id)).toEqual(before);
  });

  test('tells staff why it failed, while the packed film plays on', async () => {
    const { id, event } = await storePacked();
    await uploadArrived(event);
    const { pending } = (await vods.get(id))!;
    await failEncoding({ kind: 'vods', id }, String(pending?.generation), 'No se pudo', Date.now());
    expect(await readManaged(id)).toMatchObject({ status: 'FINISHED', failure: 'No se pudo' });
    expect((await readManaged(id)).isImproving).toBeUndefined();
    const { segments } = await fetchPlaylists(id);
    expect((await fetch(String(segments[0]))).status).toBe(200);
    // An admin sees the reason; nothing is retried automatically.
    await reconcileEncodings();
    expect((await vods.get(id))?.pending).toBeNull();
  });

  test('takes out at least the seconds that were taken out of the packed film', async () => {
    const { id, event } = await storePacked();
    const known = await fetchPlaylists(id);
    const body = { from: 3.5, seconds: 1, cuts: '' };
    const taken = await call('POST /vods/{id}/withdrawn', { params: { id }, token: admin.token, body });
    expect(taken.status).toBe(201);
    expect((await vods.get(id))?.withdrawn).toMatchObject([{ from: 3, to: 6 }]);
    const before = await fetchPlaylists(id);
    expect(before.segments).toHaveLength(2);
    await eventually(async () => (await fetch(String(known.segments[1]))).status, is(410));
    expect((await fetch(String(known.segments[0]))).status).toBe(200);
    await uploadArrived(event);
    await waitForVod(id);
    // Segments of the encoding end at 4 and 8: both that show a part of the range are left out, and the range says so.
    expect((await vods.get(id))?.withdrawn).toMatchObject([{ from: 0, to: 8 }]);
    const { playlist, playback } = await fetchPlaylists(id);
    expect(playlist.match(/#EXTINF/g)).toHaveLength(1);
    expect(playback.cuts).toBe('0-8');
  });
});

describe('a packing that is interrupted', () => {
  test('shows what is packed as a growing film from its start, and continues', async () => {
    const { id, ref, event } = await storePacked();
    const { generation } = (await vods.get(id))!;
    await savePacked(ref, generation!, { ...(await readPacked(ref, generation!))!, packed: 1 });
    await vods.change(id, (vod) => ({ ...vod, playsSource: 'PARTLY' }));
    const { playlist, segments } = await fetchPlaylists(id);
    expect(segments).toHaveLength(1);
    expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=0');
    expect(playlist).not.toContain('#EXT-X-ENDLIST');
    const later = Date.now() + 900_000;
    expect(await readProgress(ref, generation ?? null, later)).toEqual({ count: 1, isGrowing: false });
    await sourceArrived(event);
    expect(await vods.get(id)).toMatchObject({ generation, playsSource: 'WHOLE' });
    const whole = await fetchPlaylists(id);
    expect(whole.segments).toHaveLength(3);
    expect(whole.playlist).toContain('#EXT-X-ENDLIST');
  });

  test('leaves nothing behind of a video that was deleted meanwhile', async () => {
    const { id, ref } = await store(film);
    const packing = packSource(ref, Date.now());
    await call('DELETE /live/vods/{id}', { token: admin.token, params: { id } });
    await packing;
    expect(await vods.get(id)).toBeUndefined();
    const notes = await queryAll<{ places: { prefix: string }[] }>('uploads', 'GARBAGE');
    const places = notes.flatMap((note) => note.places);
    const files = await listObjects(environment('MEDIA_BUCKET'), `vods/${id}/`);
    for (const { key } of files) expect(places.some(({ prefix }) => key.startsWith(prefix))).toBe(true);
  });
});

describe('a film that has to be encoded first', () => {
  const unsuitable: Record<string, () => Promise<Buffer>> = {
    'with key frames far apart': () => createClip({ seconds: 6, output: ['-g', '500', '-sc_threshold', '0'] }),
    'of another codec': () => createClip({ output: ['-c:v', 'mpeg4', '-pix_fmt', 'yuv420p'] }),
    'with colours that browsers do not know': () => createClip({ output: ['-pix_fmt', 'yuv444p'] }),
    'in fragments': () => createClip({ output: ['-movflags', '+frag_keyframe+empty_moov'] }),
    'with other sound': () => createClip({ output: ['-c:a', 'mp3'] }),
    'in Matroska': () => createClip({ extension: 'mkv' }),
    'cut by an edit list': async () => {
      const path = await makeClip(toScratchPath('uncut.mp4'), { seconds: 4 });
      const cut = toScratchPath('cut.mp4');
      await runFfmpeg(['-ss', '1.5', '-i', path, '-c', 'copy', '-y', cut]);
      return readFile(cut);
    },
    'recorded upright': async () => {
      const path = await makeClip(toScratchPath('upright.mp4'));
      await rotateUpright(path);
      return readFile(path);
    },
    'that ends before its last frame': async () => film.subarray(0, film.length - 4000),
    'that is empty': async () => Buffer.alloc(0),
  };
  test.each(Object.keys(unsuitable))('%s waits for its encoding', async (name) => {
    const { id, ref } = await store((await unsuitable[name]?.()) ?? Buffer.alloc(0));
    await packSource(ref, Date.now());
    expect(await vods.get(id)).toMatchObject({ status: 'SENT', pending: null });
    expect((await vods.get(id))?.playsSource).toBeUndefined();
  });
});
