/** Lambda functions behind events, queues and schedules, with their grants. */
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
  publishesDomainEvents,
  readsLists,
  remove,
  takesPaymentsOver,
  writesLists,
} from './grants.ts';
import type { Matcher } from './local/eventbridge/eventbridge.ts';
import type { Module } from './modules.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds' | 'native'>>;

/** `handler` names the module, the file in functions/jobs and its export: 'recordings/uploads uploadArrived'. */
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

/** Creates a video from a finished recording, or reports its failure. */
const records: Grants = mergeGrants(publishesDomainEvents, {
  tables: {
    broadcasts: changeSource,
    vods: change,
    events: ['GetItem'],
    uploads: ['PutItem'],
  },
  buckets: { ...writesLists, recordings: find },
  services: ['mediaconvert:CancelJob', 'mediaconvert:CreateJob'],
});

/** Re-checks access of running views of live streams and ends them. */
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
    buckets: { ...writesLists, uploads: find },
    services: encodes,
  }),
  job(
    'upload-completed',
    'recordings/uploads completeUpload',
    { domainEvents: [uploadCompleted] },
    {
      tables: { uploads: ['GetItem'] },
      buckets: { uploads: ['PutObject', 'ListMultipartUploadParts'] },
    },
    // Completing the upload of a long match takes minutes.
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
      buckets: { ...writesLists, uploads: find, media: ['PutObject'] },
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
      buckets: writesLists,
      services: ['events:PutEvents', 'mediaconvert:CancelJob', 'mediaconvert:GetJob'],
    },
  ),
  job(
    'stream-state',
    'broadcast/live streamState',
    { source: 'aws.ivs', detailType: 'IVS Stream State Change' },
    {
      tables: { broadcasts: changeSource },
      buckets: writesLists,
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
    { domainEvents: ['Password Recovery Requested'] },
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
    { domainEvents: ['AccountDeleted'] },
    {
      tables: { library: ['Query', 'DeleteItem'], clips: [...list, ...remove], uploads: ['PutItem'] },
      buckets: writesLists,
      services: ['mediaconvert:CancelJob'],
    },
  ),
  job(
    'end-payments',
    'money/payments endPaymentsOfDeleted',
    { domainEvents: ['AccountDeleted'] },
    { tables: { purchases: ['GetItem'] }, secrets: ['stripe'] },
  ),
  job(
    'hold-rights',
    'money/payments extendRightsOfRescheduled',
    { domainEvents: ['EventChanged'] },
    { tables: { events: ['GetItem'], purchases: ['Query'], users: ['BatchGetItem', 'GetItem', 'UpdateItem'] } },
  ),
  job('reconcile-payments', 'money/payments reconcilePayments', { everyMinutes: 1 }, takesPaymentsOver),
  job(
    'close-staff',
    'people/staff closeStaff',
    { domainEvents: ['AccountDeleted', 'ClubDeleted'] },
    mergeGrants(publishesDomainEvents, {
      tables: { staff: [...list, ...remove], users: ['UpdateItem'] },
      buckets: writesLists,
    }),
  ),
  job(
    'release-vods',
    'recordings/vods releaseVods',
    { domainEvents: ['EventChanged', 'EventRemoved'] },
    {
      tables: { vods: remove, events: ['GetItem'], uploads: ['PutItem'] },
      buckets: writesLists,
      services: ['mediaconvert:CancelJob'],
    },
  ),
  job(
    'follow-score',
    'league/scores followScore',
    { domainEvents: ['ScoreChanged'] },
    mergeGrants(publishesDomainEvents, { tables: { events: change, scores: ['GetItem'] }, buckets: writesLists }),
  ),
  job(
    'mark-goals',
    'recordings/moments markGoals',
    { domainEvents: ['ScoreChanged', 'RecordingTimed'] },
    {
      tables: {
        vods: ['GetItem', 'Query'],
        events: ['GetItem'],
        clubs: ['GetItem'],
        scores: ['Query'],
        moments: ['Query', 'PutItem', 'DeleteItem'],
      },
      buckets: readsLists,
    },
  ),
  job(
    'forget-score',
    'league/scores forgetScore',
    { domainEvents: ['EventRemoved'] },
    { tables: { events: ['GetItem'], scores: ['Query', 'PutItem', 'DeleteItem'] } },
  ),
  job(
    'tell-publications',
    'recordings/vods announcePublications',
    { everyMinutes: 60 },
    {
      tables: { vods: [...list, ...change], clubs: ['Query'], messages: ['PutItem', 'UpdateItem', 'DeleteItem'] },
      buckets: writesLists,
      services: ['ses:SendEmail'],
    },
  ),
  job(
    'follow-event',
    'broadcast/live followEvent',
    { domainEvents: ['EventChanged', 'EventRemoved'] },
    {
      tables: { broadcasts: changeSource, events: ['GetItem'] },
      buckets: writesLists,
      services: ['ivs:StopStream'],
    },
  ),
  job(
    'say-score',
    'broadcast/live followScoreLive',
    { domainEvents: ['ScoreChanged'] },
    {
      tables: { broadcasts: ['Query'], events: ['GetItem'], scores: ['GetItem', 'PutItem'] },
      buckets: readsLists,
      services: ['ivs:PutMetadata'],
    },
  ),
  job(
    'plan-alerts',
    'reach/alerts planAlerts',
    { domainEvents: ['EventChanged', 'MatchOnAir', 'ScoreChanged', 'VideoPublished'] },
    {
      tables: {
        alerts: ['GetItem', 'Query', 'PutItem'],
        clubs: ['Query'],
        events: ['GetItem'],
        scores: ['GetItem', 'Query'],
        vods: ['GetItem'],
      },
      buckets: readsLists,
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
    { domainEvents: ['AccountDeleted', 'ClubDeleted', 'EventRemoved'] },
    { tables: { alerts: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], clubs: ['GetItem'], events: ['GetItem'] } },
    { timeoutSeconds: 300 },
  ),
  job(
    'end-devices',
    'reach/alerts endAlertDevices',
    { domainEvents: ['RightsChanged'] },
    {
      tables: {
        alerts: ['GetItem', 'UpdateItem', 'DeleteItem'],
        sessions: ['BatchGetItem'],
        users: ['BatchGetItem'],
      },
    },
  ),
  job('end-views', 'viewing/playback endViews', { domainEvents: ['RightsChanged'] }, judgesViews),
  job('end-views-by-clock', 'viewing/playback endViewsByClock', { everyMinutes: 1 }, judgesViews),
  job(
    'tell-facts',
    'platform/outbox publishDomainEvents',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'DeleteItem'] }, services: ['events:PutEvents'] },
  ),
  job(
    'reconcile-lives',
    'broadcast/live reconcileLives',
    { everyMinutes: 1 },
    {
      tables: { broadcasts: changeSource, uploads: ['PutItem'] },
      buckets: { ...writesLists, recordings: find, media: ['PutObject'] },
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
      // A clip of a live stream gets a playlist of its segments next to the recording's.
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
        ...writesLists,
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
        ...writesLists,
        media: ['ListBucket', 'DeleteObject'],
        uploads: ['ListBucket', 'DeleteObject'],
        recordings: ['ListBucket', 'DeleteObject'],
      },
      services: ['mediaconvert:CancelJob'],
    },
    { timeoutSeconds: 300 },
  ),
];
