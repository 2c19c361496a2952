import type { JobFunction } from '../function-spec.ts';
import { changeActions, publishesDomainEvents, writesLists } from '../grants.ts';
import { defineJob, handleEvents } from './define-job.ts';

export const leagueJobs: JobFunction[] = [
  defineJob('follow-score', 'league/scores followScore', handleEvents('ScoreChanged'), publishesDomainEvents, {
    tables: { events: changeActions, scores: ['GetItem'] },
    buckets: writesLists,
  }),
  defineJob(
    'forget-score',
    'league/scores forgetScore',
    handleEvents('EventErased', 'EventRecovered', 'EventRemoved'),
    { tables: { events: ['GetItem'], scores: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] } },
  ),
];
