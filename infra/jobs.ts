/** The Lambda functions behind event sources and clocks, with what each may do. */
import type { JobFunction } from './function-spec.ts';
import { change, encodes, find, type Grants, takesPaymentsOver, writesCatalogue } from './grants.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds'>>;

const job = (name: string, on: JobFunction['on'], grants: Grants, options: JobOptions = {}): JobFunction => ({
  name,
  entry: `functions/jobs/${name}.ts`,
  on,
  grants,
  memoryMb: 512,
  timeoutSeconds: 60,
  ...options,
});

const arrived = (prefixes: string[]) => ({
  source: 'aws.s3',
  detailType: 'Object Created',
  detail: { object: { key: prefixes.map((prefix) => ({ prefix })) } },
});

export const jobFunctions: JobFunction[] = [
  job('upload-arrived', arrived(['vods/', 'contentvideos/', 'advideos/']), {
    tables: { vods: change, content: change, ads: change },
    buckets: { ...writesCatalogue, uploads: find },
    services: encodes,
  }),
  job(
    'picture-arrived',
    arrived(['pictures/']),
    {
      tables: {
        clubs: change,
        events: change,
        vods: change,
        content: change,
        broadcasts: change,
        uploads: ['PutItem'],
      },
      buckets: { ...writesCatalogue, uploads: find, media: ['PutObject'] },
    },
    { memoryMb: 1536 },
  ),
  job(
    'transcode-state',
    { source: 'aws.mediaconvert', detailType: 'MediaConvert Job State Change' },
    {
      tables: { vods: change, content: change, ads: change, uploads: ['PutItem'] },
      buckets: writesCatalogue,
      services: ['mediaconvert:GetJob'],
    },
  ),
  job(
    'stream-state',
    { source: 'aws.ivs', detailType: 'IVS Stream State Change' },
    { tables: { broadcasts: change }, buckets: writesCatalogue, services: ['ivs:GetStream'] },
  ),
  job(
    'recording-state',
    { source: 'aws.ivs', detailType: 'IVS Recording State Change' },
    {
      tables: { vods: change, broadcasts: ['GetItem', 'Query'], events: ['GetItem'], views: ['GetItem'] },
      buckets: { ...writesCatalogue, recordings: find },
      services: encodes,
    },
  ),
  job(
    'password-recovery',
    { source: 'cantera', detailType: 'Password Recovery Requested' },
    {
      tables: { users: ['GetItem'], sessions: ['PutItem', 'UpdateItem'], messages: ['PutItem', 'UpdateItem'] },
      services: ['ses:SendEmail'],
    },
  ),
  job(
    'account-deleted',
    { source: 'cantera', detailType: 'Account Deleted' },
    { tables: { library: ['Query', 'DeleteItem'] }, secrets: ['stripe'] },
  ),
  job('reconcile-payments', { everyMinutes: 1 }, takesPaymentsOver),
  job(
    'reconcile',
    { everyMinutes: 1 },
    {
      tables: {
        broadcasts: change,
        vods: [...change, 'BatchGetItem'],
        content: [...change, 'BatchGetItem'],
        ads: [...change, 'BatchGetItem'],
        uploads: ['PutItem'],
        views: ['PutItem'],
        messages: ['Query', 'UpdateItem'],
      },
      buckets: { ...writesCatalogue, uploads: find, recordings: find },
      services: ['ivs:ListStreams', ...encodes, 'mediaconvert:GetJob', 'ses:SendEmail'],
    },
  ),
  job(
    'sweep',
    { everyMinutes: 60 },
    {
      tables: { uploads: ['Query', 'DeleteItem'], vods: ['DeleteItem'] },
      buckets: {
        media: ['ListBucket', 'DeleteObject'],
        uploads: ['ListBucket', 'DeleteObject'],
        recordings: ['ListBucket', 'DeleteObject'],
      },
    },
    { timeoutSeconds: 300 },
  ),
];

/** Every function of the product, by its grants and entry. */
