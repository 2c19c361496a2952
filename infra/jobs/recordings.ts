import { createJobMark } from '../../functions/platform/aws/stage-marks.ts';
import { listTables } from '../../functions/platform/lists/list-tables.ts';
import { uploadCompleted } from '../../functions/recordings/uploads/finish-upload.ts';
import type { JobFunction } from '../function-spec.ts';
import {
  changeActions,
  changeSourceActions,
  cutActions,
  deletesVideos,
  encodingActions,
  hidesPictures,
  listActions,
  mailActions,
  publishesDomainEvents,
  readObjectActions,
  readsLists,
  removeActions,
  withholdsItems,
  writesLists,
} from '../grants.ts';
import { createUploadEvent, defineJob, handleEvents, runEvery } from './define-job.ts';

/** Actions that count the pictures of a finished encoding, and make the best captured frame its poster. */
const completesPictures = [...readObjectActions, 'PutObject', 'DeleteObject'] as const;

export const recordingsJobs: JobFunction[] = [
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
    'source-arrived',
    'recordings/uploads sourceArrived',
    createUploadEvent('vods/', 'contentvideos/', 'advideos/'),
    {
      tables: {
        vods: changeActions,
        content: changeActions,
        ads: changeActions,
        uploads: ['PutItem', 'DeleteItem'],
        messages: ['PutItem', 'DeleteItem'],
      },
      buckets: { ...writesLists, uploads: readObjectActions, media: ['PutObject'] },
      services: ['events:PutEvents', 'mediaconvert:Probe'],
      // A whole processor encrypts as fast as S3 delivers; the largest file takes some minutes.
      memoryMb: 1769,
      timeoutSeconds: 900,
    },
  ),
  defineJob('upload-completed', 'recordings/uploads completeUpload', handleEvents(uploadCompleted), {
    tables: { uploads: ['GetItem'] },
    buckets: { uploads: ['PutObject', 'ListMultipartUploadParts'] },
    // Completing the upload of a long match takes minutes.
    timeoutSeconds: 900,
  }),
  defineJob('picture-arrived', 'recordings/pictures pictureArrived', createUploadEvent('pictures/'), {
    tables: {
      clubs: changeActions,
      events: changeActions,
      vods: changeActions,
      content: changeActions,
      broadcasts: changeSourceActions,
      uploads: ['PutItem'],
    },
    buckets: { ...writesLists, uploads: readObjectActions, media: ['PutObject'] },
    memoryMb: 1536,
    native: true,
  }),
  defineJob(
    'transcode-state',
    'recordings/media transcodeState',
    {
      source: 'aws.mediaconvert',
      detailType: 'MediaConvert Job State Change',
      detailOfStage: (stage) => ({ userMetadata: { stage: [createJobMark(stage).stage] } }),
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
      native: true,
    },
  ),
  defineJob(
    'release-vods',
    'recordings/vods releaseVods',
    handleEvents('EventChanged', 'EventRecovered', 'EventRemoved'),
    withholdsItems,
    {
      tables: { vods: removeActions, clubs: ['Query'], events: ['GetItem'], ...deletesVideos },
      buckets: { ...writesLists, ...hidesPictures, uploads: readObjectActions },
      services: ['mediaconvert:CancelJob'],
    },
  ),
  defineJob('mark-goals', 'recordings/moments markGoals', handleEvents('ScoreChanged', 'RecordingTimed'), {
    tables: {
      vods: ['GetItem', 'Query'],
      events: ['GetItem'],
      clubs: ['GetItem'],
      scores: ['Query'],
      moments: ['Query', 'PutItem', 'DeleteItem'],
    },
    buckets: readsLists,
  }),
  defineJob('announce-publications', 'recordings/vods announcePublications', runEvery(60), {
    tables: { vods: [...listActions, ...changeActions], clubs: ['Query'], messages: ['BatchGetItem', ...mailActions] },
    buckets: writesLists,
    services: ['ses:SendEmail'],
  }),
  defineJob('encode-watched', 'recordings/media encodeWatchedRecording', handleEvents('RecordingWatched'), {
    tables: { vods: changeActions },
    buckets: { ...writesLists, recordings: readObjectActions },
    services: encodingActions,
  }),
  defineJob('reconcile-encodings', 'recordings/media reconcileEncodings', runEvery(1), {
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
    native: true,
  }),
  defineJob(
    'sweep',
    'recordings/sweep sweep',
    runEvery(60),
    { tables: Object.fromEntries(listTables.map((name) => [name, cutActions])) },
    {
      tables: {
        ...deletesVideos,
        clips: [...listActions, ...removeActions],
        content: ['GetItem'],
        moments: ['Query', 'DeleteItem'],
        vods: ['GetItem'],
        events: ['GetItem'],
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
      timeoutSeconds: 300,
    },
  ),
];
