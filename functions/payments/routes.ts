/** Payments: links to pay, the provider's signed events, receipts, the billing portal. */
import { Refusal } from '../../shared/errors.ts';
import { paymentEndpoints } from '../../shared/payments.ts';
import { environment } from '../aws/environment.ts';
import { serve } from '../http/serve.ts';
import { paymentLink } from './checkout.ts';
import { billingPortal, customerOf, readPayments, verifiedEvent } from './provider.ts';
import { sendReceipt } from './receipts.ts';
import { isHandled, markHandled, syncCustomer } from './sync.ts';

export const handler = serve(paymentEndpoints, {
  'POST /payments/stripe': async ({ caller, body, now }) => ({
    data: { paymentLink: await paymentLink(caller.user, body, now) },
  }),

  'POST /payments/stripe/portal': async ({ caller }) => {
    const { stripeCustomerId } = caller.user;
    if (!stripeCustomerId) throw new Refusal('PYM4004');
    return { data: { url: await billingPortal(stripeCustomerId, `${environment('WEB_ORIGIN')}/profile`) } };
  },

  'GET /users/me/payments': async ({ caller }) => {
    const { stripeCustomerId } = caller.user;
    return { data: { payments: stripeCustomerId ? await readPayments(stripeCustomerId) : [] } };
  },

  'POST /payments/stripe/webhook': async ({ rawBody, headers, now }) => {
    const event = await verifiedEvent(rawBody, headers['stripe-signature']);
    if (await isHandled(event.id)) return { message: 'Ya recibido' };
    const customerId = await customerOf(event);
    const user = customerId && (await syncCustomer(customerId));
    if (user) await sendReceipt(event, user, now);
    // Last: after a crash the provider sends the event again.
    await markHandled(event.id, now);
    return { message: 'Recibido' };
  },
});
