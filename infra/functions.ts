/**
 * The Lambda functions of the API: one a feature, with the endpoints that it serves and what it may do. The Api stack
 * and the local platform both read this list; jobs.ts has those behind events and clocks.
 */
import { accountEndpoints } from '../shared/accounts.ts';
import { adEndpoints } from '../shared/ads.ts';
import { cameraEndpoints } from '../shared/cameras.ts';
import { clubEndpoints } from '../shared/clubs.ts';
import { contactEndpoints } from '../shared/contact.ts';
import { contentEndpoints } from '../shared/content.ts';
import type { Endpoints } from '../shared/endpoint.ts';
import { eventEndpoints } from '../shared/events.ts';
import { ingestEndpoints } from '../shared/ingest.ts';
import { libraryEndpoints } from '../shared/library.ts';
import { liveEndpoints } from '../shared/live.ts';
import { momentEndpoints } from '../shared/moments.ts';
import { partnerEndpoints } from '../shared/partner.ts';
import { paymentEndpoints } from '../shared/payments.ts';
import { playbackEndpoints } from '../shared/playback.ts';
import { referenceEndpoints } from '../shared/reference.ts';
import { staffEndpoints } from '../shared/staff.ts';
import { thumbnailEndpoints } from '../shared/thumbnails.ts';
import { uploadEndpoints } from '../shared/uploads.ts';
import { vodEndpoints } from '../shared/vods.ts';
import type { ApiFunction, FunctionSpec } from './function-spec.ts';
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
  writesCatalogue,
} from './grants.ts';
import { jobFunctions } from './jobs.ts';

/** Every function of the API looks up whose token it was given. */
const session: Grants = { tables: { sessions: ['BatchGetItem'], users: ['BatchGetItem'] } };

const api = (name: string, endpoints: Endpoints, grants: Grants = {}, memoryMb = 512): ApiFunction => ({
  name,
  entry: `functions/${name}/routes.ts`,
  endpoints,
  grants: mergeGrants(session, grants),
  memoryMb,
  // API Gateway waits for 30 s at most.
  timeoutSeconds: 29,
});

