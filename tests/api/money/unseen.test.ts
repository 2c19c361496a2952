/** Paid matches that cannot be watched: buyers get one email, and operators see the sum. */
import Stripe from 'stripe';
import { beforeAll, expect, test } from 'vitest';
import { stripeApiKey } from '../../../infra/local/stripe/stripe.ts';
import { addresses, call, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails, pressButton, requestPaymentLink, toSessionId, waitForMail } from '../../support/people.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { release, withhold } = await import('../../../functions/platform/withholding/rules.ts');
const { followUnseenEvents } = await import('../../../functions/money/unseen/follow-unseen.ts');
const { listUnseen } = await import('../../../functions/money/unseen/store.ts');
const { listSoldEvents, markSold } = await import('../../../functions/money/payments/buyers.ts');
const dynamo = await import('../../../functions/platform/aws/dynamo.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

const minute = 60_000;
const day = 24 * 60 * minute;
const admin = await createPerson('ADMIN');
const pages = new URL(addresses.payments);
const stripe = new Stripe(stripeApiKey, { host: pages.hostname, port: pages.port, protocol: 'http' });

type Match = Awaited<ReturnType<typeof createEvent>>;

async function follow({ id, title }: Match, now: number, stopAt?: number): Promise<void> {
  const sold = (await listSoldEvents()).find(({ eventId }) => eventId === id);
  await followUnseenEvents([sold ?? { eventId: id, title }], now, stopAt);
}
const entry = async ({ id }: Match) => (await listUnseen()).find(({ eventId }) => eventId === id);
const listMailsTo = async ({ user }: Person, says: RegExp) =>
  (await listMails(user.email)).filter(({ subject }) => says.test(subject));
const lost = /no se puede ver/;
const back = /Ya puedes ver/;

async function buy(match: Match, fields: Parameters<typeof createPerson>[1] = {}): Promise<Person> {
  const buyer = await createPerson('REGULAR_BASIC', fields);
  const { paymentLink } = (await requestPaymentLink(buyer, { productType: 'PT_SPORT_EVENT', sportEventId: match.id }))
    .data;
  await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
  await eventually(async () => (await getUser(buyer.user.id))?.purchases.length === 1, Boolean);
  return buyer;
}

/** Adds buyers of the match without payments at the provider, which would take long for many buyers. */
async function addBuyers(match: Match, count: number, fields: Parameters<typeof createPerson>[1] = {}) {
  const purchases = [
    { id: match.id, title: match.title, sport: match.sport, until: new Date(Date.now() + 90 * day).toISOString() },
  ];
  const people = await Promise.all(
    Array.from({ length: count }, () => createPerson('REGULAR_BASIC', { purchases, ...fields })),
  );
  for (const { user } of people)
    await dynamo.putItem('purchases', { pk: `EVENT#${match.id}`, sk: `USER#${user.id}`, amount: 150 });
  return people;
}

let now = 0;
beforeAll(() => {
  now = Date.now();
});

test('emails each buyer of an unwatchable match once, keeps the right, and announces the return', async () => {
  const match = await createEvent({ title: 'Derbi juvenil 3-1' });
  const vod = await createVod({ sportEventId: match.id });
  const buyer = await buy(match, { hidesResults: true });
  expect(await listSoldEvents()).toContainEqual({ eventId: match.id, title: match.title });

  await follow(match, now);
  expect(await entry(match), 'it can be watched').toBeUndefined();

  await vods.change(vod.id, (item) => withhold(item, '01MATTER'));
  await events.change(match.id, (item) => withhold(item, '01MATTER'));
  await follow(match, now);
  expect(await entry(match)).toMatchObject({ reason: 'WITHDRAWN', since: now, buyers: 1, amount: 199 });
  await follow(match, now + 50 * minute);
  expect(await listMailsTo(buyer, lost)).toHaveLength(0);

  await Promise.all([follow(match, now + 61 * minute), follow(match, now + 61 * minute)]);
  await follow(match, now + 71 * minute);
  const mail = await waitForMail(buyer.user.email, lost);
  expect(mail.text).toContain('«Derbi juvenil ? – ?» está retirado');
  expect(mail.text, 'the result stays hidden').not.toContain('3-1');
  expect(mail.text).toContain('no pierdes tu compra');
  expect(await listMailsTo(buyer, lost)).toHaveLength(1);
  expect((await getUser(buyer.user.id))?.purchases).toMatchObject([{ id: match.id }]);

  await events.change(match.id, (item) => release(item, '01MATTER'));
  await vods.change(vod.id, (item) => release(item, '01MATTER'));
  await follow(match, now + 80 * minute);
  expect(await listMailsTo(buyer, back), 'it might be a moment only').toHaveLength(0);
  await follow(match, now + 91 * minute);
  await follow(match, now + 101 * minute);
  expect((await waitForMail(buyer.user.email, back)).text).toContain(`/vods/${vod.id}`);
  expect(await listMailsTo(buyer, back)).toHaveLength(1);

  // A second loss has a separate email.
  await vods.change(vod.id, (item) => withhold(item, '01OTHER'));
  await events.change(match.id, (item) => withhold(item, '01OTHER'));
  await follow(match, now + 200 * minute);
  await follow(match, now + 261 * minute);
  await eventually(async () => (await listMailsTo(buyer, lost)).length === 2, Boolean);
});

test('sends no email about a short absence', async () => {
  const match = await createEvent();
  const [buyer] = await addBuyers(match, 1);
  await events.change(match.id, (item) => ({ ...item, visible: false }));
  await follow(match, now);
  await events.change(match.id, (item) => ({ ...item, visible: true }));
  await follow(match, now + 30 * minute);
  expect(await entry(match)).toBeUndefined();
  await follow(match, now + 90 * minute);
  expect(await listMails(buyer!.user.email)).toEqual([]);
});

test('emails each buyer once even if the process dies at every step', async () => {
  const match = await createEvent({ visible: false });
  const buyers = await addBuyers(match, 23);
  await follow(match, now);
  const later = now + 61 * minute;
  await follow(match, later, Date.now() - 1);
  const begun = (await entry(match))!;
  expect([begun.tellingSince, begun.told], 'time was over before the first email').toEqual([later, undefined]);
  await follow(match, later);
  // Sets the state that a process leaves when it dies: first after all emails, then between two groups of buyers.
  const rewind = async (fields: object) =>
    dynamo.putItem('purchases', {
      pk: 'UNSEEN',
      sk: match.id,
      ...begun,
      ...fields,
      version: (await entry(match))!.version,
    });
  await rewind({});
  await follow(match, later);
  const [, , third] = buyers.map(({ user }) => user.id).sort();
  await rewind({ toldUpTo: third });
  await follow(match, now + 75 * minute);
  expect(await entry(match)).toMatchObject({ told: 23, reason: 'HIDDEN' });
  for (const buyer of buyers) await eventually(async () => (await listMailsTo(buyer, lost)).length, is(1));
  const [late] = await addBuyers(match, 1);
  await follow(match, now + 85 * minute);
  await waitForMail(late!.user.email, lost);
  expect(await listMailsTo(buyers[0]!, lost)).toHaveLength(1);
});

test('sends no email to a closed account or after the end of the right', async () => {
  const match = await createEvent({ visible: false });
  const [disabled] = await addBuyers(match, 1, { disabled: true });
  const [ended] = await addBuyers(match, 1, { purchases: [] });
  const [gone, stays] = await addBuyers(match, 2);
  await call('DELETE /users/me', { token: gone!.token, body: {} });
  await dynamo.deleteItem('users', { pk: `USER#${gone!.user.id}`, sk: 'USER' });
  await follow(match, now);
  await follow(match, now + 61 * minute);
  await waitForMail(stays!.user.email, lost);
  for (const person of [disabled, ended]) expect(await listMailsTo(person!, lost)).toHaveLength(0);
  expect(await entry(match)).toMatchObject({ buyers: 4, told: 4 });
});

test.each(['deleted', 'set to another match'])(
  '[F-MONEY-1] pays nobody back for a seen recording that is %s',
  async (how) => {
    const match = await createEvent();
    const vod = await createVod({ sportEventId: match.id });
    const buyer = await buy(match);
    await events.change(match.id, (item) => ({
      ...item,
      scheduledStartDate: new Date(now - 30 * day).toISOString(),
      scheduledFinishDate: new Date(now - 29 * day).toISOString(),
    }));
    await follow(match, now);
    if (how === 'deleted') await call('DELETE /live/vods/{id}', { token: admin.token, params: { id: vod.id } });
    else {
      const other = await createEvent();
      await vods.change(vod.id, (item) => ({ ...item, sportEventId: other.id }));
    }
    // A later sale keeps what was noted.
    await markSold(
      [{ id: match.id, title: match.title, sport: match.sport, until: new Date(now + day).toISOString() }],
      now,
    );
    for (const minutes of [10, 75, 26 * 60]) await follow(match, now + minutes * minute);
    expect(await entry(match)).toMatchObject({ reason: 'NO_RECORDING', buyers: 1 });
    expect(await entry(match)).not.toHaveProperty('refund');
    const mail = await waitForMail(buyer.user.email, lost);
    expect(mail.text).toContain('se pudo ver, pero no tenemos su grabación');
    expect(mail.text).not.toContain('te devolvemos el dinero');
    expect((await getUser(buyer.user.id))?.purchases).toMatchObject([{ id: match.id }]);
  },
);

test('lists a match that was never shown from a day after its end until all buyers are refunded', async () => {
  const start = new Date(now - 2 * day).toISOString();
  const match = await createEvent();
  const buyer = await buy(match);
  await events.change(match.id, (item) => ({
    ...item,
    scheduledStartDate: start,
    scheduledFinishDate: new Date(now - 25 * 60 * minute).toISOString(),
  }));
  await follow(match, now);
  const list = (query: object = {}) => call('GET /live/unseen-purchases', { token: admin.token, query });
  const never = (await list({ state: 'never' })).data;
  expect(never.matches.find(({ eventId }) => eventId === match.id)).toMatchObject({
    reason: 'NEVER_SHOWN',
    state: 'never',
    buyers: 1,
    amount: 199,
    toldAt: null,
    exists: true,
  });
  expect(never.sum.amount).toBeGreaterThanOrEqual(199);
  expect((await list({ state: 'back' })).data.matches.map(({ eventId }) => eventId)).not.toContain(match.id);
  const csv = await fetch(`${addresses.api}/live/unseen-purchases/csv?state=never`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect((await csv.text()).split('\r\n').find((line) => line.includes(match.id))).toContain('"1";"1,99";"0,00"');

  const customer = String((await getUser(buyer.user.id))?.stripeCustomerId);
  const [charge] = (await stripe.charges.list({ customer })).data;
  await stripe.refunds.create({ charge: charge!.id, amount: 50 });
  await eventually(async () => (await getUser(buyer.user.id))?.purchases[0]?.amount === 149, Boolean);
  await follow(match, now);
  expect(await entry(match)).toMatchObject({ buyers: 1, amount: 149 });
  await stripe.refunds.create({ charge: charge!.id });
  await eventually(async () => (await getUser(buyer.user.id))?.purchases.length === 0, Boolean);
  await follow(match, now);
  expect(await entry(match)).toBeUndefined();
});
