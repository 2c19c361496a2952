import type { JobFunction } from '../function-spec.ts';
import { appliesPayments, audits, followsSignal, listActions, mailActions, writesLists } from '../grants.ts';
import { defineJob, handleEvents, runEvery } from './define-job.ts';

export const moneyJobs: JobFunction[] = [
  defineJob('end-payments', 'money/payments endPaymentsOfDeleted', handleEvents('AccountDeleted'), {
    tables: { purchases: ['GetItem', 'DeleteItem'] },
    secrets: ['stripe'],
  }),
  defineJob('update-purchases', 'money/payments updatePurchasesOfChanged', handleEvents('EventChanged'), audits, {
    tables: { events: ['GetItem'], purchases: ['Query'], users: ['BatchGetItem', 'GetItem', 'UpdateItem'] },
  }),
  defineJob('end-sales', 'money/payments endSales', handleEvents('EventChanged', 'EventRemoved'), {
    tables: { events: ['GetItem'], purchases: ['Query', 'DeleteItem'] },
    secrets: ['stripe'],
  }),
  defineJob('reconcile-payments', 'money/payments reconcilePayments', runEvery(1), appliesPayments, {
    tables: { purchases: ['Query', 'BatchGetItem'] },
    // Thousands of buyers of a match need an invoice at once.
    timeoutSeconds: 300,
  }),
  defineJob('mail-invoices', 'money/invoices mailIssuedInvoices', runEvery(10), {
    tables: { users: ['GetItem'], purchases: ['GetItem', 'Query', 'PutItem'], messages: mailActions },
    services: ['ses:SendEmail'],
    secrets: ['stripe'],
    // Thousands of buyers of a match get an email each.
    timeoutSeconds: 600,
  }),
  defineJob('follow-unseen', 'money/payments followUnseen', runEvery(10), followsSignal, {
    tables: {
      events: listActions,
      vods: listActions,
      broadcasts: listActions,
      scores: ['Query'],
      quality: ['BatchGetItem', 'Query'],
      purchases: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'GetItem'],
      users: ['BatchGetItem'],
      messages: mailActions,
    },
    buckets: writesLists,
    services: ['ivs:GetStreamSession', 'ses:SendEmail'],
    secrets: ['stripe'],
    // Thousands of buyers of a match get an email each.
    timeoutSeconds: 300,
  }),
];
