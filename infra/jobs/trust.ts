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
import { defineJob, handleEvents, runEvery } from './define-job.ts';

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
  defineJob('anchor-audit', 'trust/audit anchorAudit', runEvery(60), {
    tables: { audit: ['GetItem', 'Query'] },
    buckets: { anchors: [...readObjectActions, 'PutObject'] },
    secrets: ['audit'],
  }),
  defineJob('advance-matters', 'trust/matters advanceMatters', runEvery(1), decidesMatters),
  defineJob('apply-withdrawals', 'trust/takedown applyWithdrawals', { wakesOn: ['MediaWithdrawn'] }, readsEdgeEntries, {
    services: [
      'cloudfront-keyvaluestore:DescribeKeyValueStore',
      'cloudfront-keyvaluestore:GetKey',
      'cloudfront-keyvaluestore:UpdateKeys',
    ],
  }),
  defineJob(
    'reconcile-withdrawals',
    'trust/takedown reconcileEdge',
    { everyMinutes: 1, rarestMinutes: 24 * 60 },
    readsEdgeEntries,
    { services: ['cloudfront-keyvaluestore:ListKeys'] },
  ),
  defineJob('tell-matters', 'trust/matters tellMatters', runEvery(15), {
    tables: {
      matters: [...listActions, ...changeActions],
      clubs: ['GetItem', ...listActions],
      staff: listActions,
      messages: mailActions,
    },
    buckets: writesLists,
    services: ['ses:SendEmail'],
  }),
  defineJob('forget-matters', 'trust/matters forgetMatters', runEvery(60), {
    tables: { matters: [...listActions, ...changeActions, ...removeActions] },
    buckets: writesLists,
  }),
  defineJob('detach-matters', 'trust/matters detachMatters', handleEvents('AccountDeleted'), {
    tables: { matters: [...listActions, ...changeActions] },
    buckets: writesLists,
  }),
  defineJob(
    'forget-families',
    'trust/families forgetFamilies',
    handleEvents('AccountDeleted', 'ClubDeleted'),
    publishesDomainEvents,
    { tables: { ...audits.tables, rights: ['GetItem', 'Query', 'DeleteItem'], users: ['GetItem', 'UpdateItem'] } },
  ),
  defineJob(
    'apply-rights',
    'trust/rights applyImageRights',
    handleEvents('ImageRightsChanged'),
    appliesImageRights,
    // A large club's season has a thousand items.
    { timeoutSeconds: 300 },
  ),
  defineJob('reconcile-rights', 'trust/rights reconcileImageRights', runEvery(1), appliesImageRights, {
    tables: { rights: [...listActions, ...removeActions] },
    buckets: { uploads: ['ListBucket', 'DeleteObject'] },
    timeoutSeconds: 300,
  }),
];
