/** IVS API calls on stored configuration; `stream-calls.ts` has those that concern live streams. */
import { createHash, createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { ServiceError } from '../wire/http-server.ts';
import { type Call, type ControlContext, parse, requireResource, toPage } from './calls.ts';
import type { Channel, PlaybackKeyPair, RecordingConfiguration, StreamKey } from './state.ts';
import { createArn, randomId, readArnId } from './state.ts';

const Name = z.string().regex(/^[\w-]{0,128}$/, 'letters, digits, _ and - only, 128 at most');
const Tags = z.record(z.string().max(128), z.string().max(256)).default({});
const arn = z.string();
const Page = { maxResults: z.number().int().min(1).max(100).default(100), nextToken: z.string().optional() };

const ChannelFields = {
  name: Name.optional(),
  latencyMode: z.enum(['LOW', 'NORMAL']).optional(),
  type: z.enum(['STANDARD', 'BASIC', 'ADVANCED_SD', 'ADVANCED_HD']).optional(),
  authorized: z.boolean().optional(),
  insecureIngest: z.boolean().optional(),
  recordingConfigurationArn: z.string().optional(),
};

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

  const createKey = (channelArn: string, tags: Record<string, string>): StreamKey => {
    const key = { arn: createArn('stream-key'), value: `sk_local_${randomId(12)}_${randomId(32)}`, channelArn, tags };
    data.streamKeys[key.arn] = key;
    return key;
  };
  const assertRecordingConfiguration = (configuration: string | undefined) => {
    if (configuration)
      requireResource(data.recordingConfigurations[configuration], 'recording configuration', configuration);
  };

  return {
    CreateChannel: (input) => {
      const { tags, ...fields } = parse(z.strictObject({ ...ChannelFields, tags: Tags }), input);
      assertRecordingConfiguration(fields.recordingConfigurationArn);
      const channel: Channel = {
        arn: createArn('channel'),
        name: fields.name ?? '',
        latencyMode: fields.latencyMode ?? 'LOW',
        type: fields.type ?? 'STANDARD',
        authorized: fields.authorized ?? false,
        insecureIngest: fields.insecureIngest ?? false,
        recordingConfigurationArn: fields.recordingConfigurationArn ?? '',
        tags,
      };
      data.channels[channel.arn] = channel;
      const streamKey = createKey(channel.arn, {});
      state.save();
      return { channel: toChannelAnswer(channel), streamKey };
    },
    GetChannel: (input) => ({ channel: toChannelAnswer(requireChannel(parse(z.strictObject({ arn }), input).arn)) }),
    BatchGetChannel: (input) => {
      const { arns } = parse(z.strictObject({ arns: z.array(arn).min(1).max(50) }), input);
      const missing = arns.filter((each) => !data.channels[each]);
      return {
        channels: arns.flatMap((each) => data.channels[each] ?? []).map(toChannelAnswer),
        errors: missing.map((each) => ({ arn: each, code: 'NOT_FOUND', message: 'Resource not found' })),
      };
    },
    UpdateChannel: (input) => {
      const { arn: channelArn, ...changes } = parse(z.strictObject({ arn, ...ChannelFields }), input);
      const channel = requireChannel(channelArn);
      if (isLive(channelArn)) throw new ServiceError('ConflictException', 'The channel is live', 409);
      assertRecordingConfiguration(changes.recordingConfigurationArn);
      Object.assign(channel, changes);
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
      const fields = { filterByName: z.string().optional(), filterByRecordingConfigurationArn: z.string().optional() };
      const query = parse(z.strictObject({ ...Page, ...fields }), input ?? {});
      const all = Object.values(data.channels).filter(
        ({ name, recordingConfigurationArn }) =>
          (query.filterByName === undefined || name === query.filterByName) &&
          (query.filterByRecordingConfigurationArn ?? recordingConfigurationArn) === recordingConfigurationArn,
      );
      return toPage(all, query, 'channels');
    },

    CreateStreamKey: (input) => {
      const { channelArn, tags } = parse(z.strictObject({ channelArn: arn, tags: Tags }), input);
      requireChannel(channelArn);
      if (Object.values(data.streamKeys).some((key) => key.channelArn === channelArn)) {
        throw new ServiceError('ServiceQuotaExceededException', 'A channel has one stream key', 402);
      }
      const streamKey = createKey(channelArn, tags);
      state.save();
      return { streamKey };
    },
    GetStreamKey: (input) => {
      const key = parse(z.strictObject({ arn }), input).arn;
      return { streamKey: requireResource(data.streamKeys[key], 'stream key', key) };
    },
    DeleteStreamKey: (input) => {
      const key = parse(z.strictObject({ arn }), input).arn;
      requireResource(data.streamKeys[key], 'stream key', key);
      delete data.streamKeys[key];
      state.save();
    },
    ListStreamKeys: (input) => {
      const query = parse(z.strictObject({ ...Page, channelArn: arn }), input);
      requireChannel(query.channelArn);
      const keys = Object.values(data.streamKeys).filter(({ channelArn }) => channelArn === query.channelArn);
      return toPage(
        keys.map(({ arn, channelArn, tags }) => ({ arn, channelArn, tags })),
        query,
        'streamKeys',
      );
    },

    CreateRecordingConfiguration: (input) => {
      const { name, tags, ...fields } = parse(NewRecordingConfiguration, input);
      const recordingConfiguration: RecordingConfiguration = {
        arn: createArn('recording-configuration'),
        name: name ?? '',
        state: 'ACTIVE',
        tags,
        ...fields,
      };
      data.recordingConfigurations[recordingConfiguration.arn] = recordingConfiguration;
      state.save();
      return { recordingConfiguration };
    },
    GetRecordingConfiguration: (input) => {
      const requestedArn = parse(z.strictObject({ arn }), input).arn;
      return {
        recordingConfiguration: requireResource(
          data.recordingConfigurations[requestedArn],
          'recording configuration',
          requestedArn,
        ),
      };
    },
    ListRecordingConfigurations: (input) =>
      toPage(
        Object.values(data.recordingConfigurations),
        parse(z.strictObject(Page), input ?? {}),
        'recordingConfigurations',
      ),
    DeleteRecordingConfiguration: (input) => {
      const requestedArn = parse(z.strictObject({ arn }), input).arn;
      requireResource(data.recordingConfigurations[requestedArn], 'recording configuration', requestedArn);
      const isUsed = Object.values(data.channels).some(
        ({ recordingConfigurationArn }) => recordingConfigurationArn === requestedArn,
      );
      if (isUsed) throw new ServiceError('ConflictException', 'The recording configuration is in use', 409);
      delete data.recordingConfigurations[requestedArn];
      state.save();
    },

    ImportPlaybackKeyPair: (input) => {
      const schema = z.strictObject({ publicKeyMaterial: z.string(), name: Name.default(''), tags: Tags });
      const { publicKeyMaterial, name, tags } = parse(schema, input);
      const fingerprint = computeFingerprint(publicKeyMaterial);
      if (Object.values(data.playbackKeyPairs).some((pair) => pair.fingerprint === fingerprint)) {
        throw new ServiceError('ConflictException', 'This public key was imported before', 409);
      }
      const pair: PlaybackKeyPair = { arn: createArn('playback-key'), name, fingerprint, tags, publicKeyMaterial };
      data.playbackKeyPairs[pair.arn] = pair;
      state.save();
      return { keyPair: toKeyPair(pair) };
    },
    GetPlaybackKeyPair: (input) => {
      const requestedArn = parse(z.strictObject({ arn }), input).arn;
      return {
        keyPair: toKeyPair(requireResource(data.playbackKeyPairs[requestedArn], 'playback key pair', requestedArn)),
      };
    },
    ListPlaybackKeyPairs: (input) =>
      toPage(
        Object.values(data.playbackKeyPairs).map(({ arn, name, tags }) => ({ arn, name, tags })),
        parse(z.strictObject(Page), input ?? {}),
        'keyPairs',
      ),
    DeletePlaybackKeyPair: (input) => {
      const requestedArn = parse(z.strictObject({ arn }), input).arn;
      requireResource(data.playbackKeyPairs[requestedArn], 'playback key pair', requestedArn);
      delete data.playbackKeyPairs[requestedArn];
      state.save();
      return {};
    },
  };
}

const NewRecordingConfiguration = z.strictObject({
  name: Name.optional(),
  destinationConfiguration: z.strictObject({ s3: z.strictObject({ bucketName: z.string().min(3).max(63) }) }),
  tags: Tags,
  recordingReconnectWindowSeconds: z.number().int().min(0).max(300).default(0),
  thumbnailConfiguration: z
    .strictObject({
      recordingMode: z.enum(['INTERVAL', 'DISABLED']).default('INTERVAL'),
      targetIntervalSeconds: z.number().int().min(1).max(60).optional(),
      storage: z
        .array(z.enum(['SEQUENTIAL', 'LATEST']))
        .min(1)
        .optional(),
    })
    .default({ recordingMode: 'INTERVAL' }),
  renditionConfiguration: z
    .strictObject({ renditionSelection: z.literal('ALL') })
    .default({ renditionSelection: 'ALL' }),
});

const toKeyPair = ({ arn, name, fingerprint, tags }: PlaybackKeyPair) => ({ arn, name, fingerprint, tags });

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
