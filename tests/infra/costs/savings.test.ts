/** Settings that reduce costs: cheaper channel types and storage classes. */
import { CreateChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
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
    const created = { channel: { arn: 'arn:c', playbackUrl: 'https://play' }, streamKey: { value: 'sk' } };
    ivs.on(CreateChannelCommand).resolves({ ...created, $metadata: { attempts: 1 } });
    await createChannel('camera-1');
    expect(ivs.commandCalls(CreateChannelCommand)[0]?.args[0].input.type).toBe(type);
  });

  test('rejects other types before a deployment', () => {
    expect(() => readDeployConfig((name) => ({ channelType: 'CHEAP' })[name], {})).toThrow(
      /STANDARD or ADVANCED_HD or ADVANCED_SD or BASIC/,
    );
  });
});

describe('the delivery of lives', () => {
  test('follows the stage’s setting in every function, is IVS by default, and rejects other values', () => {
    for (const [settings, expected] of [
      [{}, 'IVS'],
      [{ liveDelivery: 'RECORDING' }, 'RECORDING'],
    ] as const) {
      const environments = templates(settings)
        .resources('jobs', 'AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Environment?.Variables?.LIVE_DELIVERY);
      expect(environments).toContain(expected);
    }
    expect(() => readDeployConfig((name) => ({ liveDelivery: 'MAIL' })[name], {})).toThrow(/IVS or RECORDING/);
  });
});

describe('the encoding of broadcasts', () => {
  test('follows the stage’s setting in every function, is ALWAYS by default, and rejects other values', () => {
    for (const [settings, expected] of [
      [{}, 'ALWAYS'],
      [{ broadcastEncoding: 'WATCHED' }, 'WATCHED'],
      [{ broadcastEncoding: 'NEVER' }, 'NEVER'],
    ] as const) {
      const environments = templates(settings)
        .resources('jobs', 'AWS::Lambda::Function')
        .map(({ Properties }) => Properties.Environment?.Variables?.BROADCAST_ENCODING);
      expect(new Set(environments)).toContain(expected);
    }
    expect(() => readDeployConfig((name) => ({ broadcastEncoding: 'OFTEN' })[name], {})).toThrow(
      /ALWAYS or WATCHED or NEVER/,
    );
  });
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
  ] as const)('of an encoding job with the setting %s has the outputs %j', (kind, expected) => {
    const settings = createJobSettings({
      ...{ kind: 'vods', id: 'v', generation: 'g', key: '0'.repeat(32), source: 's3://uploads/v.mp4' },
      ...{ mediaBucket: 'media', mediaOrigin: 'https://m', ...(kind && { ladder: kind }) },
      info: { ...size, duration: 60, hasAudio: true },
    });
    const hls = settings.OutputGroups?.find(({ Name }) => Name === 'HLS');
    expect(hls?.Outputs?.map(({ NameModifier }) => NameModifier)).toEqual(expected);
  });

  test('follows the stage’s setting in every function, and rejects other values', () => {
    const environments = templates({ ladder: 'LIGHT' })
      .resources('jobs', 'AWS::Lambda::Function')
      .map(({ Properties }) => Properties.Environment?.Variables?.LADDER);
    expect(environments).toContain('LIGHT');
    expect(() => readDeployConfig((name) => ({ ladder: 'TALL' })[name], {})).toThrow(/FULL or LIGHT/);
  });
});

describe('storage', () => {
  const { resources } = templates();
  const listTransitions = (stack: 'data' | 'media', bucket: string) => {
    const found = resources(stack, 'AWS::S3::Bucket').find(({ Properties }) =>
      text(Properties.BucketName).includes(`-${bucket}-`),
    );
    const rules = (found?.Properties.LifecycleConfiguration.Rules ?? []) as Rule[];
    return rules.flatMap(({ Transitions = [] }) =>
      Transitions.map(({ StorageClass, TransitionInDays }) => `${StorageClass} ${TransitionInDays}`),
    );
  };

  test('moves sources and recordings twice to colder classes with immediate access', () => {
    for (const bucket of ['uploads', 'recordings']) {
      expect(new Set(listTransitions('data', bucket))).toEqual(new Set(['STANDARD_IA 30', 'GLACIER_IR 90']));
    }
  });

  test('moves videos to Intelligent Tiering', () => {
    expect(new Set(listTransitions('media', 'media'))).toEqual(new Set(['INTELLIGENT_TIERING 30']));
  });
});

interface Rule {
  Transitions?: { StorageClass: string; TransitionInDays: number }[];
}
