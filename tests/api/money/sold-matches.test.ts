/** Purchased matches that are deleted, cancelled, hidden or rescheduled. */
import { describe, expect, test } from 'vitest';
import {
  call,
  createClub,
  createEvent,
  createPerson,
  createVod,
  inHours,
  type Person,
  playedBetween,
} from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails, pressButton, toSessionId } from '../../support/people.ts';
import { buyMatch, deliver, findCustomer, pay, readUser, requestMatchLink, stripe } from './customers.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { syncCustomer } = await import('../../../functions/money/payments/sync-customer.ts');
const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { userKey } = await import('../../../functions/platform/auth/sessions.ts');
const { updatePurchases } = await import('../../../functions/money/payments/changed-matches.ts');

describe('a purchased event', () => {
  test('returns 409 when its club or an admin deletes it', async () => {
    const own = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId: own });
    const admin = await createPerson('ADMIN');
    const match = await createEvent({ clubIds: [own] });
    const someone = await createPerson('REGULAR_BASIC');
    await buyMatch(someone, match.id);
    await eventually(async () => (await readUser(someone))?.purchases.length, is(1));
    const params = { id: match.id };
    const byClub = await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params });
    const byAdmin = await call('DELETE /live/sportevents/{id}', { token: admin.token, params, query: { vods: true } });
    for (const answer of [byClub, byAdmin]) expect([answer.status, answer.code]).toEqual([409, 'EVT4091']);
    expect(byClub.message).toContain('han pagado');

    const customer = await findCustomer(someone);
    await pressButton(`/control/refund/${(await stripe.charges.list({ customer })).data[0]?.id}`);
    await eventually(async () => (await readUser(someone))?.purchases.length, is(0));
    const deleteByClub = async () =>
      (await call('DELETE /clubStaff/sportevents/{id}', { token: staff.token, params })).status;
    await eventually(deleteByClub, is(200));
  });
});

