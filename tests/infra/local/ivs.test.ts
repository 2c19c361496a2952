/** The IVS emulator with the real SDK client, real encoders (ffmpeg over RTMP), playlists and segments. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel } from '@aws-sdk/client-ivs';
import {
  CreateChannelCommand,
  CreateRecordingConfigurationCommand,
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  GetStreamCommand,
  GetStreamKeyCommand,
  GetStreamSessionCommand,
  ImportPlaybackKeyPairCommand,
  IvsClient,
  ListChannelsCommand,
  ListStreamKeysCommand,
  ListStreamsCommand,
  PutMetadataCommand,
  StartViewerSessionRevocationCommand,
  StopStreamCommand,
} from '@aws-sdk/client-ivs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPlaylistInput, probe, runFfmpeg } from '../../../infra/local/ffmpeg/ffmpeg.ts';
import type { LocalIvs } from '../../../infra/local/ivs/ivs.ts';
import { startIvs } from '../../../infra/local/ivs/ivs.ts';
import { Recording } from '../../../infra/local/ivs/recording.ts';
import type { LocalS3 } from '../../../infra/local/s3/s3.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually } from '../../support/eventually.ts';

const keys = generateKeyPairSync('ec', {
  namedCurve: 'P-384',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let dataDir: string;
let store: LocalS3;
let ivs: LocalIvs;
let client: IvsClient;
let recordingConfigurationArn: string | undefined;
const events: ServiceEvent[] = [];
const encoders: Encoder[] = [];

async function start() {
  ivs = await startIvs({ dataDir, store, emit: (event) => events.push(event), rtmpPort: 0, playlistIntervalMs: 400 });
  client = new IvsClient({
    endpoint: ivs.url,
    region: 'eu-west-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ivs-'));
  store = await startS3({ dataDir });
  await store.createBucket('recordings');
  await start();
  await client.send(new ImportPlaybackKeyPairCommand({ publicKeyMaterial: keys.publicKey, name: 'playback' }));
  recordingConfigurationArn = await createRecordingConfiguration(3);
});

afterEach(async () => {
  for (const encoder of encoders.splice(0)) await encoder.drop();
});

afterAll(async () => {
  await ivs.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** `window` is the reconnect window in seconds. */
async function createRecordingConfiguration(window: number) {
  const created = await client.send(
    new CreateRecordingConfigurationCommand({
      destinationConfiguration: { s3: { bucketName: 'recordings' } },
      recordingReconnectWindowSeconds: window,
      thumbnailConfiguration: { recordingMode: 'INTERVAL', targetIntervalSeconds: 30, storage: ['LATEST'] },
    }),
  );
  return created.recordingConfiguration?.arn;
}

async function createChannel(name: string, more = {}) {
  const { channel, streamKey } = await client.send(
    new CreateChannelCommand({ name, authorized: true, recordingConfigurationArn, ...more }),
  );
  if (!channel?.arn || !channel.playbackUrl || !streamKey?.value) throw new Error('incomplete');
  return { channel: channel as Channel & { arn: string; playbackUrl: string }, key: streamKey.value };
}

async function encode(key: string, output: string[] = []) {
  const encoder = await Encoder.start(`rtmp://127.0.0.1:${ivs.rtmpPort}/live/${key}`, { size: '320x180', output });
  encoders.push(encoder);
  return encoder;
}

