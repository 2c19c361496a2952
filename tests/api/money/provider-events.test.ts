/** The provider's events: signed, repeated, lost, late, and after the account was deleted. */
import { describe, expect, test } from 'vitest';
import { addresses, call, createEvent, createPerson, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails, pressButton, requestPaymentLink, toSessionId } from '../../support/people.ts';
import {
  buySeason,
  createSubscriber,
  deliver,
  expectRole,
  findCustomer,
  pay,
  readUser,
  requestMatchLink,
  stripe,
} from './customers.ts';

const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { reconcilePayments } = await import('../../../functions/jobs/payments.ts');
const { endCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');

/** Holds back the provider's events while `act` runs. The provider is shared, so all tests that do this are in this file. */
async function withHeldEvents(act: () => Promise<void>): Promise<void> {
  await pressButton('/control/delivery/held');
  try {
    await act();
  } finally {
    await pressButton('/control/delivery/normal');
    await pressButton('/control/release');
  }
}

describe('the handling of provider events', () => {
  test('[A-API-12][A-PAY-21] answers 400 to unsigned or wrongly signed events; ignores repetitions', async () => {
    const { someone, customer } = await createSubscriber();
    const payload = {
      id: `evt_${Math.random().toString(36).slice(2)}`,
      object: 'event',
      type: 'customer.updated',
      data: { object: { id: customer, customer } },
    };
    expect((await deliver(payload, 'whsec_otro')).status).toBe(400);
    const unsigned = await fetch(`${addresses.api}/payments/stripe/webhook`, {
      method: 'POST',
      body: JSON.stringify(payload),
    });
    expect(unsigned.status).toBe(400);
    // Other events of the same purchase may still arrive; they only increase the version.
    const readEntitlements = async () => ({ ...(await getUser(someone.user.id)), paymentsVersion: undefined });
    const before = await readEntitlements();
    for (let time = 0; time < 3; time += 1) {
      expect((await deliver(payload)).status).toBe(200);
      expect(await readEntitlements()).toEqual(before);
    }
  });

  const loseDispute = async ({ charge }: { charge: string }) => {
    await pressButton(`/control/dispute/${charge}`);
    const [dispute] = (await stripe.disputes.list({ charge })).data;
    await pressButton(`/control/lose/${dispute?.id}`);
  };
  test.each<[string, string, string, (ids: { sub: string; charge: string }) => Promise<unknown>]>([
    ['a cancellation', 'PDS_STRIPE_CANCELLED', 'canceled', ({ sub }) => pressButton(`/control/cancel/${sub}`)],
    ['a failed renewal', 'PDS_ERROR', 'past_due', ({ sub }) => pressButton(`/control/fail/${sub}`)],
    ['a refund', 'PDS_STRIPE_CANCELLED', 'canceled', ({ charge }) => pressButton(`/control/refund/${charge}`)],
    ['a lost dispute', 'PDS_STRIPE_DISPUTE_CLOSED', 'canceled', loseDispute],
  ])(
    '[A-PAY-20] %s ends access with %s, is %s at the provider, and can be bought again',
    async (_, error, status, happen) => {
      const { someone, customer } = await createSubscriber();
      const [sub] = (await stripe.subscriptions.list({ customer })).data;
      const [charge] = (await stripe.charges.list({ customer })).data;
      await happen({ sub: String(sub?.id), charge: String(charge?.id) });
      await eventually(async () => (await readUser(someone))?.subscription?.error?.type, is(error));
      const { user } = (await call('GET /users/me', { token: someone.token })).data;
      expect([user.role, user.subscription?.error?.type]).toEqual(['REGULAR_BASIC', error]);
      await eventually(
        async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]?.status,
        is(status),
      );
      expect((await requestPaymentLink(someone)).status).toBe(200);
    },
  );

  test('[A-PAY-20] keeps access after a won dispute, and restores it by a paid renewal', async () => {
    const { someone, customer } = await createSubscriber();
    const [sub] = (await stripe.subscriptions.list({ customer })).data;
    const [charge] = (await stripe.charges.list({ customer })).data;
    await pressButton(`/control/dispute/${charge?.id}`);
    const [dispute] = (await stripe.disputes.list({ charge: String(charge?.id) })).data;
    await pressButton(`/control/win/${dispute?.id}`);
    await pressButton(`/control/fail/${sub?.id}`);
    await expectRole(someone, 'REGULAR_BASIC');
    await pressButton(`/control/renew/${sub?.id}`);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
  });

  test('[A-PAY-20] finds lost events by reconciliation', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await withHeldEvents(async () => {
      await buySeason(someone);
      await reconcilePayments();
      await expectRole(someone, 'REGULAR_SUBSCRIBER');
      const control = await (await fetch(addresses.payments)).text();
      expect(Number(/retenidos \((\d+)\)/.exec(control)?.[1])).toBeGreaterThan(0);
    });
  });
});

