/** Orders: the consent before the payment page, its record, and the email that repeats it. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createEvent, createPerson, fetchCaptchaToken } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import {
  edgeHeaders,
  listMails,
  pressButton,
  requestPaymentLink,
  toSessionId,
  waitForMail,
} from '../../support/people.ts';
import { createSubscriber, findCustomer, pay, readUser, requestMatchLink, stripe, webOrigin } from './customers.ts';

const { createPaymentLink } = await import('../../../functions/money/payments/checkout.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { listOrders } = await import('../../../functions/money/orders/store.ts');

describe('an order', () => {
  test('[F-LAW-3] is refused without the consent of its own product, before any page opens', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { id } = await createEvent();
    const product = { productType: 'PT_SPORT_EVENT' as const, sportEventId: id };
    for (const consent of [null, 'MES-1']) {
      const refused = await requestPaymentLink(someone, { ...product, consent });
      expect([refused.status, refused.code]).toEqual([400, 'PYM4010']);
    }
    expect((await requestPaymentLink(someone, { ...product, consent: 'PARTIDO-0' })).code).toBe('REQ4000');
    expect((await readUser(someone))?.stripeCustomerId).toBeUndefined();
    expect(await listOrders(someone.user.id)).toEqual([]);
  });

  test('[A-API-11][F-LAW-3] by the documented call keeps the right of withdrawal, until the box is ticked', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { id } = await createEvent();
    const asDocumented = { productType: 'PT_SPORT_EVENT' as const, sportEventId: id, consent: undefined };
    const first = (await requestPaymentLink(someone, asDocumented)).data.paymentLink;
    expect(await listOrders(someone.user.id)).toMatchObject([{ consent: null }]);
    // An order with another agreement has another payment page, and the first one can no longer be paid.
    const second = (await requestMatchLink(someone, id)).data.paymentLink;
    expect((await stripe.checkout.sessions.retrieve(toSessionId(first))).status).toBe('expired');
    await pay((await requestPaymentLink(someone, asDocumented)).data.paymentLink);
    expect((await stripe.checkout.sessions.retrieve(toSessionId(second))).status).toBe('expired');
    const mail = await waitForMail(someone.user.email, /Tu recibo/);
    expect(mail.text).not.toContain('marcaste');
    expect(mail.text).toMatch(/Puedes desistir hasta el .*, y te devolvemos lo que has pagado/);
  });

  test('[F-LAW-1][F-LAW-3] opens a page whose button says that it costs money, and keeps what was agreed to', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createEvent();
    const { paymentLink } = (await requestMatchLink(someone, match.id)).data;
    const session = await stripe.checkout.sessions.retrieve(toSessionId(paymentLink));
    expect(session).toMatchObject({ submit_type: 'pay', adaptive_pricing: { enabled: false } });
    expect(session.custom_text.submit?.message).toMatch(/^Hasta 90 días.*Pago único: no se renueva\. Vende .*NIF/);
    const [order, ...others] = await listOrders(someone.user.id);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      number: session.metadata?.order,
      sessionId: session.id,
      product: 'PT_SPORT_EVENT',
      amount: 199,
      event: { id: match.id, title: match.title, start: match.scheduledStartDate },
      consent: { id: 'PARTIDO-1', text: 'Quiero verlo ya y sé que con ello pierdo el derecho de desistimiento' },
    });
    expect(order?.documents.map(({ name }) => name)).toEqual(['condiciones-compra', 'aviso-legal']);
    // The same order again leads to the same page, and its record stays as it was.
    expect((await requestMatchLink(someone, match.id)).data.paymentLink).toBe(paymentLink);
    expect(await listOrders(someone.user.id)).toEqual([order]);
  });

  test('[F-LAW-1] says the same on the page of a subscription', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { paymentLink } = (await requestPaymentLink(someone)).data;
    const page = await (await fetch(paymentLink)).text();
    expect(page).toContain('<button class="primary">Pagar</button>');
    expect(page).toMatch(/Sin permanencia, mes a mes: termina sola el 30 de junio/);
  });

  test('[F-LAW-1] asks for the terms on the provider’s page where their address is set', async () => {
    process.env.TERMS_ADDRESS = `${webOrigin}/documento/condiciones-compra`;
    try {
      const someone = await createPerson('REGULAR_BASIC');
      // The running platform has no such address; this process reads its own environment.
      const user = (await getUser(someone.user.id)) ?? expect.fail('no user');
      const callbackUrl = `${webOrigin}/payment-success`;
      const order = { productType: 'PT_MONTHLY', consent: 'MES-1', callbackUrl } as const;
      const paymentLink = await createPaymentLink(user, order, Date.now());
      const press = `/pay/${toSessionId(paymentLink)}/pay`;
      expect(await (await pressButton(press)).text()).toContain('Acepta las condiciones');
      expect((await readUser(someone))?.role).toBe('REGULAR_BASIC');
      await pressButton(press, { terms: 'accepted' });
      await eventually(async () => (await readUser(someone))?.role === 'REGULAR_SUBSCRIBER', Boolean);
    } finally {
      delete process.env.TERMS_ADDRESS;
    }
  });

  test('[F-LAW-3] is repeated by the email after the payment, with the conditions attached', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createEvent();
    await pay((await requestMatchLink(someone, match.id)).data.paymentLink);
    const mail = await waitForMail(someone.user.email, /Tu recibo/);
    const [order] = await listOrders(someone.user.id);
    expect(mail.text).toContain(`Número de recibo: ${order?.number}`);
    expect(mail.text).toContain(`«${order?.consent?.text}»`);
    expect(mail.text).toMatch(/Te lo vende .*NIF/);
    expect(mail.text).toContain(`${webOrigin}/documento/condiciones-compra/${order?.documents[0]?.version}`);
    expect(mail.attachments?.map(({ fileName }) => fileName)).toEqual(
      order?.documents.map(({ name, version }) => `${name}-${version}.pdf`),
    );
    for (const { base64 } of mail.attachments ?? [])
      expect(Buffer.from(base64, 'base64').toString('latin1')).toMatch(/^%PDF-1\.7/);
  });

  test('[F-LAW-3] of a month says until when the buyer may withdraw; a renewal repeats nothing', async () => {
    const { someone, customer } = await createSubscriber();
    const mail = await waitForMail(someone.user.email, /Tu recibo/);
    expect(mail.text).toMatch(/Puedes desistir hasta el \d+ de \w+ de \d{4}/);
    expect(mail.text).toContain('pago solo los días usados');
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    await pressButton(`/control/renew/${subscription?.id}`);
    const receipts = async () => (await listMails(someone.user.email)).filter(({ subject }) => /recibo/.test(subject));
    const [renewal] = await eventually(receipts, (mails) => mails.length === 2);
    expect(renewal?.text).not.toContain('Número de recibo');
    expect(renewal?.attachments).toBeUndefined();
  });

  test('[F-LAW-2] is in the person’s export, with the versions that were accepted', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createEvent();
    await requestMatchLink(someone, match.id);
    const { orders } = (await call('GET /users/me/data', { token: someone.token })).data;
    expect(orders).toMatchObject([
      { title: match.title, amount: 199, documents: [{ name: 'condiciones-compra' }, { name: 'aviso-legal' }] },
    ]);
  });
});

test('[F-LAW-2] a sign-up keeps the versions that it accepted, also in the export', async () => {
  const email = `familia-${ulid().toLowerCase()}@cantera.test`;
  const captchaToken = await fetchCaptchaToken('signup');
  const body = { email, acceptTerms: true as const, captchaToken, platform: 'web' as const };
  const { token } = (await call('POST /users/by-email', { headers: edgeHeaders(), body })).data;
  const { accepted } = (await call('GET /users/me/data', { token })).data;
  expect(accepted?.documents.map(({ name }) => name)).toEqual(['condiciones-compra', 'aviso-legal', 'privacidad']);
  expect(Date.now() - Date.parse(String(accepted?.at))).toBeLessThan(60_000);
});

describe('[F-MONEY-6] Bizum', () => {
  const open = async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createEvent();
    const session = toSessionId((await requestMatchLink(someone, match.id)).data.paymentLink);
    const press = (action: string, fields = {}) => pressButton(`/pay/${session}/${action}`, fields);
    const bought = () => eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    const readCharge = async () =>
      (await stripe.charges.list({ customer: await findCustomer(someone) })).data[0] ?? expect.fail('no charge');
    return { someone, match, press, bought, readCharge };
  };

  test('buys a match by the confirmation in the bank’s app; half a refund keeps the right', async () => {
    const { someone, press, bought, readCharge } = await open();
    await press('bizum', { phone: '612 34 56 78' });
    expect((await readUser(someone))?.purchases).toEqual([]);
    await press('bizum-approve');
    await bought();
    const { id, payment_method_details: details } = await readCharge();
    expect(details?.type).toBe('bizum');
    await stripe.refunds.create({ charge: id, amount: 100 });
    await eventually(async () => (await readUser(someone))?.purchases[0]?.amount === 99, Boolean);
    await stripe.refunds.create({ charge: id });
    await eventually(async () => (await readUser(someone))?.purchases.length === 0, Boolean);
  });

  test.each(['bizum-refuse', 'bizum-expire'])(
    '%s charges nothing, and the same page can be paid otherwise',
    async (action) => {
      const { someone, press, bought } = await open();
      await press('bizum', { phone: '612345678' });
      await press(action);
      expect((await readUser(someone))?.purchases).toEqual([]);
      await press('pay');
      await bought();
    },
  );

  test('opens the match when the confirmation comes after the page was left, and sells it once meanwhile', async () => {
    const { someone, match, press, bought, readCharge } = await open();
    await press('bizum', { phone: '612345678' });
    await press('bizum-leave');
    expect((await requestMatchLink(someone, match.id)).code).toBe('PYM4006');
    await pressButton(`/control/settle/${(await readCharge()).id}`);
    await bought();
    expect(await waitForMail(someone.user.email, /Tu recibo/)).toBeDefined();
  });

  test('can be bought again after the confirmation never came', async () => {
    const { someone, match, press, readCharge } = await open();
    await press('bizum', { phone: '612345678' });
    await press('bizum-leave');
    await pressButton(`/control/bounce/${(await readCharge()).id}`);
    expect((await requestMatchLink(someone, match.id)).status).toBe(200);
    expect((await readUser(someone))?.purchases).toEqual([]);
  });
});
