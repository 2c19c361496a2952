/**
 * Refunds of matches that will not be seen: everybody who paid gets what is theirs back, once and to the cent, whatever
 * happens to the job and to the payments meanwhile. Random stories, five hundred at night.
 */
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createEmptyData } from '../../../infra/local/stripe/objects.ts';
import { createEvent, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { listMails } from '../../support/people.ts';
import { cases } from '../../support/test-profile.ts';
import { type Fate, runWith } from './killed-process.ts';
import { type Buyer, buy, deliverAll, price, state } from './own-provider.ts';

const { followUnseenEvents } = await import('../../../functions/money/unseen/follow-unseen.ts');
const { readUnseen } = await import('../../../functions/money/unseen/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { connect } = await import('../../../functions/money/payments/stripe/client.ts');
const { deleteItem, getItem } = await import('../../../functions/platform/aws/dynamo.ts');

beforeEach(() => void Object.assign(state.data, createEmptyData()));

const minute = 60_000;
const hour = 60 * minute;
type Match = Awaited<ReturnType<typeof createEvent>>;

/** Runs the job at a time of the match's clock; the provider's search is complete by then. */
async function follow({ id, title }: Match, now: number, fate?: Fate): Promise<void> {
  state.clockOffsetSeconds += 60;
  const run = () => followUnseenEvents([{ eventId: id, title }], now);
  return fate ? runWith(fate, run) : run();
}

const cancel = ({ id }: Match) => events.change(id, (event) => ({ ...event, state: 'CANCELLED' as const }));
const countRefundMails = async ({ user }: Pick<Person, 'user'>) =>
  (await listMails(user.email)).filter(({ subject }) => subject === 'Te devolvemos el dinero de un partido').length;

test('[F-MONEY-1] pays a cancelled match back to all who paid, an hour after, with one email each', async () => {
  const match = await createEvent({ title: 'Derbi' });
  const [once, twice, partly] = [await buy(match), await buy(match), await buy(match)];
  const second = await buy(match, { someone: twice });
  state.refund(partly.charge, 50);
  await deliverAll();
  const now = Date.now();
  await cancel(match);
  await follow(match, now);
  await follow(match, now + 59 * minute);
  expect([once.charge.refunded, await countRefundMails(once)]).toEqual([false, 0]);
  // Two concurrent runs, and one after them.
  await Promise.all([follow(match, now + hour), follow(match, now + hour)]);
  await follow(match, now + hour + 10 * minute);
  for (const { charge } of [once, twice, second, partly])
    expect(charge).toMatchObject({ refunded: true, amount_refunded: price });
  await follow(match, now + hour + 20 * minute);
  expect(await readUnseen(match.id)).toMatchObject({
    buyers: 3,
    refund: { payments: 4, amount: 4 * price, doneAt: expect.any(Number) },
  });
  await deliverAll();
  for (const buyer of [once, twice, partly]) {
    await eventually(() => countRefundMails(buyer), is(1));
    expect((await getUser(buyer.user.id))?.purchases).toEqual([]);
  }
  const [mail] = await listMails(partly.user.email);
  expect(mail?.text).toContain('«Derbi» se ha cancelado');
  expect(mail?.text).toMatch(/los 1,49\s€ que pagaste/);
});

test('[F-MONEY-1] repeats a refund that the bank sent back, once; the buyer has the right until it has arrived', async () => {
  const match = await createEvent();
  const buyer = await buy(match);
  const now = Date.now();
  await cancel(match);
  for (const hours of [0, 1, 1.2]) await follow(match, now + hours * hour);
  const readState = async () => {
    await deliverAll();
    const rights = (await getUser(buyer.user.id))?.purchases.length;
    return { rights, refunds: Object.keys(state.data.refunds).length, refunded: buyer.charge.refunded };
  };
  expect(await readState()).toEqual({ rights: 0, refunds: 1, refunded: true });
  expect((await readUnseen(match.id))?.refund).toMatchObject({ doneAt: expect.any(Number) });

  state.failRefund(Object.values(state.data.refunds)[0]!);
  expect(await readState()).toEqual({ rights: 1, refunds: 1, refunded: false });
  expect((await readUnseen(match.id))?.refund).not.toHaveProperty('doneAt');
  for (const hours of [1.4, 1.6]) await follow(match, now + hours * hour);
  expect(await readState()).toEqual({ rights: 0, refunds: 2, refunded: true });
  expect((await readUnseen(match.id))?.refund).toMatchObject({ payments: 1, doneAt: expect.any(Number) });

  state.failRefund(Object.values(state.data.refunds)[1]!);
  await deliverAll();
  for (const hours of [1.8, 2]) await follow(match, now + hours * hour);
  expect(await readState(), 'operators find another way').toEqual({ rights: 1, refunds: 2, refunded: false });
  expect((await readUnseen(match.id))?.refund).toMatchObject({ payments: 0, doneAt: expect.any(Number) });
  expect(await countRefundMails(buyer)).toBe(1);
});

test('[F-MONEY-1] promises nothing to buyers whose code made it free, and keeps their right', async () => {
  const match = await createEvent({ title: 'Derbi' });
  const { stripe } = await connect();
  const coupon = await stripe.coupons.create({ percent_off: 100 });
  await stripe.promotionCodes.create({ code: 'REGALO', promotion: { type: 'coupon', coupon: coupon.id } });
  const guest = await buy(match, { code: 'REGALO' });
  const paying = await buy(match);
  const now = Date.now();
  await cancel(match);
  for (const hours of [0, 1, 1.2, 1.4]) await follow(match, now + hours * hour);
  await deliverAll();
  await eventually(() => countRefundMails(paying), is(1));
  const [mail] = await listMails(guest.user.email);
  expect(mail?.text).toMatch(/«Derbi» se ha cancelado.*no hay nada que devolverte/s);
  expect([await countRefundMails(guest), paying.charge.refunded]).toEqual([0, true]);
  expect((await readUnseen(match.id))?.refund).toMatchObject({ payments: 1, amount: price });
  expect((await getUser(guest.user.id))?.purchases.map(({ id }) => id)).toEqual([match.id]);
});

test('[F-MONEY-1] pays nothing back for a postponed match, or one that is reinstated within the hour', async () => {
  const [postponed, reinstated] = [await createEvent(), await createEvent()];
  const buyers = [await buy(postponed), await buy(reinstated)];
  await events.change(postponed.id, (event) => ({ ...event, state: 'POSTPONED' as const }));
  await cancel(reinstated);
  const now = Date.now();
  for (const match of [postponed, reinstated]) await follow(match, now);
  await events.change(reinstated.id, (event) => ({ ...event, state: 'SCHEDULED' as const }));
  for (const match of [postponed, reinstated]) await follow(match, now + 2 * hour);
  for (const { charge } of buyers) expect(charge.refunded).toBe(false);
});

test('[F-MONEY-1] refunds a match that could not be seen for two days after its end', async () => {
  const match = await createEvent();
  const buyer = await buy(match);
  const finish = Date.now() - 24 * hour;
  await events.change(match.id, (event) => ({
    ...event,
    scheduledStartDate: new Date(finish - hour).toISOString(),
    scheduledFinishDate: new Date(finish).toISOString(),
  }));
  await follow(match, finish + 24 * hour + minute);
  await follow(match, finish + 25 * hour + minute);
  await eventually(
    async () => (await listMails(buyer.user.email)).map(({ text }) => text).join(),
    (text) => text.includes('Si mañana sigue sin haber video, te devolvemos el dinero'),
  );
  await follow(match, finish + 48 * hour);
  expect(buyer.charge.refunded).toBe(false);
  await follow(match, finish + 48 * hour + 2 * minute);
  expect(buyer.charge.refunded).toBe(true);
  await eventually(() => countRefundMails(buyer), is(1));
});

test('[F-MONEY-1] keeps what is paid for a match that takes place after all, once the others were paid back', async () => {
  const match = await createEvent();
  const before = await buy(match);
  const now = Date.now() - 3 * hour;
  await cancel(match);
  for (const hours of [0, 1, 1.2, 1.4]) await follow(match, now + hours * hour);
  await events.change(match.id, (event) => ({ ...event, state: 'SCHEDULED' as const }));
  const after = await buy(match);
  expect([before.charge.refunded, after.charge.refunded]).toEqual([true, false]);
  expect((await getUser(after.user.id))?.purchases).toMatchObject([{ id: match.id }]);
});

test('[F-MONEY-1] pays a debit back that arrives after all others, and one of an account that is gone', async () => {
  const match = await createEvent();
  const [late, gone] = [await buy(match, { isLate: true }), await buy(match)];
  await deleteItem('users', { pk: `USER#${gone.user.id}`, sk: 'USER' });
  const now = Date.now();
  const finish = now - 25 * hour;
  await events.change(match.id, (event) => ({
    ...event,
    scheduledStartDate: new Date(finish - hour).toISOString(),
    scheduledFinishDate: new Date(finish).toISOString(),
  }));
  for (const hours of [0, 24, 24.2, 24.4]) await follow(match, now + hours * hour);
  expect([gone.charge.refunded, late.charge.refunded]).toEqual([true, false]);
  state.settle(late.charge, true);
  await deliverAll();
  expect(late.charge.refunded).toBe(true);
  expect((await getUser(late.user.id))?.purchases).toEqual([]);
});

const kinds = [
  'paid',
  'twice',
  'debit',
  'bounced',
  'byHand',
  'partly',
  'gone',
  'disputed',
  'wonLater',
  'lost',
  'won',
  'free',
  'covered',
] as const;

const settledWithoutJob: readonly string[] = ['byHand', 'bounced', 'debit', 'disputed', 'lost'];
/** The job pays none of these back. */
const keptKinds: readonly string[] = ['bounced', 'disputed', 'lost', 'free'];
const disputedKinds: readonly string[] = ['disputed', 'wonLater', 'lost', 'won'];

const story = fc.record({
  buyers: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }),
  kills: fc.array(fc.record({ writes: fc.nat(12), after: fc.boolean(), isDelivered: fc.boolean() }), { maxLength: 4 }),
});