function token(channelArn: string, claims: Record<string, unknown> = {}, key = keys.privateKey) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part({ alg: 'ES384', typ: 'JWT' })}.${part({ 'aws:channel-arn': channelArn, exp: Math.round(Date.now() / 1000) + 300, ...claims })}`;
  return `${body}.${sign('sha384', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const watch = (channel: { arn: string; playbackUrl: string }, claims = {}) =>
  fetch(`${channel.playbackUrl}?token=${token(channel.arn, claims)}`);

async function readMediaPlaylistUrl(channel: { arn: string; playbackUrl: string }, claims = {}) {
  const master = await eventually(async () => {
    const answer = await watch(channel, claims);
    return answer.status === 200 ? answer.text() : undefined;
  });
  return new URL(master.trim().split('\n').at(-1) ?? '', channel.playbackUrl).href;
}

const listEventNames = (channelArn: string) =>
  events
    .filter(({ resources }) => resources[0] === channelArn)
    .map(({ detail }) => String(detail.event_name ?? detail.recording_status));

const seen = (channelArn: string, name: string, count = 1) =>
  eventually(
    () => listEventNames(channelArn),
    (names) => names.filter((each) => each === name).length >= count,
  );

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
  test('[B-CAM-23] a stream with a valid key is playable and becomes a recording', async () => {
    const { channel, key } = await createChannel('on-air');
    await expect(client.send(new GetStreamCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
    });
    expect((await watch(channel)).status).toBe(404);

    const encoder = await encode(key);
    await seen(channel.arn, 'Session Created');
    const playlist = await readMediaPlaylistUrl(channel);

    const text = await (await fetch(playlist)).text();
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
    const { stream } = await eventually(
      () => client.send(new GetStreamCommand({ channelArn: channel.arn })),
      (found) => found.stream?.health === 'HEALTHY',
    );
    expect(stream).toMatchObject({
      state: 'LIVE',
      viewerCount: 1,
      playbackUrl: channel.playbackUrl,
    });
    expect(stream?.streamId).toMatch(/^st-\w{23}$/);
    expect((await client.send(new ListStreamsCommand({}))).streams).toMatchObject([
      { channelArn: channel.arn, state: 'LIVE' },
    ]);
    const { streamSession } = await client.send(
      new GetStreamSessionCommand({ channelArn: channel.arn, streamId: stream?.streamId }),
    );
    expect(streamSession?.ingestConfiguration?.video).toMatchObject({ videoWidth: 320, videoHeight: 180 });
    await expect(client.send(new DeleteChannelCommand({ arn: channel.arn }))).rejects.toMatchObject({
      name: 'ConflictException',
    });

    await sleep(1500);
    await encoder.stop();
    await seen(channel.arn, 'Recording End');
    expect(listEventNames(channel.arn)).toEqual([
      'Session Created',
      'Stream Start',
      'Recording Start',
      'Session Ended',
      'Stream End',
      'Recording End',
    ]);
    const { detail } = events.find(
      (event) => event.detail.recording_status === 'Recording End' && event.resources[0] === channel.arn,
    )!;
    expect(detail).toMatchObject({
      channel_name: 'on-air',
      stream_id: stream?.streamId,
      recording_s3_bucket_name: 'recordings',
      recording_s3_key_prefix: expect.stringMatching(/^ivs\/v1\/\d{12}\/\w{12}\/20\d\d\/\d+\/\d+\/\d+\/\d+\/\w{12}$/),
      recording_session_stream_ids: [stream?.streamId],
    });
    const master = store.objectPath('recordings', `${detail.recording_s3_key_prefix}/media/hls/master.m3u8`) ?? '';
    expect(await readFile(master, 'utf8')).toContain('RESOLUTION=320x180');
    const recorded = await probe(master, createPlaylistInput(master));
    expect(Math.abs((recorded.duration ?? 0) * 1000 - Number(detail.recording_duration_ms))).toBeLessThan(100);
    expect(recorded.duration).toBeGreaterThan(2);
    expect(
      store.objectPath('recordings', `${detail.recording_s3_key_prefix}/media/latest_thumbnail/thumb.jpg`),
    ).toBeDefined();
    // Players can still play to the end.
    expect(await (await fetch(playlist)).text()).toContain('#EXT-X-ENDLIST');
    expect((await watch(channel)).status).toBe(404);
  });

  test('[D-DVR-2] rewrites the recording’s playlists during the stream, each time with an end tag', async () => {
    const { channel, key } = await createChannel('growing');
    const encoder = await encode(key);
    await seen(channel.arn, 'Recording Start');
    const start = events.find(
      ({ resources, detail }) => resources[0] === channel.arn && detail.recording_status === 'Recording Start',
    );
    const folder = `${start?.detail.recording_s3_key_prefix}/media/hls`;
    const listed = async (name: string) => {
      const path = store.objectPath('recordings', `${folder}/${name}`);
      return path ? readFile(path, 'utf8').catch(() => '') : '';
    };
    const first = await eventually(() => listed('180p25/playlist.m3u8'), Boolean);
    expect(first).toMatch(/^#EXT-X-PLAYLIST-TYPE:EVENT$/m);
    expect(first).toMatch(/^#EXT-X-PROGRAM-DATE-TIME:.*\n#EXTINF:.*\n0\.ts$/m);
    expect(first.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
    // The playlist is written after the segments that it lists.
    expect(await eventually(() => listed('master.m3u8'), Boolean)).toContain('\n180p25/playlist.m3u8\n');
    // Listed segments stay; only the total changes.
    const standing = (text: string) => text.replace(/^#EXT-X-TWITCH.*\n|^#EXT-X-ENDLIST\n/gm, '');
    const later = await eventually(
      () => listed('180p25/playlist.m3u8'),
      (text) => text.length > first.length,
    );
    expect(standing(later).startsWith(standing(first))).toBe(true);
    await encoder.drop();
  });

  test('[B-CAM-23] rejects a wrong key, and a second encoder with the right key', async () => {
    const { channel, key } = await createChannel('keys');
    expect(await (await encode(`${key}x`)).waitForEnd()).not.toBe(0);
    await encode(key);
    await seen(channel.arn, 'Stream Start');
    expect(await (await encode(key)).waitForEnd()).not.toBe(0);
    expect((await client.send(new GetStreamCommand({ channelArn: channel.arn }))).stream?.state).toBe('LIVE');
  });

  test('[B-CAM-23] continues playback and the recording after a short drop', async () => {
    // Time that a busy machine may need to start the second encoder.
    const recorded = { recordingConfigurationArn: await createRecordingConfiguration(20) };
    const { channel, key } = await createChannel('drop', recorded);
    const first = await encode(key);
    const playlist = await readMediaPlaylistUrl(channel);
    await sleep(1500);
    await first.drop();
    await seen(channel.arn, 'Stream End');
    await expect(client.send(new GetStreamCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
    });
    const before = await (await fetch(playlist)).text();
    expect(before).not.toContain('#EXT-X-ENDLIST');
    expect((await watch(channel)).status).toBe(200);

    const second = await encode(key);
    await seen(channel.arn, 'Stream Start', 2);
    const after = await (await fetch(playlist)).text();
    const last = Number(/(\d+)\.ts\n$/.exec(before)?.[1]);
    expect(after).toContain(`${last}.ts\n#EXT-X-DISCONTINUITY\n`);
    expect(after).toContain(`\n${last + 1}.ts`);
    await sleep(1200);
    await second.drop();
    await seen(channel.arn, 'Recording End');
    expect(listEventNames(channel.arn).filter((name) => name === 'Recording Start')).toHaveLength(1);
    const { detail } = events.find(
      (event) => event.detail.recording_status === 'Recording End' && event.resources[0] === channel.arn,
    )!;
    expect(new Set(detail.recording_session_stream_ids as string[]).size).toBe(2);
    const master = store.objectPath('recordings', `${detail.recording_s3_key_prefix}/media/hls/master.m3u8`) ?? '';
    // Timestamps continue over the gap: one recording without a jump.
    const { duration } = await probe(master, createPlaylistInput(master));
    expect(Math.abs((duration ?? 0) * 1000 - Number(detail.recording_duration_ms))).toBeLessThan(100);
  });

  test('continuity counters continue across segments', async () => {
    const { channel, key } = await createChannel('counted');
    await encode(key);
    const playlist = await readMediaPlaylistUrl(channel);
    const names = await eventually(
      async () => (await (await fetch(playlist)).text()).match(/^\d+\.ts$/gm)?.slice(0, 4),
      (found) => found?.length === 4,
    );
    const segments = await Promise.all(
      (names ?? []).map(async (name) => Buffer.from(await (await fetch(new URL(name, playlist))).arrayBuffer())),
    );
    // Each segment starts with PAT and PMT, so a player may start with any.
    for (const segment of segments) expect(segment.readUInt16BE(1) & 0x1fff).toBeLessThanOrEqual(0x11);
    expect(listCounterJumps(Buffer.concat(segments))).toEqual([]);
    const master = await (await watch(channel)).text();
    const [peak, average] = /BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/.exec(master)?.slice(1).map(Number) ?? [];
    const measured = segments.map((segment) => segment.length * 8);
    expect(peak).toBeGreaterThanOrEqual(Math.max(...measured) * 0.9);
    expect(average).toBeLessThanOrEqual(Number(peak));
    const target = Number(/TARGETDURATION:(\d+)/.exec(await (await fetch(playlist)).text())?.[1]);
    expect(target).toBe(1);
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
      ...{ id: 'r1', channelArn: 'arn:aws:ivs:eu-west-1:000000000000:channel/x', channelName: 'x', bucket: 'b' },
      ...{ prefix: 'p', rendition: '180p25', width: 320, height: 180, codecs: 'avc1.42c00d', thumbnailSeconds: 30 },
      ...{ startedAt: new Date().toISOString() },
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

  test('[B-CAM-23] each segment of an encoder with open GOPs is decodable from its start', async () => {
    const { channel, key } = await createChannel('open-gop');
    const output = ['-x264-params', 'open-gop=1:bframes=2:keyint=25:min-keyint=25:scenecut=0'];
    await encode(key, output);
    const playlist = await readMediaPlaylistUrl(channel);
    const later = await eventually(async () => (await (await fetch(playlist)).text()).match(/^\d+\.ts$/gm)?.[3]);
    const path = join(dataDir, 'later.ts');
    await writeFile(path, Buffer.from(await (await fetch(new URL(later, playlist))).arrayBuffer()));
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
    await writeFile(
      join(dataDir, 'early.ts'),
      Buffer.from(await (await fetch(new URL('0.ts', playlist))).arrayBuffer()),
    );
    expect(await probe(join(dataDir, 'early.ts'))).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
  });

  test('[D-SCORE-4] PutMetadata appears in the next segment, and is rejected with IVS’s limits', async () => {
    const { channel, key } = await createChannel('metadata');
    const put = (metadata: string, channelArn = channel.arn) =>
      client.send(new PutMetadataCommand({ channelArn, metadata }));
    const offAir = { name: 'ChannelNotBroadcasting', $metadata: { httpStatusCode: 404 } };
    await expect(put('nobody hears it')).rejects.toMatchObject(offAir);
    await expect(put('x', `${channel.arn}x`)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('á'.repeat(513))).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put('')).rejects.toMatchObject({ name: 'ValidationException' });
    const encoder = await encode(key);
    const playlist = await readMediaPlaylistUrl(channel);
    await put('a goal');
    await eventually(async () => {
      const names = (await (await fetch(playlist)).text()).match(/^\d+\.ts$/gm) ?? [];
      const segments = await Promise.all(names.map(async (name) => (await fetch(new URL(name, playlist))).text()));
      return segments.some((segment) => segment.includes('metadata.live-video.net\0a goal'));
    });
    // The limit is five per second: some of thirty at once are throttled.
    const many = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => put(`${index}`)));
    expect(many.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    for (const one of many) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } });
    }
    await encoder.stop();
    await seen(channel.arn, 'Stream End');
    // The current second's quota may be used up.
    await eventually(
      () => put('too late').catch(({ name }) => name),
      (name) => name === 'ChannelNotBroadcasting',
    );
  });

  test('StopStream disconnects the encoder', async () => {
    const { channel, key } = await createChannel('stop');
    const encoder = await encode(key);
    await seen(channel.arn, 'Stream Start');
    await client.send(new StopStreamCommand({ channelArn: channel.arn }));
    expect(await encoder.waitForEnd()).not.toBe(0);
    expect(listEventNames(channel.arn)).toContain('Stream End');
    await expect(client.send(new StopStreamCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
    });
  });

  test('after a restart nothing is live, and open recordings are complete', async () => {
    const { channel, key } = await createChannel('restart');
    await encode(key);
    await seen(channel.arn, 'Stream Start');
    await sleep(2200);
    await ivs.close();
    await start();
    await seen(channel.arn, 'Recording End');
    await expect(client.send(new GetStreamCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
    });
    expect((await client.send(new GetChannelCommand({ arn: channel.arn }))).channel?.name).toBe('restart');
    const { detail } = events.find(
      (event) => event.detail.recording_status === 'Recording End' && event.resources[0] === channel.arn,
    )!;
    expect(detail.recording_duration_ms).toBeGreaterThan(1000);
    expect(store.objectPath('recordings', `${detail.recording_s3_key_prefix}/media/hls/master.m3u8`)).toBeDefined();
  });
});

