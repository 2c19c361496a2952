import { alertEndpoints } from '../../shared/contract/alerts.ts';
import { calendarEndpoints } from '../../shared/contract/calendars.ts';
import { previewEndpoints } from '../../shared/contract/previews.ts';
import { searchEndpoints } from '../../shared/contract/search.ts';
import { sharingEndpoints } from '../../shared/contract/sharing.ts';
import type { ApiFunction } from '../function-spec.ts';
import { type Grants, listActions, readObjectActions, readsLists } from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

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

export const reachFunctions: ApiFunction[] = [
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
  defineApiFunction('reach/sharing', sharingEndpoints, {
    tables: {
      ...pageTables,
      clips: ['GetItem', ...listActions],
      clubs: ['GetItem', ...listActions],
      content: ['GetItem', ...listActions],
      vods: ['GetItem', ...listActions],
    },
    buckets: { ...readsLists, web: ['GetObject'] },
    // After a timeout, the edge serves the plain page.
    timeoutSeconds: 5,
  }),
  defineApiFunction('reach/previews', previewEndpoints, {
    tables: { ...pageTables, events: ['GetItem', 'BatchGetItem', ...listActions] },
    buckets: { ...readsLists, media: [...readObjectActions, 'PutObject'], recordings: readObjectActions },
    memoryMb: 1536,
    native: true,
  }),
];
