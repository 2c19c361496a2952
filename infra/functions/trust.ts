import { auditEndpoints } from '../../shared/contract/audit.ts';
import { familyEndpoints } from '../../shared/contract/families.ts';
import { matterEndpoints } from '../../shared/contract/matters.ts';
import { rightsEndpoints } from '../../shared/contract/rights.ts';
import { withdrawalEndpoints } from '../../shared/contract/withdrawals.ts';
import type { ApiFunction } from '../function-spec.ts';
import {
  audits,
  changeActions,
  decidesMatters,
  listActions,
  mailActions,
  publishesDomainEvents,
  readObjectActions,
  readsLists,
  writesLists,
} from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const trustFunctions: ApiFunction[] = [
  defineApiFunction('trust/matters', matterEndpoints, decidesMatters, {
    tables: {
      // The removed seconds of lives that answer a matter.
      sessions: ['UpdateItem'],
      broadcasts: ['GetItem', 'Query', 'UpdateItem'],
      // Buyers and clips that staff see counted before they hide an item.
      purchases: ['Query'],
      clips: listActions,
    },
    // Signs the pictures of withheld items for the staff.
    secrets: ['captcha', 'playback'],
  }),
  defineApiFunction('trust/audit', auditEndpoints, {
    tables: {
      audit: ['Query'],
      users: ['GetItem', 'BatchGetItem'],
      clubs: ['GetItem', 'BatchGetItem'],
      events: ['GetItem', 'BatchGetItem'],
      vods: ['GetItem', 'BatchGetItem'],
      clips: ['GetItem', 'BatchGetItem'],
      broadcasts: ['GetItem', 'BatchGetItem'],
      // Names of the items of entries.
      content: ['BatchGetItem'],
      ads: ['BatchGetItem'],
      matters: ['BatchGetItem'],
      rights: ['BatchGetItem'],
    },
  }),
  defineApiFunction('trust/rights', rightsEndpoints, publishesDomainEvents, {
    tables: {
      rights: [...listActions, ...changeActions],
      clubs: ['GetItem', ...listActions, 'PutItem'],
      events: ['GetItem', ...listActions],
    },
    buckets: { ...writesLists, uploads: [...readObjectActions, 'PutObject'] },
  }),
  defineApiFunction('trust/withdrawals', withdrawalEndpoints, decidesMatters, {
    tables: {
      broadcasts: ['GetItem', 'Query', 'UpdateItem'],
      clips: ['GetItem', 'Query', 'PutItem'],
      events: ['GetItem'],
      uploads: ['PutItem', 'DeleteItem'],
      vods: changeActions,
    },
    buckets: { ...writesLists, media: readObjectActions, recordings: readObjectActions },
  }),
  defineApiFunction('trust/families', familyEndpoints, publishesDomainEvents, {
    tables: {
      ...audits.tables,
      rights: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
      sessions: ['UpdateItem'],
      users: ['GetItem', 'BatchGetItem', 'UpdateItem'],
      clubs: ['GetItem', ...listActions],
      events: ['GetItem', ...listActions],
      purchases: ['Query'],
      alerts: ['Query'],
      scores: ['BatchGetItem'],
      messages: mailActions,
    },
    buckets: readsLists,
    services: ['ses:SendEmail'],
    secrets: ['playback'],
  }),
];
