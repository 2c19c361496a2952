import { invoiceEndpoints } from '../../shared/contract/invoices.ts';
import { orderEndpoints } from '../../shared/contract/orders.ts';
import { paymentEndpoints } from '../../shared/contract/payments.ts';
import { planEndpoints } from '../../shared/contract/plans.ts';
import { statementEndpoints } from '../../shared/contract/statements.ts';
import type { ApiFunction } from '../function-spec.ts';
import { appliesPayments, audits, changeActions, listActions, readsLists, writesLists } from '../grants.ts';
import { defineApiFunction } from './define-api-function.ts';

export const moneyFunctions: ApiFunction[] = [
  defineApiFunction('money/payments', paymentEndpoints, appliesPayments, {
    tables: { purchases: ['GetItem', 'BatchGetItem', 'Query'], vods: ['Query'], clubs: ['GetItem', ...listActions] },
    buckets: readsLists,
  }),
  defineApiFunction('money/plans', planEndpoints, audits, {
    tables: { purchases: ['PutItem', 'Query'], clubs: ['GetItem', ...listActions] },
    buckets: readsLists,
    secrets: ['stripe'],
  }),
  defineApiFunction('money/invoices', invoiceEndpoints, { tables: { purchases: ['GetItem', 'Query', 'PutItem'] } }),
  defineApiFunction('money/statements', statementEndpoints, {
    tables: {
      purchases: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'],
      events: ['GetItem', ...listActions],
      vods: listActions,
      clubs: ['BatchGetItem', ...changeActions],
    },
    buckets: writesLists,
    secrets: ['stripe'],
  }),
  defineApiFunction('money/orders', orderEndpoints, appliesPayments, {
    tables: { purchases: ['Query'], vods: ['Query'] },
    buckets: readsLists,
  }),
];
