/** The Lambda functions behind event sources and clocks, with what each may do. */
import { uploadCompleted } from '../functions/recordings/uploads/finish-upload.ts';
import type { JobFunction } from './function-spec.ts';
import {
  type BucketName,
  change,
  changeSource,
  encodes,
  endsViews,
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
import type { Matcher } from './local/eventbridge/eventbridge.ts';
import type { Module } from './modules.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds' | 'native'>>;

/** `handler` is the module, the file in functions/jobs and its export: 'recordings/uploads uploadArrived'. */
function job(
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
    grants,
    memoryMb: 512,
    timeoutSeconds: 60,
    ...options,
  };
}

const arrived = (bucket: BucketName, keys: Matcher[]) => ({
  source: 'aws.s3',
  detailType: 'Object Created',
  bucket,
  detail: { object: { key: keys } },
});

const uploaded = (...prefixes: string[]) =>
  arrived(
    'uploads',
    prefixes.map((prefix) => ({ prefix })),
  );

/** What a finished recording of a broadcast leads to: a video, or word that there is none. */
const records: Grants = mergeGrants(tellsFacts, {
  tables: {
    broadcasts: changeSource,
    vods: change,
    events: ['GetItem'],
    uploads: ['PutItem'],
  },
  buckets: { ...writesCatalogue, recordings: find },
  services: ['mediaconvert:CancelJob', 'mediaconvert:CreateJob'],
});

/** Whether somebody may go on watching a live, and its end. */
const judgesViews: Grants = mergeGrants(endsViews, {
  tables: {
    leases: ['GetItem', 'UpdateItem'],
    sessions: ['BatchGetItem'],
    users: ['BatchGetItem'],
    events: ['GetItem'],
  },
});

