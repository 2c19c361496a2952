import type { JobFunction } from '../function-spec.ts';
import { changeActions, mergeGrants, publishesDomainEvents, writesLists } from '../grants.ts';
import { defineJob } from './define-job.ts';

export const leagueJobs: JobFunction[] = [
  defineJob(
    'follow-score',
    'league/scores followScore',
    { domainEvents: ['ScoreChanged'] },
    mergeGrants(publishesDomainEvents, {
      tables: { events: changeActions, scores: ['GetItem'] },
      buckets: writesLists,
    }),
  ),
  defineJob(
    'forget-score',
    'league/scores forgetScore',
    { domainEvents: ['EventErased', 'EventRecovered', 'EventRemoved'] },
    { tables: { events: ['GetItem'], scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } },
  ),
];
