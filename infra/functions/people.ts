import { accountEndpoints } from '../../shared/contract/accounts.ts';
import { contactEndpoints } from '../../shared/contract/contact.ts';
import { partnerEndpoints } from '../../shared/contract/partner.ts';
import { staffEndpoints } from '../../shared/contract/staff.ts';
import { televisionEndpoints } from '../../shared/contract/televisions.ts';
import type { ApiFunction } from '../function-spec.ts';
import {
  audits,
  changeSourceActions,
  followsSignal,
  listActions,
  mailActions,
  publishesDomainEvents,
  removeActions,
  writesLists,
} from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const peopleFunctions: ApiFunction[] = [
  defineApiFunction('people/accounts', accountEndpoints, followsSignal, {
    tables: {
      alerts: ['GetItem', 'Query'],
      matters: listActions,
      rights: ['GetItem', ...listActions],
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      staff: ['GetItem'],
      leases: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      clubs: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      broadcasts: [...changeSourceActions, 'DeleteItem'],
      events: ['GetItem'],
      vods: ['GetItem'],
      clips: listActions,
      content: ['GetItem'],
      views: ['Query', 'UpdateItem'],
      messages: mailActions,
      library: ['Query', 'UpdateItem'],
      purchases: ['GetItem', 'Query', 'PutItem'],
      quality: ['UpdateItem'],
    },
    buckets: writesLists,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminInitiateAuth',
      'cognito-idp:AdminSetUserPassword',
      'events:PutEvents',
      'ivs:CreateChannel',
      'ivs:DeleteChannel',
      'ivs:GetStream',
      'ivs:GetStreamSession',
      'ivs:ListChannels',
      'ivs:BatchStartViewerSessionRevocation',
      'ivs:StartViewerSessionRevocation',
      'ivs:StopStream',
      'ivs:TagResource',
      'ivs:UpdateChannel',
      'ses:SendEmail',
    ],
    secrets: ['captcha', 'playback'],
  }),
  defineApiFunction('people/staff', staffEndpoints, {
    tables: {
      staff: [...listActions, ...removeActions],
      users: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      sessions: ['GetItem', 'PutItem'],
      clubs: ['Query'],
      messages: mailActions,
    },
    buckets: writesLists,
    services: [
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminSetUserPassword',
      'events:PutEvents',
      'ses:SendEmail',
    ],
  }),
  defineApiFunction('people/contact', contactEndpoints, {
    tables: { messages: mailActions, sessions: ['UpdateItem'] },
    services: ['ses:SendEmail'],
    secrets: ['captcha'],
  }),
  defineApiFunction('people/televisions', televisionEndpoints, {
    tables: { sessions: ['GetItem', 'PutItem', 'UpdateItem'], users: ['GetItem'] },
  }),
  defineApiFunction('people/partner', partnerEndpoints, publishesDomainEvents, {
    tables: { users: ['GetItem', 'PutItem', 'UpdateItem'], ...audits.tables },
    secrets: ['partner'],
  }),
];
