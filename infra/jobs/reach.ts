import type { JobFunction } from '../function-spec.ts';
import { mailActions, readsLists } from '../grants.ts';
import { defineJob, handleEvents } from './define-job.ts';

export const reachJobs: JobFunction[] = [
  defineJob(
    'plan-alerts',
    'reach/alerts planAlerts',
    handleEvents('EventChanged', 'EventRemoved', 'MatchOnAir', 'ScoreChanged', 'VideoPublished'),
    {
      tables: {
        alerts: ['GetItem', 'Query', 'PutItem'],
        clubs: ['Query'],
        events: ['GetItem'],
        scores: ['GetItem', 'Query'],
        vods: ['GetItem'],
      },
      buckets: readsLists,
      services: ['sqs:SendMessage'],
      // One call plans the alerts of all followers of a match.
      memoryMb: 1024,
      timeoutSeconds: 300,
    },
  ),
  defineJob(
    'send-alerts',
    'reach/alerts sendAlerts',
    { queue: 'alerts' },
    {
      tables: {
        alerts: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
        events: ['GetItem'],
        messages: mailActions,
        scores: ['Query'],
        users: ['BatchGetItem'],
      },
      services: ['ses:SendEmail'],
      secrets: ['push'],
      memoryMb: 1024,
    },
  ),
  defineJob(
    'forget-alerts',
    'reach/alerts forgetAlerts',
    handleEvents('AccountDeleted', 'ClubDeleted', 'EventErased'),
    {
      tables: { alerts: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], clubs: ['GetItem'], events: ['GetItem'] },
      timeoutSeconds: 300,
    },
  ),
  defineJob('end-devices', 'reach/alerts endAlertDevices', handleEvents('RightsChanged'), {
    tables: { alerts: ['GetItem', 'UpdateItem', 'DeleteItem'], sessions: ['BatchGetItem'], users: ['BatchGetItem'] },
  }),
];
