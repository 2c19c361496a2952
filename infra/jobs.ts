/** The Lambda functions behind event sources and clocks, with what each may do. */
import type { JobFunction } from './function-spec.ts';
import {
  change,
  encodes,
  find,
  type Grants,
  list,
  mergeGrants,
  readsCatalogue,
  remove,
  takesPaymentsOver,
  tellsFacts,
  writesCatalogue,
} from './grants.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds'>>;

/** `handler` is a feature's folder and what its jobs.ts exports: 'recordings/uploads uploadArrived'. */
const job = (
  name: string,
  handler: `${string}/${string} ${string}`,
  on: JobFunction['on'],
  grants: Grants,
  options: JobOptions = {},
): JobFunction => ({
  name,
  entry: `functions/${handler.split(' ')[0]}/jobs.ts`,
  handler: handler.split(' ')[1] ?? '',
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
  job('upload-arrived', 'recordings/uploads uploadArrived', arrived(['vods/', 'contentvideos/', 'advideos/']), {
    tables: { vods: change, content: change, ads: change },
    buckets: { ...writesCatalogue, uploads: find },
    services: encodes,
  }),
  job(
    'picture-arrived',
    'recordings/pictures pictureArrived',
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
    'recordings/media transcodeState',
    { source: 'aws.mediaconvert', detailType: 'MediaConvert Job State Change' },
    {
      tables: { vods: change, content: change, ads: change, uploads: ['PutItem'] },
      buckets: writesCatalogue,
      services: ['mediaconvert:GetJob'],
    },
  ),
  job(
    'stream-state',
    'broadcast/live streamState',
    { source: 'aws.ivs', detailType: 'IVS Stream State Change' },
    { tables: { broadcasts: change }, buckets: writesCatalogue, services: ['ivs:GetStream'] },
  ),
  job(
    'recording-state',
    'broadcast/live recordingState',
    { source: 'aws.ivs', detailType: 'IVS Recording State Change' },
    {
      tables: { vods: change, broadcasts: ['GetItem', 'Query'], events: ['GetItem'], views: ['GetItem'] },
      buckets: { ...writesCatalogue, recordings: find },
      services: encodes,
    },
  ),
  job(
    'password-recovery',
    'people/accounts passwordRecovery',
    { facts: ['Password Recovery Requested'] },
    {
      tables: { users: ['GetItem'], sessions: ['PutItem', 'UpdateItem'], messages: ['PutItem', 'UpdateItem'] },
      services: ['ses:SendEmail'],
    },
  ),
  job(
    'clear-shelf',
    'viewing/library clearShelfOfDeleted',
    { facts: ['AccountDeleted'] },
    { tables: { library: ['Query', 'DeleteItem'] } },
  ),
  job(
    'end-payments',
    'money/payments endPaymentsOfDeleted',
    { facts: ['AccountDeleted'] },
    { tables: { purchases: ['GetItem'] }, secrets: ['stripe'] },
  ),
  job('reconcile-payments', 'money/payments reconcilePayments', { everyMinutes: 1 }, takesPaymentsOver),
  job(
    'close-staff',
    'people/staff closeStaffOfDeleted',
    { facts: ['ClubDeleted'] },
    mergeGrants(tellsFacts, {
      tables: { staff: [...list, ...change], users: ['UpdateItem'] },
      buckets: writesCatalogue,
    }),
  ),
  job(
    'release-vods',
    'recordings/vods releaseVods',
    { facts: ['EventRemoved'] },
    { tables: { vods: remove, events: ['GetItem'], uploads: ['PutItem'] }, buckets: writesCatalogue },
  ),
  job(
    'follow-event',
    'broadcast/live followEvent',
    { facts: ['EventChanged', 'EventRemoved'] },
    { tables: { broadcasts: change, events: ['GetItem'] }, buckets: writesCatalogue },
  ),
  job(
    'end-views',
    'viewing/playback endViews',
    { facts: ['RightsChanged'] },
    {
      tables: {
        leases: ['GetItem', 'Query', 'DeleteItem'],
        sessions: ['BatchGetItem'],
        users: ['BatchGetItem'],
        broadcasts: ['GetItem', 'Query'],
        events: ['GetItem'],
      },
      buckets: readsCatalogue,
      services: ['ivs:StartViewerSessionRevocation'],
    },
  ),
  job(
    'tell-facts',
    'platform/facts tellFacts',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'DeleteItem'] }, services: ['events:PutEvents'] },
  ),
  job(
    'reconcile-lives',
    'broadcast/live reconcileLives',
    { everyMinutes: 1 },
    { tables: { broadcasts: change, views: ['PutItem'] }, buckets: writesCatalogue, services: ['ivs:ListStreams'] },
  ),
  job(
    'reconcile-encodings',
    'recordings/media reconcileEncodings',
    { everyMinutes: 1 },
    {
      tables: {
        vods: [...change, 'BatchGetItem'],
        content: [...change, 'BatchGetItem'],
        ads: [...change, 'BatchGetItem'],
        uploads: ['PutItem'],
      },
      buckets: { ...writesCatalogue, uploads: find, recordings: find },
      services: [...encodes, 'mediaconvert:GetJob'],
    },
  ),
  job(
    'deliver-mail',
    'platform/mail deliverMail',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'UpdateItem'] }, services: ['ses:SendEmail'] },
  ),
  job(
    'sweep',
    'recordings/media sweep',
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
