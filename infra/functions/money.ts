import { invoiceEndpoints } from '../../shared/contract/invoices.ts';
import { orderEndpoints } from '../../shared/contract/orders.ts';
import { paymentEndpoints } from '../../shared/contract/payments.ts';
import type { ApiFunction } from '../function-spec.ts';
import { appliesPayments, listActions, mergeGrants, readsLists } from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const moneyFunctions: ApiFunction[] = [
  defineApiFunction(
    'money/payments',
    paymentEndpoints,
    mergeGrants(appliesPayments, {
      tables: { purchases: ['GetItem', 'BatchGetItem', 'Query'], vods: ['Query'], clubs: ['GetItem', ...listActions] },
      buckets: readsLists,
    }),
  ),
  defineApiFunction('money/invoices', invoiceEndpoints, {
    tables: { purchases: ['GetItem', 'Query', 'PutItem'] },
  }),
  defineApiFunction(
    'money/orders',
    orderEndpoints,
    mergeGrants(appliesPayments, { tables: { purchases: ['Query'], vods: ['Query'] }, buckets: readsLists }),
  ),
];
