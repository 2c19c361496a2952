import type { JobFunction } from '../function-spec.ts';
import { endsViews, type Grants, listActions, mergeGrants, removeActions, writesLists } from '../grants.ts';
import { defineJob, handleEvents, runEvery } from './define-job.ts';

/** Grants of the jobs that end running views of lives which are no longer allowed. */
const checksViews: Grants = mergeGrants(endsViews, {
  tables: {
    leases: ['UpdateItem'],
    sessions: ['BatchGetItem'],
    users: ['BatchGetItem', 'GetItem'],
    events: ['GetItem'],
  },
});

export const viewingJobs: JobFunction[] = [
  defineJob('clear-shelf', 'viewing/library clearShelfOfDeleted', handleEvents('AccountDeleted'), {
    tables: { library: ['Query', 'DeleteItem'], clips: [...listActions, ...removeActions], uploads: ['PutItem'] },
    buckets: writesLists,
    services: ['events:PutEvents', 'mediaconvert:CancelJob'],
  }),
  defineJob('end-views', 'viewing/playback endViews', handleEvents('RightsChanged'), checksViews),
  defineJob('end-views-by-clock', 'viewing/playback endViewsByClock', runEvery(1), checksViews),
  defineJob('join-quality', 'viewing/quality joinQuality', runEvery(15), { tables: { quality: ['Query', 'PutItem'] } }),
];
