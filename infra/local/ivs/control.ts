/** IVS's API calls on stored configuration; `stream-calls.ts` has those on running streams. */
import { createHash, createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';
import { type Call, type ControlContext, parse, requireResource, toPage } from './calls.ts';
import type { Channel, PlaybackKeyPair, RecordingConfiguration, StreamKey } from './state.ts';
import { createArn, randomId, readArnId } from './state.ts';

const arn = z.string();
const Name = z.string().regex(/^[\w-]{0,128}$/, 'letters, digits, _ and - only, 128 at most');

const Tags = z.record(z.string().max(128), z.string().max(256));

const NewChannel = z.strictObject({
  name: Name.default(''),
  latencyMode: z.literal('LOW').default('LOW'),
  type: z.enum(['STANDARD', 'BASIC', 'ADVANCED_SD', 'ADVANCED_HD']).default('STANDARD'),
  authorized: z.boolean().default(false),
  insecureIngest: z.boolean().default(false),
  recordingConfigurationArn: arn.default(''),
  tags: Tags.default({}),
});

const ChannelChange = z.strictObject({ arn, recordingConfigurationArn: arn });

export function createControlCalls({
  state,
  ingestEndpoint,
  playbackOrigin,
  isLive,
}: ControlContext): Record<string, Call> {
  const { data } = state;
  const toChannelAnswer = (channel: Channel) => ({
    ...channel,
    ingestEndpoint,
    playbackUrl: `${playbackOrigin}/${readArnId(channel.arn)}.m3u8`,
  });
  const requireChannel = (channelArn: string) => requireResource(data.channels[channelArn], 'channel', channelArn);

  const createKey = (channelArn: string, tags: StreamKey['tags']): StreamKey => {
    const value = `sk_local_${randomId(12)}_${randomId(32)}`;
    const key = { arn: createArn('stream-key'), value, channelArn, tags };
    data.streamKeys[key.arn] = key;
    return key;
  };
  const assertRecordingConfiguration = (configuration: string | undefined) => {
    if (configuration)
      requireResource(data.recordingConfigurations[configuration], 'recording configuration', configuration);
  };

  return {
    CreateChannel: (input) => {
      const channel: Channel = { arn: createArn('channel'), ...parse(NewChannel, input) };
      assertRecordingConfiguration(channel.recordingConfigurationArn);
      data.channels[channel.arn] = channel;
      // The channel's tags are not the key's.
      const streamKey = createKey(channel.arn, {});
      state.save();
      return { channel: toChannelAnswer(channel), streamKey };
    },
    GetChannel: (input) => ({ channel: toChannelAnswer(requireChannel(parse(z.strictObject({ arn }), input).arn)) }),
    UpdateChannel: (input) => {
      const { recordingConfigurationArn, ...changed } = parse(ChannelChange, input);
      const channel = requireChannel(changed.arn);
      if (isLive(channel.arn)) throw new ServiceError('ConflictException', 'The channel is live', 409);
      assertRecordingConfiguration(recordingConfigurationArn);
      channel.recordingConfigurationArn = recordingConfigurationArn;
      state.save();
      return { channel: toChannelAnswer(channel) };
    },
    DeleteChannel: (input) => {
      const channel = requireChannel(parse(z.strictObject({ arn }), input).arn);
      if (isLive(channel.arn))
        throw new ServiceError('ConflictException', 'A live channel cannot be deleted: StopStream first', 409);
      delete data.channels[channel.arn];
      for (const key of Object.values(data.streamKeys))
        if (key.channelArn === channel.arn) delete data.streamKeys[key.arn];
      state.save();
    },
    ListChannels: (input) => {
      const { filterByName } = parse(z.strictObject({ filterByName: z.string().optional() }), input ?? {});
      return toPage(
        Object.values(data.channels).filter(({ name }) => name === (filterByName ?? name)),
        'channels',
      );
    },

    CreateStreamKey: (input) => {
      const { channelArn, tags } = parse(z.strictObject({ channelArn: arn, tags: Tags.default({}) }), input);
      requireChannel(channelArn);
      if (Object.values(data.streamKeys).some((key) => key.channelArn === channelArn))
        throw new ServiceError('ServiceQuotaExceededException', 'A channel has one stream key', 402);
      const streamKey = createKey(channelArn, tags);
      state.save();
      return { streamKey };
    },
    DeleteStreamKey: (input) => {
      const key = parse(z.strictObject({ arn }), input).arn;
      requireResource(data.streamKeys[key], 'stream key', key);
      delete data.streamKeys[key];
      state.save();
    },
    ListStreamKeys: (input) => {
      const channel = requireChannel(parse(z.strictObject({ channelArn: arn }), input).channelArn);
      const keys = Object.values(data.streamKeys).filter(({ channelArn }) => channelArn === channel.arn);
      // The list omits the keys' values.
      return { streamKeys: keys.map(({ arn, channelArn, tags }) => ({ arn, channelArn, tags })) };
    },

    TagResource: (input) => {
      const { resourceArn, tags } = parse(z.strictObject({ resourceArn: arn, tags: Tags }), input);
      const resource = requireResource(
        data.channels[resourceArn] ?? data.streamKeys[resourceArn],
        'resource',
        resourceArn,
      );
      resource.tags = { ...resource.tags, ...tags };
      state.save();
      return {};
    },

    CreateRecordingConfiguration: (input) => {
      const recordingConfiguration: RecordingConfiguration = {
        arn: createArn('recording-configuration'),
        state: 'ACTIVE',
        ...parse(NewRecordingConfiguration, input),
      };
      data.recordingConfigurations[recordingConfiguration.arn] = recordingConfiguration;
      state.save();
      return { recordingConfiguration };
    },
    ImportPlaybackKeyPair: (input) => {
      const schema = z.strictObject({ publicKeyMaterial: z.string(), name: Name });
      const { publicKeyMaterial, name } = parse(schema, input);
      const fingerprint = computeFingerprint(publicKeyMaterial);
      if (Object.values(data.playbackKeyPairs).some((pair) => pair.fingerprint === fingerprint))
        throw new ServiceError('ConflictException', 'This public key was imported before', 409);
      const pair: PlaybackKeyPair = { arn: createArn('playback-key'), name, fingerprint, publicKeyMaterial };
      data.playbackKeyPairs[pair.arn] = pair;
      state.save();
      return { keyPair: toKeyPair(pair) };
    },
    ListPlaybackKeyPairs: () => ({
      keyPairs: Object.values(data.playbackKeyPairs).map(({ arn, name }) => ({ arn, name })),
    }),
  };
}

const NewRecordingConfiguration = z.strictObject({
  destinationConfiguration: z.strictObject({ s3: z.strictObject({ bucketName: z.string().min(3).max(63) }) }),
  recordingReconnectWindowSeconds: z.number().int().min(0).max(300).default(0),
  thumbnailConfiguration: z.strictObject({
    recordingMode: z.literal('INTERVAL'),
    targetIntervalSeconds: z.number().int().min(1).max(60),
    storage: z.tuple([z.literal('LATEST')]),
  }),
});

const toKeyPair = ({ arn, name, fingerprint }: PlaybackKeyPair) => ({ arn, name, fingerprint });

function computeFingerprint(pem: string): string {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve !== 'secp384r1') throw new Error('not P-384');
    const digest = createHash('md5')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex');
    return digest.replaceAll(/(..)(?=.)/g, '$1:');
  } catch {
    throw new ServiceError('ValidationException', 'publicKeyMaterial must be an ECDSA P-384 public key in PEM');
  }
}
