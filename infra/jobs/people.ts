import type { JobFunction } from '../function-spec.ts';
import { listActions, mailActions, mergeGrants, publishesDomainEvents, removeActions, writesLists } from '../grants.ts';
import { defineJob } from './define-job.ts';

export const peopleJobs: JobFunction[] = [
  defineJob(
    'password-recovery',
    'people/accounts passwordRecovery',
    { domainEvents: ['Password Recovery Requested'] },
    {
      tables: {
        users: ['GetItem'],
        sessions: ['PutItem', 'UpdateItem'],
        messages: mailActions,
      },
      services: ['ses:SendEmail'],
    },
  ),
  defineJob(
    'close-staff',
    'people/staff closeStaff',
    { domainEvents: ['AccountDeleted', 'ClubDeleted'] },
    mergeGrants(publishesDomainEvents, {
      tables: { staff: [...listActions, ...removeActions], users: ['UpdateItem'] },
      buckets: writesLists,
    }),
  ),
];
