/** Channels and live streams of the IVS emulator, with the real SDK client and real encoders (ffmpeg over RTMP). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  ListChannelsCommand,
  ListStreamKeysCommand,
  PutMetadataCommand,
  StopStreamCommand,
  TagResourceCommand,
} from '@aws-sdk/client-ivs';
import { describe, expect, test } from 'vitest';
import { probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import {
  client,
  createChannel,
  dataDir,
  encode,
  fetchSegment,
  fetchText,
  getStream,
  importPlaybackKey,
  listEventNames,
  listSegments,
  offAir,
  readMediaPlaylistUrl,
  waitForEvent,
  watch,
} from './ivs-service.ts';

/** Lists packets with a wrong continuity counter, by stream. */
function listCounterJumps(stream: Buffer): string[] {
  const last = new Map<number, number>();
  const found: string[] = [];
  for (let at = 0; at + 188 <= stream.length; at += 188) {
    const pid = stream.readUInt16BE(at + 1) & 0x1fff;
    const flags = stream.readUInt8(at + 3);
    // Only packets with a payload increment the counter.
    if ((flags & 0x10) === 0 || pid === 0x1fff) continue;
    const before = last.get(pid);
    if (before !== undefined && (flags & 0xf) !== ((before + 1) & 0xf)) found.push(`${pid} at ${at / 188}`);
    last.set(pid, flags & 0xf);
  }
  return found;
}

describe('live streams', () => {
  test('[B-CAM-23] rejects a wrong key, and a second encoder with the right key', async () => {
    const { channel, key } = await createChannel('keys');
    expect(await (await encode(`${key}x`)).waitForEnd()).not.toBe(0);
    await encode(key);
    await waitForEvent(channel.arn, 'Stream Start');
    expect(await (await encode(key)).waitForEnd()).not.toBe(0);
    expect((await getStream(channel))?.state).toBe('LIVE');
  });

  test('continuity counters continue across segments', async () => {
    const { channel, key } = await createChannel('counted');
    await encode(key);
    const playlist = await readMediaPlaylistUrl(channel);
    const names = await eventually(async () => (await listSegments(playlist)).slice(0, 4), has({ length: 4 }));
    const segments = await Promise.all(names.map((name) => fetchSegment(name, playlist)));
    // Each segment starts with PAT and PMT, so a player may start with any.
    for (const segment of segments) expect(segment.readUInt16BE(1) & 0x1fff).toBeLessThanOrEqual(0x11);
    expect(listCounterJumps(Buffer.concat(segments))).toEqual([]);
    const master = await (await watch(channel)).text();
    const [peak, average] = /BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/.exec(master)?.slice(1).map(Number) ?? [];
    const measured = segments.map((segment) => segment.length * 8);
    expect(peak).toBeGreaterThanOrEqual(Math.max(...measured) * 0.9);
    expect(average).toBeLessThanOrEqual(Number(peak));
    const target = Number(/TARGETDURATION:(\d+)/.exec(await fetchText(playlist))?.[1]);
    expect(target).toBe(1);
  });

  test('[B-CAM-23] each segment of an encoder with open GOPs is decodable from its start', async () => {
    const { channel, key } = await createChannel('open-gop');
    const output = ['-x264-params', 'open-gop=1:bframes=2:keyint=25:min-keyint=25:scenecut=0'];
    await encode(key, output);
    const playlist = await readMediaPlaylistUrl(channel);
    const later = await eventually(async () => (await listSegments(playlist))[3]);
    const path = join(dataDir, 'later.ts');
    await writeFile(path, await fetchSegment(later, playlist));
    const decoded = await runFfmpeg(['-i', path, '-map', '0:v', '-f', 'framemd5', join(dataDir, 'frames')]);
    expect(decoded).not.toMatch(/non-existing PPS|no frame/);
    const frames = (await readFile(join(dataDir, 'frames'), 'utf8')).split('\n').filter((line) => /^0,/.test(line));
    expect(frames.length).toBeGreaterThan(15);
  });

  test('[B-CAM-23] audio before the first frame does not hide the video', async () => {
    const { channel, key } = await createChannel('early-sound');
    // Seconds of audio only, then both, as from a camera that starts slowly.
    await encode(key, ['-filter:v', 'setpts=PTS+3/TB', '-af', 'anull']);
    const playlist = await readMediaPlaylistUrl(channel);
    const path = join(dataDir, 'early.ts');
    await writeFile(path, await fetchSegment('0.ts', playlist));
    expect(await probe(path)).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
  });

  test('[D-SCORE-4] PutMetadata appears in the next segment, and is rejected with IVS’s limits', async () => {
    const { channel, key } = await createChannel('metadata');
    const put = (metadata: string, channelArn = channel.arn) =>
      client.send(new PutMetadataCommand({ channelArn, metadata }));
    await expect(put('nobody hears it')).rejects.toMatchObject({ ...offAir, $metadata: { httpStatusCode: 404 } });
    await expect(put('x', `${channel.arn}x`)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('á'.repeat(513))).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put('')).rejects.toMatchObject({ name: 'ValidationException' });
    const encoder = await encode(key);
    const playlist = await readMediaPlaylistUrl(channel);
    await put('a goal');
    await eventually(async () => {
      const names = await listSegments(playlist);
      const segments = await Promise.all(names.map((name) => fetchSegment(name, playlist)));
      return segments.some((segment) => segment.includes('metadata.live-video.net\0a goal'));
    }, Boolean);
    // The limit is five per second: some of thirty at once are throttled.
    const many = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => put(`${index}`)));
    expect(many.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    for (const one of many) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } });
    }
    await encoder.stop();
    await waitForEvent(channel.arn, 'Stream End');
    // The current second's quota may be used up.
    await eventually(() => put('too late').catch(({ name }) => name), is(offAir.name));
  });

  test('StopStream disconnects the encoder', async () => {
    const { channel, key } = await createChannel('stop');
    const encoder = await encode(key);
    await waitForEvent(channel.arn, 'Stream Start');
    const stop = () => client.send(new StopStreamCommand({ channelArn: channel.arn }));
    await stop();
    expect(await encoder.waitForEnd()).not.toBe(0);
    expect(listEventNames(channel.arn)).toContain('Stream End');
    await expect(stop()).rejects.toMatchObject(offAir);
  });
});

