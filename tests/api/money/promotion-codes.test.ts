/** Plans and promotion codes of the back office, on the provider's own means. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { NewPromotionCode } from '../../../shared/contract/plans.ts';
import { addresses, call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { requestPaymentLink, toSessionId } from '../../support/people.ts';
import { pay, stripe } from './customers.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { getItem } = await import('../../../functions/platform/aws/dynamo.ts');

const { token } = await createPerson('ADMIN');

const describeCode = (fields: Partial<NewPromotionCode> = {}): NewPromotionCode => ({
  id: ulid(),
  code: `P${ulid().slice(-12)}`,
  unit: 'PERCENT',
  off: 50,
  product: null,
  until: null,
  uses: null,
  ...fields,
});
const create = (body: NewPromotionCode) => call('POST /live/promotion-codes', { token, body });
const end = (code: string) => call('DELETE /live/promotion-codes/{code}', { token, params: { code } });
const list = async () => (await call('GET /live/promotion-codes', { token, query: {} })).data.codes;
const find = async (code: string) => (await list()).filter((one) => one.code === code);
const readActs = async (code: string) => {
  const { entries } = (await call('GET /live/audit', { token, query: { kind: 'promotions' } })).data;
  return entries.filter(({ itemId }) => itemId === code).map(({ action, after }) => [action, after.off ?? null]);
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Opens a payment page, enters a code, and returns the total in cents. */
async function enter(
  code: string,
  request: Parameters<typeof requestPaymentLink>[1],
): Promise<[string, number | null]> {
  const link = (await requestPaymentLink(await createPerson('REGULAR_BASIC'), request)).data.paymentLink;
  const body = new URLSearchParams({ code });
  await fetch(`${addresses.payments}/pay/${toSessionId(link)}/code`, { method: 'POST', body });
  return [link, (await stripe.checkout.sessions.retrieve(toSessionId(link))).amount_total];
}

