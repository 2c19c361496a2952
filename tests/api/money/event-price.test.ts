/** The price of one match, within the operator's limits and fixed by its first buyer. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { toSessionId } from '../../support/people.ts';
import { pay, readUser, requestMatchLink, stripe } from './customers.ts';

const { listOrders } = await import('../../../functions/money/orders/store.ts');

describe('[F-MONEY-3] the price of a match', () => {
  test('is set by staff of its club, and is what page, order and payment say', async () => {
    const clubId = await createClub();
    const staff = await createPerson('CLUB_STAFF', { clubId });
    const { id } = await createEvent({ clubIds: [clubId] });
    const buyer = await createPerson('REGULAR_BASIC');
    const former = (await requestMatchLink(buyer, id)).data.paymentLink;
    const edit = (price: number | null) =>
      call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id }, body: { price } });
    expect((await edit(350)).status).toBe(200);
    expect((await call('GET /sportevents/{id}', { params: { id } })).data.sportEvent.price).toBe(350);
    const { paymentLink } = (await requestMatchLink(buyer, id)).data;
    expect((await stripe.checkout.sessions.retrieve(toSessionId(paymentLink))).amount_total).toBe(350);
    // The page with the former price can no longer be paid.
    expect((await stripe.checkout.sessions.retrieve(toSessionId(former))).status).toBe('expired');
    await pay(paymentLink);
    await eventually(async () => (await readUser(buyer))?.purchases.length, is(1));
    expect((await readUser(buyer))?.purchases[0]?.amount).toBe(350);
    expect((await listOrders(buyer.user.id)).map(({ amount }) => amount).sort()).toEqual([199, 350]);
    // All buyers pay the price of the first one.
    for (const price of [400, null]) expect(await edit(price)).toMatchObject({ status: 409, code: 'EVT4098' });
    expect((await edit(350)).status).toBe(200);
  });

  test('stays within the limits, and is the stage’s without one', async () => {
    const { token } = await createPerson('ADMIN');
    const { id } = await createEvent();
    const edit = (price: number | null) =>
      call('PATCH /live/sportevents/{id}', { token, params: { id }, body: { price } });
    for (const price of [98, 1000]) expect(await edit(price)).toMatchObject({ status: 400, code: 'EVT4002' });
    for (const price of [99, 999, null]) expect((await edit(price)).status).toBe(200);
    const buyer = await createPerson('REGULAR_BASIC');
    const { paymentLink } = (await requestMatchLink(buyer, id)).data;
    expect((await stripe.checkout.sessions.retrieve(toSessionId(paymentLink))).amount_total).toBe(199);
  });
});
