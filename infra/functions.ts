/**
 * Lambda functions of the API, one per feature, with their endpoints and grants; read by the Api stack and the local
 * platform. jobs.ts has the functions behind events and schedules.
 */

import { accountEndpoints } from '../shared/contract/accounts.ts';
import { adEndpoints } from '../shared/contract/ads.ts';
import { alertEndpoints } from '../shared/contract/alerts.ts';
import { broadcastEndpoints } from '../shared/contract/broadcasts.ts';
import { calendarEndpoints } from '../shared/contract/calendars.ts';
import { cameraEndpoints } from '../shared/contract/cameras.ts';
import { clipEndpoints } from '../shared/contract/clips.ts';
import { clubEndpoints } from '../shared/contract/clubs.ts';
import { contactEndpoints } from '../shared/contract/contact.ts';
import { contentEndpoints } from '../shared/contract/content.ts';
import type { Endpoints } from '../shared/contract/endpoint.ts';
import { eventEndpoints } from '../shared/contract/events.ts';
import { ingestEndpoints } from '../shared/contract/ingest.ts';
import { libraryEndpoints } from '../shared/contract/library.ts';
import { liveEndpoints } from '../shared/contract/live.ts';
import { momentEndpoints } from '../shared/contract/moments.ts';
import { partnerEndpoints } from '../shared/contract/partner.ts';
import { paymentEndpoints } from '../shared/contract/payments.ts';
import { thumbnailEndpoints } from '../shared/contract/pictures.ts';
import { playbackEndpoints } from '../shared/contract/playback.ts';
import { previewEndpoints } from '../shared/contract/previews.ts';
import { referenceEndpoints } from '../shared/contract/reference.ts';
import { scoreEndpoints } from '../shared/contract/scores.ts';
import { sharingEndpoints } from '../shared/contract/sharing.ts';
import { staffEndpoints } from '../shared/contract/staff.ts';
import { televisionEndpoints } from '../shared/contract/televisions.ts';
import { uploadEndpoints } from '../shared/contract/uploads.ts';
import { vodEndpoints } from '../shared/contract/vods.ts';
import type { ApiFunction, FunctionSpec } from './function-spec.ts';
import {
  change,
  changeSource,
  encodes,
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
import { jobFunctions } from './jobs.ts';
import type { Module } from './modules.ts';

/** Grants of every API function to look up the caller's session. */
const session: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

/** One function per file in functions/api, of the same name. `path` is module and name: 'league/clubs'. */
function api(
  path: `${Module}/${string}`,
  endpoints: Endpoints,
  grants: Grants = {},
  options: Partial<Pick<ApiFunction, 'memoryMb' | 'native' | 'timeoutSeconds'>> = {},
): ApiFunction {
  const [module, name] = path.split('/') as [Module, string];
  return {
    module,
    name,
    lambdaName: `${module}-${name}`,
    entry: `functions/api/${name}.ts`,
    handler: 'handler',
    endpoints,
    grants: mergeGrants(session, grants),
    memoryMb: 512,
    // API Gateway waits at most 30 s.
    timeoutSeconds: 29,
    ...options,
  };
}

/** Tables that public pages read. */
const pageTables = {
  broadcasts: ['GetItem', ...list],
  clips: ['GetItem'],
  clubs: ['GetItem', ...list],
  content: ['GetItem'],
  events: ['GetItem', ...list],
  scores: ['BatchGetItem'],
  vods: ['GetItem'],
} satisfies Grants['tables'];

export const apiFunctions: ApiFunction[] = [
  api('people/accounts', accountEndpoints, {
    tables: {
      alerts: ['Query'],
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      leases: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      clubs: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      broadcasts: [...changeSource, 'DeleteItem'],
      events: ['GetItem'],
      vods: ['GetItem'],
      clips: list,
      content: ['GetItem'],
      views: ['Query', 'UpdateItem'],
      messages: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      library: ['Query', 'UpdateItem'],
      purchases: ['Query', 'PutItem'],
    },
    buckets: writesLists,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminInitiateAuth',
      'cognito-idp:AdminSetUserPassword',
      'events:PutEvents',
      'ivs:CreateChannel',
      'ivs:DeleteChannel',
      'ivs:GetChannel',
      'ivs:GetStream',
      'ivs:ListChannels',
      'ivs:BatchStartViewerSessionRevocation',
      'ivs:StartViewerSessionRevocation',
      'ivs:StopStream',
      'ivs:UpdateChannel',
      'ses:SendEmail',
    ],
    secrets: ['captcha'],
  }),
  api(
    'league/clubs',
    clubEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: { clubs: [...list, ...remove, 'UpdateItem'], uploads: ['PutItem'] },
      buckets: writesLists,
    }),
  ),
  api(
    'league/events',
    eventEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        events: [...list, ...remove],
        clubs: ['Query'],
        vods: [...list, ...change],
        scores: ['BatchGetItem'],
        uploads: ['PutItem'],
        purchases: ['Query'],
      },
      buckets: writesLists,
    }),
  ),
  api(
    'league/scores',
    scoreEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        events: ['GetItem'],
        scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
        clubs: ['Query'],
        users: ['GetItem'],
        broadcasts: ['GetItem', ...list],
      },
      // The latest thumbnail of the match's camera.
      buckets: { ...readsLists, recordings: find },
      services: ['cloudwatch:GetMetricData', 'ivs:GetStream', 'ivs:GetStreamSession'],
    }),
  ),
  api('recordings/vods', vodEndpoints, {
    tables: {
      messages: ['PutItem', 'DeleteItem'],
      vods: [...list, ...remove],
      events: ['GetItem', ...list],
      scores: ['BatchGetItem'],
      clips: ['Query'],
      ads: ['Query'],
      clubs: list,
      uploads: ['PutItem'],
      views: ['Query', 'BatchGetItem'],
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, uploads: [...find, 'PutObject'], recordings: find },
    services: [...encodes, 'events:PutEvents'],
    secrets: ['playback'],
  }),
  api('broadcast/live', liveEndpoints, {
    tables: {
      broadcasts: ['GetItem', ...list],
      events: ['GetItem', ...list],
      scores: ['BatchGetItem'],
      clubs: ['Query'],
    },
    buckets: { ...readsLists, recordings: find },
    services: ['ivs:ListStreams'],
    secrets: ['playback'],
  }),
  api('broadcast/cameras', cameraEndpoints, {
    tables: {
      broadcasts: [...list, ...changeSource, 'DeleteItem'],
      events: ['GetItem', ...list],
      clubs: ['Query'],
      uploads: ['PutItem'],
    },
    buckets: writesLists,
    services: [
      'ivs:CreateChannel',
      'ivs:DeleteChannel',
      'ivs:GetChannel',
      'ivs:ListChannels',
      'ivs:StopStream',
      'ivs:UpdateChannel',
    ],
  }),
  api('broadcast/broadcasts', broadcastEndpoints, {
    tables: { broadcasts: ['GetItem', 'Query'], vods: ['GetItem'] },
    buckets: readsLists,
  }),
  api('broadcast/ingest', ingestEndpoints, {
    tables: { broadcasts: [...changeSource, 'DeleteItem'] },
    buckets: writesLists,
    services: [
      'cloudwatch:GetMetricData',
      'ivs:CreateStreamKey',
      'ivs:DeleteStreamKey',
      'ivs:GetStream',
      'ivs:GetStreamSession',
      'ivs:ListStreamKeys',
      'ivs:StopStream',
    ],
  }),
  api('recordings/content', contentEndpoints, {
    tables: {
      content: [...list, ...remove],
      vods: ['GetItem', 'PutItem'],
      clubs: ['Query'],
      uploads: ['PutItem'],
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, uploads: [...find, 'PutObject'] },
    services: encodes,
    secrets: ['playback'],
  }),
  api('recordings/ads', adEndpoints, {
    tables: { ads: [...list, ...remove], clubs: ['Query'], uploads: ['PutItem'], sessions: ['UpdateItem'] },
    buckets: { ...writesLists, uploads: ['PutObject'] },
    services: ['mediaconvert:CancelJob'],
  }),
  api(
    'recordings/moments',
    momentEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        moments: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
        vods: change,
        events: ['GetItem'],
        scores: ['Query'],
        clubs: ['GetItem', 'Query'],
      },
      buckets: writesLists,
    }),
  ),
  api(
    'recordings/clips',
    clipEndpoints,
    {
      tables: {
        clips: [...list, ...remove],
        vods: ['GetItem', 'Query', 'PutItem'],
        clubs: ['GetItem', ...list],
        events: ['GetItem', 'Query'],
        scores: ['Query'],
        moments: ['GetItem', 'Query'],
        sessions: ['UpdateItem'],
        uploads: ['PutItem', 'DeleteItem'],
        broadcasts: ['GetItem', 'Query'],
      },
      // A clip of a live stream gets a playlist of its segments next to the recording's.
      buckets: { ...writesLists, uploads: find, recordings: [...find, 'PutObject'], media: [...find, 'PutObject'] },
      services: encodes,
      secrets: ['playback'],
    },
    { native: true },
  ),
  api('people/staff', staffEndpoints, {
    tables: {
      staff: [...list, ...remove],
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'PutItem'],
      clubs: ['Query'],
      messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
    },
    buckets: writesLists,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminSetUserPassword',
      'events:PutEvents',
      'ses:SendEmail',
    ],
  }),
  api('people/contact', contactEndpoints, {
    tables: { messages: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], sessions: ['UpdateItem'] },
    services: ['ses:SendEmail'],
    secrets: ['captcha'],
  }),
  api('people/televisions', televisionEndpoints, {
    tables: { sessions: ['GetItem', 'PutItem', 'UpdateItem'], users: ['GetItem'] },
  }),
  api('recordings/uploads', uploadEndpoints, {
    tables: { uploads: ['GetItem', 'PutItem', 'DeleteItem'], vods: remove, content: remove, ads: remove },
    buckets: {
      ...writesLists,
      uploads: [...find, 'PutObject', 'ListMultipartUploadParts', 'AbortMultipartUpload'],
    },
    services: ['events:PutEvents', 'mediaconvert:CancelJob'],
  }),
  api(
    'recordings/pictures',
    thumbnailEndpoints,
    {
      tables: {
        vods: change,
        events: change,
        clubs: change,
        content: change,
        broadcasts: ['GetItem'],
        uploads: ['PutItem'],
      },
      buckets: { ...writesLists, media: ['PutObject'] },
    },
    // Decoding an image of 25 megapixels takes memory.
    { memoryMb: 1536, native: true },
  ),
  api('viewing/playback', playbackEndpoints, {
    tables: {
      vods: ['GetItem', 'BatchGetItem'],
      content: ['GetItem'],
      ads: ['GetItem'],
      events: ['GetItem', 'BatchGetItem'],
      broadcasts: ['GetItem'],
      leases: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
    },
    buckets: { media: find, recordings: find },
    services: ['ivs:BatchStartViewerSessionRevocation', 'ivs:StartViewerSessionRevocation'],
    secrets: ['playback'],
  }),
  api(
    'people/partner',
    partnerEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: { users: ['GetItem', 'PutItem', 'UpdateItem'] },
      secrets: ['partner'],
    }),
  ),
  api('money/payments', paymentEndpoints, mergeGrants(takesPaymentsOver, { tables: { purchases: ['GetItem'] } })),
  api('viewing/library', libraryEndpoints, {
    tables: {
      library: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
      vods: ['GetItem', ...list],
      content: ['GetItem', ...list],
      clubs: ['Query'],
      broadcasts: list,
      events: ['GetItem', ...list],
      scores: ['BatchGetItem'],
    },
    buckets: readsLists,
  }),
  api('reach/alerts', alertEndpoints, {
    tables: {
      alerts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      events: ['GetItem'],
      clubs: ['GetItem'],
    },
    secrets: ['push'],
  }),
  api('reach/calendars', calendarEndpoints, {
    tables: {
      events: ['GetItem', ...list],
      clubs: ['GetItem', 'Query'],
      alerts: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
      sessions: ['UpdateItem'],
    },
    buckets: readsLists,
  }),
  api(
    'reach/sharing',
    sharingEndpoints,
    {
      tables: {
        ...pageTables,
        clips: ['GetItem', ...list],
        clubs: ['GetItem', ...list],
        content: ['GetItem', ...list],
        vods: ['GetItem', ...list],
      },
      buckets: { ...readsLists, web: ['GetObject'] },
    },
    // On timeout, the edge falls back to the plain page.
    { timeoutSeconds: 5 },
  ),
  api(
    'reach/previews',
    previewEndpoints,
    { tables: pageTables, buckets: { ...readsLists, media: [...find, 'PutObject'] } },
    { memoryMb: 1536, native: true },
  ),
  api('platform/reference', referenceEndpoints),
];

/** Answers requests that match no route. */
export const fallbackFunction: FunctionSpec = {
  module: 'platform',
  name: 'fallback',
  lambdaName: 'platform-fallback',
  entry: 'functions/api/fallback.ts',
  handler: 'handler',
  memoryMb: 256,
  timeoutSeconds: 29,
  grants: {},
};

export const allFunctions: FunctionSpec[] = [...apiFunctions, fallbackFunction, ...jobFunctions];
