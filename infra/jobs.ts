/** Lambda functions behind events, queues and schedules, with their grants. */
import type { JobFunction } from './function-spec.ts';
import { broadcastJobs } from './jobs/broadcast.ts';
import { leagueJobs } from './jobs/league.ts';
import { moneyJobs } from './jobs/money.ts';
import { peopleJobs } from './jobs/people.ts';
import { platformJobs } from './jobs/platform.ts';
import { reachJobs } from './jobs/reach.ts';
import { recordingsJobs } from './jobs/recordings.ts';
import { trustJobs } from './jobs/trust.ts';
import { viewingJobs } from './jobs/viewing.ts';

export const jobFunctions: JobFunction[] = [
  ...platformJobs,
  ...leagueJobs,
  ...peopleJobs,
  ...recordingsJobs,
  ...broadcastJobs,
  ...viewingJobs,
  ...moneyJobs,
  ...reachJobs,
  ...trustJobs,
];
