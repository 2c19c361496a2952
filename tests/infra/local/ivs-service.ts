/** The IVS emulator for the tests of a file, with a storage: creates channels, encodes, watches and reads recordings. */
import { sign } from 'node:crypto';
import type { Channel } from '@aws-sdk/client-ivs';
import {
  CreateChannelCommand,
  CreateRecordingConfigurationCommand,
  GetStreamCommand,
  ImportPlaybackKeyPairCommand,
  IvsClient,
} from '@aws-sdk/client-ivs';
import { afterAll, afterEach } from 'vitest';
import { type LocalIvs, startIvs } from '../../../infra/local/ivs/ivs.ts';
import { createPemKeys } from '../../../infra/local/keys.ts';
import { startS3 } from '../../../infra/local/s3/s3.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { Encoder } from '../../support/encoder.ts';
import { eventually } from '../../support/eventually.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

export const dataDir = createTemporaryFolder();
export const store = await startS3({ dataDir });
export const events: ServiceEvent[] = [];
export let ivs: LocalIvs;
export let client: IvsClient;

export async function start() {
  ivs = await startIvs({ dataDir, store, emit: (event) => events.push(event), rtmpPort: 0, playlistIntervalMs: 400 });
  client = new IvsClient(toClientOptions(ivs.url));
}

const keys = createPemKeys('P-384');

await store.createBucket('recordings');
await start();
await importPlaybackKey(keys.publicKey);
const recordingConfigurationArn = await createRecordingConfiguration(3);

const encoders: Encoder[] = [];
afterEach(async () => {
  for (const encoder of encoders.splice(0)) await encoder.drop();
});

afterAll(async () => {
  await ivs.close();
  await store.close();
});

export function importPlaybackKey(publicKeyMaterial: string) {
  return client.send(new ImportPlaybackKeyPairCommand({ publicKeyMaterial, name: 'playback' }));
}

/** `window` is the reconnect window in seconds. */
export async function createRecordingConfiguration(window: number) {
  const created = await client.send(
    new CreateRecordingConfigurationCommand({
      destinationConfiguration: { s3: { bucketName: 'recordings' } },
      recordingReconnectWindowSeconds: window,
      thumbnailConfiguration: { recordingMode: 'INTERVAL', targetIntervalSeconds: 30, storage: ['LATEST'] },
    }),
  );
  return created.recordingConfiguration?.arn;
}

type PlayableChannel = Channel & { arn: string; playbackUrl: string };

/** Creates a recorded channel with private playback. */
export async function createChannel(name: string, more = {}) {
  const { channel, streamKey } = await client.send(
    new CreateChannelCommand({ name, authorized: true, recordingConfigurationArn, ...more }),
  );
  if (!channel?.arn || !channel.playbackUrl || !streamKey?.value) throw new Error('incomplete');
  return { channel: channel as PlayableChannel, key: streamKey.value };
}

/** Starts an encoder that the end of the test stops. */
export async function encode(key: string, output: string[] = []) {
  const encoder = await Encoder.start(`rtmp://127.0.0.1:${ivs.rtmpPort}/live/${key}`, { size: '320x180', output });
  encoders.push(encoder);
  return encoder;
}

/** Error of calls that need a live stream. */
export const offAir = { name: 'ChannelNotBroadcasting' };

export const getStream = async ({ arn }: PlayableChannel) =>
  (await client.send(new GetStreamCommand({ channelArn: arn }))).stream;

export function signToken(channelArn: string, claims: Record<string, unknown> = {}, key = keys.privateKey) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const body = `${part({ alg: 'ES384', typ: 'JWT' })}.${part({ 'aws:channel-arn': channelArn, exp: Math.round(Date.now() / 1000) + 300, ...claims })}`;
  return `${body}.${sign('sha384', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export const watch = (channel: PlayableChannel, claims = {}) =>
  fetch(`${channel.playbackUrl}?token=${signToken(channel.arn, claims)}`);

export const fetchText = async (url: string) => (await fetch(url)).text();

export async function readMediaPlaylistUrl(channel: PlayableChannel, claims = {}) {
  const master = await eventually(async () => {
    const answer = await watch(channel, claims);
    return answer.status === 200 ? answer.text() : undefined;
  });
  return new URL(master.trim().split('\n').at(-1) ?? '', channel.playbackUrl).href;
}

/** Names of the segments that a playlist lists. */
export const listSegments = async (playlist: string): Promise<string[]> =>
  (await fetchText(playlist)).match(/^\d+\.ts$/gm) ?? [];

export const fetchSegment = async (name: string, playlist: string) =>
  Buffer.from(await (await fetch(new URL(name, playlist))).arrayBuffer());

export const listEventNames = (channelArn: string) =>
  events
    .filter(({ resources }) => resources[0] === channelArn)
    .map(({ detail }) => String(detail.event_name ?? detail.recording_status));

export const waitForEvent = (channelArn: string, name: string, count = 1) =>
  eventually(
    () => listEventNames(channelArn),
    (names) => names.filter((each) => each === name).length >= count,
  );

/** Waits for an event of a channel's recording and returns its detail. */
export async function readRecordingEvent(channelArn: string, status: 'Recording Start' | 'Recording End') {
  const { detail } = await eventually(() =>
    events.find(({ resources, detail }) => resources[0] === channelArn && detail.recording_status === status),
  );
  return detail;
}

/** Path of a recorded file below `media`; undefined if it is not stored. */
export const findRecordedPath = (recording: ServiceEvent['detail'], name: string) =>
  store.objectPath('recordings', `${recording.recording_s3_key_prefix}/media/${name}`);
