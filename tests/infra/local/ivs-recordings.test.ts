/** Recordings of the IVS emulator: their files in the bucket, their events, and interruptions. */
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteChannelCommand,
  GetChannelCommand,
  GetStreamSessionCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-ivs';
import { expect, test } from 'vitest';
import { createPlaylistInput, probe } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { Recording } from '../../../infra/local/ivs/recording.ts';
import { eventually, has } from '../../support/eventually.ts';
import {
  client,
  createChannel,
  createRecordingConfiguration,
  dataDir,
  encode,
  fetchText,
  findRecordedPath,
  getStream,
  ivs,
  listEventNames,
  offAir,
  readMediaPlaylistUrl,
  readRecordingEvent,
  start,
  store,
  waitForEvent,
  watch,
} from './ivs-service.ts';

test('[B-CAM-23] a stream with a valid key is playable and becomes a recording', async () => {
  const { channel, key } = await createChannel('on-air');
  await expect(getStream(channel)).rejects.toMatchObject(offAir);
  expect((await watch(channel)).status).toBe(404);

  const encoder = await encode(key);
  await waitForEvent(channel.arn, 'Session Created');
  const playlist = await readMediaPlaylistUrl(channel);

  const text = await fetchText(playlist);
  expect(text).toMatch(/#EXT-X-TARGETDURATION:[12]\n#EXT-X-MEDIA-SEQUENCE:0\n/);
  expect(text).toMatch(/#EXT-X-PROGRAM-DATE-TIME:\S+\n#EXTINF:\d\.\d+,\n0\.ts/);
  const segment = await fetch(new URL('0.ts', playlist));
  expect(segment.headers.get('access-control-allow-origin')).toBe('*');
  await writeFile(join(dataDir, 'segment.ts'), Buffer.from(await segment.arrayBuffer()));
  expect(await probe(join(dataDir, 'segment.ts'))).toMatchObject({
    video: { codec: 'h264', width: 320 },
    audio: { codec: 'aac' },
  });

  // On a busy machine the encoder itself may fall behind.
  const stream = await eventually(() => getStream(channel), has({ health: 'HEALTHY' }));
  expect(stream).toMatchObject({ state: 'LIVE', viewerCount: 1, playbackUrl: channel.playbackUrl });
  expect(stream.streamId).toMatch(/^st-\w{23}$/);
  expect((await client.send(new ListStreamsCommand({}))).streams).toMatchObject([
    { channelArn: channel.arn, state: 'LIVE' },
  ]);
  const { streamSession } = await client.send(
    new GetStreamSessionCommand({ channelArn: channel.arn, streamId: stream.streamId }),
  );
  expect(streamSession?.ingestConfiguration?.video).toMatchObject({ videoWidth: 320, videoHeight: 180 });
  await expect(client.send(new DeleteChannelCommand({ arn: channel.arn }))).rejects.toMatchObject({
    name: 'ConflictException',
  });

  await sleep(1500);
  await encoder.stop();
  const recording = await readRecordingEvent(channel.arn, 'Recording End');
  expect(listEventNames(channel.arn)).toEqual([
    'Session Created',
    'Stream Start',
    'Recording Start',
    'Session Ended',
    'Stream End',
    'Recording End',
  ]);
  expect(recording).toMatchObject({
    channel_name: 'on-air',
    stream_id: stream.streamId,
    recording_s3_bucket_name: 'recordings',
    recording_s3_key_prefix: expect.stringMatching(/^ivs\/v1\/\d{12}\/\w{12}\/20\d\d\/\d+\/\d+\/\d+\/\d+\/\w{12}$/),
    recording_session_stream_ids: [stream.streamId],
  });
  const master = findRecordedPath(recording, 'hls/master.m3u8') ?? '';
  expect(await readFile(master, 'utf8')).toContain('RESOLUTION=320x180');
  const recorded = await probe(master, createPlaylistInput(master));
  expect(Math.abs((recorded.duration ?? 0) * 1000 - Number(recording.recording_duration_ms))).toBeLessThan(100);
  expect(recorded.duration).toBeGreaterThan(2);
  expect(findRecordedPath(recording, 'latest_thumbnail/thumb.jpg')).toBeDefined();
  // Players can still play to the end.
  expect(await fetchText(playlist)).toContain('#EXT-X-ENDLIST');
  expect((await watch(channel)).status).toBe(404);
});

test('[D-DVR-2] rewrites the recording’s playlists during the stream, each time with an end tag', async () => {
  const { channel, key } = await createChannel('growing');
  const encoder = await encode(key);
  const recording = await readRecordingEvent(channel.arn, 'Recording Start');
  const readRecordingFile = async (name: string) => {
    const path = findRecordedPath(recording, `hls/${name}`);
    return path ? readFile(path, 'utf8').catch(() => '') : '';
  };
  const first = await eventually(() => readRecordingFile('180p25/playlist.m3u8'), Boolean);
  expect(first).toMatch(/^#EXT-X-PLAYLIST-TYPE:EVENT$/m);
  expect(first).toMatch(/^#EXT-X-PROGRAM-DATE-TIME:.*\n#EXTINF:.*\n0\.ts$/m);
  expect(first.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  // The playlist is written after the segments that it lists.
  expect(await eventually(() => readRecordingFile('master.m3u8'), Boolean)).toContain('\n180p25/playlist.m3u8\n');
  // Listed segments stay; only the total changes.
  const removeVaryingLines = (text: string) => text.replace(/^#EXT-X-TWITCH.*\n|^#EXT-X-ENDLIST\n/gm, '');
  const later = await eventually(
    () => readRecordingFile('180p25/playlist.m3u8'),
    (text) => text.length > first.length,
  );
  expect(removeVaryingLines(later).startsWith(removeVaryingLines(first))).toBe(true);
  await encoder.drop();
});

test('[B-CAM-23] continues playback and the recording after a short drop', async () => {
  // The reconnect window of 20 s covers the start of the second encoder on a busy machine.
  const recorded = { recordingConfigurationArn: await createRecordingConfiguration(20) };
  const { channel, key } = await createChannel('drop', recorded);
  const first = await encode(key);
  const playlist = await readMediaPlaylistUrl(channel);
  await sleep(1500);
  await first.drop();
  await waitForEvent(channel.arn, 'Stream End');
  await expect(getStream(channel)).rejects.toMatchObject(offAir);
  const before = await fetchText(playlist);
  expect(before).not.toContain('#EXT-X-ENDLIST');
  expect((await watch(channel)).status).toBe(200);

  const second = await encode(key);
  await waitForEvent(channel.arn, 'Stream Start', 2);
  const after = await fetchText(playlist);
  const last = Number(/(\d+)\.ts\n$/.exec(before)?.[1]);
  expect(after).toContain(`${last}.ts\n#EXT-X-DISCONTINUITY\n`);
  expect(after).toContain(`\n${last + 1}.ts`);
  await sleep(1200);
  await second.drop();
  const recording = await readRecordingEvent(channel.arn, 'Recording End');
  expect(listEventNames(channel.arn).filter((name) => name === 'Recording Start')).toHaveLength(1);
  expect(new Set(recording.recording_session_stream_ids as string[]).size).toBe(2);
  const master = findRecordedPath(recording, 'hls/master.m3u8') ?? '';
  // Timestamps continue over the gap: one recording without a jump.
  const { duration } = await probe(master, createPlaylistInput(master));
  expect(Math.abs((duration ?? 0) * 1000 - Number(recording.recording_duration_ms))).toBeLessThan(100);
});

test('a recording continues after a lost segment, and with a slow bucket', async () => {
  const folder = join(dataDir, 'recorded-slowly');
  await mkdir(folder);
  const puts: string[] = [];
  const slow = {
    objectPath: store.objectPath,
    putFile: async (_: string, key: string, path: string) => {
      if (key.endsWith('/1.ts')) await sleep(50);
      if (puts.length === 2) {
        puts.push('failed');
        throw new Error('The disk is full');
      }
      await access(path);
      puts.push(key.slice(key.lastIndexOf('/') + 1));
    },
  };
  const recording = new Recording(join(folder, 'own'), slow, {
    id: 'r1',
    channelArn: 'arn:aws:ivs:eu-west-1:000000000000:channel/x',
    channelName: 'x',
    bucket: 'b',
    prefix: 'p',
    rendition: '180p25',
    width: 320,
    height: 180,
    codecs: 'avc1.42c00d',
    thumbnailSeconds: 30,
    startedAt: new Date().toISOString(),
  });
  for (let number = 0; number < 6; number += 1) {
    const path = join(folder, `${number}.ts`);
    await writeFile(path, 'segment');
    recording.add(path, { seconds: 1, at: 1000 * number, discontinuity: false, independent: true }, 'st-1');
    // The live pipeline deletes the segment before the bucket has stored it.
    await rm(path);
  }
  expect((await recording.finish()).durationMs).toBe(5000);
  expect(puts.filter((name) => name.endsWith('.ts'))).toEqual(['0.ts', '1.ts', '2.ts', '3.ts', '4.ts']);
});

test('nothing is live after a restart, and open recordings are complete', async () => {
  const { channel, key } = await createChannel('restart');
  await encode(key);
  await waitForEvent(channel.arn, 'Stream Start');
  await sleep(2200);
  await ivs.close();
  await start();
  const recording = await readRecordingEvent(channel.arn, 'Recording End');
  await expect(getStream(channel)).rejects.toMatchObject(offAir);
  expect((await client.send(new GetChannelCommand({ arn: channel.arn }))).channel?.name).toBe('restart');
  expect(recording.recording_duration_ms).toBeGreaterThan(1000);
  expect(findRecordedPath(recording, 'hls/master.m3u8')).toBeDefined();
});
