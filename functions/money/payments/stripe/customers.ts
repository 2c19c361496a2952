/** Stripe's customers: each belongs to one of our users. */
import { expireCheckout } from './checkout-sessions.ts';
import { connect } from './client.ts';
import { ignoreMissing, ignoreReturnedMoney, isRequestError, refuseUnknownCustomer } from './errors.ts';

/** `replaced` is a customer that the provider no longer knows. */
export async function createCustomer(
  user: { id: string; email: string; name: string; surname: string },
  replaced?: string,
): Promise<string> {
  const { stripe } = await connect();
  const name = `${user.name} ${user.surname}`.trim();
  const create = (email?: string) =>
    stripe.customers.create(
      { ...(email && { email }), ...(name && { name }), metadata: { userId: user.id }, preferred_locales: ['es'] },
      // The provider repeats the answer for a key for a day, even if the customer was deleted.
      { idempotencyKey: ['customer', user.id, replaced, email ? undefined : 'no-email'].filter(Boolean).join('-') },
    );
  // Leaves the email out if the provider rejects it; the payment page then asks for one.
  const customer = await create(user.email).catch((error: unknown) => {
    if (!isRequestError(error) || error.code !== 'email_invalid') throw error;
    return create();
  });
  return customer.id;
}

/** Returns the id of the customer's user; undefined for deleted, unknown and foreign customers. */
export async function findUserOfCustomer(customerId: string): Promise<string | undefined> {
  const { stripe } = await connect();
  const customer = await stripe.customers.retrieve(customerId).catch(ignoreMissing);
  return !customer || customer.deleted ? undefined : customer.metadata.userId;
}

/** @throws ApiError PYM4004 if the provider does not know the customer. */
export async function openBillingPortal(customerId: string, returnUrl: string): Promise<string> {
  const { stripe } = await connect();
  const created = stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl, locale: 'es' });
  return (await created.catch(refuseUnknownCustomer)).url;
}

/**
 * Margin around the deletion of an account: the reconciliation runs every minute, and the provider's clock differs.
 */
const underwayMs = 60_000;

/**
 * Closes payment pages, cancels subscriptions and refunds payments since `goneSince` (milliseconds) of a deleted
 * account; idempotent.
 */
export async function endCustomer(customer: string, goneSince: number): Promise<void> {
  const { stripe } = await connect();
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).catch(ignoreMissing);
  // The customer was deleted at the provider, which ends everything.
  if (!open) return;
  for (const { id } of open.data) await expireCheckout(id);
  const subscriptions = await stripe.subscriptions.list({ customer, limit: 100 });
  for (const { id } of subscriptions.data) await stripe.subscriptions.cancel(id).catch(ignoreMissing);
  const since = Math.floor((goneSince - underwayMs) / 1000);
  const charges = await stripe.charges.list({ customer, created: { gte: since }, limit: 100 });
  for (const { id, paid, refunded } of charges.data) {
    if (paid && !refunded)
      await stripe.refunds.create({ charge: id }, { idempotencyKey: `refund-gone-${id}` }).catch(ignoreReturnedMoney);
  }
}
