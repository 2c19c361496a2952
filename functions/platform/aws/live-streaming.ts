/** IVS: channels, stream keys and running streams. Playback is in live-playback.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChannelNotBroadcasting,
  ConflictException,
  CreateChannelCommand,
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetStreamCommand,
  GetStreamSessionCommand,
  IvsClient,
  ListChannelsCommand,
  ListStreamKeysCommand,
  PutMetadataCommand,
  paginateListStreams,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  StopStreamCommand,
  type StreamSession,
  TagResourceCommand,
  UpdateChannelCommand,
} from '@aws-sdk/client-ivs';
import { channelTypes } from './channel-type.ts';
import { environment, optionalEnvironment } from './environment.ts';
import { ignore, makeOnce, withRetries } from './retries.ts';
import { createStageTags, toChannelPrefix } from './stage-marks.ts';

const ivs = /* @__PURE__ */ makeOnce(() => new IvsClient(withRetries()));

export interface Channel {
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
}

/** Creates a private, recorded channel with its stream key. IVS allows five such calls a second. */
export async function createChannel(source: string): Promise<Channel> {
  const name = toChannelPrefix(environment('STAGE')) + source;
  const { channel, streamKey, $metadata } = await ivs().send(
    new CreateChannelCommand({
      name,
      authorized: true,
      latencyMode: 'LOW',
      type: channelTypes.find((type) => type === optionalEnvironment('CHANNEL_TYPE')) ?? 'STANDARD',
      // Phone apps and old cameras support plain RTMP only.
      insecureIngest: true,
      recordingConfigurationArn: readRecordingConfigurations()[0],
      tags: createStageTags(),
    }),
  );
  if (!channel?.arn || !channel.playbackUrl || !streamKey?.arn || !streamKey.value)
    throw new Error('IVS returned an incomplete channel');
  // IVS tags the channel only. Without its own tag, another stage could delete the key.
  await ivs().send(new TagResourceCommand({ resourceArn: streamKey.arn, tags: createStageTags() }));
  if (($metadata.attempts ?? 1) > 1) await deleteDuplicates(name, channel.arn);
  return { channelArn: channel.arn, playbackUrl: channel.playbackUrl, streamKey: streamKey.value };
}

/** CreateChannel has no idempotency token: an attempt with a lost answer leaves an unused channel. */
async function deleteDuplicates(filterByName: string, keptArn: string): Promise<void> {
  const { channels = [] } = await ivs().send(new ListChannelsCommand({ filterByName }));
  for (const { arn } of channels) if (arn && arn !== keptArn) await deleteChannel(arn);
}

const readRecordingConfigurations = () => environment('RECORDING_CONFIGURATION_ARNS').split(',');

/**
 * Makes the next stream start a new recording, even within the reconnect window. IVS merges recordings made under one
 * configuration, so the channel switches to the other, identical one. Idempotent. If the channel is on air again,
 * nothing changes, and the recording continues.
 */
export async function separateRecordings(channelArn: string, streamId: string): Promise<void> {
  const [first, second] = readRecordingConfigurations();
  const used = (await readSession(channelArn, streamId))?.recordingConfiguration?.arn;
  await ivs()
    .send(new UpdateChannelCommand({ arn: channelArn, recordingConfigurationArn: used === first ? second : first }))
    .catch(ignore(ConflictException));
}

/** Deletes a channel; idempotent. A channel on air must be stopped first, which takes a moment. */
export async function deleteChannel(channelArn: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ivs().send(new DeleteChannelCommand({ arn: channelArn }));
      return;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return;
      if (!(error instanceof ConflictException) || attempt === 5) throw error;
      await stopStream(channelArn);
      await sleep(attempt * 500);
    }
  }
}

/** Stops the current stream and all its views. Encoders reconnect by themselves. */
export async function stopStream(channelArn: string): Promise<void> {
  await ivs().send(new StopStreamCommand({ channelArn })).catch(ignoreOffAir);
}

export interface Stream {
  channelArn: string;
  streamId: string;
  startedAt: string;
  /** Undefined until IVS has counted them. */
  viewers: number | undefined;
  /** True if the encoder sends too little for smooth playback. */
  isStarving: boolean;
}

export async function findCurrentStream(channelArn: string): Promise<Stream | undefined> {
  const { stream } = (await ivs().send(new GetStreamCommand({ channelArn })).catch(ignoreOffAir)) ?? {};
  return stream?.streamId && stream.state === 'LIVE' ? toStream({ ...stream, channelArn }) : undefined;
}