describe('channels and keys', () => {
  test('a channel has one key; deleting the key rejects the encoder; deleting the channel removes both', async () => {
    const { channel, key } = await createChannel('managed');
    const { streamKeys } = await client.send(new ListStreamKeysCommand({ channelArn: channel.arn }));
    expect(streamKeys).toHaveLength(1);
    expect(streamKeys?.[0]?.tags, 'the channel’s tags are not the key’s').toEqual({});
    const tags = { stage: 'dev' };
    await client.send(new TagResourceCommand({ resourceArn: streamKeys?.[0]?.arn, tags }));
    const listed = await client.send(new ListStreamKeysCommand({ channelArn: channel.arn }));
    expect(listed.streamKeys?.[0]?.tags).toEqual(tags);
    expect(key).toMatch(/^sk_local_\w+$/);
    await expect(client.send(new CreateStreamKeyCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ServiceQuotaExceededException',
    });
    await client.send(new DeleteStreamKeyCommand({ arn: streamKeys?.[0]?.arn }));
    expect(await (await encode(key)).waitForEnd()).not.toBe(0);
    const renewed = await client.send(new CreateStreamKeyCommand({ channelArn: channel.arn }));
    expect(renewed.streamKey?.value).not.toBe(key);
    await client.send(new DeleteChannelCommand({ arn: channel.arn }));
    await expect(client.send(new GetChannelCommand({ arn: channel.arn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(client.send(new DeleteStreamKeyCommand({ arn: renewed.streamKey?.arn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('are found by name, and rejected for invalid ones', async () => {
    const { channel } = await createChannel('found');
    const { channels } = await client.send(new ListChannelsCommand({ filterByName: 'found' }));
    expect(channels?.map(({ arn }) => arn)).toEqual([channel.arn]);
    await expect(client.send(new ListChannelsCommand({ maxResults: 2 }))).rejects.toThrow(/maxResults/);
    await expect(createChannel('Cámara 1')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(importPlaybackKey('no key')).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
