import { toChannelPrefix } from '../../functions/platform/aws/stage-marks.ts';
import type { EventSource, FunctionSettings, HandledEvent, JobFunction } from '../function-spec.ts';
import { type BucketName, mergeGrants, withWriteRules } from '../grants.ts';
import type { Matcher } from '../local/eventbridge/eventbridge.ts';
import type { Module } from '../modules.ts';

/** Defines a job. `handler` names module, file in functions/jobs and export: 'recordings/uploads uploadArrived'. */
export function defineJob(
  name: string,
  handler: `${Module}/${string} ${string}`,
  on: JobFunction['on'],
  ...settings: FunctionSettings[]
): JobFunction {
  const [module, file, exported = ''] = handler.split(/[/ ]/) as [Module, string, string];
  const { memoryMb = 512, timeoutSeconds = 60, native }: FunctionSettings = Object.assign({}, ...settings);
  return {
    module,
    name,
    lambdaName: name,
    entry: `functions/jobs/${file}.ts`,
    handler: exported,
    on,
    grants: withWriteRules(mergeGrants(...settings)),
    memoryMb,
    timeoutSeconds,
    native,
  };
}

export const handleEvents = (...domainEvents: HandledEvent[]) => ({ domainEvents });

/** `minutes` between two runs. */
export const runEvery = (minutes: number) => ({ everyMinutes: minutes });

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
