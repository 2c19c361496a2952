/** The Stripe emulator rejects the same calls as the service, with its codes. */
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalStripe, startStripe, stripeApiKey } from '../../../infra/local/stripe/stripe.ts';
import { checkBizum } from '../../../infra/operate/doctor/secret-checks.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = createTemporaryFolder();
let service: LocalStripe;
let stripe: Stripe;
let customer: string;

beforeAll(async () => {
  service = await startStripe({ dataDir, webhookUrl: () => undefined });
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(stripeApiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
beforeEach(async () => {
  customer = (await stripe.customers.create({ email: 'ana@club.test' })).id;
});
afterAll(() => service.close());

interface Changes {
  name?: string;
  amount?: number;
  recurring?: object;
  currency?: string;
  metadata?: Record<string, string>;
  [param: string]: unknown;
}

function openPaymentPage(
  { name = 'Sauce – Norte', amount = 199, currency = 'eur', recurring, ...more }: Changes = {},
  key?: string,
) {
  const price = { currency, unit_amount: amount, product_data: { name }, ...(recurring && { recurring }) };
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
  ['another word of the button', { submit_type: 'book' }, { param: 'submit_type' }],
  [
    'a parameter that the emulator does not carry',
    { payment_method_types: ['card'] },
    { param: 'payment_method_types' },
  ],
  [
    'a text of 1,201 characters',
    { custom_text: { submit: { message: 'x'.repeat(1201) } } },
    { param: 'custom_text[submit][message]' },
  ],
  ['another currency', { currency: 'usd' }, { param: 'line_items[0][price_data][currency]' }],
  [
    'a text for a box that is not asked for',
    { custom_text: { terms_of_service_acceptance: { message: 'Acepto' } } },
    { param: 'custom_text[terms_of_service_acceptance]' },
  ],
])('refuses %s', async (_, changes, error) => {
  await expect(openPaymentPage(changes)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    ...error,
  });
});

const read = async (url: string | null) => (await fetch(String(url).replace('localhost', '127.0.0.1'))).text();
const press = (url: string | null, action: string, fields: Record<string, string> = {}) =>
  fetch(`${String(url).replace('localhost', '127.0.0.1')}/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const monthly = { mode: 'subscription', recurring: { interval: 'month' } };

test.each<[string, Changes, string]>([
  ['a payment', {}, 'Pagar'],
  ['a subscription', monthly, 'Suscribirse'],
  ['a subscription with submit_type: pay', { ...monthly, submit_type: 'pay' }, 'Pagar'],
])('[F-LAW-1] the button of %s says what the service’s says', async (_, changes, label) => {
  const { url } = await openPaymentPage(changes);
  expect(await read(url)).toContain(`<button class="primary">${label}</button>`);
});

test('[F-LAW-1] converts the price unless it is told not to', async () => {
  expect(await read((await openPaymentPage()).url)).toContain('O en tu moneda');
  expect(await read((await openPaymentPage({ adaptive_pricing: { enabled: false } })).url)).not.toContain(
    'O en tu moneda',
  );
});

test('[F-LAW-1] a required box blocks paying until it is ticked, and needs an address of the terms', async () => {
  const asks = { consent_collection: { terms_of_service: 'required' } };
  const { id, url } = await openPaymentPage(asks);
  expect(await (await press(url, 'pay')).text()).toContain('Acepta las condiciones');
  expect((await press(url, 'bizum-approve')).status).toBe(200);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', consent: null });
  expect((await press(url, 'pay', { terms: 'accepted' })).status).toBe(303);
  const consent = { terms_of_service: 'accepted' };
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', consent });
  const { termsUrl } = service.state.dashboard;
  service.state.dashboard.termsUrl = undefined;
  await expect(openPaymentPage(asks)).rejects.toMatchObject({ param: 'consent_collection[terms_of_service]' });
  service.state.dashboard.termsUrl = termsUrl;
});

describe('[F-LAW-8] managed payments', () => {
  const product_data = { name: 'Sauce – Norte', tax_code: 'txcd_10402000' };
  const line_items = [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 199, product_data } }];
  const managed = { managed_payments: { enabled: true }, line_items };

  test.each<[string, Changes]>([
    ['adaptive_pricing', { adaptive_pricing: { enabled: false } }],
    ['custom_text', { custom_text: { submit: { message: 'x' } } }],
  ])('refuse %s, on accounts with them by default too', async (param, changes) => {
    await expect(openPaymentPage({ ...managed, ...changes })).rejects.toMatchObject({ param });
    service.state.dashboard.managed = 'BY_DEFAULT';
    await expect(openPaymentPage({ line_items, ...changes })).rejects.toMatchObject({ param });
    await openPaymentPage({ managed_payments: { enabled: false }, submit_type: 'pay' });
    service.state.dashboard.managed = 'ON';
  });

  test('want a tax code of each product, and their terms accepted', async () => {
    await expect(openPaymentPage({ managed_payments: { enabled: true } })).rejects.toThrow('tax code is missing');
    service.state.dashboard.managed = 'OFF';
    await expect(openPaymentPage(managed)).rejects.toThrow('terms of service');
    service.state.dashboard.managed = 'ON';
  });

  test('say who sells, offer no Bizum, withhold the VAT and give it back', async () => {
    const { url } = await openPaymentPage(managed);
    const page = await read(url);
    expect(page).toContain('Vendido a través de Link');
    expect(page).not.toContain('Bizum');
    await press(url, 'pay');
    const [charge] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ charge: charge!.id, amount: 50 });
    await stripe.refunds.create({ charge: charge!.id });
    const { data } = await stripe.balanceTransactions.list();
    const withheld = data.slice(0, 3).map(({ fee_details }) => fee_details.find(({ type }) => type === 'withheld_tax'));
    expect(withheld.map((one) => one?.amount).toSorted((a, b) => a! - b!)).toEqual([-26, -9, 35]);
  });
});

describe('[F-MONEY-6] Bizum', () => {
  test('is offered for one payment while it is switched on', async () => {
    const pays = 'Pagar con Bizum';
    expect(await read((await openPaymentPage()).url)).toContain(pays);
    expect(await read((await openPaymentPage(monthly)).url)).not.toContain(pays);
    service.state.dashboard.bizum = false;
    expect(await read((await openPaymentPage()).url)).not.toContain(pays);
    const off = (await stripe.paymentMethodConfigurations.list()).data[0];
    expect(off?.bizum).toMatchObject({ available: false, display_preference: { value: 'off' } });
    service.state.dashboard.bizum = true;
  });

  test.each(['', '512345678', '61234567', '+33612345678'])('refuses the phone %o', async (phone) => {
    const { url } = await openPaymentPage();
    expect(await (await press(url, 'bizum', { phone })).text()).toContain('móvil español');
  });

  test('the doctor compares it with the paywall', async () => {
    expect(await checkBizum(stripe, true)).toEqual([]);
    expect(await checkBizum(stripe, false)).toMatchObject([{ state: 'missing' }]);
    service.state.dashboard.bizum = false;
    expect(await checkBizum(stripe, true)).toMatchObject([{ what: 'Bizum', state: 'bad', allowsDeployment: true }]);
    expect(await checkBizum(stripe, false)).toEqual([]);
    service.state.dashboard.bizum = true;
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

describe('the ledger of the account', () => {
  const listLines = async () =>
    (await stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'] }).autoPagingToArray({ limit: 1000 }))
      .filter(({ source }) => {
        const { id, charge = id } = source as unknown as { id: string; charge?: string };
        return service.state.data.charges[charge]?.customer === customer;
      })
      .map(({ type, reporting_category, amount, fee, net }) => ({ type, reporting_category, amount, fee, net }))
      .toReversed();

  test('has a line for each payment, refund and dispute, and for a debit once it has arrived', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { id } = await openPaymentPage();
      if (count === 0) service.state.pay(service.state.data.sessions[id]!);
      else service.state.payLater(service.state.data.sessions[id]!);
    }
    const [debit, card] = (await stripe.charges.list({ customer })).data;
    await stripe.refunds.create({ charge: card!.id, amount: 50 });
    expect(debit?.balance_transaction).toBeNull();
    service.state.settle(service.state.data.charges[debit!.id]!, true);
    const dispute = service.state.dispute(service.state.data.charges[card!.id]!)!;
    service.state.closeDispute(dispute, 'won');
    await stripe.refunds.create({ charge: debit!.id });
    expect(await listLines()).toEqual([
      { type: 'charge', reporting_category: 'charge', amount: 199, fee: 28, net: 171 },
      { type: 'refund', reporting_category: 'refund', amount: -50, fee: 0, net: -50 },
      { type: 'payment', reporting_category: 'charge', amount: 199, fee: 28, net: 171 },
      { type: 'adjustment', reporting_category: 'dispute', amount: -149, fee: 2000, net: -2149 },
      { type: 'adjustment', reporting_category: 'dispute_reversal', amount: 149, fee: 0, net: 149 },
      { type: 'payment_refund', reporting_category: 'refund', amount: -199, fee: 0, net: -199 },
    ]);
  });

  test('has a line for a refund that fails later, with the events and the fields of the service', async () => {
    const { id } = await openPaymentPage();
    service.state.pay(service.state.data.sessions[id]!);
    const [charge] = (await stripe.charges.list({ customer })).data;
    const refund = await stripe.refunds.create({ charge: charge!.id, amount: 50 });
    await stripe.refunds.create({ charge: charge!.id });
    service.state.failRefund(service.state.data.refunds[refund.id]!);
    const failed = (await stripe.refunds.list({ charge: charge!.id })).data.find((one) => one.id === refund.id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount_refunded: 149, refunded: false }]);
    expect((await listLines()).at(-1)).toMatchObject({ type: 'refund_failure', amount: 50, fee: 0, net: 50 });
    const events = (await stripe.events.list({ limit: 100 })).data.filter(
      ({ data: { object } }) => 'id' in object && object.id === refund.id,
    );
    expect(events.map(({ type }) => type).toSorted()).toEqual(['refund.failed', 'refund.updated']);
    expect(events[0]!.data.object).toMatchObject({ charge: charge!.id, failure_reason: 'expired_or_canceled_card' });
  });

  test('names the subscription that a month’s payment belongs to, and nothing for a single payment', async () => {
    const { id } = await openPaymentPage({
      mode: 'subscription',
      amount: 699,
      recurring: { interval: 'month' },
      subscription_data: { metadata: { order: 'X' } },
    });
    service.state.pay(service.state.data.sessions[id]!);
    const [month] = (await stripe.charges.list({ customer })).data;
    const find = (intent: unknown) =>
      stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: String(intent) },
        expand: ['data.invoice'],
      });
    const [payment] = (await find(month!.payment_intent)).data;
    expect((payment!.invoice as Stripe.Invoice).parent?.subscription_details?.metadata).toEqual({ order: 'X' });
    expect((await find('pi_other')).data).toEqual([]);
    await expect(stripe.invoicePayments.list()).rejects.toMatchObject({ code: 'parameter_missing' });
  });

  test('expands what the service expands', async () => {
    await expect(stripe.balanceTransactions.list({ expand: ['data.customer'] })).rejects.toMatchObject({
      param: 'expand',
    });
  });
});
