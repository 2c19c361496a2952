/** Broadcasts of stages that play what IVS recorded, and encode it never, or only once somebody watches. */
import { ulid } from 'ulid';
import { expect, onTestFinished, test } from 'vitest';
import { Encoder } from '../support/encoder.ts';
import { eventually, has, is } from '../support/eventually.ts';
import { liveLimit } from '../support/limits.ts';
import { pickSome } from '../support/test-profile.ts';
import {
  addresses,
  admin,
  call,
  createCamera,
  endBroadcast,
  fetchStatus,
  jobs,
  listGarbage,
  open,
  play,
  publish,
  readVod,
} from './recording-stage.ts';

const { signUp } = await import('../support/dedicated-calls.ts');
const { encodeWatchedRecording } = await import('../../functions/jobs/media.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { startSession } = await import('../../functions/platform/auth/sessions.ts');
const { putItem } = await import('../../functions/platform/aws/dynamo.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { listObjects } = await import('../../functions/platform/aws/storage.ts');
const { createClip } = await import('../../functions/recordings/clips/create-clip.ts');
const { clips } = await import('../../functions/recordings/clips/store.ts');
const { deleteVideo } = await import('../../functions/recordings/media/deleted-videos.ts');
const { encodeWatched, failEncoding } = await import('../../functions/recordings/media/encoding.ts');
const { contentKey } = await import('../../functions/recordings/media/garbage.ts');
const { mediaPictureKey } = await import('../../functions/recordings/media/media-picture.ts');
const { vods } = await import('../../functions/recordings/vods/store.ts');
const { applyWaiting } = await import('../../functions/trust/takedown/writer.ts');
const { readAudience } = await import('../../functions/viewing/playback/views.ts');

/** Changes the stage's setting for the rest of the test. */
function setBroadcastEncoding(setting: 'ALWAYS' | 'WATCHED' | 'NEVER') {
  const before = process.env.BROADCAST_ENCODING;
  process.env.BROADCAST_ENCODING = setting;
  onTestFinished(() => void Object.assign(process.env, { BROADCAST_ENCODING: before }));
}

test('[B-API-97][V-PLAY-9] a broadcast over RTMP is a hidden video at its end, played from what IVS recorded', {
  timeout: liveLimit,
}, async () => {
  const { event, source } = await createCamera();
  const encoder = await Encoder.start(`${addresses.rtmp}/${source.streamKey}`, { size: '320x180', seconds: 14 });
  await encoder.waitForEnd();
  const findRows = async () => (await vods.rows()).filter(({ sportEventId }) => sportEventId === event.id);
  const [row] = await eventually(findRows, ({ length }) => length > 0, 90_000);
  const vod = await readVod(row!.id);
  expect(vod).toMatchObject({ status: 'FINISHED', visible: false, playsRecording: true, pending: null, sprites: null });
  expect(vod.duration).toBeGreaterThan(10);
  expect(jobs).toBe(0);

  const viewer = await signUp('REGULAR_SUBSCRIBER');
  expect((await call('GET', `/vods/${vod.id}`, viewer)).status).toBe(404);
  expect((await publish(vod.id)).status).toBe(200);
  const { card, playlist, segments } = await play(vod.id, viewer);
  expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
  expect(playlist.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
  const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one), 0);
  expect(seconds).toBeCloseTo(vod.duration ?? 0, 1);
  for (const segment of segments) {
    const answer = await fetch(segment);
    expect(answer.status).toBe(200);
    // The first byte of each packet of MPEG-TS: the files are not encrypted.
    expect(new Uint8Array(await answer.arrayBuffer())[0]).toBe(0x47);
  }
  expect(await fetchStatus(segments[0]!.replace(/\?.*/, ''))).toBe(403);
  expect(await fetchStatus(card.thumbnail)).toBe(200);
  expect(await fetchStatus(card.thumbnail.replace('.webp', '.card.webp'))).toBe(200);
});

test('[B-API-97] makes one video of three concurrent events, and notes none of its files as garbage', async () => {
  const { id } = await endBroadcast();
  const vod = await readVod(id);
  expect(vod).toMatchObject({ status: 'FINISHED', playsRecording: true, awaiting: expect.stringMatching(/new|told/) });
  const poster = mediaPictureKey('vods', vod);
  expect(poster).toContain(`${vod.generation}.poster.webp`);
  const stored = await listObjects(environment('MEDIA_BUCKET'), `thumbnails/vods/${id}/`);
  expect(stored.map(({ key }) => key)).toContain(poster);
  expect((await listGarbage()).filter((prefix) => prefix.includes(id))).toEqual([]);
});

const unplayable: [string, Parameters<typeof endBroadcast>[0]][] = [
  ['without a frame for its poster', { frame: undefined }],
  ['that broke off', { brokeOff: true }],
  ['with a damaged frame', { frame: 'damaged' }],
];
test.each(pickSome(unplayable, 2))('[B-API-97] a recording %s is encoded all the same', async (_, recorded) => {
  const { id } = await endBroadcast(recorded);
  const vod = await eventually(() => readVod(id), has({ status: 'FINISHED' }));
  expect(vod.playsRecording).toBeUndefined();
  expect(vod.sprites).not.toBeNull();
});

test('[V-PLAY-6][V-PLAY-9] a video’s playlists need a token and access, its segments the signature of their own folder', async () => {
  const [one, other] = [await endBroadcast(), await endBroadcast()];
  await publish(one.id);
  const viewer = await signUp('REGULAR_SUBSCRIBER');
  const { master, rendition, segments } = await play(one.id, viewer);
  expect(await readAudience(`vods/${one.id}`)).toMatchObject({ viewers: 1, plays: 1 });
  for (const address of [master, rendition]) expect(await fetchStatus(address.replace(/\?.*/, ''))).toBe(401);
  expect(await fetchStatus(master.replace(one.id, other.id))).toBe(403);
  expect(await fetchStatus(segments[0]!.replace(one.prefix, other.prefix))).toBe(403);
  // A second device of the same account.
  const phone = await startSession(viewer.user, false, Date.now());
  expect(await fetchStatus((await open(one.id, phone)).master)).toBe(409);
  // These files do not exist.
  for (const name of ['index_720p.m3u8', 'nothing.m3u8', 'thumbnails.vtt'])
    expect(await fetchStatus(master.replace('index.m3u8', name))).toBe(404);
  await events.change(one.event.id, (event) => ({ ...event, isPublic: true }));
  await call('PATCH', `/live/vods/${one.id}`, admin, { visible: false });
  expect(await fetchStatus(rendition)).toBe(404);
});

test('[F-TAKE-1][F-TAKE-2] withdrawn seconds disappear from playlist and edge; a takedown ends the whole video', async () => {
  const { id } = await endBroadcast({ seconds: 6 });
  await publish(id);
  const viewer = await signUp('REGULAR_SUBSCRIBER');
  const before = await play(id, viewer);
  expect(before.segments).toHaveLength(6);
  const out = await call('POST', `/vods/${id}/withdrawn`, admin, { from: 1.2, seconds: 1, cuts: '' });
  expect(out.status).toBe(201);
  // The range grows to whole segments.
  expect(out.data.ranges).toMatchObject([{ from: 1, to: 3 }]);
  const statuses = () => Promise.all(before.segments.map(fetchStatus));
  await eventually(async () => (await statuses()).join(), is('200,410,410,200,200,200'));
  const { segments, playlist } = await play(id, viewer);
  expect(segments.map((segment) => before.segments.indexOf(segment))).toEqual([0, 3, 4, 5]);
  expect(playlist.match(/DISCONTINUITY/g)).toHaveLength(1);
  expect((await open(id, viewer)).card.duration).toBe(4);
  expect(mediaPictureKey('vods', await readVod(id))).toBeNull();
  // The poster is a frame from any second of the last half minute, so it may show what was withdrawn.
  expect(await fetchStatus(before.card.thumbnail)).toBe(410);

  await vods.change(id, (vod) => ({ ...vod, visible: false, withheld: { matters: ['M'], wasVisible: true } }) as never);
  await eventually(async () => (await statuses()).join(), is('410,410,410,410,410,410'));
  // Staff who decide about it have addresses of their own.
  const review = (await play(id, admin)).segments;
  expect([review.length, await fetchStatus(review[0]!)]).toEqual([4, 200]);
  expect(review[0]).toContain('/review/ivs/');
  // A deleted video's recording stays refused while it can be recovered.
  await deleteVideo('vods', id, null, Date.now());
  await applyWaiting(Date.now() + 60_000);
  expect((await statuses()).join()).toBe('410,410,410,410,410,410');
});

test('[F-TAKE-2] seconds that were taken out of the live are not in its video', async () => {
  const { id } = await endBroadcast({ seconds: 5 }, { from: 1.2, to: 2.2 });
  expect((await readVod(id)).withdrawn).toMatchObject([{ from: 1, to: 3 }]);
  await publish(id);
  const { segments, card } = await play(id, await signUp('REGULAR_SUBSCRIBER'));
  expect(segments.map((segment) => /(\d)\.ts/.exec(segment)?.[1])).toEqual(['0', '3', '4']);
  expect(card.duration).toBe(3);
});

test('[B-STATE-5] clips are cut from the recording, and regenerating the video encodes it', async () => {
  const { id } = await endBroadcast({ seconds: 12 });
  const readPlaysRecording = async () => (await call('GET', `/live/vods/${id}`, admin)).data.vod.playsRecording;
  expect(await readPlaysRecording()).toBe(true);
  const clip = await createClip(
    await readVod(id),
    { start: 2, seconds: 6, title: 'Gol' } as never,
    admin as never,
    Date.now(),
  );
  const cut = await eventually(async () => (await clips.get(clip.id))!, has({ status: 'FINISHED' }));
  expect(cut.duration).toBeCloseTo(6, 0);
  expect((await readVod(id)).playsRecording).toBe(true);

  await publish(id);
  const { rendition } = await play(id, admin);
  expect((await call('PUT', `/live/vods/${id}/segments`, admin)).status).toBe(202);
  const vod = await eventually(
    () => readVod(id),
    ({ status, pending }) => status === 'FINISHED' && pending === null,
  );
  expect([vod.visible, await readPlaysRecording()]).toEqual([false, undefined]);
  await publish(id);
  const { playlist } = await play(id, await signUp('REGULAR_SUBSCRIBER'));
  expect(playlist).toContain('#EXT-X-KEY:METHOD=AES-128');
  // Only stages that encode watched videos keep the recording playable beside its encoding.
  expect(await fetchStatus(rendition)).toBe(404);
});

test('[B-API-97] staff start no job on a stage that encodes watched videos, and two concurrent viewers start one', async () => {
  setBroadcastEncoding('WATCHED');
  const { id } = await endBroadcast({ seconds: 6 });
  await publish(id);
  const before = jobs;
  expect((await play(id, admin)).segments).toHaveLength(6);
  expect((await readVod(id)).pending).toBeNull();

  const viewers = [await signUp('REGULAR_SUBSCRIBER'), await signUp('REGULAR_SUBSCRIBER')];
  const [first] = await Promise.all(viewers.map((viewer) => play(id, viewer)));
  // Events are repeated and late.
  await Promise.all([1, 2, 3].map(() => encodeWatched({ kind: 'vods', id }, Date.now())));
  const { generation } = await readVod(id);
  const { vod } = await eventually(
    async () => ({ vod: await readVod(id), list: (await call('GET', '/vods?each=match', admin)).data }),
    ({ vod, list }) => {
      // The video stays playable during the encoding.
      expect(vod.status).toBe('FINISHED');
      expect(list.vods.some((card: { id: string }) => card.id === id)).toBe(true);
      return vod.generation !== generation;
    },
  );
  expect(vod).toMatchObject({ visible: true, pending: null, sprites: { count: expect.any(Number) } });
  expect(vod.playsRecording).toBeUndefined();
  expect(jobs - before).toBe(1);

  // Viewers who began with the recording continue with it; later ones get the encoding.
  expect(await fetchStatus(first!.rendition)).toBe(200);
  for (const segment of first!.segments) expect(await fetchStatus(segment)).toBe(200);
  const after = await play(id, await signUp('REGULAR_SUBSCRIBER'));
  expect(after.playlist).toContain('#EXT-X-KEY:METHOD=AES-128');
  expect(await fetchStatus(after.segments[0]!)).toBe(200);
  await encodeWatchedRecording({ detail: { vodId: id } } as never);
  expect(jobs - before).toBe(1);
});

/** Simulates a crash after the first write of an encoding: pending, without a job. */
async function beginWithoutJob(id: string, secondsAgo = 0) {
  const generation = ulid();
  const startedAt = new Date(Date.now() - 1000 * secondsAgo).toISOString();
  const info = { width: 320, height: 180, duration: 4, hasAudio: true, canChangeSize: true };
  await putItem('vods', { ...contentKey('vods', id, generation), key: '00'.repeat(16), info });
  await vods.change(id, (vod) => ({ ...vod, pending: { generation, startedAt, jobId: null } }));
  return generation;
}

test('[B-API-97] an encoding whose process died before it was submitted is submitted later', async () => {
  setBroadcastEncoding('WATCHED');
  const { id } = await endBroadcast();
  const generation = await beginWithoutJob(id, 120);
  expect((await vods.rows()).find((row) => row.id === id)).toMatchObject({ status: 'FINISHED', isEncoding: true });
  const vod = await eventually(() => readVod(id), has({ pending: null }));
  expect(vod).toMatchObject({ status: 'FINISHED', generation, visible: false });
  expect(vod.playsRecording).toBeUndefined();
});

test('[B-API-97] an encoding that fails leaves the recording playing, and viewers do not repeat it', async () => {
  setBroadcastEncoding('WATCHED');
  const { id } = await endBroadcast();
  await publish(id);
  await failEncoding({ kind: 'vods', id }, await beginWithoutJob(id), 'No se pudo', Date.now());
  const before = jobs;
  expect((await play(id, await signUp('REGULAR_SUBSCRIBER'))).segments).toHaveLength(4);
  await encodeWatched({ kind: 'vods', id }, Date.now());
  expect(await readVod(id)).toMatchObject({ status: 'FINISHED', playsRecording: true, pending: null });
  expect(jobs).toBe(before);
});

test('[B-API-97] a video deleted before its encoding is not encoded, and what IVS recorded is deleted with it', async () => {
  setBroadcastEncoding('WATCHED');
  const { id, prefix } = await endBroadcast();
  await deleteVideo('vods', id, null, Date.now());
  const before = jobs;
  await encodeWatched({ kind: 'vods', id }, Date.now());
  expect(jobs).toBe(before);
  expect(await listGarbage()).toContain(`${prefix}/`);
});
