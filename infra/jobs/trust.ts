import type { JobFunction } from '../function-spec.ts';
import {
  appliesImageRights,
  audits,
  changeActions,
  decidesMatters,
  type Grants,
  listActions,
  mailActions,
  mergeGrants,
  publishesDomainEvents,
  readObjectActions,
  removeActions,
  writesLists,
} from '../grants.ts';
import { defineJob } from './define-job.ts';

const readsEdgeEntries: Grants = mergeGrants(publishesDomainEvents, {
  tables: {
    broadcasts: ['GetItem', 'Query'],
    clips: changeActions,
    content: ['GetItem'],
    events: ['GetItem'],
    uploads: ['GetItem', 'Query', 'PutItem', 'DeleteItem'],
    vods: ['GetItem'],
  },
  // Playlists tell which segments a withdrawn range covers.
  buckets: { ...writesLists, media: readObjectActions, recordings: readObjectActions },
});

export const trustJobs: JobFunction[] = [
  defineJob(
    'anchor-audit',
    'trust/audit anchorAudit',
    { everyMinutes: 60 },
    {
      tables: { audit: ['GetItem', 'Query'] },
      buckets: { anchors: [...readObjectActions, 'PutObject'] },
      secrets: ['audit'],
    },
  ),
  defineJob('advance-matters', 'trust/matters advanceMatters', { everyMinutes: 1 }, decidesMatters),
  defineJob(
    'apply-withdrawals',
    'trust/takedown applyWithdrawals',
    { wakesOn: ['MediaWithdrawn'] },
    mergeGrants(readsEdgeEntries, {
      services: [
        'cloudfront-keyvaluestore:DescribeKeyValueStore',
        'cloudfront-keyvaluestore:GetKey',
        'cloudfront-keyvaluestore:UpdateKeys',
      ],
    }),
  ),
  defineJob(
    'reconcile-withdrawals',
    'trust/takedown reconcileEdge',
    // The whole store is compared once a day.
    { everyMinutes: 1, rarestMinutes: 24 * 60 },
    mergeGrants(readsEdgeEntries, { services: ['cloudfront-keyvaluestore:ListKeys'] }),
  ),
  defineJob(
    'tell-matters',
    'trust/matters tellMatters',
    { everyMinutes: 15 },
    {
      tables: {
        matters: [...listActions, ...changeActions],
        clubs: ['GetItem', ...listActions],
        staff: listActions,
        messages: mailActions,
      },
      buckets: writesLists,
      services: ['ses:SendEmail'],
    },
  ),
  defineJob(
    'forget-matters',
    'trust/matters forgetMatters',
    { everyMinutes: 60 },
    { tables: { matters: [...listActions, ...changeActions, ...removeActions] }, buckets: writesLists },
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
    // A large club's season has a thousand items.
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
];
