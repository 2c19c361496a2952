import type { JobFunction } from '../function-spec.ts';
import {
  changeActions,
  changeSourceActions,
  followsSignal,
  type Grants,
  listActions,
  mailActions,
  mergeGrants,
  publishesDomainEvents,
  readObjectActions,
  readsLists,
  writesLists,
} from '../grants.ts';
import {
  createChannelEvent,
  createObjectEvent,
  createUploadEvent,
  defineJob,
  handleEvents,
  runEvery,
} from './define-job.ts';

/** Grants of the jobs that create a video from a finished recording, or report the recording's failure. */
const createsRecordings: Grants = mergeGrants(publishesDomainEvents, {
  tables: {
    broadcasts: changeSourceActions,
    vods: changeActions,
    events: ['GetItem'],
    scores: ['Query'],
    uploads: ['PutItem', 'DeleteItem'],
  },
  // The job stores playlists of the aired part beside the recording, and posters of videos that are not encoded.
  buckets: { ...writesLists, media: ['PutObject'], recordings: [...readObjectActions, 'PutObject'] },
  services: ['mediaconvert:CancelJob', 'mediaconvert:CreateJob', 'mediaconvert:Probe'],
});

export const broadcastJobs: JobFunction[] = [
  defineJob(
    'stream-state',
    'broadcast/live streamState',
    createChannelEvent('IVS Stream State Change'),
    followsSignal,
    {
      tables: { broadcasts: changeSourceActions },
      buckets: writesLists,
      services: ['ivs:GetStream', 'ivs:GetStreamSession'],
    },
  ),
  defineJob(
    'recording-state',
    'broadcast/broadcasts recordingState',
    createChannelEvent('IVS Recording State Change'),
    createsRecordings,
    { services: ['ivs:GetStream', 'ivs:GetStreamSession'], native: true },
  ),
  defineJob(
    'recording-arrived',
    'broadcast/broadcasts recordingArrived',
    createObjectEvent('recordings', [
      { suffix: '/events/recording-ended.json' },
      { suffix: '/events/recording-failed.json' },
    ]),
    createsRecordings,
    { native: true },
  ),
  defineJob(
    'follow-event',
    'broadcast/live followEvent',
    handleEvents('EventChanged', 'EventRecovered', 'EventRemoved'),
    {
      tables: { broadcasts: changeSourceActions, events: ['GetItem'] },
      buckets: writesLists,
      services: ['ivs:GetStreamSession', 'ivs:StopStream', 'ivs:UpdateChannel'],
    },
  ),
  defineJob('send-live-score', 'broadcast/live followScoreLive', handleEvents('ScoreChanged'), {
    tables: { broadcasts: ['Query'], events: ['GetItem'], scores: ['GetItem', 'PutItem'] },
    buckets: readsLists,
    services: ['ivs:PutMetadata'],
  }),
  defineJob('reconcile-lives', 'broadcast/live reconcileLives', runEvery(1), followsSignal, {
    tables: {
      broadcasts: changeSourceActions,
      segments: ['GetItem', 'Query', 'UpdateItem'],
      uploads: ['PutItem'],
      messages: mailActions,
      // Recipients of the notice before the end.
      staff: listActions,
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
  defineJob('reconcile-broadcasts', 'broadcast/broadcasts reconcileBroadcasts', runEvery(1), createsRecordings, {
    tables: {
      broadcasts: ['DeleteItem'],
      clips: [...changeActions, 'BatchGetItem'],
      messages: mailActions,
      // Segments that phones have sent.
      segments: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      scores: ['GetItem'],
      events: changeActions,
    },
    // A clip of a live stores a playlist of its segments beside the recording's.
    buckets: { recordings: ['PutObject'] },
    services: ['mediaconvert:Probe', 'ses:SendEmail'],
    native: true,
  }),
  defineJob('segment-arrived', 'broadcast/broadcasts segmentArrived', createUploadEvent('phone/'), followsSignal, {
    tables: { broadcasts: changeSourceActions, segments: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] },
    buckets: { ...writesLists, uploads: [...readObjectActions, 'DeleteObject'], recordings: ['PutObject'] },
  }),
  defineJob('find-recordings', 'broadcast/broadcasts findRecordings', runEvery(10), createsRecordings, {
    native: true,
  }),
];
