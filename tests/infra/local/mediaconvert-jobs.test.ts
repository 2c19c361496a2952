/** Jobs of the MediaConvert emulator with the real SDK client: repetition, crashes, cancellation and priority. */
import { join } from 'node:path';
import {
  CancelJobCommand,
  CreateJobCommand,
  CreateQueueCommand,
  GetJobCommand,
  ListJobsCommand,
  ProbeCommand,
} from '@aws-sdk/client-mediaconvert';
import { expect, test } from 'vitest';
import { parseProbe } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  buildJob,
  buildRendition,
  client,
  clips,
  finish,
  makeLongClip,
  service,
  start,
  store,
  upload,
} from './mediaconvert-service.ts';

test('Probe returns size, frame rate, audio and rotation', async () => {
  const file = await upload('probe.mp4', join(clips, 'plain.mp4'));
  const { ProbeResults } = await client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
  expect(ProbeResults?.[0]).toMatchObject({
    Container: {
      Format: 'mp4',
      Duration: expect.closeTo(8, 0),
      Tracks: [
        {
          Index: 1,
          TrackType: 'video',
          Codec: 'AVC',
          VideoProperties: { Width: 640, Height: 360, FrameRate: { Numerator: 25, Denominator: 1 } },
        },
        { Index: 2, TrackType: 'audio', Codec: 'AAC' },
      ],
    },
  });
});

test('returns the same job for a repeated ClientRequestToken, and a conflict for other settings', async () => {
  const file = await upload('token.mp4', join(clips, 'plain.mp4'));
  const request = { ...buildJob(file, { prefix: 'token' }), ClientRequestToken: 'once' };
  const [first, second] = [
    await client.send(new CreateJobCommand(request)),
    await client.send(new CreateJobCommand(request)),
  ];
  expect(second.Job?.Id).toBe(first.Job?.Id);
  const other = { ...buildJob(file, { prefix: 'other' }), ClientRequestToken: 'once' };
  await expect(client.send(new CreateJobCommand(other))).rejects.toMatchObject({ name: 'ConflictException' });
  await client.send(new CancelJobCommand({ Id: first.Job?.Id }));
});

test('repeats a job that a crash interrupted, replacing its outputs', async () => {
  const file = await upload('restart.mp4', join(clips, 'plain.mp4'));
  const { Job } = await client.send(
    new CreateJobCommand(buildJob(file, { prefix: 'restart', outputs: [buildRendition(720, '_720p')] })),
  );
  await eventually(async () => (await client.send(new GetJobCommand({ Id: Job?.Id }))).Job?.Status, is('PROGRESSING'));
  await service.close();
  expect(store.objectPath('media', 'restart/index.m3u8')).toBeUndefined();
  await start();
  expect(await finish(Job?.Id)).toMatchObject({ Status: 'COMPLETE', RetryCount: 1 });
  expect(store.objectPath('media', 'restart/index.m3u8')).toBeDefined();
});

test('cancels a running job without outputs; a finished one cannot be cancelled', async () => {
  const file = await upload('cancel.mp4', join(clips, 'plain.mp4'));
  const first = await client.send(
    new CreateJobCommand(buildJob(file, { prefix: 'cancel-a', outputs: [buildRendition(1080, '_1080p')] })),
  );
  const second = await client.send(new CreateJobCommand(buildJob(file, { prefix: 'cancel-b' })));
  expect(second.Job?.Status).toBe('SUBMITTED');
  await client.send(new CancelJobCommand({ Id: first.Job?.Id }));
  expect(await finish(first.Job?.Id)).toMatchObject({ Status: 'CANCELED' });
  expect(await finish(second.Job?.Id)).toMatchObject({ Status: 'COMPLETE' });
  expect(store.objectPath('media', 'cancel-a/index.m3u8')).toBeUndefined();
  await expect(client.send(new CancelJobCommand({ Id: second.Job?.Id }))).rejects.toMatchObject({
    name: 'ConflictException',
  });
  const listed = await client.send(new ListJobsCommand({}));
  expect(listed.Jobs?.slice(0, 2).map(({ Id }) => Id)).toEqual([second.Job?.Id, first.Job?.Id]);
  await expect(client.send(new ListJobsCommand({ Status: 'CANCELED' }))).rejects.toThrow(/status is not supported/);
});

