import type { JobFunction } from '../function-spec.ts';
import { mailActions } from '../grants.ts';
import { mailEventsName } from '../names.ts';
import { defineJob, runEvery } from './define-job.ts';

export const platformJobs: JobFunction[] = [
  defineJob('publish-domain-events', 'platform/outbox publishDomainEvents', runEvery(1), {
    tables: { messages: ['Query', 'DeleteItem'] },
    services: ['events:PutEvents'],
  }),
  defineJob('deliver-mail', 'platform/mail deliverMail', runEvery(1), {
    tables: { messages: ['Query', ...mailActions] },
    services: ['ses:SendEmail'],
  }),
  defineJob(
    'mail-returned',
    'platform/mail noteReturnedMail',
    {
      source: 'aws.ses',
      detailType: ['Email Bounced', 'Email Complaint Received'],
      detailOfStage: (stage) => ({ mail: { tags: { 'ses:configuration-set': [mailEventsName(stage)] } } }),
    },
    { tables: { messages: ['UpdateItem'] } },
  ),
];