/** Ignores, as a `catch` handler, that a channel is off air or deleted. */
const ignoreOffAir = ignore(ChannelNotBroadcasting, ResourceNotFoundException);

/** Reads resolution and name of the encoder; undefined before the first frame. */
export async function readIngest(channelArn: string, streamId: string) {
  const video = (await readSession(channelArn, streamId))?.ingestConfiguration?.video;
  if (!video?.videoWidth || !video.videoHeight) return undefined;
  return { width: video.videoWidth, height: video.videoHeight, encoder: video.encoder ?? null };
}

/** Reads when a stream ended; undefined while it runs, or once IVS has forgotten it. */
export const readStreamEnd = async (channelArn: string, streamId: string): Promise<string | undefined> =>
  (await readSession(channelArn, streamId))?.endTime?.toISOString();

/** Returns when a channel's newest session began; undefined once it has ended. */
export async function readSessionStart(channelArn: string): Promise<string | undefined> {
  const { startTime, endTime } = (await readSession(channelArn)) ?? {};
  return endTime ? undefined : startTime?.toISOString();
}

/** Reads the newest session without a `streamId`. Undefined for one that IVS does not know. */
async function readSession(channelArn: string, streamId?: string): Promise<StreamSession | undefined> {
  const command = new GetStreamSessionCommand({ channelArn, streamId });
  return (await ivs().send(command).catch(ignore(ResourceNotFoundException)))?.streamSession;
}

/** Lists names and times of a stream's events, which IVS keeps for weeks; none for an unknown stream. */
export async function readStreamEvents(channelArn: string, streamId: string): Promise<{ name: string; at: string }[]> {
  const { truncatedEvents = [] } = (await readSession(channelArn, streamId)) ?? {};
  return truncatedEvents.flatMap(({ name, eventTime }) =>
    name && eventTime ? [{ name, at: new Date(eventTime).toISOString() }] : [],
  );
}

/** Replaces the channel's only stream key, which disconnects its current user. Each call makes another key. */
export async function renewStreamKey(channelArn: string): Promise<string> {
  const value = await replaceStreamKey(channelArn);
  await stopStream(channelArn);
  return value;
}

async function replaceStreamKey(channelArn: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { streamKeys = [] } = await ivs().send(new ListStreamKeysCommand({ channelArn }));
    for (const { arn } of streamKeys)
      if (arn) await ivs().send(new DeleteStreamKeyCommand({ arn })).catch(ignore(ResourceNotFoundException));
    try {
      const { streamKey } = await ivs().send(new CreateStreamKeyCommand({ channelArn, tags: createStageTags() }));
      if (!streamKey?.value) throw new Error('IVS returned no stream key');
      return streamKey.value;
    } catch (error) {
      // A key exists from an attempt with a lost answer. It was never shown, so it is deleted like the old one.
      if (!(error instanceof ServiceQuotaExceededException) || attempt === 3) throw error;
    }
  }
}

/**
 * Inserts a text of at most 1 KB into the current stream. Retries only briefly, because the text belongs to the current
 * frame; does nothing if the channel is off air or deleted.
 */
export async function putMetadata(channelArn: string, metadata: string): Promise<void> {
  await briefClient().send(new PutMetadataCommand({ channelArn, metadata })).catch(ignoreOffAir);
}

const briefClient = /* @__PURE__ */ makeOnce(() => new IvsClient(withRetries(3)));

/** Lists all running streams of the account, including those of other stages. */
export async function listCurrentStreams(): Promise<Stream[]> {
  const running: Stream[] = [];
  for await (const { streams = [] } of paginateListStreams({ client: ivs(), pageSize: 100 }, {}))
    for (const stream of streams)
      if (stream.state === 'LIVE' && stream.channelArn && stream.streamId) running.push(toStream(stream));
  return running;
}

function toStream(stream: {
  channelArn?: string;
  streamId?: string;
  startTime?: Date;
  viewerCount?: number;
  health?: string;
}): Stream {
  return {
    channelArn: stream.channelArn ?? '',
    streamId: stream.streamId ?? '',
    startedAt: (stream.startTime ?? new Date()).toISOString(),
    viewers: stream.viewerCount !== undefined && stream.viewerCount >= 0 ? stream.viewerCount : undefined,
    isStarving: stream.health === 'STARVING',
  };
}
