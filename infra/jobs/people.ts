import type { JobFunction } from '../function-spec.ts';
import { listActions, mailActions, publishesDomainEvents, removeActions, writesLists } from '../grants.ts';
import { defineJob, handleEvents } from './define-job.ts';

export const peopleJobs: JobFunction[] = [
  defineJob('password-recovery', 'people/accounts passwordRecovery', handleEvents('Password Recovery Requested'), {
    tables: { users: ['GetItem'], sessions: ['PutItem', 'UpdateItem'], messages: mailActions },
    services: ['ses:SendEmail'],
  }),
  defineJob(
    'close-staff',
    'people/staff closeStaff',
    handleEvents('AccountDeleted', 'ClubDeleted'),
    publishesDomainEvents,
    { tables: { staff: [...listActions, ...removeActions], users: ['UpdateItem'] }, buckets: writesLists },
  ),
];
