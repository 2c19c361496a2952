import { toChannelPrefix } from '../../functions/platform/aws/stage-marks.ts';
import type { EventSource, JobFunction } from '../function-spec.ts';
import { type BucketName, type Grants, withWriteRules } from '../grants.ts';
import type { Matcher } from '../local/eventbridge/eventbridge.ts';
import type { Module } from '../modules.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds' | 'native'>>;

/** Defines a job. `handler` names module, file in functions/jobs and export: 'recordings/uploads uploadArrived'. */
export function defineJob(
  name: string,
  handler: `${Module}/${string} ${string}`,
  on: JobFunction['on'],
  grants: Grants,
  options: JobOptions = {},
): JobFunction {
  const [module, file, exported = ''] = handler.split(/[/ ]/) as [Module, string, string];
  return {
    module,
    name,
    lambdaName: name,
    entry: `functions/jobs/${file}.ts`,
    handler: exported,
    on,
    grants: withWriteRules(grants),
    memoryMb: 512,
    timeoutSeconds: 60,
    ...options,
  };
}

export const createObjectEvent = (bucket: BucketName, keys: Matcher[]) => ({
  source: 'aws.s3',
  detailType: 'Object Created',
  bucket,
  detail: { object: { key: keys } },
});

export const createUploadEvent = (...prefixes: string[]) =>
  createObjectEvent(
    'uploads',
    prefixes.map((prefix) => ({ prefix })),
  );

export const createChannelEvent = (detailType: string): EventSource => ({
  source: 'aws.ivs',
  detailType,
  detailOfStage: (stage) => ({ channel_name: [{ prefix: toChannelPrefix(stage) }] }),
});
