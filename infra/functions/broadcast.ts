import { broadcastEndpoints } from '../../shared/contract/broadcasts.ts';
import { cameraEndpoints } from '../../shared/contract/cameras.ts';
import { ingestEndpoints } from '../../shared/contract/ingest.ts';
import { liveEndpoints } from '../../shared/contract/live.ts';
import { phoneEndpoints } from '../../shared/contract/phone.ts';
import { todayEndpoints } from '../../shared/contract/today.ts';
import type { ApiFunction } from '../function-spec.ts';
import {
  audits,
  changeSourceActions,
  followsSignal,
  listActions,
  readObjectActions,
  readsLists,
  writesLists,
} from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const broadcastFunctions: ApiFunction[] = [
  defineApiFunction('broadcast/live', liveEndpoints, {
    tables: {
      broadcasts: ['GetItem', ...listActions],
      events: ['GetItem', ...listActions],
      scores: ['BatchGetItem'],
      clubs: ['GetItem', 'Query'],
      ads: ['Query'],
    },
    buckets: { ...readsLists, recordings: readObjectActions },
    services: ['ivs:ListStreams'],
    secrets: ['playback'],
  }),
  defineApiFunction('broadcast/cameras', cameraEndpoints, followsSignal, {
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
      'ivs:TagResource',
      'ivs:UpdateChannel',
    ],
  }),
  defineApiFunction('broadcast/broadcasts', broadcastEndpoints, {
    tables: { broadcasts: ['GetItem', 'Query'], vods: ['GetItem'] },
    buckets: readsLists,
  }),
  defineApiFunction('broadcast/ingest', ingestEndpoints, followsSignal, {
    tables: {
      broadcasts: [...changeSourceActions, 'DeleteItem'],
      events: ['GetItem'],
      // The parts of a phone's broadcast, which end with its airtime.
      segments: ['GetItem', 'Query', 'UpdateItem'],
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
  defineApiFunction('broadcast/phone', phoneEndpoints, followsSignal, {
    tables: {
      broadcasts: changeSourceActions,
      events: ['GetItem'],
      clubs: ['Query'],
      scores: ['GetItem', 'PutItem', 'DeleteItem'],
      segments: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      users: ['GetItem'],
      ...audits.tables,
    },
    buckets: {
      ...writesLists,
      uploads: [...readObjectActions, 'PutObject', 'DeleteObject'],
      recordings: ['PutObject'],
    },
    // A whole second of processor looks at a batch of segments of 3 MB.
    memoryMb: 1024,
  }),
  defineApiFunction('broadcast/today', todayEndpoints, {
    tables: {
      ads: listActions,
      broadcasts: listActions,
      clubs: ['Query'],
      content: listActions,
      events: listActions,
      matters: ['Query'],
      scores: ['BatchGetItem'],
      // Withdrawals that wait for the edge.
      uploads: ['GetItem', 'Query'],
      vods: listActions,
    },
    buckets: readsLists,
    secrets: ['playback'],
  }),
];