export const jobFunctions: JobFunction[] = [
  job('upload-arrived', 'recordings/uploads uploadArrived', uploaded('vods/', 'contentvideos/', 'advideos/'), {
    tables: { vods: change, content: change, ads: change, uploads: ['PutItem'] },
    buckets: { ...writesCatalogue, uploads: find },
    services: encodes,
  }),
  job(
    'upload-completed',
    'recordings/uploads completeUpload',
    { facts: [uploadCompleted] },
    {
      tables: { uploads: ['GetItem'] },
      buckets: { uploads: ['PutObject', 'ListMultipartUploadParts'] },
    },
    // Some minutes for the longest match.
    { timeoutSeconds: 900 },
  ),
  job(
    'picture-arrived',
    'recordings/pictures pictureArrived',
    uploaded('pictures/'),
    {
      tables: {
        clubs: change,
        events: change,
        vods: change,
        content: change,
        broadcasts: changeSource,
        uploads: ['PutItem'],
      },
      buckets: { ...writesCatalogue, uploads: find, media: ['PutObject'] },
    },
    { memoryMb: 1536, native: true },
  ),
  job(
    'transcode-state',
    'recordings/media transcodeState',
    { source: 'aws.mediaconvert', detailType: 'MediaConvert Job State Change' },
    {
      tables: {
        vods: change,
        content: change,
        ads: change,
        clips: change,
        uploads: ['PutItem'],
        messages: ['PutItem', 'DeleteItem'],
      },
      buckets: writesCatalogue,
      services: ['events:PutEvents', 'mediaconvert:CancelJob', 'mediaconvert:GetJob'],
    },
  ),
  job(
    'stream-state',
    'broadcast/live streamState',
    { source: 'aws.ivs', detailType: 'IVS Stream State Change' },
    {
      tables: { broadcasts: changeSource },
      buckets: writesCatalogue,
      services: ['events:PutEvents', 'ivs:GetStream', 'ivs:GetStreamSession'],
    },
  ),
  job(
    'recording-state',
    'broadcast/broadcasts recordingState',
    { source: 'aws.ivs', detailType: 'IVS Recording State Change' },
    mergeGrants(records, { services: ['ivs:GetStream', 'ivs:GetStreamSession'] }),
  ),
  job(
    'recording-arrived',
    'broadcast/broadcasts recordingArrived',
    arrived('recordings', [{ suffix: '/events/recording-ended.json' }, { suffix: '/events/recording-failed.json' }]),
    records,
  ),
  job(
    'password-recovery',
    'people/accounts passwordRecovery',
    { facts: ['Password Recovery Requested'] },
    {
      tables: {
        users: ['GetItem'],
        sessions: ['PutItem', 'UpdateItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      services: ['ses:SendEmail'],
    },
  ),
  job(
    'clear-shelf',
    'viewing/library clearShelfOfDeleted',
    { facts: ['AccountDeleted'] },
    {
      tables: { library: ['Query', 'DeleteItem'], clips: [...list, ...remove], uploads: ['PutItem'] },
      buckets: writesCatalogue,
      services: ['mediaconvert:CancelJob'],
    },
  ),
  job(
    'end-payments',
    'money/payments endPaymentsOfDeleted',
    { facts: ['AccountDeleted'] },
    { tables: { purchases: ['GetItem'] }, secrets: ['stripe'] },
  ),
  job(
    'hold-rights',
    'money/payments holdRightsOfMoved',
    { facts: ['EventChanged'] },
    { tables: { events: ['GetItem'], purchases: ['Query'], users: ['BatchGetItem', 'GetItem', 'UpdateItem'] } },
  ),
  job('reconcile-payments', 'money/payments reconcilePayments', { everyMinutes: 1 }, takesPaymentsOver),
  job(
    'close-staff',
    'people/staff closeStaff',
    { facts: ['AccountDeleted', 'ClubDeleted'] },
    mergeGrants(tellsFacts, {
      tables: { staff: [...list, ...remove], users: ['UpdateItem'] },
      buckets: writesCatalogue,
    }),
  ),
  job(
    'release-vods',
    'recordings/vods releaseVods',
    { facts: ['EventChanged', 'EventRemoved'] },
    {
      tables: { vods: remove, events: ['GetItem'], uploads: ['PutItem'] },
      buckets: writesCatalogue,
      services: ['mediaconvert:CancelJob'],
    },
  ),
  job(
    'follow-score',
    'league/scores followScore',
    { facts: ['ScoreChanged'] },
    mergeGrants(tellsFacts, { tables: { events: change, scores: ['GetItem'] }, buckets: writesCatalogue }),
  ),
  job(
    'mark-goals',
    'recordings/moments markGoals',
    { facts: ['ScoreChanged', 'RecordingTimed'] },
    {
      tables: {
        vods: ['GetItem', 'Query'],
        events: ['GetItem'],
        clubs: ['GetItem'],
        scores: ['Query'],
        moments: ['Query', 'PutItem', 'DeleteItem'],
      },
      buckets: readsCatalogue,
    },
  ),
  job(
    'forget-score',
    'league/scores forgetScore',
    { facts: ['EventRemoved'] },
    { tables: { events: ['GetItem'], scores: ['Query', 'PutItem', 'DeleteItem'] } },
  ),
  job(
    'tell-publications',
    'recordings/vods tellPublications',
    { everyMinutes: 60 },
    {
      tables: { vods: [...list, ...change], clubs: ['Query'], messages: ['PutItem', 'UpdateItem', 'DeleteItem'] },
      buckets: writesCatalogue,
      services: ['ses:SendEmail'],
    },
  ),
  job(
    'follow-event',
    'broadcast/live followEvent',
    { facts: ['EventChanged', 'EventRemoved'] },
    {
      tables: { broadcasts: changeSource, events: ['GetItem'] },
      buckets: writesCatalogue,
      services: ['ivs:StopStream'],
    },
  ),
  job(
    'say-score',
    'broadcast/live followScoreLive',
    { facts: ['ScoreChanged'] },
    {
      tables: { broadcasts: ['Query'], events: ['GetItem'], scores: ['GetItem', 'PutItem'] },
      buckets: readsCatalogue,
      services: ['ivs:PutMetadata'],
    },
  ),
  job(
    'plan-alerts',
    'reach/alerts planAlerts',
    { facts: ['EventChanged', 'MatchOnAir', 'ScoreChanged', 'VideoPublished'] },
    {
      tables: {
        alerts: ['GetItem', 'Query', 'PutItem'],
        clubs: ['Query'],
        events: ['GetItem'],
        scores: ['GetItem', 'Query'],
        vods: ['GetItem'],
      },
      buckets: readsCatalogue,
      services: ['sqs:SendMessage'],
    },
    { memoryMb: 1024 },
  ),
  job(
    'send-alerts',
    'reach/alerts sendAlerts',
    { queue: 'alerts' },
    {
      tables: {
        alerts: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        events: ['GetItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
        scores: ['Query'],
        users: ['BatchGetItem'],
      },
      services: ['ses:SendEmail'],
      secrets: ['push'],
    },
    { memoryMb: 1024 },
  ),
  job(
    'forget-alerts',
    'reach/alerts forgetAlerts',
    { facts: ['AccountDeleted', 'ClubDeleted', 'EventRemoved'] },
    { tables: { alerts: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], clubs: ['GetItem'], events: ['GetItem'] } },
    { timeoutSeconds: 300 },
  ),
  job(
    'end-devices',
    'reach/alerts endAlertDevices',
    { facts: ['RightsChanged'] },
    {
      tables: {
        alerts: ['GetItem', 'UpdateItem', 'DeleteItem'],
        sessions: ['BatchGetItem'],
        users: ['BatchGetItem'],
      },
    },
  ),
  job('end-views', 'viewing/playback endViews', { facts: ['RightsChanged'] }, judgesViews),
  job('end-views-by-clock', 'viewing/playback endViewsByClock', { everyMinutes: 1 }, judgesViews),
  job(
    'tell-facts',
    'platform/outbox tellFacts',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'DeleteItem'] }, services: ['events:PutEvents'] },
  ),
  job(
    'reconcile-lives',
    'broadcast/live reconcileLives',
    { everyMinutes: 1 },
    {
      tables: { broadcasts: changeSource, uploads: ['PutItem'] },
      buckets: { ...writesCatalogue, recordings: find, media: ['PutObject'] },
      services: ['events:PutEvents', 'ivs:GetStream', 'ivs:GetStreamSession', 'ivs:ListStreams', 'ivs:StopStream'],
    },
  ),
  job(
    'reconcile-broadcasts',
    'broadcast/broadcasts reconcileBroadcasts',
    { everyMinutes: 1 },
    mergeGrants(records, {
      tables: {
        broadcasts: ['DeleteItem'],
        clips: [...change, 'BatchGetItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      // What is cut from a live gets a list of its segments, beside the live's own.
      buckets: { recordings: ['PutObject'] },
      services: ['mediaconvert:Probe', 'ses:SendEmail'],
    }),
  ),
  job('find-recordings', 'broadcast/broadcasts findRecordings', { everyMinutes: 10 }, records),
  job(
    'reconcile-encodings',
    'recordings/media reconcileEncodings',
    { everyMinutes: 1 },
    {
      tables: {
        vods: [...change, 'BatchGetItem'],
        content: [...change, 'BatchGetItem'],
        ads: [...change, 'BatchGetItem'],
        clips: [...change, 'BatchGetItem'],
        uploads: ['GetItem', 'PutItem'],
        messages: ['PutItem', 'DeleteItem'],
      },
      buckets: {
        ...writesCatalogue,
        uploads: [...find, 'PutObject', 'ListMultipartUploadParts'],
        recordings: find,
      },
      services: [...encodes, 'events:PutEvents', 'mediaconvert:GetJob'],
    },
  ),
  job(
    'deliver-mail',
    'platform/mail deliverMail',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] }, services: ['ses:SendEmail'] },
  ),
  job(
    'sweep',
    'recordings/media sweep',
    { everyMinutes: 60 },
    {
      tables: {
        uploads: ['Query', 'PutItem', 'DeleteItem'],
        clips: [...list, ...remove],
        vods: ['Query', 'DeleteItem'],
        clubs: ['Query'],
        events: ['Query'],
        users: ['BatchGetItem'],
      },
      buckets: {
        ...writesCatalogue,
        media: ['ListBucket', 'DeleteObject'],
        uploads: ['ListBucket', 'DeleteObject'],
        recordings: ['ListBucket', 'DeleteObject'],
      },
      services: ['mediaconvert:CancelJob'],
    },
    { timeoutSeconds: 300 },
  ),
];
