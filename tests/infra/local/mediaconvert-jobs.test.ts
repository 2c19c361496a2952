/** Jobs of the MediaConvert emulator: refused ones, failed ones, repetition, crashes, cancellation and priority. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CancelJobCommand, CreateQueueCommand, GetJobCommand, ListJobsCommand } from '@aws-sdk/client-mediaconvert';
import { describe, expect, test, vi } from 'vitest';
import { probeSource } from '../../../functions/platform/aws/transcoding.ts';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { eventually, is } from '../../support/eventually.ts';
import { makeClip } from '../../support/media.ts';
import {
  client,
  describeJob,
  events,
  films,
  finish,
  makeLongFilm,
  plain,
  readStatus,
  service,
  start,
  store,
  submit,
  transcode,
  upload,
} from './mediaconvert-service.ts';

const source = 's3://uploads/a.mp4';
const cut = { start: 1, seconds: 5, poster: 2, crest: 'crest.png' };
const summary = { ...cut, summary: { card: 'card.png', parts: [{ start: 1, seconds: 2 }] } };

const deinterlacer = '{"Deinterlacer":{"Algorithm":"INTERPOLATE","Control":"NORMAL","Mode":"DEINTERLACE"}}';

type Refused = [string, Partial<Parameters<typeof describeJob>[0]>, from: string, to: string, message: RegExp];

/** Changes of the product's settings that the service rejects, or that the emulator does not do. */
const refused: Refused[] = [
  ['an unknown setting', {}, '{"Height":360', '{"Sharpness":1,"Height":360', /videoDescription: .*sharpness/],
  ['another kind of group', {}, '"HLS_GROUP_SETTINGS"', '"DASH_ISO_GROUP_SETTINGS"', /outputGroupSettings\/type/],
  ['a relative address of the key', {}, 'https://media.test/', '/', /absolute URL/],
  ['a conversion of some outputs', { info: { scan: 'interlaced' } }, deinterlacer, '{}', /the same conversions/],
  ['a timecode without frames', { cut }, '"00:00:01:00"', '"1:00"', /HH:MM:SS:FF/],
  ['a clip that ends before its start', { cut }, '"00:00:05:24"', '"00:00:00:24"', /end must not be before/],
  ['a crest that is no PNG', { cut }, 'crest.png', 'crest.webp', /PNG or TGA/],
  ['a title card of odd width', { cut: summary }, '"Width":1280', '"Width":1281', /multiple of 2/],
  ['a title card to follow', { cut: summary }, '"FollowSource":2', '"FollowSource":null', /followSource/],
];

describe('a request that the service rejects', () => {
  test.each(refused)('names %s', async (_, more, from, to, message) => {
    const job = describeJob({ id: 'X', source, ...more });
    const settings = JSON.stringify(job.Settings);
    expect(settings).toContain(from);
    await expect(submit({ ...job, Settings: JSON.parse(settings.replace(from, to)) })).rejects.toThrow(message);
  });

  test('names an unknown call, an unknown job, a missing role and a priority out of range', async () => {
    const job = describeJob({ id: 'X', source });
    await expect(client.send(new CreateQueueCommand({ Name: 'fast' }))).rejects.toThrow(/POST \/2017-08-29\/queues/);
    await expect(client.send(new ListJobsCommand({ Status: 'ERROR' }))).rejects.toThrow(/does not support.*status/);
    await expect(client.send(new GetJobCommand({ Id: 'none' }))).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(submit({ ...job, Role: undefined })).rejects.toThrow(/role/);
    await expect(submit({ ...job, Priority: 51 })).rejects.toThrow(/priority/);
  });
});