describe('syncing payments on return from the payment page', () => {
  const syncPayments = (someone: Person) => call('GET /users/me/payments', { token: someone.token });

  test('[A-PROF-20] applies a cancellation in the portal before its event has arrived', async () => {
    const { someone, customer } = await createSubscriber();
    const [sub] = (await stripe.subscriptions.list({ customer })).data;
    await withHeldEvents(async () => {
      await pressButton(`/portal/${customer}/cancel/${sub?.id}?return=%2F`);
      const query = { apply: 'subscription' };
      expect((await call('GET /users/me/payments', { token: someone.token, query })).status).toBe(200);
      expect((await readUser(someone))?.subscription?.cancelled).toBe(true);
    });
  });

  test('[E-PAY-3] opens a purchase before its event has arrived, and no other', async () => {
    const match = await createEvent();
    const [subscriber, buyer] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_BASIC')];
    const atOnce = 8;
    const product = { productType: 'PT_SPORT_EVENT', sportEventId: match.id };
    await withHeldEvents(async () => {
      const links = [await requestPaymentLink(subscriber), await requestPaymentLink(buyer, product)];
      expect((await syncPayments(subscriber)).status).toBe(200);
      expect((await readUser(subscriber))?.role).toBe('REGULAR_BASIC');
      for (const { data } of links) await pay(data.paymentLink);
      const answers = await Promise.all(Array.from({ length: atOnce }, () => syncPayments(buyer)));
      expect(answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
      expect((await readUser(buyer))?.purchases).toMatchObject([{ id: match.id }]);
      expect((await syncPayments(subscriber)).status).toBe(200);
      expect((await readUser(subscriber))?.role).toBe('REGULAR_SUBSCRIBER');
    });
    // One receipt, although both the sync and the late event report the payment.
    const receipts = async () => (await listMails(buyer.user.email)).filter(({ subject }) => /recibo/.test(subject));
    expect(await eventually(receipts, (mails) => mails.length > 0)).toHaveLength(1);
  });
});

describe('an account that is deleted while a payment page is open', () => {
  const password = 'una-clave-larga';
  const withOpenPages = async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await setPassword(someone.user.id, password);
    const match = await createEvent();
    const links = await Promise.all([requestPaymentLink(someone), requestMatchLink(someone, match.id)]);
    const customer = await findCustomer(someone);
    return { someone, customer, sessions: links.map(({ data }) => toSessionId(data.paymentLink)) };
  };
  const goAway = ({ token }: Person) => call('DELETE /users/me', { token, body: { password } });

  test('closes the payment pages', async () => {
    const { someone, customer, sessions } = await withOpenPages();
    await goAway(someone);
    const open = async () => (await stripe.checkout.sessions.list({ customer, status: 'open' })).data.length;
    await eventually(open, is(0));
    for (const session of sessions) await pressButton(`/pay/${session}/pay`);
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
  });

  test('ends and refunds a late payment once, for repeated events', async () => {
    const { someone, customer, sessions } = await withOpenPages();
    await withHeldEvents(async () => {
      // The pages are paid before the domain event of the deletion and the provider's events arrive.
      const { changeRights } = await import('../../../functions/people/accounts/end-rights.ts');
      await changeRights(someone.user, {}, Date.now()).catch(() => undefined);
      const pays = sessions.map((session) => pressButton(`/pay/${session}/pay`));
      const [tryDelete] = await Promise.all([goAway(someone), ...pays]);
      expect(tryDelete.status).toBe(200);
    });
    const findOutcome = async () => {
      const [subscriptions, charges] = await Promise.all([
        stripe.subscriptions.list({ customer }),
        stripe.charges.list({ customer }),
      ]);
      return subscriptions.data.length === 0 && charges.data.every(({ paid, refunded }) => !paid || refunded);
    };
    await eventually(findOutcome, Boolean);
    await endCustomer(customer, 0);
    expect(await findOutcome()).toBe(true);
  });

  test('refunds a payment just before the deletion, but not earlier ones', async () => {
    const { customer, sessions } = await withOpenPages();
    await Promise.all(sessions.map((session) => pressButton(`/pay/${session}/pay`)));
    const listRefunded = async () => (await stripe.charges.list({ customer })).data.map(({ refunded }) => refunded);
    await endCustomer(customer, Date.now() + 120_000);
    expect(await listRefunded()).toEqual([false, false]);
    await endCustomer(customer, Date.now() + 30_000);
    expect(await listRefunded()).toEqual([true, true]);
  });
});
