/** Withdrawing from an order, with and without a session: receipt, refund, reason. */
import { describe, expect, test } from 'vitest';
import { call, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import { listMails, pressButton, requestPaymentLink, waitForMail } from '../../support/people.ts';
import {
  buyMatch,
  createSubscriber,
  expectRole,
  findCustomer,
  pay,
  readUser,
  requestMatchLink,
  stripe,
  webOrigin,
} from './customers.ts';

const { listOrders } = await import('../../../functions/money/orders/store.ts');
const { dueWrite, listDue } = await import('../../../functions/money/withdrawals/store.ts');
const { settleWithdrawals } = await import('../../../functions/money/withdrawals/withdraw.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');

const dayMs = 86_400_000;
const ahead = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const createMatchAhead = () => createEvent({ scheduledStartDate: ahead(3), scheduledFinishDate: ahead(3.1) });

async function createBuyer(): Promise<Person> {
  const someone = await createPerson('REGULAR_BASIC');
  await buyMatch(someone, (await createMatchAhead()).id);
  await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
  return someone;
}

const readNumber = async ({ user }: Person) => (await listOrders(user.id)).at(-1)?.number ?? expect.fail('no order');
const preview = async (someone: Person, number?: string) =>
  call('POST /public/withdrawal/preview', {
    body: { email: someone.user.email, number: number ?? (await readNumber(someone)) },
  });
const withdraw = async (someone: Person, number?: string) =>
  call('POST /public/withdrawal', {
    body: { email: someone.user.email, number: number ?? (await readNumber(someone)) },
  });
const readCharge = async (someone: Person) =>
  (await stripe.charges.list({ customer: await findCustomer(someone) })).data[0] ?? expect.fail('no charge');
const listReceipts = async ({ user }: Person) =>
  (await listMails(user.email)).filter(({ subject }) => subject === 'Hemos recibido tu desistimiento');

/**
 * Runs of other files may settle the same at once: one of them finds it being refunded, and the next one is done. What they
 * owe at providers of their own is unknown to this one.
 */
async function expectSettled(someone: Person, order: string): Promise<void> {
  await eventually(async () => {
    await settleWithdrawals().catch(() => undefined);
    return (await listDue()).filter(({ number }) => number === order).length;
  }, is(0));
  expect((await readCharge(someone)).amount_refunded).toBe(199);
}

describe('[F-LAW-4] a withdrawal', () => {
  test('from a month says the rest of its days, ends it and refunds to the cent, without a session', async () => {
    const { someone, customer } = await createSubscriber();
    const said = await preview(someone);
    expect(said.data.outcome).toMatchObject({ hasRight: true, days: { used: 1 } });
    expect(said.data.withdrawnAt).toBeNull();
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1);
    const { outcome, withdrawnAt } = (await withdraw(someone)).data;
    expect(outcome).toEqual(said.data.outcome);
    const { days, refund } =
      outcome.hasRight && outcome.days ? { ...outcome, days: outcome.days } : expect.fail('no right');
    expect(refund).toBe(699 - Math.floor(699 / days.total));
    expect(Date.now() - Date.parse(String(withdrawnAt))).toBeLessThan(60_000);
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(0);
    expect((await readCharge(someone)).amount_refunded).toBe(refund);
    await expectRole(someone, 'REGULAR_BASIC');
    const mail = await waitForMail(someone.user.email, /Hemos recibido tu desistimiento/);
    expect(mail.text).toMatch(/El \d+ de \w+ de \d{4} a las \d\d:\d\d has desistido/);
    expect(mail.text).toContain(await readNumber(someone));
  });

  test('from a match that cannot be watched yet returns its price and ends the right', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createMatchAhead();
    await buyMatch(someone, match.id);
    await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    expect((await withdraw(someone)).data.outcome).toEqual({ hasRight: true, refund: 199, days: null });
    expect((await readCharge(someone)).refunded).toBe(true);
    await eventually(async () => (await readUser(someone))?.purchases.length === 0, Boolean);
  });

  test('from a match that was asked for at once says why nothing goes back, and is confirmed all the same', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createEvent();
    await createVod({ sportEventId: match.id });
    await buyMatch(someone, match.id);
    await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    expect((await withdraw(someone)).data.outcome).toEqual({ hasRight: false, reason: 'BEGUN' });
    expect((await readCharge(someone)).amount_refunded).toBe(0);
    expect((await readUser(someone))?.purchases).toHaveLength(1);
    expect((await waitForMail(someone.user.email, /tu desistimiento/)).text).toContain('perdías el derecho');
  });

  test('requested ten times concurrently sends one email and one refund', async () => {
    const someone = await createBuyer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(someone)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(new Set(answers.map(({ data }) => data.withdrawnAt)).size).toBe(1);
    expect((await withdraw(someone)).data.withdrawnAt).toBe(answers[0]?.data.withdrawnAt);
    await eventually(() => listReceipts(someone), has({ length: 1 }));
    expect((await readCharge(someone)).amount_refunded).toBe(199);
  });

  test('whose process died before the refund is completed by the next run', async () => {
    const someone = await createBuyer();
    const { id: chargeId } = await readCharge(someone);
    const due = { number: await readNumber(someone), chargeId, subscriptionId: null, amount: 199 };
    await transact([dueWrite({ ...due, customerId: await findCustomer(someone) })]);
    await expectSettled(someone, due.number);
  });

  test('of a payment of which a part went back by hand meanwhile returns the rest, once', async () => {
    const someone = await createBuyer();
    const { id: chargeId } = await readCharge(someone);
    const due = { number: await readNumber(someone), chargeId, subscriptionId: null, amount: 199 };
    await stripe.refunds.create({ charge: chargeId, amount: 50 });
    for (let run = 0; run < 2; run += 1) {
      await transact([dueWrite({ ...due, customerId: await findCustomer(someone) })]);
      await expectSettled(someone, due.number);
    }
  });

  test('is made after the account was deleted, whose address it needs', async () => {
    const password = 'contraseña-larga-1';
    const someone = await createPerson('REGULAR_BASIC');
    await setPassword(someone.user.id, password);
    await buyMatch(someone, (await createMatchAhead()).id);
    await waitForMail(someone.user.email, /recibo/i);
    const number = await readNumber(someone);
    await call('DELETE /users/me', { ...someone, body: { password } });
    expect(await readUser(someone)).toBeUndefined();
    expect((await preview({ ...someone, user: { ...someone.user, email: 'otra@cantera.test' } }, number)).code).toBe(
      'ORD4040',
    );
    // The deletion itself refunds payments of its last minute.
    expect((await withdraw(someone, number)).data.outcome).toEqual({ hasRight: false, reason: 'RETURNED' });
    expect(await listReceipts(someone)).toHaveLength(1);
  });

  test('of a payment that the bank takes back changes nothing', async () => {
    const someone = await createBuyer();
    await pressButton(`/control/dispute/${(await readCharge(someone)).id}`);
    expect((await withdraw(someone)).data.outcome).toEqual({ hasRight: false, reason: 'RETURNED' });
  });

  test('before the payment has arrived settles nothing, and keeps the right', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const match = await createMatchAhead();
    const { paymentLink } = (await requestMatchLink(someone, match.id)).data;
    expect((await withdraw(someone)).data).toMatchObject({
      outcome: { hasRight: false, reason: 'NOT_PAID' },
      withdrawnAt: null,
    });
    expect(await listReceipts(someone)).toEqual([]);
    await pay(paymentLink);
    await eventually(async () => (await readUser(someone))?.purchases.length === 1, Boolean);
    expect((await withdraw(someone)).data.outcome).toEqual({ hasRight: true, refund: 199, days: null });
  });

  test('needs email and number that belong together, and says no more', async () => {
    const [someone, other] = await Promise.all([createPerson('REGULAR_BASIC'), createPerson('REGULAR_BASIC')]);
    await requestMatchLink(someone, (await createMatchAhead()).id);
    const number = await readNumber(someone);
    for (const send of [preview, withdraw]) {
      const refused = await send(other, number);
      expect([refused.status, refused.code]).toEqual([404, 'ORD4040']);
      expect((await send(someone, '2222-2222')).code).toBe('ORD4040');
      expect((await send(someone, 'x'.repeat(9))).code).toBe('REQ4000');
    }
    // An order that was never paid has nothing to return.
    expect((await preview(someone, number.toLowerCase())).data.outcome).toEqual({
      hasRight: false,
      reason: 'NOT_PAID',
    });
  });

  test('shows in the account and the export; the receipt leads to it', async () => {
    const { someone } = await createSubscriber();
    const receipt = await waitForMail(someone.user.email, /Tu recibo/);
    // A page that was opened and left is no order.
    await requestPaymentLink(someone, { productType: 'PT_SEASON' });
    const before = (await call('GET /users/me/orders', { token: someone.token })).data.orders;
    expect(before).toMatchObject([{ title: null, amount: 699, withdrawnAt: null }]);
    expect(receipt.html).toContain(`href="${webOrigin}/desistir"`);
    const { withdrawnAt } = (await withdraw(someone)).data;
    const [after] = (await call('GET /users/me/orders', { token: someone.token })).data.orders;
    expect(after?.withdrawnAt).toBe(withdrawnAt);
    const { orders } = (await call('GET /users/me/data', { token: someone.token })).data;
    expect(orders.map((order) => order.withdrawnAt)).toEqual([null, withdrawnAt]);
  });
});