describe('a job with an invalid file', () => {
  const write = (content: string) => (path: string) => writeFile(path, content);
  const makeWithoutIndex = async (path: string) => {
    await makeClip(`${path}.mp4`, { output: ['-movflags', '-faststart'] });
    await writeFile(path, (await readFile(`${path}.mp4`)).subarray(0, 20_000));
  };
  const makeSound = (path: string) =>
    runFfmpeg(['-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'aac', '-f', 'mp4', path]);
  const playlist = write('#EXTM3U\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n');
  const bad: [string, (path: string) => Promise<unknown>, number, RegExp][] = [
    ['empty.mp4', write(''), 1010, /No parser found for container/],
    ['document.mp4', write(`%PDF-1.7\n${'x'.repeat(5000)}`), 1010, /No parser found/],
    ['without-index.mp4', makeWithoutIndex, 1075, /moov atom not found/],
    ['sound.mp4', makeSound, 1040, /has no video/],
    ['playlist.mp4', playlist, 1010, /No parser/],
    ['uploaded.m3u8', playlist, 1010, /only playlists of recordings/],
  ];
  test.for(bad)('ends in ERROR with a reason: %s', async ([name, make, code, text]) => {
    const path = join(films, name);
    await make(path);
    const job = await transcode({ id: name, source: await upload(name, path) });
    expect(job).toMatchObject({ Status: 'ERROR', ErrorCode: code, ErrorMessage: expect.stringMatching(text) });
    expect(events.at(-1)?.detail).toMatchObject({ status: 'ERROR', errorCode: code });
    expect(store.objectPath('media', `vods/${name}/g/index.m3u8`)).toBeUndefined();
  });

  test('ends in ERROR with a reason if the file is missing, or a clip begins after its end', async () => {
    expect(await transcode({ id: 'none', source: 's3://uploads/none.mp4' })).toMatchObject({ ErrorCode: 1404 });
    const late = { ...cut, start: 20, crest: null };
    const job = await transcode({ id: 'late', source: await upload('late.mp4', plain), cut: late });
    expect(job).toMatchObject({ ErrorCode: 1040, ErrorMessage: expect.stringMatching(/starts after the end/) });
  });
});

test('probes what the product reads of a film, and of files that it cannot encode', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_MEDIACONVERT', service.url);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION']) vi.stubEnv(name, 'local');
  const [film, sound] = [await upload('probe.mp4', plain), 's3://uploads/sound.mp4'];
  expect(await probeSource(film)).toEqual({
    duration: expect.closeTo(8, 0),
    video: { width: 640, height: 360, framesPerSecond: 25 },
    hasAudio: true,
  });
  expect(await probeSource(sound)).toMatchObject({ video: undefined, hasAudio: true });
  for (const name of ['empty.mp4', 'without-index.mp4', 'uploaded.m3u8', 'none.mp4'])
    expect(await probeSource(`s3://uploads/${name}`)).toBeUndefined();
});

test('returns the same job for a repeated ClientRequestToken, and a conflict for other settings', async () => {
  const job = describeJob({ id: 'once', source: await upload('token.mp4', plain) });
  const first = await submit(job);
  expect(await submit(job)).toBe(first);
  const other = { ...describeJob({ id: 'other', source }), ClientRequestToken: 'once' };
  await expect(submit(other)).rejects.toMatchObject({ name: 'ConflictException' });
  await client.send(new CancelJobCommand({ Id: first }));
});

test('repeats a job that a crash interrupted', async () => {
  const large = await makeClip(join(films, 'large.mp4'), { seconds: 8, size: '1280x720' });
  const info = { width: 1280, height: 720 };
  const id = await submit(describeJob({ id: 'restart', source: await upload('restart.mp4', large), info }));
  await eventually(() => readStatus(id), is('PROGRESSING'));
  await service.close();
  expect(store.objectPath('media', 'vods/restart/g/index.m3u8')).toBeUndefined();
  await start();
  expect(await finish(id)).toMatchObject({ Status: 'COMPLETE', RetryCount: 1 });
  expect(store.objectPath('media', 'vods/restart/g/index.m3u8')).toBeDefined();
});

test('cancels a running job without outputs; a finished one cannot be cancelled', async () => {
  const first = await submit(describeJob({ id: 'cancelled', source: await upload('long.mp4', await makeLongFilm()) }));
  const second = await submit(describeJob({ id: 'next', source: await upload('next.mp4', plain) }));
  expect(await readStatus(second)).toBe('SUBMITTED');
  await client.send(new CancelJobCommand({ Id: first }));
  expect((await finish(first)).Status).toBe('CANCELED');
  expect((await finish(second)).Status).toBe('COMPLETE');
  expect(store.objectPath('media', 'vods/cancelled/g/index.m3u8')).toBeUndefined();
  const again = client.send(new CancelJobCommand({ Id: second }));
  await expect(again).rejects.toMatchObject({ name: 'ConflictException' });
  const { Jobs = [] } = await client.send(new ListJobsCommand({}));
  expect(Jobs.slice(0, 2).map(({ Id }) => Id)).toEqual([second, first]);
});

test('[D-CLIP-2] a short job of higher priority overtakes jobs of whole recordings', async () => {
  const long = await upload('long.mp4', await makeLongFilm());
  const first = await submit(describeJob({ id: 'first', source: long }));
  const second = await submit(describeJob({ id: 'second', source: long }));
  const short = { id: 'urgent', source: await upload('short.mp4', plain), cut: { ...cut, crest: null } };
  const urgent = await finish(await submit({ ...describeJob(short), Priority: 10 }));
  expect(urgent).toMatchObject({ Status: 'COMPLETE', Priority: 10 });
  expect([await readStatus(first), await readStatus(second)]).toEqual(['PROGRESSING', 'SUBMITTED']);
  for (const Id of [second, first]) await client.send(new CancelJobCommand({ Id }));
});
