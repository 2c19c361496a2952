/** Inputs of the MediaConvert emulator: invalid files with their reasons, and live recordings. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProbeCommand } from '@aws-sdk/client-mediaconvert';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { makeClip } from '../../support/media.ts';
import { buildCaptures, client, clips, events, readObject, store, transcode, upload } from './mediaconvert-service.ts';

describe('a job with an invalid file', () => {
  const bad: [name: string, make: (path: string) => Promise<unknown>, code: number, text: RegExp, exception: string][] =
    [
      ['an empty file', (path) => writeFile(path, ''), 1010, /No parser found for container/, 'BadRequestException'],
      [
        'a PDF called .mp4',
        (path) => writeFile(path, `%PDF-1.7\n${'x'.repeat(5000)}`),
        1010,
        /No parser found/,
        'BadRequestException',
      ],
      [
        'an MP4 without its index',
        async (path) => {
          await makeClip(`${path}.mp4`, { output: ['-movflags', '-faststart'] });
          await writeFile(path, (await readFile(`${path}.mp4`)).subarray(0, 20_000));
        },
        1075,
        /moov atom not found/,
        'UnprocessableEntityException',
      ],
      [
        'sound only',
        (path) => runFfmpeg(['-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'aac', '-f', 'mp4', path]),
        1040,
        /has no video/,
        '',
      ],
      [
        'a playlist called .mp4',
        (path) => writeFile(path, '#EXTM3U\n#EXTINF:5,\n/etc/passwd\n#EXT-X-ENDLIST\n'),
        1010,
        /No parser/,
        'BadRequestException',
      ],
    ];
  test.for(bad)('ends in ERROR with a reason: %s', async ([name, make, code, text, exception]) => {
    const path = join(clips, name.replaceAll(/\W/g, '-'));
    await make(path);
    const file = await upload(`${name}.mp4`, path);
    const job = await transcode(file, { prefix: 'bad' });
    expect(job).toMatchObject({ Status: 'ERROR', ErrorCode: code, ErrorMessage: expect.stringMatching(text) });
    expect(events.at(-1)?.detail).toMatchObject({
      status: 'ERROR',
      errorCode: code,
      errorMessage: expect.stringMatching(text),
    });
    expect(store.objectPath('media', 'bad/index.m3u8')).toBeUndefined();
    const probed = client.send(new ProbeCommand({ InputFiles: [{ FileUrl: file }] }));
    if (exception) await expect(probed).rejects.toMatchObject({ name: exception });
    else
      expect((await probed).ProbeResults?.[0]?.Container?.Tracks).toMatchObject([{ TrackType: 'audio', Codec: 'AAC' }]);
  });

  test('ends in ERROR with a reason if a playlist references files outside its folder', async () => {
    for (const [index, line] of [
      '../../secret.ts',
      'file:///etc/passwd',
      'http://127.0.0.1/x.ts',
      '/etc/hosts',
    ].entries()) {
      const path = join(clips, `evil-${index}`);
      await writeFile(path, `#EXTM3U\n#EXTINF:5,\n${line}\n#EXT-X-ENDLIST\n`);
      const job = await transcode(await upload(`evil-${index}.m3u8`, path), { prefix: 'evil' });
      expect(job).toMatchObject({
        Status: 'ERROR',
        ErrorCode: 1010,
        ErrorMessage: expect.stringContaining('names files outside'),
      });
    }
  });

  test('ends in ERROR with a reason if the file is missing', async () => {
    expect(await transcode('s3://uploads/none.mp4', { prefix: 'none' })).toMatchObject({
      Status: 'ERROR',
      ErrorCode: 1404,
    });
  });
});

test('accepts a live recording (HLS) as input', async () => {
  const folder = await mkdtemp(join(clips, 'hls-'));
  const hls = ['-c', 'copy', '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', join(folder, 'playlist.m3u8')];
  await runFfmpeg(['-i', join(clips, 'plain.mp4'), '-t', '4', ...hls]);
  await writeFile(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\n360p25/playlist.m3u8\n');
  for (const name of await readdir(folder)) {
    const target = name === 'master.m3u8' ? name : `360p25/${name}`;
    await store.putFile('recordings', `ivs/media/hls/${target}`, join(folder, name), { contentType: 'video/MP2T' });
  }
  const job = await transcode('s3://recordings/ivs/media/hls/master.m3u8', { prefix: 'live' });
  expect(job.Status).toBe('COMPLETE');
  expect(job.OutputGroupDetails?.[0]?.OutputDetails?.[0]?.DurationInMs).toBeGreaterThan(3800);
});

test('[B-CAM-23] shows a phone that was turned during the live upright between bars', async () => {
  const folder = await mkdtemp(join(clips, 'turned-'));
  const sizes = ['640x360', '360x640'];
  for (const [index, size] of sizes.entries()) {
    const clip = await makeClip(join(folder, `${index}.mp4`), { seconds: 4, size });
    const path = join(folder, `${index}.ts`);
    await runFfmpeg(['-i', clip, '-c', 'copy', '-output_ts_offset', String(4 * index), '-f', 'mpegts', path]);
    await store.putFile('recordings', `turned/${index}.ts`, path, { contentType: 'video/MP2T' });
  }
  const segments = sizes.map((_, index) => `#EXTINF:4.0,\n${index}.ts\n`).join('');
  await writeFile(
    join(folder, 'live.m3u8'),
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n${segments}#EXT-X-ENDLIST\n`,
  );
  await store.putFile('recordings', 'turned/live.m3u8', join(folder, 'live.m3u8'), { contentType: 'video/MP2T' });
  await transcode('s3://recordings/turned/live.m3u8', {
    prefix: 'turned',
    groups: [buildCaptures('s3://media/turned/poster', 360, 5, 2)],
  });
  const [wide, upright] = await Promise.all(
    [0, 1].map(async (at) => measureBars(await readObject(`turned/poster.000000${at}.jpg`))),
  );
  expect(wide).toEqual({ width: 640, height: 360, bar: 0 });
  // 360 lines of a picture of 9:16 are 202 pixels wide.
  expect(upright).toMatchObject({ width: 640, height: 360 });
  expect(Math.abs((upright?.bar ?? 0) - (640 - 202) / 2)).toBeLessThan(4);
});

/** Measures the black bar at the left of a picture, in pixels. */
async function measureBars(jpeg: Buffer) {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const isBlack = (x: number) =>
    Array.from({ length: height }, (_, y) => data[y * width + x] ?? 0).every((v) => v < 24);
  let bar = 0;
  while (bar < width && isBlack(bar)) bar += 1;
  return { width, height, bar };
}
