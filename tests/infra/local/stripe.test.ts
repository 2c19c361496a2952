/** The Stripe emulator rejects the same calls as the service, with its codes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalStripe, startStripe, stripeApiKey } from '../../../infra/local/stripe/stripe.ts';

let dataDir: string;
let service: LocalStripe;
let stripe: Stripe;
let customer: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  service = await startStripe({ dataDir, webhookUrl: () => undefined });
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(stripeApiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
  customer = (await stripe.customers.create({ email: 'ana@club.test' })).id;
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Changes {
  name?: string;
  amount?: number;
  recurring?: object;
  metadata?: Record<string, string>;
  [param: string]: unknown;
}

function openPaymentPage({ name = 'Sauce – Norte', amount = 199, recurring, ...more }: Changes = {}, key?: string) {
  const price = { currency: 'eur', unit_amount: amount, product_data: { name }, ...(recurring && { recurring }) };
  const params = {
    mode: 'payment',
    customer,
    line_items: [{ quantity: 1, price_data: price }],
    success_url: 'https://cantera.test/payment-success',
    cancel_url: 'https://cantera.test/home',
    ...more,
  } as Stripe.Checkout.SessionCreateParams;
  return stripe.checkout.sessions.create(params, key ? { idempotencyKey: key } : {});
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

test.each<[string, Changes, object]>([
  ['metadata of 501 characters', { metadata: { title: 'x'.repeat(501) } }, { param: 'metadata[title]' }],
  ['a metadata key of 41 characters', { metadata: { ['x'.repeat(41)]: 'x' } }, { param: 'metadata' }],
  ['51 metadata keys', { metadata: keys(51) }, { param: 'metadata' }],
  ['long metadata of the payment', { payment_intent_data: { metadata: { a: 'x'.repeat(501) } } }, {}],
  ['a blank product name', { name: ' ' }, { code: 'parameter_invalid_empty' }],
  ['a product name of 251 characters', { name: 'x'.repeat(251) }, {}],
  ['49 cents', { amount: 49 }, { code: 'amount_too_small' }],
  ['half a cent', { amount: 199.5 }, { code: 'parameter_invalid_integer' }],
  [
    'a return address without scheme and host',
    { success_url: '/payment-success' },
    { code: 'url_invalid', param: 'success_url' },
  ],
  ['a recurring price in a payment', { recurring: { interval: 'month' } }, {}],
  ['a subscription without a recurring price', { mode: 'subscription' }, {}],
  [
    'data of a subscription in a payment',
    { subscription_data: { metadata: {}, description: 'x' } },
    { param: 'subscription_data' },
  ],
])('refuses %s', async (_, changes, error) => {
  await expect(openPaymentPage(changes)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    ...error,
  });
});

test('accepts values just within the limits', async () => {
  const metadata = { ...keys(49), ['k'.repeat(40)]: 'x'.repeat(500) };
  const session = await openPaymentPage({ metadata, name: 'x'.repeat(250), amount: 50 }, 'k'.repeat(255));
  expect(session.status).toBe('open');
});

test('refuses an idempotency key of 256 characters and a page of 101 objects', async () => {
  await expect(openPaymentPage({}, 'k'.repeat(256))).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.charges.list({ customer, limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

test.each(['ana', 'ana@club', 'ana@club.123', 'ana lara@club.test'])('refuses the email %s', async (email) => {
  await expect(stripe.customers.create({ email })).rejects.toMatchObject({ code: 'email_invalid', param: 'email' });
});

test('expires a payment page after 24 hours', async () => {
  const { id, url } = await openPaymentPage();
  service.state.clockOffsetSeconds = 24 * 3600;
  await fetch(`${url}/pay`.replace('localhost', '127.0.0.1'), { method: 'POST', redirect: 'manual' });
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  service.state.clockOffsetSeconds = 0;
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('refuses to refund a disputed charge until the dispute is won', async () => {
  const { id } = await openPaymentPage();
  service.state.pay(service.state.data.sessions[id]!);
  const [charge] = (await stripe.charges.list({ customer })).data;
  const dispute = service.state.dispute(service.state.data.charges[charge!.id]!);
  const refund = () => stripe.refunds.create({ charge: charge!.id });
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
  service.state.closeDispute(dispute!, 'won');
  expect((await refund()).status).toBe('succeeded');
  await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
});

test('cancels in the portal at the end of the month that is paid, and takes that back', async () => {
  const { id } = await openPaymentPage({ mode: 'subscription', recurring: { interval: 'month' } });
  service.state.pay(service.state.data.sessions[id]!);
  const [begun] = (await stripe.subscriptions.list({ customer })).data;
  const press = (change: string) =>
    fetch(`${service.url}/portal/${customer}/${change}/${begun!.id}?return=%2F`, {
      method: 'POST',
      redirect: 'manual',
    });
  const read = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0];
  const end = begun!.items.data[0]!.current_period_end;
  await press('cancel');
  expect(await read()).toMatchObject({ status: 'active', cancel_at: end, cancel_at_period_end: true, ended_at: null });
  await press('resume');
  expect(await read()).toMatchObject({ status: 'active', cancel_at: null, cancel_at_period_end: false });
  await press('cancel');
  service.state.clockOffsetSeconds = end - Math.floor(Date.now() / 1000) + 60;
  const ended = await read();
  service.state.clockOffsetSeconds = 0;
  expect(ended).toMatchObject({ status: 'canceled', ended_at: end });
});

test('refuses an end in the past, and changes of an ended subscription', async () => {
  const { id } = await openPaymentPage({ mode: 'subscription', recurring: { interval: 'month' } });
  service.state.pay(service.state.data.sessions[id]!);
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  const end = (at: number) => stripe.subscriptions.update(subscription!.id, { cancel_at: at });
  const now = Math.floor(Date.now() / 1000);
  await expect(end(now - 60)).rejects.toMatchObject({ param: 'cancel_at' });
  await end(now + 3600);
  await stripe.subscriptions.cancel(subscription!.id);
  await expect(end(now + 3600)).rejects.toThrow(/canceled subscription/);
});
