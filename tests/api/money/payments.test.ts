/**
 * Payments over the provider's own protocol: links, signed events in any order, refunds, disputes, the billing portal.
 */
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { stripeApiKey, stripeWebhookSecret } from '../../../infra/local/stripe/stripe.ts';
import { seasonEnd, usualLastDay } from '../../../shared/domain/season.ts';
import { addresses, call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { hostileAddresses } from '../../support/hostile-addresses.ts';
import { listMails, pressButton, requestPaymentLink, toSessionId } from '../../support/people.ts';
import { pickSome } from '../../support/test-profile.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');
const { followRescheduledEvent } = await import('../../../functions/money/payments/rescheduled-events.ts');
const { withEffectiveRights } = await import('../../../functions/platform/auth/rules.ts');
const { endCustomer } = await import('../../../functions/money/payments/stripe/customers.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { syncCustomer } = await import('../../../functions/money/payments/sync-customer.ts');

const pages = new URL(addresses.payments);
const stripe = new Stripe(stripeApiKey, { host: pages.hostname, port: pages.port, protocol: 'http' });
const webOrigin = String(process.env.WEB_ORIGIN);

const state = async ({ user }: Person) => {
  const stored = await getUser(user.id);
  return stored && withEffectiveRights(stored, Date.now());
};

async function deliver(payload: object, secret = stripeWebhookSecret): Promise<Response> {
  const body = JSON.stringify(payload);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret });
  return fetch(`${addresses.api}/payments/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  });
}

async function subscribed(): Promise<{ someone: Person; customer: string }> {
  const someone = await createPerson('REGULAR_BASIC');
  const { paymentLink } = (await requestPaymentLink(someone)).data;
  await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
  await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
  return { someone, customer: String((await state(someone))?.stripeCustomerId) };
}

describe('a payment link', () => {
  test('[A-API-11][A-PAY-5][A-PAY-18][A-PAY-19][A-CONST-4] pays the season until its end, by the signed event', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const made = await requestPaymentLink(someone);
    expect(made.status).toBe(200);
    const page = await (await fetch(made.data.paymentLink)).text();
    expect(page).toContain('6,99');
    expect((await state(someone))?.role).toBe('REGULAR_BASIC');
    const paid = await pressButton(`/pay/${toSessionId(made.data.paymentLink)}/pay`);
    expect(paid.headers.get('location')).toBe(`${webOrigin}/payment-success?redirectUrl=%2Fhome`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
    const subscription = (await state(someone))?.subscription;
    expect(subscription).toMatchObject({ provider: 'stripe', error: null });
    expect(Date.parse(String(subscription?.to))).toBe(seasonEnd(Date.now(), usualLastDay));
    // In a season's last month nothing more is charged.
    const month = new Date();
    month.setUTCMonth(month.getUTCMonth() + 1);
    if (month.getTime() + 5 * 86_400_000 < seasonEnd(Date.now(), usualLastDay)) {
      expect(subscription?.renewal?.amount).toBe(699);
      const days = (Date.parse(String(subscription?.renewal?.at)) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(27);
      expect(days).toBeLessThan(31.1);
    }
  });

  test('[A-PAY-2][A-PAY-19][V-ACC-3] pays one event and opens its videos', async () => {
    const match = await createEvent();
    const { id } = await createVod({ sportEventId: match.id });
    const someone = await createPerson('REGULAR_BASIC');
    const made = await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id });
    await pressButton(`/pay/${toSessionId(made.data.paymentLink)}/pay`);
    await eventually(async () => (await state(someone))?.purchases.length === 1, Boolean);
    expect((await state(someone))?.purchases[0]).toMatchObject({ id: match.id, title: match.title });
    const { playback } = (await call('GET /vods/{id}', { params: { id }, token: someone.token })).data.vod;
    expect(playback).toMatchObject({ granted: true, reason: 'PURCHASE' });
    const { payments } = (await call('GET /users/me/payments', { token: someone.token })).data;
    expect(payments[0]).toMatchObject({
      title: match.title,
      amount: 199,
      status: 'paid',
      productType: 'PT_SPORT_EVENT',
    });
  });

  test('[A-PAY-17] returns without a charge if cancelled; grants nothing for a declined card', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { paymentLink } = (await requestPaymentLink(someone)).data;
    const declined = await pressButton(`/pay/${toSessionId(paymentLink)}/decline`);
    expect(await declined.text()).toContain('rechazada');
    const cancelled = await pressButton(`/pay/${toSessionId(paymentLink)}/cancel`);
    expect(cancelled.headers.get('location')).toBe(`${webOrigin}/home`);
    expect((await state(someone))?.role).toBe('REGULAR_BASIC');
  });

  test('[A-PAY-8][A-LOGIN-14] answers PYM4001 for a repeated purchase: one customer, one session', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestPaymentLink(someone)));
    const links = new Set(answers.map(({ data }) => data.paymentLink));
    expect(links.size).toBe(1);
    await pressButton(`/pay/${toSessionId([...links][0] ?? '')}/pay`);
    const again = await requestPaymentLink(someone);
    expect([again.status, again.code, again.message]).toEqual([400, 'PYM4001', 'Ya has pagado por este producto']);
    const customer = String((await state(someone))?.stripeCustomerId);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    const match = await createEvent();
    const one = await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id });
    expect(one.code, 'a subscriber has access to every event').toBe('PYM4001');
  });

  test('[A-PAY-8] leaves one payable page for several tabs', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const from = (path: string) => ({
      callbackUrl: `${webOrigin}/payment-success?redirectUrl=${encodeURIComponent(path)}`,
    });
    const answers = await Promise.all(
      ['/home', '/futbol', '/vods/1'].map((path) => requestPaymentLink(someone, from(path))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const customer = String((await getUser(someone.user.id))?.stripeCustomerId);
    expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toHaveLength(1);
  });

  test('[A-PAY-19] opens the event when a direct debit arrives, and sells it once meanwhile', async () => {
    const match = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    const product = { productType: 'PT_SPORT_EVENT', sportEventId: match.id };
    const payLater = async () => {
      await pressButton(`/pay/${toSessionId((await requestPaymentLink(someone, product)).data.paymentLink)}/later`);
      const customer = String((await state(someone))?.stripeCustomerId);
      return (await stripe.charges.list({ customer })).data[0]?.id;
    };
    const bounced = await payLater();
    expect((await requestPaymentLink(someone, product)).code).toBe('PYM4006');
    expect((await call('GET /users/me/payments', { token: someone.token })).data.payments[0]?.status).toBe('pending');
    await pressButton(`/control/bounce/${bounced}`);
    expect((await state(someone))?.purchases).toEqual([]);
    await pressButton(`/control/settle/${await payLater()}`);
    await eventually(async () => (await state(someone))?.purchases.length === 1, Boolean);
    const receipts = async () => (await listMails(someone.user.email)).filter(({ subject }) => /recibo/.test(subject));
    expect(await eventually(receipts, (mails) => mails.length > 0)).toHaveLength(1);
  });

  test('[A-PROF-20] leaves one subscription after a failed renewal and a new payment', async () => {
    const { someone, customer } = await subscribed();
    const [first] = (await stripe.subscriptions.list({ customer })).data;
    await pressButton(`/control/fail/${first?.id}`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC', Boolean);
    await pressButton(`/pay/${toSessionId((await requestPaymentLink(someone)).data.paymentLink)}/pay`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
    const live = (await stripe.subscriptions.list({ customer })).data;
    expect(live.map(({ id, status }) => [id === first?.id, status])).toEqual([[false, 'active']]);
    expect((await state(someone))?.subscription?.error).toBeNull();
  });

  test('[A-PAY-10][A-PAY-15][A-PAY-11] is rejected without an event, to another site, and without a session', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    expect((await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT' })).message).toBe(
      'No se ha especificado el evento deportivo',
    );
    const { host } = new URL(webOrigin);
    const wrong = [
      `${webOrigin}/otra`,
      `${webOrigin}@evil.test/payment-success`,
      ...pickSome(hostileAddresses(host), 2),
    ];
    const refusal = async (callbackUrl: string) => {
      const { status, code } = await requestPaymentLink(someone, { callbackUrl });
      expect([status, code], callbackUrl).toEqual([400, expect.stringMatching(/^(PYM4002|REQ4000)$/)]);
    };
    const away = async (target: string) => {
      const buyer = await createPerson('REGULAR_BASIC');
      const callbackUrl = `${webOrigin}/payment-success?redirectUrl=${encodeURIComponent(target)}`;
      const { paymentLink } = (await requestPaymentLink(buyer, { callbackUrl })).data;
      const cancelled = await pressButton(`/pay/${toSessionId(paymentLink)}/cancel`);
      expect(new URL(String(cancelled.headers.get('location'))).origin, target).toBe(webOrigin);
    };
    // The requests are independent; in sequence a busy machine takes minutes.
    await Promise.all(wrong.flatMap((url) => [refusal(url), refusal(`${url}/payment-success`)]));
    await Promise.all(pickSome(hostileAddresses(host)).map(away));
    expect((await call('POST /payments/stripe', { body: {} })).status).toBe(401);
    const open = await createEvent({ isPublic: true });
    expect((await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: open.id })).code).toBe(
      'PYM4005',
    );
  });
});

describe('provider events', () => {
  test('[A-API-12][A-PAY-21] answers 400 to unsigned or wrongly signed events; ignores repetitions', async () => {
    const { someone, customer } = await subscribed();
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
    const entitled = async () => ({ ...(await getUser(someone.user.id)), paymentsVersion: undefined });
    const before = await entitled();
    for (let time = 0; time < 3; time += 1) {
      expect((await deliver(payload)).status).toBe(200);
      expect(await entitled()).toEqual(before);
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
      const { someone, customer } = await subscribed();
      const [sub] = (await stripe.subscriptions.list({ customer })).data;
      const [charge] = (await stripe.charges.list({ customer })).data;
      await happen({ sub: String(sub?.id), charge: String(charge?.id) });
      await eventually(async () => (await state(someone))?.subscription?.error?.type, is(error));
      const { user } = (await call('GET /users/me', { token: someone.token })).data;
      expect([user.role, user.subscription?.error?.type]).toEqual(['REGULAR_BASIC', error]);
      // The subscription is cancelled, so nothing is charged next month.
      await eventually(
        async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]?.status,
        is(status),
      );
      expect((await requestPaymentLink(someone)).status).toBe(200);
    },
  );

  test('[A-PAY-20] keeps access after a won dispute, and restores it by a paid renewal', async () => {
    const { someone, customer } = await subscribed();
    const [sub] = (await stripe.subscriptions.list({ customer })).data;
    const [charge] = (await stripe.charges.list({ customer })).data;
    await pressButton(`/control/dispute/${charge?.id}`);
    const [dispute] = (await stripe.disputes.list({ charge: String(charge?.id) })).data;
    await pressButton(`/control/win/${dispute?.id}`);
    await pressButton(`/control/fail/${sub?.id}`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC', Boolean);
    await pressButton(`/control/renew/${sub?.id}`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
  });

  test('[A-PAY-20] finds lost events by reconciliation @ci', async () => {
    await pressButton('/control/delivery/held');
    const someone = await createPerson('REGULAR_BASIC');
    try {
      const { paymentLink } = (await requestPaymentLink(someone)).data;
      await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
      // The schedule of the tests runs every ten seconds instead of every minute.
      await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
      const control = await (await fetch(addresses.payments)).text();
      expect(Number(/retenidos \((\d+)\)/.exec(control)?.[1])).toBeGreaterThan(0);
    } finally {
      await pressButton('/control/delivery/normal');
      await pressButton('/control/release');
    }
  });
});

describe('syncing payments on return from the payment page', () => {
  const syncPayments = (someone: Person) => call('GET /users/me/payments', { token: someone.token });

  test('[E-PAY-3] opens a purchase before its event has arrived, and no other', async () => {
    const match = await createEvent();
    const [subscriber, buyer] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_BASIC')];
    const atOnce = 8;
    const product = { productType: 'PT_SPORT_EVENT', sportEventId: match.id };
    await pressButton('/control/delivery/held');
    try {
      const links = [await requestPaymentLink(subscriber), await requestPaymentLink(buyer, product)];
      expect((await syncPayments(subscriber)).status).toBe(200);
      expect((await state(subscriber))?.role).toBe('REGULAR_BASIC');
      for (const { data } of links) await pressButton(`/pay/${toSessionId(data.paymentLink)}/pay`);
      const answers = await Promise.all(Array.from({ length: atOnce }, () => syncPayments(buyer)));
      expect(answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
      expect((await state(buyer))?.purchases).toMatchObject([{ id: match.id }]);
      expect((await syncPayments(subscriber)).status).toBe(200);
      expect((await state(subscriber))?.role).toBe('REGULAR_SUBSCRIBER');
    } finally {
      await pressButton('/control/delivery/normal');
      await pressButton('/control/release');
    }
    // One receipt, although both the sync and the late event report the payment.
    const receipts = async () => (await listMails(buyer.user.email)).filter(({ subject }) => /recibo/.test(subject));
    expect(await eventually(receipts, (mails) => mails.length > 0)).toHaveLength(1);
  });
});

test('[A-PROF-20] lets the customer cancel in the billing portal, and returns', async () => {
  const { someone, customer } = await subscribed();
  const { url } = (await call('POST /payments/stripe/portal', { token: someone.token })).data;
  expect(await (await fetch(url)).text()).toContain(`${webOrigin}/profile`);
  const [sub] = (await stripe.subscriptions.list({ customer })).data;
  await pressButton(`/portal/${customer}/cancel/${sub?.id}?return=%2F`);
  await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC', Boolean);
  const stranger = await createPerson('REGULAR_BASIC');
  expect((await call('POST /payments/stripe/portal', { token: stranger.token })).code).toBe('PYM4004');
});

test('[A-PAY-21] ignores a customer whose account was deleted', async () => {
  const stranger = await stripe.customers.create({ email: 'x@y.test', metadata: {} });
  expect(await syncCustomer(stranger.id)).toBeUndefined();
});

describe('an account that is deleted while a payment page is open', () => {
  const password = 'una-clave-larga';
  const withOpenPages = async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await setPassword(someone.user.id, password);
    const match = await createEvent();
    const links = await Promise.all([
      requestPaymentLink(someone),
      requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id }),
    ]);
    const customer = String((await getUser(someone.user.id))?.stripeCustomerId);
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
    await pressButton('/control/delivery/held');
    try {
      // Paid between the deletion and its consequences: the domain event and the provider's events have not arrived
      // yet.
      const { changeRights } = await import('../../../functions/people/accounts/end-rights.ts');
      await changeRights(someone.user, {}, Date.now()).catch(() => undefined);
      const pays = sessions.map((session) => pressButton(`/pay/${session}/pay`));
      const [tryDelete] = await Promise.all([goAway(someone), ...pays]);
      expect(tryDelete.status).toBe(200);
    } finally {
      await pressButton('/control/delivery/normal');
      await pressButton('/control/release');
    }
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
    const returned = async () => (await stripe.charges.list({ customer })).data.map(({ refunded }) => refunded);
    await endCustomer(customer, Date.now() + 120_000);
    expect(await returned()).toEqual([false, false]);
    await endCustomer(customer, Date.now() + 30_000);
    expect(await returned()).toEqual([true, true]);
  });
});

describe('a payment page that is requested again', () => {
  test('[A-PAY-3][A-PAY-17] returns to the page that requested it last; only one can be paid', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const from = (page: string) => ({
      callbackUrl: `${webOrigin}/payment-success?redirectUrl=${encodeURIComponent(page)}`,
    });
    const first = toSessionId((await requestPaymentLink(someone, from('/futbol/vods/1'))).data.paymentLink);
    const again = toSessionId((await requestPaymentLink(someone, from('/futbol/vods/1'))).data.paymentLink);
    const second = toSessionId((await requestPaymentLink(someone, from('/directos/campo'))).data.paymentLink);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    await pressButton(`/pay/${first}/pay`);
    const paid = await pressButton(`/pay/${second}/pay`);
    expect(decodeURIComponent(String(paid.headers.get('location')))).toContain('/directos/campo');
    const customer = String((await getUser(someone.user.id))?.stripeCustomerId);
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });
});

describe('a purchased event', () => {
  test('returns 409 when its club or an admin deletes it', async () => {
    const own = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId: own });
    const admin = await createPerson('ADMIN');
    const match = await createEvent({ clubIds: [own] });
    const someone = await createPerson('REGULAR_BASIC');
    const { paymentLink } = (
      await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id })
    ).data;
    await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
    await eventually(async () => (await state(someone))?.purchases.length, is(1));
    const params = { id: match.id };
    const byClub = await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params });
    const byAdmin = await call('DELETE /live/sportevents/{id}', { token: admin.token, params, query: { vods: true } });
    for (const answer of [byClub, byAdmin]) expect([answer.status, answer.code]).toEqual([409, 'EVT4091']);
    expect(byClub.message).toContain('han pagado');

    const customer = String((await getUser(someone.user.id))?.stripeCustomerId);
    await pressButton(`/control/refund/${(await stripe.charges.list({ customer })).data[0]?.id}`);
    await eventually(async () => (await state(someone))?.purchases.length, is(0));
    const gone = async () => (await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params })).status;
    await eventually(gone, is(200));
  });
});

describe('a rescheduled match', () => {
  const change = async (id: string, body: object) =>
    call('PATCH /live/sportevents/{id}', { token: (await createPerson('ADMIN')).token, params: { id }, body });
  const buy = (someone: Person, sportEventId: string) =>
    requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId });
  const bought = async (someone: Person) => (await state(someone))?.purchases[0];

  test('[D-MATCH-2][H-STATE-4] is not sold if cancelled: its open payment pages expire', async () => {
    const { id } = await createEvent();
    const [someone, other] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_BASIC')];
    const links = [(await buy(someone, id)).data.paymentLink, (await buy(other, id)).data.paymentLink];
    const elsewhere = (await buy(someone, (await createEvent()).id)).data.paymentLink;
    const pageState = async (link: string) => (await stripe.checkout.sessions.retrieve(toSessionId(link))).status;
    await change(id, { state: 'CANCELLED' });
    for (const link of links) await eventually(() => pageState(link), is('expired'));
    expect(await pageState(elsewhere)).toBe('open');
    const refused = await buy(someone, id);
    expect([refused.status, refused.code]).toEqual([400, 'PYM4008']);
    expect(refused.message).toBe('Este partido se ha cancelado: ya no se puede comprar');
    await change(id, { state: 'SCHEDULED' });
    const again = (await buy(someone, id)).data.paymentLink;
    expect(links).not.toContain(again);
    await pressButton(`/pay/${toSessionId(again)}/pay`);
    await eventually(async () => (await bought(someone))?.id, is(id));
  });

  test('[H-STATE-4] expires the open payment pages of a match that is hidden or deleted', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const admin = await createPerson('ADMIN');
    const pageState = async (link: string) => (await stripe.checkout.sessions.retrieve(toSessionId(link))).status;
    const [hidden, deleted] = [await createEvent(), await createEvent()];
    const links = [(await buy(someone, hidden.id)).data.paymentLink, (await buy(someone, deleted.id)).data.paymentLink];
    await change(hidden.id, { visible: false });
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: deleted.id } });
    for (const link of links) await eventually(() => pageState(link), is('expired'));
  });

  test('[H-STATE-4] refunds a cancelled match at once, with one email', async () => {
    const { id, title } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    const session = toSessionId((await buy(someone, id)).data.paymentLink);
    // The match is cancelled between payment and event: the page can no longer expire.
    await events.change(id, (event) => ({ ...event, state: 'CANCELLED' }));
    await pressButton(`/pay/${session}/pay`);
    const mails = () => listMails(someone.user.email);
    await eventually(mails, ({ length }) => length > 0);
    const customer = String((await state(someone))?.stripeCustomerId);
    const charges = () => stripe.charges.list({ customer }).then(({ data }) => data);
    await eventually(charges, ([charge]) => charge?.refunded === true);
    expect(await bought(someone)).toBeUndefined();
    for (const event of (await stripe.events.list({ type: 'checkout.session.completed', limit: 100 })).data)
      if ((event.data.object as { id: string }).id === session) await deliver({ ...event, id: `evt_again_${session}` });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Te devolvemos el dinero de un partido que no se juega');
    expect(JSON.stringify(mail)).toContain(title);
    expect(JSON.stringify(mail)).toMatch(/1,99/);
  });

  test('[H-BUY-2] is sold before it begins, and its purchase stays valid after a new date and after the kick-off', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const ahead = { scheduledStartDate: inHours(48), scheduledFinishDate: inHours(50), state: 'SCHEDULED' as const };
    const { id } = await createEvent({ isPublic: false, ...ahead });
    const someone = await createPerson('REGULAR_BASIC');
    await pressButton(`/pay/${toSessionId((await buy(someone, id)).data.paymentLink)}/pay`);
    const before = await eventually(() => bought(someone));
    const moved = { scheduledStartDate: inHours(72), scheduledFinishDate: inHours(74) };
    await change(id, moved);
    const until = async () => Date.parse(String((await bought(someone))?.until));
    await eventually(until, is(Date.parse(moved.scheduledFinishDate) + 90 * 24 * 3_600_000));
    expect(await until()).toBeGreaterThan(Date.parse(before.until));
    const late = await createPerson('REGULAR_BASIC');
    // The match has begun without a picture: further purchases are refused until there is one.
    await events.change(id, (match) => ({
      ...{ ...match, state: 'LIVE', scheduledStartDate: inHours(-1), scheduledFinishDate: inHours(1) },
      ...{ signal: { since: inHours(-1), stoppedAt: inHours(-0.5) } },
    }));
    const refused = await buy(late, id);
    expect([refused.status, refused.code]).toEqual([400, 'PYM4009']);
    expect((await bought(someone))?.id).toBe(id);
    await createVod({ sportEventId: id, clubIds: [] });
    await eventually(async () => (await buy(late, id)).status, is(200));
  });

  test('[D-MATCH-2][A-CONST-3] is sold if postponed, and granted until 90 days after it is played', async () => {
    const { id } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    await change(id, { state: 'POSTPONED' });
    await pressButton(`/pay/${toSessionId((await buy(someone, id)).data.paymentLink)}/pay`);
    const before = await eventually(() => bought(someone));
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await change(id, { scheduledStartDate: inDays(120), scheduledFinishDate: inDays(121) });
    const until = () => bought(someone).then((purchase) => Date.parse(String(purchase?.until)));
    const moved = await eventually(until, (time) => time > Date.parse(before.until));
    expect(Math.round((moved - Date.now()) / 86_400_000)).toBe(121 + 90);
  });

  test('[D-MATCH-2] keeps its purchase during concurrent syncs', async () => {
    const { id } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    await pressButton(`/pay/${toSessionId((await buy(someone, id)).data.paymentLink)}/pay`);
    await eventually(() => bought(someone));
    const finish = new Date(Date.now() + 121 * 86_400_000).toISOString();
    await events.change(id, (match) => ({ ...match, scheduledFinishDate: finish }));
    const looks = async () => {
      for (let time = 0; time < 10; time += 1) {
        const { paymentsVersion = 0 } = (await getUser(someone.user.id))!;
        const next = { expression: 'SET paymentsVersion = :next', values: { ':next': paymentsVersion + 1 } };
        await updateItem('users', userKey(someone.user.id), next);
      }
    };
    await Promise.all([looks(), followRescheduledEvent(id)]);
    expect(Date.parse(String((await bought(someone))?.until))).toBe(Date.parse(finish) + 90 * 86_400_000);
  });
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
    await pressButton(`/pay/${toSessionId(answers[0]?.data.paymentLink ?? '')}/pay`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
    expect((await state(someone))?.stripeCustomerId).not.toBe('cus_ofanotheraccount');
  });

  test('[A-PAY-20] loses its entitlements when it is deleted there, and may buy again', async () => {
    const { someone, customer } = await subscribed();
    const match = await createEvent();
    const open = await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id });
    await stripe.customers.del(customer);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC', Boolean);
    expect((await state(someone))?.subscription).toBeNull();
    expect(open.code).toBe('PYM4001');
    const again = await requestPaymentLink(someone);
    await pressButton(`/pay/${toSessionId(again.data.paymentLink)}/pay`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
    const next = (await state(someone))?.stripeCustomerId;
    expect(next).not.toBe(customer);
    // The old customer's event comes once more, late.
    const late = {
      id: 'evt_late',
      type: 'customer.deleted',
      data: { object: { id: customer, metadata: { userId: someone.user.id } } },
    };
    expect((await deliver(late)).status).toBe(200);
    expect((await state(someone))?.role).toBe('REGULAR_SUBSCRIBER');
  });

  test('[A-PAY-8] does not return the open page of a deleted customer', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const before = (await requestPaymentLink(someone)).data.paymentLink;
    await stripe.customers.del(String((await state(someone))?.stripeCustomerId));
    expect((await requestPaymentLink(someone)).data.paymentLink).not.toBe(before);
  });
});

describe('requests that the provider rejects', () => {
  test('[A-PAY-19] opens the payment page without an email that is rejected', async () => {
    const someone = await createPerson('REGULAR_BASIC', { email: `ana.${Date.now()}@club.123` });
    const made = await requestPaymentLink(someone);
    expect(made.status).toBe(200);
    const { stripeCustomerId } = (await state(someone)) ?? {};
    const customer = await stripe.customers.retrieve(String(stripeCustomerId));
    expect(customer).toMatchObject({ metadata: { userId: someone.user.id }, email: '' });
  });

  test('[A-PAY-19] deletes the customer although the refund of a disputed charge is rejected', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    for (const event of [await createEvent(), await createEvent()]) {
      const { paymentLink } = (
        await requestPaymentLink(someone, { productType: 'PT_SPORT_EVENT', sportEventId: event.id })
      ).data;
      await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
    }
    const buyer = String((await state(someone))?.stripeCustomerId);
    const [first, second] = (await stripe.charges.list({ customer: buyer })).data;
    await pressButton(`/control/dispute/${first?.id}`);
    await endCustomer(buyer, Date.now());
    expect((await stripe.charges.retrieve(String(second?.id))).refunded).toBe(true);
    expect((await stripe.charges.retrieve(String(first?.id))).refunded).toBe(false);
  });
});
