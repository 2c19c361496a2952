/** Settings that reduce costs: cheaper channel types and storage classes. */
import { CreateChannelCommand, IvsClient } from '@aws-sdk/client-ivs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createChannel } from '../../../functions/platform/aws/live-streaming.ts';
import { readDeployConfig } from '../../../infra/config.ts';
import { replaceService } from '../../support/service.ts';
import { templates, text } from '../stacks/support.ts';

afterEach(() => vi.unstubAllEnvs());

describe('channels', () => {
  const ivs = replaceService(IvsClient);
  test.each([
    ['STANDARD', undefined],
    ['STANDARD', 'STANDARD'],
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
    expect(() => readDeployConfig((name) => ({ channelType: 'CHEAP' })[name], {})).toThrow(/STANDARD or BASIC/);
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
