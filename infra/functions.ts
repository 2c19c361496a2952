/**
 * Lambda functions of the API, one per feature, with their endpoints and grants; read by the Api stack and the local
 * platform. jobs.ts has the functions behind events and schedules.
 */

import { accountEndpoints } from '../shared/contract/accounts.ts';
import { adEndpoints } from '../shared/contract/ads.ts';
import { alertEndpoints } from '../shared/contract/alerts.ts';
import { auditEndpoints } from '../shared/contract/audit.ts';
import { broadcastEndpoints } from '../shared/contract/broadcasts.ts';
import { calendarEndpoints } from '../shared/contract/calendars.ts';
import { cameraEndpoints } from '../shared/contract/cameras.ts';
import { clipEndpoints } from '../shared/contract/clips.ts';
import { clubEndpoints } from '../shared/contract/clubs.ts';
import { competitionEndpoints } from '../shared/contract/competitions.ts';
import { contactEndpoints } from '../shared/contract/contact.ts';
import { contentEndpoints } from '../shared/contract/content.ts';
import type { Endpoints } from '../shared/contract/endpoint.ts';
import { eventEndpoints } from '../shared/contract/events.ts';
import { familyEndpoints } from '../shared/contract/families.ts';
import { ingestEndpoints } from '../shared/contract/ingest.ts';
import { libraryEndpoints } from '../shared/contract/library.ts';
import { liveEndpoints } from '../shared/contract/live.ts';
import { matterEndpoints } from '../shared/contract/matters.ts';
import { momentEndpoints } from '../shared/contract/moments.ts';
import { partnerEndpoints } from '../shared/contract/partner.ts';
import { paymentEndpoints } from '../shared/contract/payments.ts';
import { thumbnailEndpoints } from '../shared/contract/pictures.ts';
import { playbackEndpoints } from '../shared/contract/playback.ts';
import { previewEndpoints } from '../shared/contract/previews.ts';
import { qualityEndpoints } from '../shared/contract/quality.ts';
import { referenceEndpoints } from '../shared/contract/reference.ts';
import { rightsEndpoints } from '../shared/contract/rights.ts';
import { scoreEndpoints } from '../shared/contract/scores.ts';
import { searchEndpoints } from '../shared/contract/search.ts';
import { sharingEndpoints } from '../shared/contract/sharing.ts';
import { staffEndpoints } from '../shared/contract/staff.ts';
import { televisionEndpoints } from '../shared/contract/televisions.ts';
import { todayEndpoints } from '../shared/contract/today.ts';
import { uploadEndpoints } from '../shared/contract/uploads.ts';
import { vodEndpoints } from '../shared/contract/vods.ts';
import { withdrawalEndpoints } from '../shared/contract/withdrawals.ts';
import type { ApiFunction, FunctionSpec } from './function-spec.ts';
import {
  appliesImageRights,
  appliesPayments,
  audits,
  changeActions,
  changeSourceActions,
  decidesMatters,
  deletesVideos,
  encodingActions,
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
  writesLists,
} from './grants.ts';
import { jobFunctions } from './jobs.ts';
import type { Module } from './modules.ts';

/** Grants of every API function to look up the caller's session. */
const sessionGrants: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

/** One function per file in functions/api, of the same name. `path` is module and name: 'league/clubs'. */
function defineApiFunction(
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
    grants: withAudit(mergeGrants(sessionGrants, grants)),
    memoryMb: 512,
    // API Gateway waits at most 30 s.
    timeoutSeconds: 29,
    ...options,
  };
}

/** Tables that public pages read. */
const pageTables = {
  broadcasts: ['GetItem', ...listActions],
  clips: ['GetItem'],
  clubs: ['GetItem', ...listActions],
  content: ['GetItem'],
  events: ['GetItem', ...listActions],
  scores: ['BatchGetItem'],
  vods: ['GetItem'],
} satisfies Grants['tables'];