test('answers unknown calls and unsupported settings with errors that name them', async () => {
  const job = buildJob('s3://uploads/a.mp4', { prefix: 'x' });
  const dash = {
    ...job,
    Settings: {
      ...job.Settings,
      OutputGroups: [{ OutputGroupSettings: { Type: 'DASH_ISO_GROUP_SETTINGS' as const } }],
    },
  };
  await expect(client.send(new CreateJobCommand(dash))).rejects.toMatchObject({ name: 'BadRequestException' });
  const burned = structuredClone(job);
  Object.assign(burned.Settings?.OutputGroups?.[0]?.Outputs?.[0]?.VideoDescription ?? {}, {
    VideoPreprocessors: { TimecodeBurnin: { FontSize: 10 } },
  });
  await expect(client.send(new CreateJobCommand(burned))).rejects.toThrow(/videoDescription.*videoPreprocessors/);
  await expect(client.send(new CreateQueueCommand({ Name: 'fast' }))).rejects.toThrow(/POST \/2017-08-29\/queues/);
  await expect(client.send(new GetJobCommand({ Id: 'none' }))).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(client.send(new CreateJobCommand({ ...job, Role: undefined }))).rejects.toMatchObject({
    name: 'BadRequestException',
  });
});

test('parses the output of `ffmpeg -i` of old and new builds', () => {
  const old = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'p.mp4':
  Duration: 01:02:03.50, start: 0.000000, bitrate: 2032 kb/s
    Stream #0:0(und): Video: hevc (Main 10) (hvc1 / 0x31637668), yuv420p10le(tv, bt2020nc), 3840x2160 [SAR 1:1 DAR 16:9], 1953 kb/s, 29.97 fps, 30 tbr, 90k tbn (default)
    Metadata:
      rotate          : 270
    Stream #0:1: Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, 5.1, fltp, 69 kb/s
    Stream #0:2: Video: mjpeg, yuvj420p, 300x300, 90k tbr, 90k tbn (attached pic)`;
  expect(parseProbe(old)).toMatchObject({
    duration: 3723.5,
    video: {
      codec: 'hevc',
      profile: 'Main 10',
      pixelFormat: 'yuv420p10le',
      width: 3840,
      height: 2160,
      rotation: 270,
      fps: 29.97,
    },
    audio: { codec: 'aac', sampleRate: 44_100, channels: 6 },
  });
  const cover = `Input #0, mp3, from 'a.mp3':
  Duration: 00:03:00.00, start: 0, bitrate: 128 kb/s
  Stream #0:0: Audio: mp3, 44100 Hz, stereo, fltp, 128 kb/s
  Stream #0:1: Video: mjpeg (Baseline), yuvj420p(pc), 600x600 [SAR 1:1 DAR 1:1], 90k tbr, 90k tbn (attached pic)`;
  expect(parseProbe(cover).video).toBeUndefined();
});

test('[D-CLIP-2] a short job of higher priority overtakes jobs of whole recordings', async () => {
  const long = await upload('long.mp4', await makeLongClip());
  const short = await upload('short.mp4', join(clips, 'plain.mp4'));
  const submit = async (file: string, prefix: string, Priority: number) =>
    (await client.send(new CreateJobCommand({ ...buildJob(file, { prefix }), Priority }))).Job?.Id;
  const [first, second] = [await submit(long, 'first', 0), await submit(long, 'second', 0)];
  const urgent = await finish(await submit(short, 'urgent', 10));
  expect([urgent.Status, urgent.Priority]).toEqual(['COMPLETE', 10]);
  const state = async (Id: string | undefined) => (await client.send(new GetJobCommand({ Id }))).Job?.Status;
  expect([await state(first), await state(second)]).toEqual(['PROGRESSING', 'SUBMITTED']);
  for (const Id of [second, first]) await client.send(new CancelJobCommand({ Id }));
  await expect(submit(short, 'wrong', 51)).rejects.toMatchObject({ name: 'BadRequestException' });
});
