import type { JobFunction } from '../function-spec.ts';
import { defineJob } from './define-job.ts';

export const platformJobs: JobFunction[] = [
  defineJob(
    'publish-domain-events',
    'platform/outbox publishDomainEvents',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'DeleteItem'] }, services: ['events:PutEvents'] },
  ),
  defineJob(
    'deliver-mail',
    'platform/mail deliverMail',
    { everyMinutes: 1 },
    { tables: { messages: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] }, services: ['ses:SendEmail'] },
  ),
];
