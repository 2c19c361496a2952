import { libraryEndpoints } from '../../shared/contract/library.ts';
import { playbackEndpoints } from '../../shared/contract/playback.ts';
import { qualityEndpoints } from '../../shared/contract/quality.ts';
import type { ApiFunction } from '../function-spec.ts';
import { listActions, readObjectActions, readsLists } from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const viewingFunctions: ApiFunction[] = [
  defineApiFunction('viewing/playback', playbackEndpoints, {
    tables: {
      vods: ['GetItem', 'BatchGetItem'],
      content: ['GetItem'],
      ads: ['GetItem'],
      events: ['GetItem', 'BatchGetItem'],
      broadcasts: ['GetItem'],
      segments: ['GetItem', 'Query'],
      leases: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      views: ['UpdateItem'],
    },
    buckets: { media: readObjectActions, recordings: readObjectActions },
    // PutEvents requests the encoding of watched recordings.
    services: ['events:PutEvents', 'ivs:BatchStartViewerSessionRevocation', 'ivs:StartViewerSessionRevocation'],
    secrets: ['playback'],
  }),
  defineApiFunction('viewing/quality', qualityEndpoints, {
    tables: {
      quality: ['BatchGetItem', 'Query', 'UpdateItem'],
      // Limits new viewers by network.
      sessions: ['UpdateItem'],
      broadcasts: ['GetItem', 'BatchGetItem'],
      events: ['GetItem', 'BatchGetItem'],
      vods: ['BatchGetItem'],
    },
    secrets: ['playback'],
  }),
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
];
