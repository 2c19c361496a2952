/** Customers at the provider: the billing portal, customers that exist on one side only, and rejected requests. */
import { describe, expect, test } from 'vitest';
import { call, createEvent, createPerson, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { pressButton, requestPaymentLink } from '../../support/people.ts';
import {
  buyMatch,
  createSubscriber,
  deliver,
  expectRole,
  findCustomer,
  pay,
  readUser,
  requestMatchLink,
  stripe,
  webOrigin,
} from './customers.ts';

const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');
const { endCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');
const { syncCustomer } = await import('../../../functions/money/payments/sync-customer.ts');

test('[A-PROF-20] lets the customer cancel in the billing portal at the end of the month, and return', async () => {
  const { someone, customer } = await createSubscriber();
  const { url } = (await call('POST /payments/stripe/portal', { token: someone.token })).data;
  expect(await (await fetch(url)).text()).toContain(`${webOrigin}/profile`);
  const [sub] = (await stripe.subscriptions.list({ customer })).data;
  const paidUntil = new Date(Number(sub?.items.data[0]?.current_period_end) * 1000).toISOString();
  await pressButton(`/portal/${customer}/cancel/${sub?.id}?return=%2F`);
  const readSubscription = async () => (await readUser(someone))?.subscription;
  await eventually(async () => (await readSubscription())?.cancelled, is(true as const));
  expect(await readSubscription()).toMatchObject({ to: paidUntil, renewal: null, error: null });
  await expectRole(someone, 'REGULAR_SUBSCRIBER');
  await pressButton(`/portal/${customer}/resume/${sub?.id}?return=%2F`);
  await eventually(async () => (await readSubscription())?.renewal?.at, is(paidUntil));
  expect((await readSubscription())?.cancelled).toBeUndefined();
  const stranger = await createPerson('REGULAR_BASIC');
  expect((await call('POST /payments/stripe/portal', { token: stranger.token })).code).toBe('PYM4004');
});

test('[A-PAY-21] ignores a customer of the provider who has no account', async () => {
  const stranger = await stripe.customers.create({ email: 'x@y.test', metadata: {} });
  expect(await syncCustomer(stranger.id)).toBeUndefined();
});

describe('a customer whom the provider does not know', () => {
  /** The keys were replaced: the customer's id belongs to another account. */
  const forget = ({ user }: Person) =>
    updateItem('users', userKey(user.id), {
      expression: 'SET stripeCustomerId = :id',
      values: { ':id': 'cus_ofanotheraccount' },
    });

  test('[A-PAY-5] gets a new customer and a link, and reads no payments', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await forget(someone);
    const { token } = someone;
    expect((await call('GET /users/me/payments', { token })).data.payments).toEqual([]);
    expect((await call('POST /payments/stripe/portal', { token })).code).toBe('PYM4004');
    const answers = await Promise.all([requestPaymentLink(someone), requestPaymentLink(someone)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await pay(answers[0]?.data.paymentLink ?? '');
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    expect((await readUser(someone))?.stripeCustomerId).not.toBe('cus_ofanotheraccount');
  });

  test('[A-PAY-20] loses its entitlements when it is deleted there, and may buy again', async () => {
    const { someone, customer } = await createSubscriber();
    const match = await createEvent();
    const open = await requestMatchLink(someone, match.id);
    await stripe.customers.del(customer);
    await expectRole(someone, 'REGULAR_BASIC');
    expect((await readUser(someone))?.subscription).toBeNull();
    expect(open.code).toBe('PYM4001');
    const again = await requestPaymentLink(someone);
    await pay(again.data.paymentLink);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    const next = (await readUser(someone))?.stripeCustomerId;
    expect(next).not.toBe(customer);
    // The old customer's event comes once more, late.
    const late = {
      id: 'evt_late',
      type: 'customer.deleted',
      data: { object: { id: customer, metadata: { userId: someone.user.id } } },
    };
    expect((await deliver(late)).status).toBe(200);
    expect((await readUser(someone))?.role).toBe('REGULAR_SUBSCRIBER');
  });

  test('[A-PAY-8] does not return the open page of a deleted customer', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const before = (await requestPaymentLink(someone)).data.paymentLink;
    await stripe.customers.del(await findCustomer(someone));
    expect((await requestPaymentLink(someone)).data.paymentLink).not.toBe(before);
  });
});

describe('the API after a rejection by the provider', () => {
  test('[A-PAY-19] opens the payment page without the email that was rejected', async () => {
    const someone = await createPerson('REGULAR_BASIC', { email: `ana.${Date.now()}@club.123` });
    const made = await requestPaymentLink(someone);
    expect(made.status).toBe(200);
    const { stripeCustomerId } = (await readUser(someone)) ?? {};
    const customer = await stripe.customers.retrieve(String(stripeCustomerId));
    expect(customer).toMatchObject({ metadata: { userId: someone.user.id }, email: '' });
  });

  test('[A-PAY-19] deletes the customer although the refund of a disputed charge is rejected', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    for (const event of [await createEvent(), await createEvent()]) {
      await buyMatch(someone, event.id);
    }
    const buyer = await findCustomer(someone);
    const [first, second] = (await stripe.charges.list({ customer: buyer })).data;
    await pressButton(`/control/dispute/${first?.id}`);
    await endCustomer(buyer, Date.now());
    expect((await stripe.charges.retrieve(String(second?.id))).refunded).toBe(true);
    expect((await stripe.charges.retrieve(String(first?.id))).refunded).toBe(false);
  });
});