export const apiFunctions: ApiFunction[] = [
  defineApiFunction(
    'people/accounts',
    accountEndpoints,
    mergeGrants(followsSignal, {
      tables: {
        alerts: ['Query'],
        matters: listActions,
        rights: ['GetItem', ...listActions],
        users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        sessions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        leases: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        clubs: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
        broadcasts: [...changeSourceActions, 'DeleteItem'],
        events: ['GetItem'],
        vods: ['GetItem'],
        clips: listActions,
        content: ['GetItem'],
        views: ['Query', 'UpdateItem'],
        messages: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        library: ['Query', 'UpdateItem'],
        purchases: ['Query', 'PutItem'],
        quality: ['UpdateItem'],
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
        'ivs:GetStream',
        'ivs:GetStreamSession',
        'ivs:ListChannels',
        'ivs:BatchStartViewerSessionRevocation',
        'ivs:StartViewerSessionRevocation',
        'ivs:StopStream',
        'ivs:UpdateChannel',
        'ses:SendEmail',
      ],
      secrets: ['captcha', 'playback'],
    }),
  ),
  defineApiFunction(
    'league/clubs',
    clubEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        clubs: [...listActions, ...removeActions, 'UpdateItem'],
        events: ['Query'],
        vods: ['Query'],
        uploads: ['PutItem'],
      },
      buckets: writesLists,
    }),
  ),
  defineApiFunction(
    'league/events',
    eventEndpoints,
    mergeGrants(appliesImageRights, {
      tables: {
        events: [...listActions, ...removeActions],
        broadcasts: ['Query'],
        clubs: ['Query'],
        vods: [...listActions, ...changeActions],
        scores: ['BatchGetItem'],
        purchases: ['Query'],
        users: ['BatchGetItem'],
        // Matters that were decided meanwhile withhold the recovered item.
        matters: listActions,
        ...deletesVideos,
      },
      buckets: { ...writesLists, ...hidesPictures },
      // Signs the pictures of matches that are not public.
      secrets: ['playback'],
    }),
  ),
  defineApiFunction(
    'league/scores',
    scoreEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        events: ['GetItem'],
        scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
        ...audits.tables,
        clubs: ['Query'],
        users: ['GetItem'],
        broadcasts: ['GetItem', ...listActions],
      },
      // The latest thumbnail of the match's camera.
      buckets: { ...readsLists, recordings: readObjectActions },
      services: ['cloudwatch:GetMetricData', 'ivs:GetStream', 'ivs:GetStreamSession'],
    }),
  ),
  defineApiFunction('league/competitions', competitionEndpoints, {
    tables: {
      events: ['GetItem', 'PutItem', ...listActions],
      clubs: ['Query'],
      scores: ['BatchGetItem'],
      ...audits.tables,
    },
    buckets: readsLists,
  }),
  defineApiFunction(
    'recordings/vods',
    vodEndpoints,
    mergeGrants(appliesImageRights, {
      tables: {
        messages: ['PutItem', 'DeleteItem'],
        vods: [...listActions, ...removeActions],
        events: ['GetItem', ...listActions],
        scores: ['BatchGetItem'],
        clips: ['Query'],
        ads: ['Query'],
        clubs: listActions,
        matters: listActions,
        ...deletesVideos,
        views: ['Query', 'BatchGetItem'],
        sessions: ['UpdateItem'],
      },
      buckets: {
        ...writesLists,
        ...hidesPictures,
        uploads: [...readObjectActions, 'PutObject'],
        recordings: readObjectActions,
      },
      services: [...encodingActions, 'events:PutEvents'],
      secrets: ['playback'],
    }),
  ),
  defineApiFunction('broadcast/live', liveEndpoints, {
    tables: {
      broadcasts: ['GetItem', ...listActions],
      events: ['GetItem', ...listActions],
      scores: ['BatchGetItem'],
      clubs: ['Query'],
    },
    buckets: { ...readsLists, recordings: readObjectActions },
    services: ['ivs:ListStreams'],
    secrets: ['playback'],
  }),
  defineApiFunction(
    'broadcast/cameras',
    cameraEndpoints,
    mergeGrants(followsSignal, {
      tables: {
        broadcasts: [...listActions, ...changeSourceActions, 'DeleteItem'],
        events: ['GetItem', ...listActions],
        clubs: ['Query'],
        uploads: ['PutItem'],
      },
      buckets: writesLists,
      secrets: ['playback'],
      services: [
        'ivs:CreateChannel',
        'ivs:DeleteChannel',
        'ivs:GetStreamSession',
        'ivs:ListChannels',
        'ivs:StopStream',
        'ivs:UpdateChannel',
      ],
    }),
  ),
  defineApiFunction('broadcast/broadcasts', broadcastEndpoints, {
    tables: { broadcasts: ['GetItem', 'Query'], vods: ['GetItem'] },
    buckets: readsLists,
  }),
  defineApiFunction(
    'broadcast/ingest',
    ingestEndpoints,
    mergeGrants(followsSignal, {
      tables: {
        broadcasts: [...changeSourceActions, 'DeleteItem'],
        events: ['GetItem'],
        staff: ['Query'],
        users: ['BatchGetItem'],
      },
      buckets: writesLists,
      services: [
        'cloudwatch:GetMetricData',
        'ivs:CreateStreamKey',
        'ivs:DeleteStreamKey',
        'ivs:GetStream',
        'ivs:GetStreamSession',
        'ivs:ListStreamKeys',
        'ivs:StopStream',
        'ivs:UpdateChannel',
      ],
    }),
  ),
  defineApiFunction('broadcast/today', todayEndpoints, {
    tables: {
      ads: listActions,
      broadcasts: listActions,
      clubs: ['Query'],
      content: listActions,
      events: listActions,
      matters: ['Query'],
      scores: ['BatchGetItem'],
      vods: listActions,
    },
    buckets: readsLists,
    secrets: ['playback'],
  }),
  defineApiFunction('recordings/content', contentEndpoints, {
    tables: {
      content: [...listActions, ...removeActions],
      vods: ['GetItem', 'PutItem'],
      clubs: ['Query'],
      ...deletesVideos,
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, ...hidesPictures, uploads: [...readObjectActions, 'PutObject'] },
    services: encodingActions,
    secrets: ['playback'],
  }),
  defineApiFunction('recordings/ads', adEndpoints, {
    tables: {
      ads: [...listActions, ...removeActions],
      clubs: ['Query'],
      uploads: ['PutItem'],
      sessions: ['UpdateItem'],
    },
    buckets: { ...writesLists, uploads: ['PutObject'] },
    services: ['mediaconvert:CancelJob'],
  }),
  defineApiFunction(
    'recordings/moments',
    momentEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        moments: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
        vods: changeActions,
        events: ['GetItem'],
        scores: ['Query'],
        clubs: ['GetItem', 'Query'],
      },
      buckets: writesLists,
    }),
  ),
  defineApiFunction(
    'recordings/clips',
    clipEndpoints,
    {
      tables: {
        clips: [...listActions, ...removeActions],
        vods: ['GetItem', 'Query', 'PutItem'],
        clubs: ['GetItem', ...listActions],
        events: ['GetItem', 'Query'],
        scores: ['BatchGetItem', 'Query'],
        moments: ['GetItem', 'Query'],
        sessions: ['UpdateItem'],
        uploads: ['PutItem', 'DeleteItem'],
        broadcasts: ['GetItem', 'Query'],
      },
      // A clip of a live stream gets a playlist of its segments next to the recording's.
      buckets: {
        ...writesLists,
        uploads: readObjectActions,
        recordings: [...readObjectActions, 'PutObject'],
        media: [...readObjectActions, 'PutObject'],
      },
      services: encodingActions,
      secrets: ['playback'],
    },
    { native: true },
  ),
  defineApiFunction('people/staff', staffEndpoints, {
    tables: {
      staff: [...listActions, ...removeActions],
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
  defineApiFunction('people/contact', contactEndpoints, {
    tables: { messages: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], sessions: ['UpdateItem'] },
    services: ['ses:SendEmail'],
    secrets: ['captcha'],
  }),
  defineApiFunction(
    'trust/matters',
    matterEndpoints,
    mergeGrants(decidesMatters, {
      tables: { sessions: ['UpdateItem'] },
      // Signs the pictures of withheld items for the staff.
      secrets: ['captcha', 'playback'],
    }),
  ),
  defineApiFunction('trust/audit', auditEndpoints, {
    tables: {
      audit: ['Query'],
      users: ['GetItem', 'BatchGetItem'],
      clubs: ['GetItem'],
      events: ['GetItem'],
      vods: ['GetItem'],
      clips: ['GetItem'],
      broadcasts: ['GetItem'],
    },
  }),
  defineApiFunction(
    'trust/rights',
    rightsEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        rights: [...listActions, ...changeActions],
        clubs: ['GetItem', ...listActions, 'PutItem'],
        events: ['GetItem', ...listActions],
      },
      buckets: { ...writesLists, uploads: [...readObjectActions, 'PutObject'] },
    }),
  ),
  defineApiFunction(
    'trust/withdrawals',
    withdrawalEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        broadcasts: ['GetItem', 'Query', 'UpdateItem'],
        clips: ['GetItem', 'Query', 'PutItem'],
        events: ['GetItem'],
        uploads: ['PutItem', 'DeleteItem'],
        vods: changeActions,
      },
      buckets: { ...writesLists, media: readObjectActions },
    }),
  ),
  defineApiFunction(
    'trust/families',
    familyEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: {
        ...audits.tables,
        rights: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
        sessions: ['UpdateItem'],
        users: ['GetItem', 'UpdateItem'],
        clubs: ['GetItem', ...listActions],
        events: listActions,
        scores: ['BatchGetItem'],
        messages: ['PutItem', 'UpdateItem', 'DeleteItem'],
      },
      buckets: readsLists,
      services: ['ses:SendEmail'],
      secrets: ['playback'],
    }),
  ),
  defineApiFunction('people/televisions', televisionEndpoints, {
    tables: { sessions: ['GetItem', 'PutItem', 'UpdateItem'], users: ['GetItem'] },
  }),
  defineApiFunction('recordings/uploads', uploadEndpoints, {
    tables: {
      uploads: ['GetItem', 'PutItem', 'DeleteItem'],
      vods: removeActions,
      content: removeActions,
      ads: removeActions,
    },
    buckets: {
      ...writesLists,
      uploads: [...readObjectActions, 'PutObject', 'ListMultipartUploadParts', 'AbortMultipartUpload'],
    },
    services: ['events:PutEvents', 'mediaconvert:CancelJob'],
  }),
  defineApiFunction(
    'recordings/pictures',
    thumbnailEndpoints,
    {
      tables: {
        vods: changeActions,
        events: changeActions,
        clubs: changeActions,
        content: changeActions,
        broadcasts: ['GetItem'],
        uploads: ['PutItem'],
      },
      buckets: { ...writesLists, media: ['PutObject'] },
      secrets: ['playback'],
    },
    // Decoding an image of 25 megapixels takes memory.
    { memoryMb: 1536, native: true },
  ),
  defineApiFunction('viewing/playback', playbackEndpoints, {
    tables: {
      vods: ['GetItem', 'BatchGetItem'],
      content: ['GetItem'],
      ads: ['GetItem'],
      events: ['GetItem', 'BatchGetItem'],
      broadcasts: ['GetItem'],
      leases: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
    },
    buckets: { media: readObjectActions, recordings: readObjectActions },
    services: ['ivs:BatchStartViewerSessionRevocation', 'ivs:StartViewerSessionRevocation'],
    secrets: ['playback'],
  }),
  defineApiFunction('viewing/quality', qualityEndpoints, {
    tables: {
      quality: ['BatchGetItem', 'Query', 'UpdateItem'],
      broadcasts: ['GetItem', 'BatchGetItem'],
      events: ['GetItem', 'BatchGetItem'],
      vods: ['BatchGetItem'],
    },
    secrets: ['playback'],
  }),
  defineApiFunction(
    'people/partner',
    partnerEndpoints,
    mergeGrants(publishesDomainEvents, {
      tables: { users: ['GetItem', 'PutItem', 'UpdateItem'], ...audits.tables },
      secrets: ['partner'],
    }),
  ),
  defineApiFunction(
    'money/payments',
    paymentEndpoints,
    mergeGrants(appliesPayments, {
      tables: { purchases: ['GetItem', 'Query'], vods: ['Query'] },
      buckets: readsLists,
    }),
  ),
  defineApiFunction('viewing/library', libraryEndpoints, {
    tables: {
      library: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
      vods: ['GetItem', ...listActions],
      content: ['GetItem', ...listActions],
      clubs: ['Query'],
      broadcasts: listActions,
      events: ['GetItem', ...listActions],
      scores: ['BatchGetItem'],
    },
    buckets: readsLists,
  }),
  defineApiFunction('reach/alerts', alertEndpoints, {
    tables: {
      alerts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      events: ['GetItem'],
      clubs: ['GetItem'],
    },
    secrets: ['push'],
  }),
  defineApiFunction('reach/search', searchEndpoints, {
    tables: {
      events: listActions,
      vods: listActions,
      clips: listActions,
      clubs: listActions,
      scores: ['BatchGetItem'],
    },
    buckets: readsLists,
  }),
  defineApiFunction('reach/calendars', calendarEndpoints, {
    tables: {
      events: ['GetItem', ...listActions],
      clubs: ['GetItem', 'Query'],
      alerts: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
      sessions: ['UpdateItem'],
      users: ['GetItem'],
    },
    buckets: readsLists,
  }),
  defineApiFunction(
    'reach/sharing',
    sharingEndpoints,
    {
      tables: {
        ...pageTables,
        clips: ['GetItem', ...listActions],
        clubs: ['GetItem', ...listActions],
        content: ['GetItem', ...listActions],
        vods: ['GetItem', ...listActions],
      },
      buckets: { ...readsLists, web: ['GetObject'] },
    },
    // On timeout, the edge falls back to the plain page.
    { timeoutSeconds: 5 },
  ),
  defineApiFunction(
    'reach/previews',
    previewEndpoints,
    {
      tables: { ...pageTables, events: ['GetItem', 'BatchGetItem', ...listActions] },
      buckets: { ...readsLists, media: [...readObjectActions, 'PutObject'], recordings: ['GetObject'] },
    },
    { memoryMb: 1536, native: true },
  ),
  defineApiFunction('platform/reference', referenceEndpoints),
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
