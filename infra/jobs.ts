/** Lambda functions behind events, queues and schedules, with their grants. */
import { channelPrefix, jobMark } from '../functions/platform/aws/stage-marks.ts';
import { uploadCompleted } from '../functions/recordings/uploads/finish-upload.ts';
import type { EventSource, JobFunction } from './function-spec.ts';
import {
  appliesImageRights,
  appliesPayments,
  audits,
  type BucketName,
  changeActions,
  changeSourceActions,
  decidesMatters,
  deletesVideos,
  encodingActions,
  endsViews,
  followsSignal,
  type Grants,
  hidesPictures,
  listActions,
  mergeGrants,
  publishesDomainEvents,
  readObjectActions,
  readsLists,
  removeActions,
  withAudit,
  withholdsItems,
  writesLists,
} from './grants.ts';
import type { Matcher } from './local/eventbridge/eventbridge.ts';
import type { Module } from './modules.ts';

type JobOptions = Partial<Pick<JobFunction, 'memoryMb' | 'timeoutSeconds' | 'native'>>;

/** Counts the pictures of a finished encoding, and selects the best captured frame as its poster. */
const completesPictures = [...readObjectActions, 'PutObject', 'DeleteObject'] as const;

/** `handler` names the module, the file in functions/jobs and its export: 'recordings/uploads uploadArrived'. */
function defineJob(
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
    grants: withAudit(grants),
    memoryMb: 512,
    timeoutSeconds: 60,
    ...options,
  };
}

const createObjectEvent = (bucket: BucketName, keys: Matcher[]) => ({
  source: 'aws.s3',
  detailType: 'Object Created',
  bucket,
  detail: { object: { key: keys } },
});

const createUploadEvent = (...prefixes: string[]) =>
  createObjectEvent(
    'uploads',
    prefixes.map((prefix) => ({ prefix })),
  );

const createChannelEvent = (detailType: string): EventSource => ({
  source: 'aws.ivs',
  detailType,
  detailOfStage: (stage) => ({ channel_name: [{ prefix: channelPrefix(stage) }] }),
});

/** Creates a video from a finished recording, or reports its failure. */
const createsRecordings: Grants = mergeGrants(publishesDomainEvents, {
  tables: {
    broadcasts: changeSourceActions,
    vods: changeActions,
    events: ['GetItem'],
    scores: ['Query'],
    uploads: ['PutItem'],
  },
  // A playlist beside the recording leaves out the part outside its camera's time.
  buckets: { ...writesLists, recordings: [...readObjectActions, 'PutObject'] },
  services: ['mediaconvert:CancelJob', 'mediaconvert:CreateJob', 'mediaconvert:Probe'],
});

/** Computes the withdrawn items, and writes them to the edge's store. */
const writesEdge: Grants = mergeGrants(publishesDomainEvents, {
  tables: {
    broadcasts: ['GetItem', 'Query'],
    clips: changeActions,
    content: ['GetItem'],
    events: ['GetItem'],
    uploads: ['GetItem', 'PutItem', 'DeleteItem'],
    vods: ['GetItem'],
  },
  // Playlists show which segments a range covers.
  buckets: { ...writesLists, media: readObjectActions, recordings: readObjectActions },
  services: ['cloudfront-keyvaluestore:DescribeKeyValueStore', 'cloudfront-keyvaluestore:UpdateKeys'],
});

/** Re-checks access of running views of live streams and ends them. */
const checksViews: Grants = mergeGrants(endsViews, {
  tables: {
    leases: ['GetItem', 'UpdateItem'],
    sessions: ['BatchGetItem'],
    users: ['BatchGetItem'],
    events: ['GetItem'],
  },
});

