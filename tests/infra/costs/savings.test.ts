/** Settings that reduce costs: cheaper channel types and storage classes. */
import { CreateChannelCommand, IvsClient, TagResourceCommand } from '@aws-sdk/client-ivs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createChannel } from '../../../functions/platform/aws/live-streaming.ts';
import { createJobSettings } from '../../../functions/recordings/media/job-settings.ts';
import { chooseLadder } from '../../../functions/recordings/media/renditions.ts';
import { readDeployConfig } from '../../../infra/config.ts';
import { replaceService } from '../../support/service.ts';
import { templates, text } from '../stacks/support.ts';

afterEach(() => vi.unstubAllEnvs());

describe('channels', () => {
  const ivs = replaceService(IvsClient);
  test.each([
    ['STANDARD', undefined],
    ['STANDARD', 'STANDARD'],
    ['ADVANCED_HD', 'ADVANCED_HD'],
    ['ADVANCED_SD', 'ADVANCED_SD'],
    ['BASIC', 'BASIC'],
  ])('are of type %s with the setting %s', async (type, setting) => {
    vi.stubEnv('RECORDING_CONFIGURATION_ARNS', 'arn:1,arn:2');
    vi.stubEnv('STAGE', 'dev');
    vi.stubEnv('CHANNEL_TYPE', setting);
    const created = {
      channel: { arn: 'arn:c', playbackUrl: 'https://play' },
      streamKey: { arn: 'arn:k', value: 'sk' },
    };
    ivs.on(CreateChannelCommand).resolves({ ...created, $metadata: { attempts: 1 } });
    ivs.on(TagResourceCommand).resolves({});
    await createChannel('camera-1');
    expect(ivs.commandCalls(CreateChannelCommand)[0]?.args[0].input.type).toBe(type);
    expect(ivs.commandCalls(TagResourceCommand).map(({ args }) => args[0].input)).toEqual([
      { resourceArn: 'arn:k', tags: { product: 'cantera', stage: 'dev' } },
    ]);
  });

  test('rejects other types before a deployment', () => {
    expect(() => readDeployConfig((name) => ({ channelType: 'CHEAP' })[name], {})).toThrow(
      /STANDARD or ADVANCED_HD or ADVANCED_SD or BASIC/,
    );
  });
});

describe('a setting of the stage', () => {
  const saving = { liveDelivery: 'RECORDING', broadcastEncoding: 'NEVER', ladder: 'LIGHT' };
  const readVariables = (settings: object, name: string) =>
    templates({ ...settings })
      .resources('jobs', 'AWS::Lambda::Function')
      .map(({ Environment }) => Environment?.Variables?.[name]);

  test.each([
    ['liveDelivery', 'LIVE_DELIVERY', 'IVS', /IVS or RECORDING/],
    ['broadcastEncoding', 'BROADCAST_ENCODING', 'ALWAYS', /ALWAYS or WATCHED or NEVER/],
    ['ladder', 'LADDER', 'FULL', /FULL or LIGHT/],
  ] as const)(
    '%s reaches the functions as %s, is %s by default, and rejects other values',
    (name, variable, usual, values) => {
      expect(readVariables({}, variable)).toContain(usual);
      expect(readVariables(saving, variable)).toContain(saving[name]);
      expect(() => readDeployConfig((key) => ({ [name]: 'OTHER' })[key], {})).toThrow(values);
    },
  );
});

describe('the ladder', () => {
  const size = { width: 1920, height: 1080 };

  test('is 720 and 360 lines with the setting LIGHT, never above the source', () => {
    expect(chooseLadder(size, 'LIGHT').map(({ name }) => name)).toEqual(['720p', '360p']);
    expect(chooseLadder({ width: 640, height: 360 }, 'LIGHT').map(({ name }) => name)).toEqual(['360p']);
    expect(chooseLadder({ width: 720, height: 1280 }, 'LIGHT').map(({ height }) => height)).toEqual([1280, 640]);
  });

  test.each([
    [undefined, ['_1080p', '_720p', '_360p', '_270p']],
    ['LIGHT', ['_720p', '_360p']],
  ] as const)('gives an encoding job with the setting %s the outputs %j', (kind, expected) => {
    const settings = createJobSettings({
      kind: 'vods',
      id: 'v',
      generation: 'g',
      key: '0'.repeat(32),
      source: 's3://uploads/v.mp4',
      mediaBucket: 'media',
      mediaOrigin: 'https://m',
      ...(kind && { ladder: kind }),
      info: { ...size, duration: 60, hasAudio: true },
    });
    const hls = settings.OutputGroups?.find(({ Name }) => Name === 'HLS');
    expect(hls?.Outputs?.map(({ NameModifier }) => NameModifier)).toEqual(expected);
  });
});

describe('storage', () => {
  const { resources } = templates();
  const listTransitions = (stack: 'data' | 'media', bucket: string) => {
    const found = resources(stack, 'AWS::S3::Bucket').find(({ BucketName }) =>
      text(BucketName).includes(`-${bucket}-`),
    );
    const rules = (found?.LifecycleConfiguration.Rules ?? []) as Rule[];
    return rules.flatMap(({ Transitions = [] }) =>
      Transitions.map(({ StorageClass, TransitionInDays }) => `${StorageClass} ${TransitionInDays}`),
    );
  };

  test('moves sources and recordings twice to colder classes with immediate access', () => {
    for (const bucket of ['uploads', 'recordings'])
      expect(new Set(listTransitions('data', bucket))).toEqual(new Set(['STANDARD_IA 30', 'GLACIER_IR 90']));
  });

  test('moves videos to Intelligent Tiering', () => {
    expect(new Set(listTransitions('media', 'media'))).toEqual(new Set(['INTELLIGENT_TIERING 30']));
  });
});

interface Rule {
  Transitions?: { StorageClass: string; TransitionInDays: number }[];
}