describe('[V-PLAY-3] playback tokens', () => {
  test('must be unexpired, for this channel, and signed by an imported key', async () => {
    const { channel, key } = await createChannel('private');
    await encode(key);
    await readMediaPlaylistUrl(channel);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const now = Math.round(Date.now() / 1000);
    const refused = [
      '',
      'x',
      'a.b.c',
      token(channel.arn, { exp: now - 1 }),
      token(`${channel.arn}x`),
      token(channel.arn, {}, other),
      token(channel.arn, { exp: now + 3600, 'aws:viewer-id': 'v' }),
      token(channel.arn, { 'aws:viewer-id': 'x'.repeat(41) }),
      token(channel.arn, { 'aws:access-control-allow-origin': 'https://a.test' }),
      token(channel.arn, { 'aws:single-use-uuid': '0b0f0f52-6ad8-4d6c-9f0d-0d9f6a3c8a11' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token(channel.arn).split('.')[1]}.`,
    ];
    for (const each of refused) expect((await fetch(`${channel.playbackUrl}?token=${each}`)).status, each).toBe(403);
    expect((await fetch(channel.playbackUrl)).status).toBe(403);

    expect((await fetch(new URL('/v/guessed/live.m3u8', channel.playbackUrl))).status).toBe(404);
    expect((await fetch(new URL('/v/../../../../etc/passwd', channel.playbackUrl))).status).toBe(404);
  });

  test('[V-PLAY-6] are rejected on the next request after revocation, except for newer sessions and other viewers', async () => {
    const { channel, key } = await createChannel('revoked');
    await encode(key);
    const mine = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 5 });
    const newer = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 6 });
    const yours = await readMediaPlaylistUrl(channel, { 'aws:viewer-id': 'you', 'aws:viewer-session-version': 5 });
    const request = { channelArn: channel.arn, viewerId: 'me', viewerSessionVersionsLessThanOrEqualTo: 5 };
    await client.send(new StartViewerSessionRevocationCommand(request));
    const statuses = await Promise.all([mine, newer, yours].map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual([403, 200, 200]);
    expect((await watch(channel, { 'aws:viewer-id': 'me', 'aws:viewer-session-version': 5 })).status).toBe(403);
    const unknown = { ...request, channelArn: 'arn:aws:ivs:eu-west-1:000000000000:channel/none' };
    await expect(client.send(new StartViewerSessionRevocationCommand(unknown))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('are not needed for a public channel', async () => {
    const { channel, key } = await createChannel('public', { authorized: false });
    await encode(key);
    await seen(channel.arn, 'Stream Start');
    expect((await fetch(channel.playbackUrl)).status).toBe(200);
  });
});

describe('channels and keys', () => {
  test('a channel has one key; deleting the key rejects the encoder; deleting the channel removes both', async () => {
    const { channel, key } = await createChannel('managed');
    const { streamKeys } = await client.send(new ListStreamKeysCommand({ channelArn: channel.arn }));
    expect(streamKeys).toHaveLength(1);
    const { streamKey } = await client.send(new GetStreamKeyCommand({ arn: streamKeys?.[0]?.arn }));
    expect(streamKey?.value).toBe(key);
    expect(key).toMatch(/^sk_local_\w+$/);
    await expect(client.send(new CreateStreamKeyCommand({ channelArn: channel.arn }))).rejects.toMatchObject({
      name: 'ServiceQuotaExceededException',
    });
    await client.send(new DeleteStreamKeyCommand({ arn: streamKey?.arn }));
    expect(await (await encode(key)).waitForEnd()).not.toBe(0);
    const renewed = await client.send(new CreateStreamKeyCommand({ channelArn: channel.arn }));
    expect(renewed.streamKey?.value).not.toBe(key);
    await client.send(new DeleteChannelCommand({ arn: channel.arn }));
    await expect(client.send(new GetChannelCommand({ arn: channel.arn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(client.send(new GetStreamKeyCommand({ arn: renewed.streamKey?.arn }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('pages lists, and rejects invalid names', async () => {
    await Promise.all(['page-1', 'page-2', 'page-3'].map((name) => createChannel(name)));
    const first = await client.send(new ListChannelsCommand({ maxResults: 2 }));
    expect(first.channels).toHaveLength(2);
    const second = await client.send(new ListChannelsCommand({ maxResults: 2, nextToken: first.nextToken }));
    expect(second.channels?.[0]?.arn).not.toBe(first.channels?.[0]?.arn);
    await expect(createChannel('Cámara 1')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(client.send(new ImportPlaybackKeyPairCommand({ publicKeyMaterial: 'no key' }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});
