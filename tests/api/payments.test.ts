/** Paying, on the provider's own protocol: links, signed events in any order, refunds, disputes, the billing portal. */
import * as fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { stripeApiKey, stripeWebhookSecret } from '../../infra/local/stripe.ts';
import { addresses, call, event, type Person, person, vod } from '../support/api.ts';

const { getUser } = await import('../../functions/accounts/store.ts');
const { asOf } = await import('../../functions/accounts/rules.ts');
const { seasonEnd, syncCustomer } = await import('../../functions/payments/sync.ts');
const { readFacts } = await import('../../functions/payments/provider.ts');
const { applied, entitlements } = await import('../../functions/payments/rules.ts');
const { events } = await import('../../functions/events/store.ts');

const pages = new URL(addresses.payments);
const stripe = new Stripe(stripeApiKey, { host: pages.hostname, port: pages.port, protocol: 'http' });
const webOrigin = String(process.env.WEB_ORIGIN);

const pay = (someone: Person, body: object) =>
  call('POST /payments/stripe', {
    token: someone.token,
    body: { productType: 'PT_MONTHLY', callbackUrl: `${webOrigin}/payment-success?redirectUrl=%2Fhome`, ...body },
  });
const press = (path: string) => fetch(new URL(path, pages), { method: 'POST', redirect: 'manual' });
const sessionOf = (link: string) => new URL(link).pathname.split('/')[2] ?? '';
const state = async ({ user }: Person) => {
  const stored = await getUser(user.id);
  return stored && asOf(stored, Date.now());
};

async function eventually(holds: () => Promise<boolean>, seconds = 10): Promise<void> {
  for (let attempt = 0; attempt < seconds * 20; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It never came about');
}

/** The newest event of some type about a customer, sent again by hand. */
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
  const someone = await person('REGULAR_BASIC');
  const { paymentLink } = (await pay(someone, {})).data;
  await press(`/pay/${sessionOf(paymentLink)}/pay`);
  await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER');
  return { someone, customer: String((await state(someone))?.stripeCustomerId) };
}

describe('a payment link', () => {
  test('[A-API-11][A-PAY-5][A-PAY-18][A-PAY-19][A-CONST-4] pays the season, by the signed event, until its end', async () => {
    const someone = await person('REGULAR_BASIC');
    const made = await pay(someone, {});
    expect(made.status).toBe(200);
    const page = await (await fetch(made.data.paymentLink)).text();
    expect(page).toContain('6,99');
    expect((await state(someone))?.role).toBe('REGULAR_BASIC');
    const paid = await press(`/pay/${sessionOf(made.data.paymentLink)}/pay`);
    expect(paid.headers.get('location')).toBe(`${webOrigin}/payment-success?redirectUrl=%2Fhome`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER');
    const subscription = (await state(someone))?.subscription;
    expect(subscription).toMatchObject({ provider: 'stripe', error: null });
    expect(Date.parse(String(subscription?.to))).toBe(seasonEnd());
  });

  test('[A-PAY-2][A-PAY-19][V-ACC-3] pays one event, and opens its videos', async () => {
    const match = await event();
    const { id } = await vod({ sportEventId: match.id });
    const someone = await person('REGULAR_BASIC');
    const made = await pay(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id });
    await press(`/pay/${sessionOf(made.data.paymentLink)}/pay`);
    await eventually(async () => (await state(someone))?.purchases.length === 1);
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

  test('[A-PAY-17] cancelled leads back without a charge; a declined card grants nothing', async () => {
    const someone = await person('REGULAR_BASIC');
    const { paymentLink } = (await pay(someone, {})).data;
    const declined = await press(`/pay/${sessionOf(paymentLink)}/decline`);
    expect(await declined.text()).toContain('rechazada');
    const cancelled = await press(`/pay/${sessionOf(paymentLink)}/cancel`);
    expect(cancelled.headers.get('location')).toBe(`${webOrigin}/home`);
    expect((await state(someone))?.role).toBe('REGULAR_BASIC');
  });

  test('[A-PAY-8][A-LOGIN-14] the same thing is not sold twice: one customer, one session, then PYM4001', async () => {
    const someone = await person('REGULAR_BASIC');
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(someone, {})));
    const links = new Set(answers.map(({ data }) => data.paymentLink));
    expect(links.size).toBe(1);
    await press(`/pay/${sessionOf([...links][0] ?? '')}/pay`);
    const again = await pay(someone, {});
    expect([again.status, again.code, again.message]).toEqual([400, 'PYM4001', 'Ya has pagado por este producto']);
    const customer = String((await state(someone))?.stripeCustomerId);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
  });

  test('[A-PAY-10][A-PAY-15][A-PAY-11] is refused without an event, to another site, and without a session', async () => {
    const someone = await person('REGULAR_BASIC');
    expect((await pay(someone, { productType: 'PT_SPORT_EVENT' })).message).toBe(
      'No se ha especificado el evento deportivo',
    );
    for (const callbackUrl of [
      'https://malo.test/payment-success',
      `${webOrigin}.malo.test/payment-success`,
      `${webOrigin}/otra`,
      'javascript:alert(1)',
    ]) {
      expect((await pay(someone, { callbackUrl })).status, callbackUrl).toBe(400);
    }
    const hostile = await pay(someone, {
      callbackUrl: `${webOrigin}/payment-success?redirectUrl=${encodeURIComponent('//malo.test')}`,
    });
    const cancelled = await press(`/pay/${sessionOf(hostile.data.paymentLink)}/cancel`);
    expect(cancelled.headers.get('location')).toBe(`${webOrigin}/home`);
    expect((await call('POST /payments/stripe', { body: {} })).status).toBe(401);
    const open = await event({ isPublic: true });
    expect((await pay(someone, { productType: 'PT_SPORT_EVENT', sportEventId: open.id })).code).toBe('PYM4005');
  });
});