describe('a match on sale', () => {
  const change = async (id: string, body: object) =>
    call('PATCH /live/sportevents/{id}', { token: (await createPerson('ADMIN')).token, params: { id }, body });
  const readPurchase = async (someone: Person) => (await readUser(someone))?.purchases[0];

  test('[D-MATCH-2][H-STATE-4] is not sold if cancelled: its open payment pages expire', async () => {
    const { id } = await createEvent();
    const [someone, other] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_BASIC')];
    const links = [
      (await requestMatchLink(someone, id)).data.paymentLink,
      (await requestMatchLink(other, id)).data.paymentLink,
    ];
    const elsewhere = (await requestMatchLink(someone, (await createEvent()).id)).data.paymentLink;
    const pageState = async (link: string) => (await stripe.checkout.sessions.retrieve(toSessionId(link))).status;
    await change(id, { state: 'CANCELLED' });
    for (const link of links) await eventually(() => pageState(link), is('expired'));
    expect(await pageState(elsewhere)).toBe('open');
    const refused = await requestMatchLink(someone, id);
    expect([refused.status, refused.code]).toEqual([400, 'PYM4008']);
    expect(refused.message).toBe('Este partido se ha cancelado: ya no se puede comprar');
    await change(id, { state: 'SCHEDULED' });
    const again = (await requestMatchLink(someone, id)).data.paymentLink;
    expect(links).not.toContain(again);
    await pay(again);
    await eventually(async () => (await readPurchase(someone))?.id, is(id));
  });

  test('[H-STATE-4] loses its open payment pages when it is hidden or deleted', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    const admin = await createPerson('ADMIN');
    const pageState = async (link: string) => (await stripe.checkout.sessions.retrieve(toSessionId(link))).status;
    const [hidden, deleted] = [await createEvent(), await createEvent()];
    const links = [
      (await requestMatchLink(someone, hidden.id)).data.paymentLink,
      (await requestMatchLink(someone, deleted.id)).data.paymentLink,
    ];
    await change(hidden.id, { visible: false });
    await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: deleted.id } });
    for (const link of links) await eventually(() => pageState(link), is('expired'));
  });

  test('[H-STATE-4] is refunded at once, with one email, when it is cancelled', async () => {
    const { id, title } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    const session = toSessionId((await requestMatchLink(someone, id)).data.paymentLink);
    // The match is cancelled between payment and event: the page can no longer expire.
    await events.change(id, (event) => ({ ...event, state: 'CANCELLED' }));
    await pressButton(`/pay/${session}/pay`);
    const mails = () => listMails(someone.user.email);
    await eventually(mails, ({ length }) => length > 0);
    const customer = await findCustomer(someone);
    const charges = () => stripe.charges.list({ customer }).then(({ data }) => data);
    await eventually(charges, ([charge]) => charge?.refunded === true);
    expect(await readPurchase(someone)).toBeUndefined();
    for (const event of (await stripe.events.list({ type: 'checkout.session.completed', limit: 100 })).data)
      if ((event.data.object as { id: string }).id === session) await deliver({ ...event, id: `evt_again_${session}` });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Te devolvemos el dinero de un partido que no se juega');
    expect(JSON.stringify(mail)).toContain(title);
    expect(JSON.stringify(mail)).toMatch(/1,99/);
  });

  test('[H-BUY-2] is sold before it begins, and its purchase stays valid after a new date and after the kick-off', async () => {
    const { id } = await createEvent({ isPublic: false, ...playedBetween(48, 50), state: 'SCHEDULED' });
    const someone = await createPerson('REGULAR_BASIC');
    await buyMatch(someone, id);
    const before = await eventually(() => readPurchase(someone));
    const moved = playedBetween(72, 74);
    await change(id, moved);
    const readEndOfRight = async () => Date.parse(String((await readPurchase(someone))?.until));
    await eventually(readEndOfRight, is(Date.parse(moved.scheduledFinishDate) + 90 * 24 * 3_600_000));
    expect(await readEndOfRight()).toBeGreaterThan(Date.parse(before.until));
    const late = await createPerson('REGULAR_BASIC');
    // The match has begun without a picture: further purchases are refused until there is one.
    const signal = { since: inHours(-1), stoppedAt: inHours(-0.5) };
    await events.change(id, (match) => ({ ...match, state: 'LIVE', ...playedBetween(-1, 1), signal }));
    const refused = await requestMatchLink(late, id);
    expect([refused.status, refused.code]).toEqual([400, 'PYM4009']);
    expect((await readPurchase(someone))?.id).toBe(id);
    await createVod({ sportEventId: id, clubIds: [] });
    await eventually(async () => (await requestMatchLink(late, id)).status, is(200));
  });

  test('[D-MATCH-2][A-CONST-3] is sold if postponed, and granted until 90 days after it is played', async () => {
    const { id } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    await change(id, { state: 'POSTPONED' });
    await buyMatch(someone, id);
    const before = await eventually(() => readPurchase(someone));
    await change(id, playedBetween(120 * 24, 121 * 24));
    const readEndOfRight = () => readPurchase(someone).then((purchase) => Date.parse(String(purchase?.until)));
    const moved = await eventually(readEndOfRight, (time) => time > Date.parse(before.until));
    expect(Math.round((moved - Date.now()) / 86_400_000)).toBe(121 + 90);
  });

  test('[A-PROF-2] is found by its new title in the account once it was renamed', async () => {
    const { id } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    await buyMatch(someone, id);
    await eventually(() => readPurchase(someone));
    await change(id, { title: 'Final aplazada' });
    const readTitle = () => readPurchase(someone).then((purchase) => purchase?.title);
    expect(await eventually(readTitle, (title) => title === 'Final aplazada')).toBe('Final aplazada');
    await syncCustomer((await getUser(someone.user.id))?.stripeCustomerId ?? '');
    expect(await readTitle()).toBe('Final aplazada');
  });

  test('[D-MATCH-2] keeps its purchase during concurrent syncs', async () => {
    const { id } = await createEvent();
    const someone = await createPerson('REGULAR_BASIC');
    await buyMatch(someone, id);
    await eventually(() => readPurchase(someone));
    const finish = new Date(Date.now() + 121 * 86_400_000).toISOString();
    await events.change(id, (match) => ({ ...match, scheduledFinishDate: finish }));
    const observeUser = async () => {
      for (let time = 0; time < 10; time += 1) {
        const { paymentsVersion = 0 } = (await getUser(someone.user.id))!;
        const next = { expression: 'SET paymentsVersion = :next', values: { ':next': paymentsVersion + 1 } };
        await updateItem('users', userKey(someone.user.id), next);
      }
    };
    await Promise.all([observeUser(), updatePurchases(id)]);
    expect(Date.parse(String((await readPurchase(someone))?.until))).toBe(Date.parse(finish) + 90 * 86_400_000);
  });
});
