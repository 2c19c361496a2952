/** IVS: channels, stream keys, and what is on air. What their viewers may see: live-playback.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChannelNotBroadcasting,
  ConflictException,
  CreateChannelCommand,
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  GetStreamCommand,
  GetStreamSessionCommand,
  IvsClient,
  ListChannelsCommand,
  ListStreamKeysCommand,
  ListStreamsCommand,
  PutMetadataCommand,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  StopStreamCommand,
  UpdateChannelCommand,
} from '@aws-sdk/client-ivs';
import { environment, optionalEnvironment } from './environment.ts';
import { persistent } from './retries.ts';

let client: IvsClient | undefined;

const ivs = () => {
  client ??= new IvsClient(persistent());
  return client;
};

export interface Channel {
  channelArn: string;
  playbackUrl: string;
  streamKey: string;
}

/** A private, recorded channel with its stream key, of a name of its own. IVS allows five such calls a second. */
export async function createChannel(name: string): Promise<Channel> {
  const { channel, streamKey, $metadata } = await ivs().send(
    new CreateChannelCommand({
      name,
      authorized: true,
      latencyMode: 'LOW',
      // A basic one costs a tenth and encodes nothing: every viewer gets what the camera sends.
      type: optionalEnvironment('CHANNEL_TYPE') === 'BASIC' ? 'BASIC' : 'STANDARD',
      // Phone apps and old cameras speak plain RTMP only.
      insecureIngest: true,
      recordingConfigurationArn: recordingConfigurations()[0],
    }),
  );
  if (!channel?.arn || !channel.playbackUrl || !streamKey?.value) throw new Error('IVS answered an incomplete channel');
  if (($metadata.attempts ?? 1) > 1) await deleteTwins(name, channel.arn);
  return { channelArn: channel.arn, playbackUrl: channel.playbackUrl, streamKey: streamKey.value };
}

/** The service knows no token of a call: what was made by an attempt whose answer was lost, nobody has. */
async function deleteTwins(filterByName: string, ours: string): Promise<void> {
  const { channels = [] } = await ivs().send(new ListChannelsCommand({ filterByName }));
  for (const { arn } of channels) if (arn && arn !== ours) await deleteChannel(arn);
}

const recordingConfigurations = () => environment('RECORDING_CONFIGURATION_ARNS').split(',');

/**
 * Whatever the channel broadcasts next is a recording of its own, also within the reconnect window: the service joins
 * what is recorded under one configuration, and this changes over to the other, which is alike. A channel that is on
 * air already cannot be changed; then the recording goes on.
 */
export async function separateRecordings(channelArn: string): Promise<void> {
  const [first, second] = recordingConfigurations();
  const { channel } = await ivs().send(new GetChannelCommand({ arn: channelArn }));
  const next = channel?.recordingConfigurationArn === first ? second : first;
  try {
    await ivs().send(new UpdateChannelCommand({ arn: channelArn, recordingConfigurationArn: next }));
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

/** Safe to repeat. A channel on air cannot be deleted: its stream is stopped first, which takes a moment. */
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

/** Ends what is on air, and with it every view. Encoders connect again by themselves, as after a drop. */
export async function stopStream(channelArn: string): Promise<void> {
  try {
    await ivs().send(new StopStreamCommand({ channelArn }));
  } catch (error) {
    if (!(error instanceof ChannelNotBroadcasting || error instanceof ResourceNotFoundException)) throw error;
  }
}

export interface Stream {
  channelArn: string;
  streamId: string;
  startedAt: string;
  /** Undefined while the service does not know it yet. */
  viewers: number | undefined;
  /** Too little arrives from the encoder to play on. */
  isStarving: boolean;
}

/** What a channel has on air now, as the service itself says. */
export async function currentStream(channelArn: string): Promise<Stream | undefined> {
  try {
    const { stream } = await ivs().send(new GetStreamCommand({ channelArn }));
    if (!stream?.streamId || stream.state !== 'LIVE') return undefined;
    return toStream({ ...stream, channelArn });
  } catch (error) {
    if (error instanceof ChannelNotBroadcasting || error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** What the encoder announced of a stream: pixels, and its own name. Undefined before the first picture. */
export async function readIngest(channelArn: string, streamId: string) {
  try {
    const { streamSession } = await ivs().send(new GetStreamSessionCommand({ channelArn, streamId }));
    const video = streamSession?.ingestConfiguration?.video;
    if (!video?.videoWidth || !video.videoHeight) return undefined;
    return { width: video.videoWidth, height: video.videoHeight, encoder: video.encoder ?? null };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** When a stream ended, as the service says; undefined while it goes on, or when the service has forgotten it. */
export async function streamEnd(channelArn: string, streamId: string): Promise<string | undefined> {
  try {
    const { streamSession } = await ivs().send(new GetStreamSessionCommand({ channelArn, streamId }));
    return streamSession?.endTime?.toISOString();
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A channel has one key: the old one goes, and with it whoever broadcasts with it. Safe to repeat. */
export async function renewStreamKey(channelArn: string): Promise<string> {
  const value = await replaceStreamKey(channelArn);
  await stopStream(channelArn);
  return value;
}

async function replaceStreamKey(channelArn: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { streamKeys = [] } = await ivs().send(new ListStreamKeysCommand({ channelArn }));
    for (const { arn } of streamKeys) if (arn) await deleteStreamKey(arn);
    try {
      const { streamKey } = await ivs().send(new CreateStreamKeyCommand({ channelArn }));
      if (!streamKey?.value) throw new Error('IVS answered no stream key');
      return streamKey.value;
    } catch (error) {
      // There is one already: made by an attempt whose answer was lost. Nobody knows it, so it goes like the old one.
      if (!(error instanceof ServiceQuotaExceededException) || attempt === 3) throw error;
    }
  }
}

async function deleteStreamKey(arn: string): Promise<void> {
  try {
    await ivs().send(new DeleteStreamKeyCommand({ arn }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

/**
 * Puts a text of at most 1 KB into what a channel has on air now. Tried thrice within a moment, for it belongs to the
 * picture of the moment; of a channel that is off air, or gone, there is nothing to put it into.
 */
export async function putMetadata(channelArn: string, metadata: string): Promise<void> {
  hasty ??= new IvsClient(persistent(3));
  try {
    await hasty.send(new PutMetadataCommand({ channelArn, metadata }));
  } catch (error) {
    if (!(error instanceof ChannelNotBroadcasting || error instanceof ResourceNotFoundException)) throw error;
  }
}

let hasty: IvsClient | undefined;

/** Everything on air in this account. */
export async function currentStreams(): Promise<Stream[]> {
  const streams: Stream[] = [];
  let nextToken: string | undefined;
  do {
    const answer = await ivs().send(new ListStreamsCommand({ nextToken, maxResults: 100 }));
    for (const stream of answer.streams ?? []) {
      if (stream.state === 'LIVE' && stream.channelArn && stream.streamId) streams.push(toStream(stream));
    }
    nextToken = answer.nextToken;
  } while (nextToken);
  return streams;
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
