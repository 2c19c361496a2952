/** Customers of the Stripe emulator: their payment links, payments and entitlements. */
import Stripe from 'stripe';
import { stripeApiKey, stripeWebhookSecret } from '../../../infra/local/stripe/stripe.ts';
import { addresses, createPerson, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { pressButton, requestPaymentLink, toSessionId } from '../../support/people.ts';

const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { withEffectiveRights } = await import('../../../functions/platform/auth/rules.ts');

const pages = new URL(addresses.payments);
export const stripe = new Stripe(stripeApiKey, { host: pages.hostname, port: pages.port, protocol: 'http' });
export const webOrigin = String(process.env.WEB_ORIGIN);

/** Reads the stored user, with the rights that are valid now. */
export async function readUser({ user }: Person) {
  const stored = await getUser(user.id);
  return stored && withEffectiveRights(stored, Date.now());
}

export const findCustomer = async (someone: Person) => String((await readUser(someone))?.stripeCustomerId);

export const expectRole = (someone: Person, role: 'REGULAR_BASIC' | 'REGULAR_SUBSCRIBER') =>
  eventually(async () => (await readUser(someone))?.role, is(role));

export const requestMatchLink = (someone: Person, sportEventId: string) =>
  requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId });

export const pay = (paymentLink: string) => pressButton(`/pay/${toSessionId(paymentLink)}/pay`);

export const buyMatch = async (someone: Person, sportEventId: string) =>
  pay((await requestMatchLink(someone, sportEventId)).data.paymentLink);

export const buySeason = async (someone: Person) => pay((await requestPaymentLink(someone)).data.paymentLink);

export async function createSubscriber(): Promise<{ someone: Person; customer: string }> {
  const someone = await createPerson('REGULAR_BASIC');
  await buySeason(someone);
  await expectRole(someone, 'REGULAR_SUBSCRIBER');
  return { someone, customer: await findCustomer(someone) };
}

/** Sends a provider's event to the webhook, signed by hand. */
export async function deliver(payload: object, secret = stripeWebhookSecret): Promise<Response> {
  const body = JSON.stringify(payload);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret });
  return fetch(`${addresses.api}/payments/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  });
}