describe('[F-MONEY-3] a promotion code', () => {
  test('is created and audited once by two concurrent requests', async () => {
    const wanted = describeCode({ off: 20, uses: 3, until: inDays(10) });
    const answers = await Promise.all([create(wanted), create(wanted)]);
    expect([...answers, await create(wanted)].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await find(wanted.code)).toMatchObject([
      { state: 'ACTIVE', percent: 20, amount: null, plans: [], used: 0, left: 3, isForEveryMonth: false },
    ]);
    const stored = await stripe.promotionCodes.list({ code: wanted.code });
    expect(stored.data.map(({ expires_at }) => expires_at)).toEqual([
      Math.floor(Date.parse(wanted.until ?? '') / 1000),
    ]);
    expect(await readActs(wanted.code)).toEqual([['CREATE', 20]]);
  });

  test('is refused while another one of the same text is active, also for concurrent requests', async () => {
    const { code } = describeCode();
    const answers = await Promise.all([create(describeCode({ code })), create(describeCode({ code, off: 10 }))]);
    expect(answers.map((one) => one.code ?? 'created').toSorted()).toEqual(['PYM4090', 'created']);
    expect((await create(describeCode({ code }))).code).toBe('PYM4090');
    expect([(await find(code)).length, (await readActs(code)).length]).toEqual([1, 1]);
    await end(code);
    expect((await create(describeCode({ code, off: 30 }))).status).toBe(201);
    expect((await find(code)).map(({ state, percent }) => [state, percent])).toContainEqual(['ACTIVE', 30]);
  });

  test('takes its part off its plan alone, and counts', async () => {
    const clubId = await createClub('CD Rebajado');
    const season = describeCode({ unit: 'CENTS', off: 1_000, product: 'PT_SEASON', uses: 1 });
    const pass = describeCode({ product: 'PT_CLUB_PASS', clubId });
    for (const one of [season, pass]) expect((await create(one)).status).toBe(201);
    expect((await enter(season.code, { productType: 'PT_FAMILY' }))[1]).toBe(999);
    expect((await enter(pass.code, { productType: 'PT_CLUB_PASS', clubId: await createClub() }))[1]).toBe(2900);
    expect((await enter(pass.code, { productType: 'PT_CLUB_PASS', clubId }))[1]).toBe(1450);
    const [link, total] = await enter(season.code, { productType: 'PT_SEASON' });
    expect(total).toBe(3900);
    await pay(link);
    expect(await find(season.code)).toMatchObject([
      { state: 'USED_UP', amount: 1000, plans: ['Temporada completa'], used: 1, left: 0 },
    ]);
    expect(await find(pass.code)).toMatchObject([{ plans: ['Abono de CD Rebajado'] }]);
    expect((await enter(season.code, { productType: 'PT_SEASON' }))[1]).toBe(4900);
  });

  test('is switched off for good, as often as it is asked for', async () => {
    const wanted = describeCode();
    await create(wanted);
    expect([(await end(wanted.code)).status, (await end(wanted.code)).status]).toEqual([200, 200]);
    expect(await find(wanted.code)).toMatchObject([{ state: 'ENDED' }]);
    expect((await enter(wanted.code, { productType: 'PT_SEASON' }))[1]).toBe(4900);
    expect((await readActs(wanted.code)).map(([action]) => action)).toEqual(['DELETE', 'CREATE']);
    for (const code of ['NO-EXISTE', '../v1/coupons', ' ', 'ñ', 'x'.repeat(600)])
      expect([code, (await end(code)).status]).toEqual([code, 404]);
  });

  test('of the dashboard is listed with what it says', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 12.5, duration: 'forever', max_redemptions: 2 });
    const code = `D${ulid().slice(-12)}`;
    await stripe.promotionCodes.create({
      code,
      promotion: { type: 'coupon', coupon: coupon.id },
      restrictions: { first_time_transaction: true, minimum_amount: 500, minimum_amount_currency: 'eur' },
    });
    expect(await find(code)).toMatchObject([
      { percent: 12.5, isForEveryMonth: true, isForFirstPurchase: true, minimum: 500, left: 2, until: null },
    ]);
    expect(await readActs(code)).toEqual([]);
  });

  test('outside its bounds is refused in Spanish before the provider is asked', async () => {
    const wrong: [Partial<Record<keyof NewPromotionCode, unknown>>, string][] = [
      [{ code: 'VERANO 25' }, 'REQ4000'],
      [{ code: 'verano' }, 'REQ4000'],
      [{ off: 101 }, 'REQ4000'],
      [{ off: 0 }, 'REQ4000'],
      [{ off: 12.5 }, 'REQ4000'],
      [{ unit: 'CENTS', off: 10_001 }, 'REQ4000'],
      [{ uses: 0 }, 'REQ4000'],
      [{ product: 'PT_SPORT_EVENT' }, 'REQ4000'],
      [{ product: 'PT_CLUB_PASS' }, 'REQ4000'],
      [{ product: 'PT_CLUB_PASS', clubId: ulid() }, 'CLB4040'],
      [{ until: inDays(-1) }, 'PYM4012'],
      [{ until: inDays(2_000) }, 'PYM4012'],
    ];
    for (const [fields, code] of wrong) {
      const wanted = { ...describeCode(), ...fields } as NewPromotionCode;
      expect([fields, (await create(wanted)).code]).toEqual([fields, code]);
      expect(await find(wanted.code)).toEqual([]);
    }
    expect((await call('GET /live/promotion-codes', { token, query: { after: 'promo_unknown' } })).data.codes).toEqual(
      [],
    );
  });
});

test('[F-MONEY-3] the plans are listed with their price, their screens and who holds them', async () => {
  const read = async () => (await call('GET /live/plans', { token })).data.plans;
  const count = async (product: string) => (await read()).find((plan) => plan.product === product)?.holders ?? 0;
  expect((await read()).map(({ product, price, screens }) => [product, price, screens])).toEqual([
    ['PT_SPORT_EVENT', 199, 1],
    ['PT_CLUB_PASS', 2900, 1],
    ['PT_MONTHLY', 699, 1],
    ['PT_SEASON', 4900, 1],
    ['PT_FAMILY', 999, 3],
  ]);
  const buyer = await createPerson('REGULAR_BASIC');
  const isHolder = async (product: string) =>
    (await getItem('purchases', { pk: `HOLDERS#${product}`, sk: `USER#${buyer.user.id}` })) !== undefined;
  await pay((await requestPaymentLink(buyer, { productType: 'PT_SEASON' })).data.paymentLink);
  await eventually(() => isHolder('PT_SEASON'), is(true));
  expect(await count('PT_SEASON')).toBeGreaterThan(0);
  await pay((await requestPaymentLink(buyer, { productType: 'PT_FAMILY' })).data.paymentLink);
  await eventually(() => isHolder('PT_FAMILY'), is(true));
  expect(await isHolder('PT_SEASON')).toBe(false);
  await setPassword(buyer.user.id, 'clave-de-ana');
  expect((await call('DELETE /users/me', { token: buyer.token, body: { password: 'clave-de-ana' } })).status).toBe(200);
  await eventually(() => isHolder('PT_FAMILY'), is(false));
});