export const jobFunctions: JobFunction[] = [
  defineJob(
    'upload-arrived',
    'recordings/uploads uploadArrived',
    createUploadEvent('vods/', 'contentvideos/', 'advideos/'),
    {
      tables: { vods: changeActions, content: changeActions, ads: changeActions, uploads: ['GetItem', 'PutItem'] },
      buckets: { ...writesLists, uploads: readObjectActions },
      services: encodingActions,
    },
  ),
  defineJob(
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
  defineJob(
    'picture-arrived',
    'recordings/pictures pictureArrived',
    createUploadEvent('pictures/'),
    {
      tables: {
        clubs: changeActions,
        events: changeActions,
        vods: changeActions,
        content: changeActions,
        broadcasts: changeSourceActions,
        uploads: ['PutItem'],
      },
      buckets: { ...writesLists, uploads: readObjectActions, media: ['PutObject'] },
    },
    { memoryMb: 1536, native: true },
  ),
  defineJob(
    'transcode-state',
    'recordings/media transcodeState',
    {
      source: 'aws.mediaconvert',
      detailType: 'MediaConvert Job State Change',
      detailOfStage: (stage) => ({ userMetadata: { stage: [jobMark(stage).stage] } }),
    },
    {
      tables: {
        vods: changeActions,
        content: changeActions,
        ads: changeActions,
        clips: changeActions,
        uploads: ['GetItem', 'PutItem'],
        messages: ['PutItem', 'DeleteItem'],
      },
      buckets: { ...writesLists, media: completesPictures },
      services: ['events:PutEvents', 'mediaconvert:CancelJob', 'mediaconvert:GetJob'],
    },
    { native: true },
  ),
  defineJob(
    'stream-state',
    'broadcast/live streamState',
    createChannelEvent('IVS Stream State Change'),
    mergeGrants(followsSignal, {
      tables: { broadcasts: changeSourceActions },
      buckets: writesLists,
      services: ['ivs:GetStream', 'ivs:GetStreamSession'],
    }),
  ),
  defineJob(
    'recording-state',
    'broadcast/broadcasts recordingState',
    createChannelEvent('IVS Recording State Change'),
    mergeGrants(createsRecordings, { services: ['ivs:GetStream', 'ivs:GetStreamSession'] }),
  ),
  defineJob(
    'recording-arrived',
    'broadcast/broadcasts recordingArrived',
    createObjectEvent('recordings', [
      { suffix: '/events/recording-ended.json' },
      { suffix: '/events/recording-failed.json' },
    ]),
    createsRecordings,
  ),
  defineJob(
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
  defineJob(
    'clear-shelf',
    'viewing/library clearShelfOfDeleted',
    { domainEvents: ['AccountDeleted'] },
    {
      tables: { library: ['Query', 'DeleteItem'], clips: [...listActions, ...removeActions], uploads: ['PutItem'] },
      buckets: writesLists,
      services: ['mediaconvert:CancelJob'],
    },
  ),
  defineJob('advance-matters', 'trust/matters advanceMatters', { everyMinutes: 1 }, decidesMatters),
  defineJob('apply-withdrawals', 'trust/takedown applyWithdrawals', { domainEvents: ['MediaWithdrawn'] }, writesEdge),
  defineJob(
    'reconcile-withdrawals',
    'trust/takedown reconcileEdge',
    { everyMinutes: 360 },
    mergeGrants(writesEdge, { tables: { uploads: ['Query'] }, services: ['cloudfront-keyvaluestore:ListKeys'] }),
    { timeoutSeconds: 300 },
  ),
  defineJob(
    'forget-matters',
    'trust/matters forgetMatters',
    { everyMinutes: 60 },
    { tables: { matters: [...listActions, ...removeActions] }, buckets: writesLists },
  ),
  defineJob(
    'detach-matters',
    'trust/matters detachMatters',
    { domainEvents: ['AccountDeleted'] },
    { tables: { matters: [...listActions, ...changeActions] }, buckets: writesLists },
  ),
  defineJob(
    'forget-families',
    'trust/families forgetFamilies',
    { domainEvents: ['AccountDeleted', 'ClubDeleted'] },
    mergeGrants(publishesDomainEvents, {
      tables: { ...audits.tables, rights: ['GetItem', 'Query', 'DeleteItem'], users: ['GetItem', 'UpdateItem'] },
    }),
  ),
  defineJob(
    'apply-rights',
    'trust/rights applyImageRights',
    { domainEvents: ['ImageRightsChanged'] },
    appliesImageRights,
    // A season of a large club has a thousand items.
    { timeoutSeconds: 300 },
  ),
  defineJob(
    'reconcile-rights',
    'trust/rights reconcileImageRights',
    { everyMinutes: 1 },
    mergeGrants(appliesImageRights, {
      tables: { rights: [...listActions, ...removeActions] },
      buckets: { uploads: ['ListBucket', 'DeleteObject'] },
    }),
    { timeoutSeconds: 300 },
  ),
  defineJob(
    'end-payments',
    'money/payments endPaymentsOfDeleted',
    { domainEvents: ['AccountDeleted'] },
    { tables: { purchases: ['GetItem'] }, secrets: ['stripe'] },
  ),
  defineJob(
    'extend-rights',
    'money/payments extendRightsOfRescheduled',
    { domainEvents: ['EventChanged'] },
    mergeGrants(audits, {
      tables: { events: ['GetItem'], purchases: ['Query'], users: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
    }),
  ),
  defineJob(
    'end-sales',
    'money/payments endSales',
    { domainEvents: ['EventChanged', 'EventRemoved'] },
    { tables: { events: ['GetItem'], purchases: ['Query', 'DeleteItem'] }, secrets: ['stripe'] },
  ),
  defineJob('reconcile-payments', 'money/payments reconcilePayments', { everyMinutes: 1 }, appliesPayments),
  defineJob(
    'follow-unseen',
    'money/payments followUnseen',
    { everyMinutes: 10 },
    {
      tables: {
        events: ['GetItem', ...listActions],
        vods: listActions,
        purchases: ['Query', 'PutItem', 'DeleteItem', 'GetItem'],
        users: ['BatchGetItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      buckets: readsLists,
      services: ['ses:SendEmail'],
    },
    // A match has thousands of buyers, and each gets an email.
    { timeoutSeconds: 300 },
  ),
  defineJob(
    'close-staff',
    'people/staff closeStaff',
    { domainEvents: ['AccountDeleted', 'ClubDeleted'] },
    mergeGrants(publishesDomainEvents, {
      tables: { staff: [...listActions, ...removeActions], users: ['UpdateItem'] },
      buckets: writesLists,
    }),
  ),
  defineJob(
    'release-vods',
    'recordings/vods releaseVods',
    { domainEvents: ['EventChanged', 'EventRecovered', 'EventRemoved'] },
    mergeGrants(withholdsItems, {
      tables: { vods: removeActions, clubs: ['Query'], events: ['GetItem'], ...deletesVideos },
      buckets: { ...writesLists, ...hidesPictures, uploads: readObjectActions },
      services: ['mediaconvert:CancelJob'],
    }),
  ),
  defineJob(
    'follow-score',
    'league/scores followScore',
    { domainEvents: ['ScoreChanged'] },
    mergeGrants(publishesDomainEvents, {
      tables: { events: changeActions, scores: ['GetItem'] },
      buckets: writesLists,
    }),
  ),
  defineJob(
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
  defineJob(
    'forget-score',
    'league/scores forgetScore',
    { domainEvents: ['EventErased', 'EventRecovered', 'EventRemoved'] },
    { tables: { events: ['GetItem'], scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } },
  ),
  defineJob(
    'announce-publications',
    'recordings/vods announcePublications',
    { everyMinutes: 60 },
    {
      tables: {
        vods: [...listActions, ...changeActions],
        clubs: ['Query'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      buckets: writesLists,
      services: ['ses:SendEmail'],
    },
  ),
  defineJob(
    'follow-event',
    'broadcast/live followEvent',
    { domainEvents: ['EventChanged', 'EventRecovered', 'EventRemoved'] },
    {
      tables: { broadcasts: changeSourceActions, events: ['GetItem'] },
      buckets: writesLists,
      services: ['ivs:StopStream'],
    },
  ),
  defineJob(
    'send-live-score',
    'broadcast/live followScoreLive',
    { domainEvents: ['ScoreChanged'] },
    {
      tables: { broadcasts: ['Query'], events: ['GetItem'], scores: ['GetItem', 'PutItem'] },
      buckets: readsLists,
      services: ['ivs:PutMetadata'],
    },
  ),
  defineJob(
    'plan-alerts',
    'reach/alerts planAlerts',
    { domainEvents: ['EventChanged', 'EventRemoved', 'MatchOnAir', 'ScoreChanged', 'VideoPublished'] },
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
    // The time is needed to plan for all followers of a match.
    { memoryMb: 1024, timeoutSeconds: 300 },
  ),
  defineJob(
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
  defineJob(
    'forget-alerts',
    'reach/alerts forgetAlerts',
    { domainEvents: ['AccountDeleted', 'ClubDeleted', 'EventErased'] },
    { tables: { alerts: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], clubs: ['GetItem'], events: ['GetItem'] } },
    { timeoutSeconds: 300 },
  ),
  defineJob(
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
  defineJob('end-views', 'viewing/playback endViews', { domainEvents: ['RightsChanged'] }, checksViews),
  defineJob('end-views-by-clock', 'viewing/playback endViewsByClock', { everyMinutes: 1 }, checksViews),
  defineJob(
    'join-quality',
    'viewing/quality joinQuality',
    { everyMinutes: 15 },
    { tables: { quality: ['Query', 'PutItem'] } },
  ),
  defineJob(
    'publish-domain-events',
    'platform/outbox publishDomainEvents',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'DeleteItem'] }, services: ['events:PutEvents'] },
  ),
  defineJob(
    'reconcile-lives',
    'broadcast/live reconcileLives',
    { everyMinutes: 1 },
    mergeGrants(followsSignal, {
      tables: {
        broadcasts: changeSourceActions,
        uploads: ['PutItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
        // The job closes matches whose end was not logged.
        scores: ['GetItem', 'Query', 'PutItem'],
      },
      buckets: { ...writesLists, recordings: readObjectActions, media: ['PutObject'] },
      services: [
        'cloudwatch:GetMetricData',
        'ivs:GetStream',
        'ivs:GetStreamSession',
        'ivs:ListStreams',
        'ivs:StopStream',
        'ivs:UpdateChannel',
        'ses:SendEmail',
      ],
    }),
  ),
  defineJob(
    'reconcile-broadcasts',
    'broadcast/broadcasts reconcileBroadcasts',
    { everyMinutes: 1 },
    mergeGrants(createsRecordings, {
      tables: {
        broadcasts: ['DeleteItem'],
        clips: [...changeActions, 'BatchGetItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      // A clip of a live stream gets a playlist of its segments next to the recording's.
      buckets: { recordings: ['PutObject'] },
      services: ['mediaconvert:Probe', 'ses:SendEmail'],
    }),
  ),
  defineJob('find-recordings', 'broadcast/broadcasts findRecordings', { everyMinutes: 10 }, createsRecordings),
  defineJob(
    'reconcile-encodings',
    'recordings/media reconcileEncodings',
    { everyMinutes: 1 },
    {
      tables: {
        vods: [...changeActions, 'BatchGetItem'],
        content: [...changeActions, 'BatchGetItem'],
        ads: [...changeActions, 'BatchGetItem'],
        clips: [...changeActions, 'BatchGetItem'],
        uploads: ['GetItem', 'PutItem'],
        messages: ['PutItem', 'DeleteItem'],
      },
      buckets: {
        ...writesLists,
        uploads: [...readObjectActions, 'PutObject', 'ListMultipartUploadParts'],
        recordings: readObjectActions,
        media: completesPictures,
      },
      services: [...encodingActions, 'events:PutEvents', 'mediaconvert:GetJob'],
    },
    { native: true },
  ),
  defineJob(
    'deliver-mail',
    'platform/mail deliverMail',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] }, services: ['ses:SendEmail'] },
  ),
  defineJob(
    'sweep',
    'recordings/media sweep',
    { everyMinutes: 60 },
    {
      tables: {
        ...deletesVideos,
        clips: [...listActions, ...removeActions],
        content: ['GetItem'],
        moments: ['Query', 'DeleteItem'],
        vods: ['GetItem', 'Query', 'DeleteItem'],
        clubs: ['Query'],
        events: ['GetItem', 'Query'],
        users: ['BatchGetItem'],
        ...publishesDomainEvents.tables,
      },
      buckets: {
        ...writesLists,
        ...hidesPictures,
        uploads: ['ListBucket', 'DeleteObject'],
        recordings: ['ListBucket', 'DeleteObject'],
      },
      services: ['events:PutEvents', 'mediaconvert:CancelJob'],
    },
    { timeoutSeconds: 300 },
  ),
];