test(
  '[F-MONEY-1] every buyer has what is theirs, once, after any story with kills',
  async () => {
    await fc.assert(fc.asyncProperty(story, runStory), { ...cases(4, 500), endOnFailure: true });
  },
  manyCasesLimit,
);

async function runStory({
  buyers: wanted,
  kills,
}: typeof story extends fc.Arbitrary<infer V> ? V : never): Promise<void> {
  Object.assign(state.data, createEmptyData());
  const match = await createEvent();
  const { stripe } = await connect();
  const coupon = await stripe.coupons.create({ percent_off: 100 });
  await stripe.promotionCodes.create({ code: 'REGALO', promotion: { type: 'coupon', coupon: coupon.id } });
  const buyers: (Buyer & { kind: (typeof kinds)[number] })[] = [];
  for (const kind of wanted) {
    const isLate = kind === 'debit' || kind === 'bounced';
    const bought = await buy(match, { isLate, ...(kind === 'free' && { code: 'REGALO' }) });
    // A free order has no charge.
    const buyer = kind === 'free' ? { ...bought, charge: { ...bought.charge, id: '', amount_refunded: 0 } } : bought;
    // The season covers the match anyway, and was paid beside it.
    if (kind === 'covered') await buy(match, { someone: buyer, isSeason: true });
    if (kind === 'twice') buyers.push({ ...(await buy(match, { someone: buyer })), kind });
    if (kind === 'byHand') state.refund(buyer.charge);
    if (kind === 'partly') state.refund(buyer.charge, 99);
    const dispute = disputedKinds.includes(kind) ? state.dispute(buyer.charge) : undefined;
    if (dispute && (kind === 'lost' || kind === 'won')) state.closeDispute(dispute, kind);
    if (kind === 'gone') await deleteItem('users', { pk: `USER#${buyer.user.id}`, sk: 'USER' });
    buyers.push({ ...buyer, kind });
  }
  await deliverAll();
  const holders = new Map(
    await Promise.all(buyers.map(async ({ user }) => [user.id, (await getUser(user.id))?.purchases.length] as const)),
  );
  await cancel(match);
  const now = Date.now();
  await follow(match, now);
  let at = now + hour;
  for (const { isDelivered, ...fate } of kills) {
    await follow(match, at, { ...fate });
    if (isDelivered) await deliverAll();
    // The claim of a dead worker on an email ends.
    at += 10 * minute;
  }
  for (const { charge, kind } of buyers) if (kind === 'debit') state.settle(charge, true);
  for (const { charge, kind } of buyers) if (kind === 'bounced') state.settle(charge, false);
  for (const dispute of Object.values(state.data.disputes)) {
    const kind = buyers.find(({ charge }) => charge.id === dispute.charge)?.kind;
    if (kind === 'disputed') state.closeDispute(dispute, 'lost');
    if (kind === 'wonLater') state.closeDispute(dispute, 'won');
  }
  for (let run = 0; run < 3; run += 1) {
    await deliverAll();
    await follow(match, at);
    at += 10 * minute;
  }
  await deliverAll();
  let returned = 0;
  for (const { charge, kind, user } of buyers) {
    expect([kind, charge.amount_refunded], kind).toEqual([kind, keptKinds.includes(kind) ? 0 : price]);
    returned += charge.amount_refunded;
    const purchases = (await getUser(user.id))?.purchases.map(({ id }) => id);
    if (kind !== 'gone') expect([kind, purchases]).toEqual([kind, kind === 'free' ? [match.id] : []]);
  }
  const unseen = await readUnseen(match.id);
  // The job had nothing to do if no buyer held the right any more when it was due.
  if (unseen) expect(unseen.refund).toMatchObject({ amount: returned, doneAt: expect.any(Number) });
  else expect(buyers.filter(({ kind }) => !settledWithoutJob.includes(kind))).toEqual([]);
  for (const { user, kind } of buyers) {
    const mark = await getItem('purchases', { pk: `USER#${user.id}`, sk: `REFUNDED#${match.id}#${now}` });
    // The loser of a dispute holds nothing any more, if it ended within the hour.
    if (kind !== 'disputed' && kind !== 'free')
      expect([kind, mark !== undefined]).toEqual([kind, Boolean(holders.get(user.id))]);
    expect(await countRefundMails({ user })).toBeLessThanOrEqual(1);
  }
}
