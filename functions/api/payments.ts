import { ApiError } from '../../shared/contract/errors.ts';
import { paymentEndpoints } from '../../shared/contract/payments.ts';
import { paths } from '../../shared/domain/paths.ts';
import { withInvoices } from '../money/invoices/views.ts';
import { readLostMinutesPage } from '../money/lost-minutes/views.ts';
import { createPaymentLink } from '../money/payments/checkout.ts';
import { applyEvent, listUnhandled } from '../money/payments/provider-events.ts';
import { awaitsSync } from '../money/payments/rules.ts';
import { readPayments } from '../money/payments/stripe/charges.ts';
import { openBillingPortal } from '../money/payments/stripe/customers.ts';
import { verifyEvent } from '../money/payments/stripe/events.ts';
import { syncCustomer } from '../money/payments/sync-customer.ts';
import { readUnseenPage, writeUnseenCsv } from '../money/unseen/views.ts';
import { pageUrl } from '../platform/aws/addresses.ts';
import { toFileHeaders } from '../platform/files/file-headers.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(paymentEndpoints, {
  'POST /payments/stripe': async ({ caller, body, now }) => ({
    data: { paymentLink: await createPaymentLink(caller.user, body, now) },
  }),

  'POST /payments/stripe/portal': async ({ caller }) => {
    const { stripeCustomerId } = caller.user;
    if (!stripeCustomerId) throw new ApiError('PYM4004');
    return { data: { url: await openBillingPortal(stripeCustomerId, pageUrl(paths.profile)) } };
  },

  'GET /users/me/payments': async ({ caller: { user }, query: { apply }, now }) => {
    if (!user.stripeCustomerId) return { data: { payments: [] } };
    const payments = await readPayments(user.stripeCustomerId);
    // Syncs now instead of waiting for a late webhook.
    if (apply || payments.some((payment) => awaitsSync(payment, user, now))) await syncCustomer(user.stripeCustomerId);
    // The contract names every field that goes out; others are dropped.
    return { data: { payments: await withInvoices(payments) } };
  },

  'GET /live/unseen-purchases': async ({ query: { state, page } }) => ({
    data: await readUnseenPage(state, page ?? 1),
  }),
  'GET /live/unseen-purchases/csv': async ({ query }) => ({
    status: 200,
    headers: toFileHeaders('compras-sin-ver.csv'),
    body: await writeUnseenCsv(query.state),
  }),

  'GET /live/lost-minutes': async ({ query: { page } }) => ({ data: await readLostMinutesPage(page ?? 1) }),

  'POST /payments/stripe/webhook': async ({ rawBody, headers, now }) => {
    const event = await verifyEvent(rawBody, headers['stripe-signature']);
    for (const fresh of await listUnhandled([event])) await applyEvent(fresh, now);
    return { message: 'Recibido' };
  },
});
