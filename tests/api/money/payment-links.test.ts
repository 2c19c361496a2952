/** Payment links: what they sell, to whom, and where they return to. */
import { describe, expect, test } from 'vitest';
import { seasonEnd, usualLastDay } from '../../../shared/domain/season.ts';
import { call, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { hostileAddresses } from '../../support/hostile-addresses.ts';
import { listMails, pressButton, requestPaymentLink, toSessionId } from '../../support/people.ts';
import { pickSome } from '../../support/test-profile.ts';
import {
  buySeason,
  createSubscriber,
  expectRole,
  findCustomer,
  pay,
  readUser,
  requestMatchLink,
  stripe,
  webOrigin,
} from './customers.ts';

describe('a payment link', () => {
  test('[A-API-11][A-PAY-5][A-PAY-18][A-PAY-19][A-CONST-4] pays the season until its end, by the signed event', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const made = await requestPaymentLink(someone);
    expect(made.status).toBe(200);
    const page = await (await fetch(made.data.paymentLink)).text();
    expect(page).toContain('6,99');
    expect((await readUser(someone))?.role).toBe('REGULAR_BASIC');
    const paid = await pay(made.data.paymentLink);
    expect(paid.headers.get('location')).toBe(`${webOrigin}/payment-success?redirectUrl=%2Fhome`);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    const subscription = (await readUser(someone))?.subscription;
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
    const made = await requestMatchLink(someone, match.id);
    await pay(made.data.paymentLink);
    await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    expect((await readUser(someone))?.purchases[0]).toMatchObject({ id: match.id, title: match.title });
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
    expect((await readUser(someone))?.role).toBe('REGULAR_BASIC');
  });

  test('[A-PAY-8][A-LOGIN-14] answers PYM4001 for a repeated purchase: one customer, one session', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestPaymentLink(someone)));
    const links = new Set(answers.map(({ data }) => data.paymentLink));
    expect(links.size).toBe(1);
    await pay([...links][0] ?? '');
    const again = await requestPaymentLink(someone);
    expect([again.status, again.code, again.message]).toEqual([400, 'PYM4001', 'Ya has pagado por este producto']);
    const customer = await findCustomer(someone);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    const match = await createEvent();
    const one = await requestMatchLink(someone, match.id);
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
    const customer = await findCustomer(someone);
    expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toHaveLength(1);
  });

  test('[A-PAY-19] opens the event when a direct debit arrives, and sells it once meanwhile', async () => {
    const match = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    const product = { productType: 'PT_SPORT_EVENT', sportEventId: match.id };
    const payLater = async () => {
      await pressButton(`/pay/${toSessionId((await requestPaymentLink(someone, product)).data.paymentLink)}/later`);
      const customer = await findCustomer(someone);
      return (await stripe.charges.list({ customer })).data[0]?.id;
    };
    const bounced = await payLater();
    expect((await requestPaymentLink(someone, product)).code).toBe('PYM4006');
    expect((await call('GET /users/me/payments', { token: someone.token })).data.payments[0]?.status).toBe('pending');
    await pressButton(`/control/bounce/${bounced}`);
    expect((await readUser(someone))?.purchases).toEqual([]);
    await pressButton(`/control/settle/${await payLater()}`);
    await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    const receipts = async () => (await listMails(someone.user.email)).filter(({ subject }) => /recibo/.test(subject));
    expect(await eventually(receipts, (mails) => mails.length > 0)).toHaveLength(1);
  });

  test('[A-PROF-20] leaves one subscription after a failed renewal and a new payment', async () => {
    const { someone, customer } = await createSubscriber();
    const [first] = (await stripe.subscriptions.list({ customer })).data;
    await pressButton(`/control/fail/${first?.id}`);
    await expectRole(someone, 'REGULAR_BASIC');
    await buySeason(someone);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    const live = (await stripe.subscriptions.list({ customer })).data;
    expect(live.map(({ id, status }) => [id === first?.id, status])).toEqual([[false, 'active']]);
    expect((await readUser(someone))?.subscription?.error).toBeNull();
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
    const requestLinkBackTo = async (target: string) => {
      const buyer = await createPerson('REGULAR_BASIC');
      const callbackUrl = `${webOrigin}/payment-success?redirectUrl=${encodeURIComponent(target)}`;
      const { paymentLink } = (await requestPaymentLink(buyer, { callbackUrl })).data;
      const cancelled = await pressButton(`/pay/${toSessionId(paymentLink)}/cancel`);
      expect(new URL(String(cancelled.headers.get('location'))).origin, target).toBe(webOrigin);
    };
    // The requests are independent; in sequence a busy machine takes minutes.
    await Promise.all(wrong.flatMap((url) => [refusal(url), refusal(`${url}/payment-success`)]));
    await Promise.all(pickSome(hostileAddresses(host)).map(requestLinkBackTo));
    expect((await call('POST /payments/stripe', { body: {} })).status).toBe(401);
    const open = await createEvent({ isPublic: true });
    expect((await requestMatchLink(someone, open.id)).code).toBe('PYM4005');
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
    const customer = await findCustomer(someone);
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
  });
});
