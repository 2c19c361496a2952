/** Coupons of the operator, which are the provider's: less to pay, or nothing, and the same right. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson, type Person } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { requestPaymentLink, toSessionId, waitForMail } from '../../support/people.ts';
import { expectRole, findCustomer, pay, readUser, requestMatchLink, stripe } from './customers.ts';

const { listOrders } = await import('../../../functions/money/orders/store.ts');

async function createCode(
  off: { percent_off: number } | { amount_off: number },
  limits: { max_redemptions?: number; expires_at?: number; restrictions?: object; products?: string[] } = {},
): Promise<{ id: string; code: string }> {
  const { products, ...ofCode } = limits;
  const coupon = await stripe.coupons.create({
    ...off,
    ...(products && { applies_to: { products } }),
    ...('amount_off' in off && { currency: 'eur' }),
    duration: 'once',
  });
  const code = `C${ulid().slice(-9)}`;
  const made = await stripe.promotionCodes.create({
    code,
    promotion: { type: 'coupon', coupon: coupon.id },
    ...ofCode,
  });
  return { id: made.id, code };
}

const readTotal = async (link: string) => (await stripe.checkout.sessions.retrieve(toSessionId(link))).amount_total;
const enter = (link: string, code: string) =>
  fetch(`${addresses.payments}/pay/${toSessionId(link)}/code`, { method: 'POST', body: new URLSearchParams({ code }) });
const requestSeason = async (someone: Person) =>
  (await requestPaymentLink(someone, { productType: 'PT_SEASON' as const })).data.paymentLink;

describe('[F-MONEY-3] a coupon', () => {
  test('takes its part off a season, whose receipt says what was paid', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { code } = await createCode({ percent_off: 50 });
    const link = await requestSeason(someone);
    expect(await (await fetch(link)).text()).toContain('Código promocional');
    await enter(link, code.toLowerCase());
    expect(await readTotal(link)).toBe(2450);
    await pay(link);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    expect((await readUser(someone))?.subscription).toMatchObject({ plan: 'PT_SEASON', renewal: null });
    expect((await waitForMail(someone.user.email, /Tu recibo/)).text).toMatch(/pago de 24,50\s€.*Temporada completa/s);
    const { data } = await call('GET /users/me/payments', { token: someone.token });
    expect(data.payments).toMatchObject([{ productType: 'PT_SEASON', title: 'Temporada completa', amount: 2450 }]);
    const { orders } = (await call('GET /users/me/orders', { token: someone.token })).data;
    expect(orders).toMatchObject([{ amount: 4900, paid: 2450 }]);
    expect((await waitForMail(someone.user.email, /Tu recibo/)).text).toMatch(/49,00\s€, menos 24,50\s€ de tu código/);
  });

  test('of one plan, or one club, is refused for the others', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const [home, away] = [await createClub('CD Suyo'), await createClub('CD Ajeno')];
    const requestPass = async (clubId: string) =>
      (await requestPaymentLink(someone, { productType: 'PT_CLUB_PASS' as const, clubId })).data.paymentLink;
    const [season, month] = [await requestSeason(someone), (await requestPaymentLink(someone)).data.paymentLink];
    const [pass, other] = [await requestPass(home), await requestPass(away)];
    const match = (await requestMatchLink(someone, (await createEvent()).id)).data.paymentLink;
    const ofSeason = await createCode({ percent_off: 50 }, { products: ['cantera_season'] });
    const ofClub = await createCode({ percent_off: 50 }, { products: [`cantera_club_${home}`] });
    for (const link of [month, pass, other, match]) await enter(link, ofSeason.code);
    for (const link of [season, month, other, match]) await enter(link, ofClub.code);
    expect(await Promise.all([season, month, pass, other, match].map(readTotal))).toEqual([4900, 699, 2900, 2900, 199]);
    await enter(season, ofSeason.code);
    await enter(pass, ofClub.code);
    expect(await Promise.all([season, pass].map(readTotal))).toEqual([2450, 1450]);
    expect(await (await fetch(pass)).text()).toContain('Abono de CD Suyo');
  });

  test('asks for an amount or a first purchase, as its code says', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const big = await createCode(
      { percent_off: 10 },
      { restrictions: { minimum_amount: 2000, minimum_amount_currency: 'eur' } },
    );
    const first = await createCode({ percent_off: 10 }, { restrictions: { first_time_transaction: true } });
    const [match, season] = [
      (await requestMatchLink(someone, (await createEvent()).id)).data.paymentLink,
      await requestSeason(someone),
    ];
    await enter(match, big.code);
    expect(await readTotal(match)).toBe(199);
    await enter(match, first.code);
    expect(await readTotal(match)).toBe(179);
    await pay(match);
    await enter(season, first.code);
    expect(await readTotal(season)).toBe(4900);
    await enter(season, big.code);
    expect(await readTotal(season)).toBe(4410);
  });

  test('of 100 % opens a club without a payment: one receipt, nothing to pay back', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const clubId = await createClub('CD Regalado');
    const { code } = await createCode({ percent_off: 100 });
    const link = (await requestPaymentLink(someone, { productType: 'PT_CLUB_PASS' as const, clubId })).data.paymentLink;
    await enter(link, code);
    await pay(link);
    const session = await stripe.checkout.sessions.retrieve(toSessionId(link));
    expect([session.payment_status, session.amount_total]).toEqual(['no_payment_required', 0]);
    await eventually(
      async () => (await readUser(someone))?.passes?.map(({ club }) => club?.name),
      (names) => names?.[0] === 'CD Regalado',
    );
    expect((await stripe.charges.list({ customer: await findCustomer(someone) })).data).toEqual([]);
    const mail = await waitForMail(someone.user.email, /Tu recibo/);
    expect(mail.text).toMatch(/no has tenido que pagar nada.*Abono de CD Regalado/s);
    const [order] = await listOrders(someone.user.id);
    const body = { email: someone.user.email, number: String(order?.number) };
    expect((await call('POST /public/withdrawal/preview', { body })).data.outcome).toEqual({
      hasRight: false,
      reason: 'NOT_PAID',
    });
    // Held already, it is not sold again.
    const again = await requestPaymentLink(someone, { productType: 'PT_CLUB_PASS' as const, clubId });
    expect(again.code).toBe('PYM4001');
  });

  test('takes its amount off the first month only', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { code } = await createCode({ amount_off: 300 });
    const link = (await requestPaymentLink(someone)).data.paymentLink;
    await enter(link, code);
    await pay(link);
    await expectRole(someone, 'REGULAR_SUBSCRIBER');
    const charges = await stripe.charges.list({ customer: await findCustomer(someone) });
    expect(charges.data.map(({ amount }) => amount)).toEqual([399]);
    expect((await readUser(someone))?.subscription?.renewal?.amount).toBe(699);
  });

  test('that is wrong, has expired, leaves less than the smallest charge or is used up changes nothing', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const { id } = await createEvent();
    const link = (await requestMatchLink(someone, id)).data.paymentLink;
    const used = (await createCode({ percent_off: 50 }, { max_redemptions: 1 })).code;
    const once = await requestSeason(await createPerson('REGULAR_BASIC'));
    await enter(once, used);
    await pay(once);
    const end = Math.floor(Date.now() / 1000) + 2;
    const expiring = (await createCode({ percent_off: 50 }, { expires_at: end })).code;
    await eventually(
      async () => Date.now() / 1000,
      (now) => now > end,
    );
    const codes = ['NADA', expiring, (await createCode({ amount_off: 170 })).code, used];
    for (const code of codes) expect(await (await enter(link, code)).text()).toContain('Este código no es válido');
    expect(await readTotal(link)).toBe(199);
  });

  test('whose last use goes to another buyer meanwhile is not paid with', async () => {
    const [first, second] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_BASIC')];
    const { code } = await createCode({ percent_off: 50 }, { max_redemptions: 1 });
    const links = [await requestSeason(first), await requestSeason(second)] as const;
    for (const link of links) await enter(link, code);
    await pay(links[0]);
    await expectRole(first, 'REGULAR_SUBSCRIBER');
    await pay(links[1]);
    const left = await stripe.checkout.sessions.retrieve(toSessionId(links[1]));
    expect([left.status, left.amount_total]).toEqual(['open', 4900]);
  });
});