export const apiFunctions: ApiFunction[] = [
  api('accounts', accountEndpoints, {
    tables: {
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      leases: ['GetItem', 'PutItem', 'DeleteItem'],
      clubs: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      broadcasts: remove,
      events: ['GetItem'],
      views: ['GetItem'],
      messages: ['GetItem', 'PutItem', 'UpdateItem'],
      library: ['Query'],
      purchases: ['Query', 'PutItem'],
    },
    buckets: writesCatalogue,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminInitiateAuth',
      'cognito-idp:AdminSetUserPassword',
      'events:PutEvents',
      'ivs:CreateChannel',
      'ivs:DeleteChannel',
      'ivs:GetStream',
      'ivs:StartViewerSessionRevocation',
      'ivs:StopStream',
      'ses:SendEmail',
    ],
    secrets: ['captcha'],
  }),
  api('clubs', clubEndpoints, {
    tables: {
      clubs: [...list, ...remove, 'UpdateItem'],
      uploads: ['PutItem'],
      staff: [...list, ...change],
      users: ['UpdateItem'],
    },
    buckets: writesCatalogue,
  }),
  api('events', eventEndpoints, {
    tables: {
      events: [...list, ...remove],
      clubs: ['Query'],
      vods: [...list, ...remove],
      broadcasts: change,
      uploads: ['PutItem'],
    },
    buckets: writesCatalogue,
  }),
  api('vods', vodEndpoints, {
    tables: {
      vods: [...list, ...remove],
      events: ['GetItem'],
      clubs: ['Query'],
      uploads: ['PutItem'],
      views: ['GetItem'],
    },
    buckets: { ...writesCatalogue, uploads: [...find, 'PutObject'], recordings: find },
    services: encodes,
    secrets: ['playback'],
  }),
  api('live', liveEndpoints, {
    tables: { broadcasts: ['GetItem', ...list], events: ['GetItem', ...list], clubs: ['Query'] },
    buckets: readsCatalogue,
    services: ['ivs:ListStreams'],
    secrets: ['playback'],
  }),
  api('cameras', cameraEndpoints, {
    tables: { broadcasts: [...list, ...remove], events: ['GetItem'], clubs: ['Query'], uploads: ['PutItem'] },
    buckets: writesCatalogue,
    services: ['ivs:CreateChannel', 'ivs:DeleteChannel', 'ivs:StopStream'],
  }),
  api('ingest', ingestEndpoints, {
    tables: { broadcasts: change },
    buckets: writesCatalogue,
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
  api('content', contentEndpoints, {
    tables: { content: [...list, ...remove], vods: ['GetItem', 'PutItem'], clubs: ['Query'], uploads: ['PutItem'] },
    buckets: { ...writesCatalogue, uploads: [...find, 'PutObject'] },
    services: encodes,
    secrets: ['playback'],
  }),
  api('ads', adEndpoints, {
    tables: { ads: [...list, ...remove], clubs: ['Query'], uploads: ['PutItem'] },
    buckets: { ...writesCatalogue, uploads: ['PutObject'] },
  }),
  api('moments', momentEndpoints, {
    tables: {
      moments: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      vods: ['GetItem'],
      events: ['GetItem'],
      clubs: ['Query'],
    },
    buckets: readsCatalogue,
  }),
  api('staff', staffEndpoints, {
    tables: {
      staff: [...list, ...remove],
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'PutItem'],
      clubs: ['Query'],
    },
    buckets: writesCatalogue,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminSetUserPassword',
      'ses:SendEmail',
    ],
  }),
  api('contact', contactEndpoints, {
    tables: { messages: ['GetItem', 'PutItem', 'UpdateItem'] },
    services: ['ses:SendEmail'],
    secrets: ['captcha'],
  }),
  api('uploads', uploadEndpoints, {
    tables: { uploads: ['GetItem', 'PutItem', 'DeleteItem'], vods: remove, content: remove, ads: remove },
    buckets: {
      ...writesCatalogue,
      uploads: [...find, 'PutObject', 'ListMultipartUploadParts', 'AbortMultipartUpload'],
    },
  }),
  api(
    'thumbnails',
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
      buckets: { ...writesCatalogue, media: ['PutObject'] },
    },
    // Decoding a picture of 25 megapixels takes memory.
    1536,
  ),
  api('playback', playbackEndpoints, {
    tables: {
      vods: ['GetItem'],
      content: ['GetItem'],
      ads: ['GetItem'],
      events: ['GetItem'],
      broadcasts: ['GetItem'],
      leases: ['PutItem'],
      views: ['PutItem', 'UpdateItem'],
    },
    buckets: { media: find },
    secrets: ['playback'],
  }),
  api('partner', partnerEndpoints, {
    tables: { users: ['GetItem', 'PutItem', 'UpdateItem'] },
    secrets: ['partner'],
  }),
  api('payments', paymentEndpoints, mergeGrants(takesPaymentsOver, { tables: { purchases: ['GetItem'] } })),
  api('library', libraryEndpoints, {
    tables: {
      library: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
      vods: ['GetItem', ...list],
      content: ['GetItem', ...list],
      clubs: ['Query'],
      broadcasts: list,
      events: ['GetItem', ...list],
    },
    buckets: readsCatalogue,
  }),
  api('reference', referenceEndpoints),
];

/** Answers what no route matches. */
export const fallbackFunction: FunctionSpec = {
  name: 'fallback',
  entry: 'functions/reference/fallback.ts',
  memoryMb: 256,
  timeoutSeconds: 29,
  grants: {},
};

export const allFunctions: FunctionSpec[] = [...apiFunctions, fallbackFunction, ...jobFunctions];
