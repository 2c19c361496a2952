/** Odd recordings through the MediaConvert emulator. */
import { copyFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateJobCommand } from '@aws-sdk/client-mediaconvert';
import { describe, expect, test, vi } from 'vitest';
import { chooseLadder } from '../../../functions/recordings/media/renditions.ts';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { makeClip, rotateUpright } from '../../support/media.ts';
import { isNightly } from '../../support/test-profile.ts';
import {
  awsEnvironment,
  buildCaptures,
  buildJob,
  client,
  clips,
  keyUrl,
  readObject,
  service,
  store,
  transcode,
  upload,
} from './mediaconvert-service.ts';

describe('odd recordings', () => {
  test('rotates portrait videos of phones', async () => {
    const turned = await makeClip(join(clips, 'turned.mp4'), { seconds: 2 });
    await rotateUpright(turned);
    const job = await transcode(await upload('p.mp4', turned), {
      prefix: 'portrait',
      groups: [buildCaptures('s3://media/portrait/poster', 426, 5, 1)],
    });
    expect(job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.VideoDetails).toEqual({ WidthInPx: 202, HeightInPx: 360 });
    const poster = await probe(store.objectPath('media', 'portrait/poster.0000000.jpg') ?? '', [
      '-i',
      store.objectPath('media', 'portrait/poster.0000000.jpg') ?? '',
    ]);
    expect(poster.video).toMatchObject({ width: 240, height: 426 });
  });

  test.runIf(isNightly)('[B-STATE-9] keeps all lines of a portrait recording from a phone', async () => {
    const turned = await makeClip(join(clips, 'upright.mp4'), { seconds: 1, size: '1280x720' });
    await rotateUpright(turned);
    const source = await upload('upright.mp4', turned);
    vi.stubEnv('AWS_ENDPOINT_URL_MEDIACONVERT', service.url);
    for (const [name, value] of Object.entries(awsEnvironment)) vi.stubEnv(name, value);
    const { probeSource } = await import('../../../functions/platform/aws/transcoding.ts');
    const info = await probeSource(source);
    expect(info?.video).toEqual({ width: 720, height: 1280, framesPerSecond: 25 });
    expect(chooseLadder({ width: 720, height: 1280 })[0]).toMatchObject({ name: '720p', height: 1280 });
  });

  test('rejects a key URL that is not absolute', async () => {
    const file = await upload('key.mp4', join(clips, 'plain.mp4'));
    const job = JSON.stringify(buildJob(file, { prefix: 'key' })).replace(keyUrl, 'relative.key');
    await expect(client.send(new CreateJobCommand(JSON.parse(job)))).rejects.toThrow(/absolute URL/);
  });

  test.runIf(isNightly)('converts a variable frame rate to a constant one of the same duration', async () => {
    const varying = join(clips, 'vfr.mkv');
    await makeClip(join(clips, 'steady.mp4'), { seconds: 4, rate: 30 });
    // Half a second at full rate, then every third frame, with timestamps in milliseconds as from phones.
    const drop = "select='lt(t,0.5)+not(mod(n,3))'";
    await runFfmpeg(['-i', join(clips, 'steady.mp4'), '-vf', drop, '-c:v', 'libx264', '-preset', 'ultrafast', varying]);
    const job = await transcode(await upload('vfr.mkv', varying), { prefix: 'vfr' });
    expect(job.Status).toBe('COMPLETE');
    const duration = job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs ?? 0;
    expect(Math.abs(duration - 4000)).toBeLessThan(150);
  });

  test('encodes a silent video without audio in the master playlist', async () => {
    const file = await upload('mute.mp4', await makeClip(join(clips, 'mute.mp4'), { audio: false }));
    expect((await transcode(file, { prefix: 'mute' })).Status).toBe('COMPLETE');
    expect((await readObject('mute/index.m3u8')).toString()).toContain('CODECS="avc1.64001e"');
  });

  test('encodes an interrupted upload up to its end', async () => {
    const path = join(clips, 'cut.mp4');
    await copyFile(join(clips, 'plain.mp4'), path);
    await truncate(path, Math.round((await stat(path)).size * 0.6));
    const job = await transcode(await upload('cut.mp4', path), { prefix: 'cut' });
    const duration = job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs ?? 0;
    expect(job.Status).toBe('COMPLETE');
    expect(duration).toBeGreaterThan(2000);
    expect(duration).toBeLessThan(7000);
  });
});