describe('events of the provider', () => {
  test('[A-API-12][A-PAY-21] unsigned or wrongly signed ones answer 400; the same one twice changes nothing', async () => {
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
    // Other events of the same purchase may still be arriving: they count looks, and change nothing else.
    const entitled = async () => ({ ...(await getUser(someone.user.id)), paymentsVersion: undefined });
    const before = await entitled();
    for (let time = 0; time < 3; time += 1) {
      expect((await deliver(payload)).status).toBe(200);
      expect(await entitled()).toEqual(before);
    }
  });

  const endings: [string, string, (ids: { sub: string; charge: string }) => Promise<unknown>][] = [
    ['a cancellation', 'PDS_STRIPE_CANCELLED', ({ sub }) => press(`/control/cancel/${sub}`)],
    ['a failed renewal', 'PDS_ERROR', ({ sub }) => press(`/control/fail/${sub}`)],
    ['a refund', 'PDS_STRIPE_CANCELLED', ({ charge }) => press(`/control/refund/${charge}`)],
    [
      'a lost dispute',
      'PDS_STRIPE_DISPUTE_CLOSED',
      async ({ charge }) => {
        await press(`/control/dispute/${charge}`);
        const [dispute] = (await stripe.disputes.list({ charge })).data;
        await press(`/control/lose/${dispute?.id}`);
      },
    ],
  ];
  for (const [name, error, happen] of endings) {
    test(`[A-PAY-20] ${name} ends access with ${error}`, async () => {
      const { someone, customer } = await subscribed();
      const [sub] = (await stripe.subscriptions.list({ customer })).data;
      const [charge] = (await stripe.charges.list({ customer })).data;
      await happen({ sub: String(sub?.id), charge: String(charge?.id) });
      await eventually(async () => (await state(someone))?.subscription?.error?.type === error);
      expect((await state(someone))?.role).toBe('REGULAR_BASIC');
      const me = await call('GET /users/me', { token: someone.token });
      expect(me.data.user.subscription?.error?.type).toBe(error);
    });
  }

  test('[A-PAY-20] a won dispute changes nothing, and a paid renewal heals a failed one', async () => {
    const { someone, customer } = await subscribed();
    const [sub] = (await stripe.subscriptions.list({ customer })).data;
    const [charge] = (await stripe.charges.list({ customer })).data;
    await press(`/control/dispute/${charge?.id}`);
    const [dispute] = (await stripe.disputes.list({ charge: String(charge?.id) })).data;
    await press(`/control/win/${dispute?.id}`);
    await press(`/control/fail/${sub?.id}`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC');
    await press(`/control/renew/${sub?.id}`);
    await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER');
  });

  test('[A-PAY-21][A-PAY-20] tripled, shuffled and concurrent, they end in exactly the state that the provider holds', async () => {
    const match = await event();
    const { someone, customer } = await subscribed();
    const [sub] = (await stripe.subscriptions.list({ customer })).data;
    const bought = await pay(someone, { productType: 'PT_SPORT_EVENT', sportEventId: match.id });
    await press(`/pay/${sessionOf(bought.data.paymentLink)}/pay`);
    await press('/control/delivery/held');
    const charges = (await stripe.charges.list({ customer, limit: 100 })).data;
    const actions = [
      `/control/fail/${sub?.id}`,
      `/control/renew/${sub?.id}`,
      ...charges.map(({ id }) => `/control/refund/${id}`),
      `/control/renew/${sub?.id}`,
    ];
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(actions, { minLength: 1 }),
          fc.infiniteStream(fc.nat(1000)),
          async (done, order) => {
            for (const action of done) await press(action);
            const all = (await stripe.events.list({ limit: 100 })).data.slice(0, 6);
            const thrice = [...all, ...all, ...all]
              .map((one) => ({ key: order.next().value ?? 0, one }))
              .sort((a, b) => a.key - b.key);
            // Fresh ids: a repeated id would be recognised, and this is about what happens when it is not.
            await Promise.all(
              thrice.map(({ one }, index) =>
                deliver({ ...one, id: `evt_${index}_${Math.random().toString(36).slice(2)}` }),
              ),
            );
            const stored = await getUser(someone.user.id);
            const facts = await readFacts(customer, seasonEnd());
            const ends = new Map([[match.id, Date.parse((await events.get(match.id))!.scheduledFinishDate)]]);
            const held = applied(stored!, entitlements(facts, ends, seasonEnd()), Date.now());
            expect({ role: stored?.role, subscription: stored?.subscription, purchases: stored?.purchases }).toEqual(
              held,
            );
          },
        ),
        { numRuns: 40 },
      );
    } finally {
      await press('/control/delivery/normal');
      await press('/control/release');
    }
  }, 120_000);

  test('[A-PAY-20] what was lost is found by the reconciliation', async () => {
    await press('/control/delivery/held');
    const someone = await person('REGULAR_BASIC');
    try {
      const { paymentLink } = (await pay(someone, {})).data;
      await press(`/pay/${sessionOf(paymentLink)}/pay`);
      expect((await state(someone))?.role).toBe('REGULAR_BASIC');
      // The clock of these tests makes the five minutes of its schedule ten seconds.
      await eventually(async () => (await state(someone))?.role === 'REGULAR_SUBSCRIBER', 25);
    } finally {
      await press('/control/delivery/normal');
      await press('/control/release');
    }
  }, 40_000);
});

test('[A-PROF-20] the billing portal lets the person cancel, and leads back', async () => {
  const { someone, customer } = await subscribed();
  const { url } = (await call('POST /payments/stripe/portal', { token: someone.token })).data;
  expect(await (await fetch(url)).text()).toContain(`${webOrigin}/profile`);
  const [sub] = (await stripe.subscriptions.list({ customer })).data;
  await press(`/portal/${customer}/cancel/${sub?.id}?return=%2F`);
  await eventually(async () => (await state(someone))?.role === 'REGULAR_BASIC');
  const stranger = await person('REGULAR_BASIC');
  expect((await call('POST /payments/stripe/portal', { token: stranger.token })).code).toBe('PYM4004');
});

test('[A-PAY-21] a customer whose account is gone is no error', async () => {
  const stranger = await stripe.customers.create({ email: 'x@y.test', metadata: {} });
  expect(await syncCustomer(stranger.id)).toBeUndefined();
});
