/**
 * A season of money in one scenario: what is sold, what goes back by itself, what a buyer or a bank takes back. At its
 * end the invoices agree with the provider's records to the cent.
 */
import { expect, test } from 'vitest';
import type { Charge, Checkout } from '../../../infra/local/stripe/objects.ts';
import { applyCode } from '../../../infra/local/stripe/promotions.ts';
import type { DocumentVersion } from '../../../shared/domain/documents.ts';
import { timeZone } from '../../../shared/domain/madrid-time.ts';
import { consents } from '../../../shared/domain/order.ts';
import type { ProductType } from '../../../shared/domain/plans.ts';
import { addUp, verifyRecords } from '../../support/agency-records.ts';
import { call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createPlayable, logInSecondDevice, playlistAddress, status } from '../viewing/playable-video.ts';
import { readAgencyRecords } from './agency-records.ts';
import { deliverAll, state } from './own-provider.ts';
import { play } from './played-match.ts';

const { documents, findVersion } = await import('../../../shared/domain/documents.ts');
const { createPaymentLink } = await import('../../../functions/money/payments/checkout.ts');
const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');
const { findChainBreaks } = await import('../../../functions/money/invoices/rules.ts');
const { listInvoices, readChain, readChargeInvoices } = await import('../../../functions/money/invoices/store.ts');
const { withInvoices } = await import('../../../functions/money/invoices/views.ts');
const { connect } = await import('../../../functions/money/payments/stripe/client.ts');
const { followMatches } = await import('../../../functions/money/lost-minutes/follow-lost-minutes.ts');
const { listMeasured } = await import('../../../functions/money/lost-minutes/store.ts');
const { readDocuments } = await import('../../../functions/money/orders/email-text.ts');
const { listOrders } = await import('../../../functions/money/orders/store.ts');
const { followUnseenEvents } = await import('../../../functions/money/unseen/follow-unseen.ts');
const { compileStatement } = await import('../../../functions/money/statements/compile-statement.ts');
const { closeStatement, findStatement, readLines, readRows } = await import(
  '../../../functions/money/statements/store.ts'
);
const { withdraw } = await import('../../../functions/money/withdrawals/withdraw.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
type Match = Awaited<ReturnType<typeof createEvent>>;

async function open(
  { user }: Person,
  productType: ProductType,
  of: { sportEventId?: string; clubId?: string },
): Promise<Checkout> {
  const stored = await getUser(user.id);
  if (!stored) throw new Error('The buyer is missing');
  const callbackUrl = `${process.env.WEB_ORIGIN}/payment-success?redirectUrl=%2Fhome`;
  const consent = consents[productType].id;
  await createPaymentLink(stored, { productType, callbackUrl, consent, ...of }, Date.now());
  return Object.values(state.data.sessions).at(-1) as Checkout;
}

async function order(
  buyer: Person,
  productType: ProductType,
  {
    of = {},
    method = 'card',
    code,
  }: { of?: { sportEventId?: string; clubId?: string }; method?: 'card' | 'bizum'; code?: string } = {},
): Promise<Charge> {
  const session = await open(buyer, productType, of);
  if (code) expect(applyCode(state.data, session, code, state.nowSeconds())).toBe(true);
  state.pay(session, method);
  await deliverAll();
  return Object.values(state.data.charges).at(-1)!;
}

const viewer = () => createPerson('REGULAR_BASIC');
const rights = async ({ user }: Person) => {
  const stored = await getUser(user.id);
  return { matches: stored?.purchases.map(({ id }) => id), passes: stored?.passes?.map(({ product }) => product) };
};
const mayWatch = async ({ token }: Person, vodId: string) =>
  (await call('GET /vods/{id}', { token, params: { id: vodId } })).data.vod.playback.granted;

const follow = async ({ id, title }: Match, now: number) => {
  state.clockOffsetSeconds += 60;
  await followUnseenEvents([{ eventId: id, title }], now);
  const known = (await listMeasured()).filter(({ eventId }) => eventId === id);
  await followMatches([id], now, Date.now() + hour, known);
  await deliverAll();
};

test('[F-LAW-1] [F-LAW-3] [F-LAW-4] [F-LAW-5] [F-MONEY-1] [F-MONEY-2] [F-MONEY-3] [F-MONEY-4] [F-MONEY-6] a season ends with every cent where it belongs', async () => {
  const [home, away] = [await createClub(), await createClub()];
  const clubIds = [home, away];
  const seen = await createEvent({ clubIds });
  const cancelled = await createEvent({ clubIds });
  const shortened = await createEvent({ clubIds });
  const postponed = await createEvent({ clubIds });
  const ofOthers = await createEvent({ clubIds: [await createClub()] });

  // A match by Bizum, with the consent in the record.
  const family = await viewer();
  const byBizum = await order(family, 'PT_SPORT_EVENT', { of: { sportEventId: seen.id }, method: 'bizum' });
  expect(byBizum.payment_method_details?.type).toBe('bizum');
  const [record] = await listOrders(family.user.id);
  expect(record).toMatchObject({ consent: consents.PT_SPORT_EVENT, amount: byBizum.amount });

  // The terms change: the order names the version that was accepted, which stays readable.
  const { versions } = documents['condiciones-compra'] as unknown as { versions: DocumentVersion[] };
  versions.push({ version: 99, date: '2026-12-01', fingerprint: 'f'.repeat(64) });
  expect((await listOrders(family.user.id))[0]?.documents).toEqual(record!.documents);
  for (const { name, version, fingerprint } of record!.documents)
    expect(findVersion(name, version)?.fingerprint).toBe(fingerprint);
  expect((await readDocuments(record!.documents)).map(({ fileName }) => fileName)).toContain(
    `condiciones-compra-${versions.at(-2)!.version}.pdf`,
  );
  const later = await viewer();
  await open(later, 'PT_SPORT_EVENT', { sportEventId: seen.id });
  expect((await listOrders(later.user.id))[0]?.documents[0]).toMatchObject({ version: 99 });
  versions.pop();

  // A season with a coupon, a club's pass, and a family's plan on three screens.
  const fan = await viewer();
  const { stripe } = await connect();
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
  await stripe.promotionCodes.create({ code: 'CANTERA', promotion: { type: 'coupon', coupon: coupon.id } });
  const season = await order(fan, 'PT_SEASON', { code: 'CANTERA' });
  expect(season.amount).toBe((await listOrders(fan.user.id))[0]!.amount / 2);
  const member = await viewer();
  const pass = await order(member, 'PT_CLUB_PASS', { of: { clubId: home } });
  const [own, other] = [await createVod({ sportEventId: seen.id }), await createVod({ sportEventId: ofOthers.id })];
  expect(await Promise.all([mayWatch(fan, own.id), mayWatch(fan, other.id)])).toEqual([true, true]);
  expect(await Promise.all([mayWatch(member, own.id), mayWatch(member, other.id)])).toEqual([true, false]);
  const household = await viewer();
  const plan = await order(household, 'PT_FAMILY');
  const tokens = [household.token];
  for (let device = 0; device < 3; device += 1) tokens.push(await logInSecondDevice(household.user));
  const { id: playable } = await createPlayable();
  const answers: number[] = [];
  for (const token of tokens) answers.push(await status(await playlistAddress(playable, token)));
  expect(answers).toEqual([200, 200, 200, 409]);

  // Matches that are cancelled in the second half, lose twelve minutes, and are put off.
  const buyers = await Promise.all([viewer(), viewer(), viewer()]);
  const [first, second, third] = buyers as [Person, Person, Person];
  const ofCancelled = await order(first, 'PT_SPORT_EVENT', { of: { sportEventId: cancelled.id } });
  const ofShortened = await order(second, 'PT_SPORT_EVENT', { of: { sportEventId: shortened.id } });
  const ofPostponed = await order(third, 'PT_SPORT_EVENT', { of: { sportEventId: postponed.id } });
  const now = Date.now();
  await play(cancelled.id);
  await events.change(cancelled.id, (event) => ({ ...event, state: 'CANCELLED' as const }));
  await events.change(postponed.id, (event) => ({ ...event, state: 'POSTPONED' as const }));
  const { start } = await play(shortened.id);
  await createVod({
    sportEventId: shortened.id,
    recorded: {
      from: new Date(start).toISOString(),
      to: new Date(start + 72 * minute).toISOString(),
      gaps: [{ seconds: 50 * 60, ms: 12 * minute }],
    },
  });
  for (const match of [cancelled, postponed]) for (const hours of [0, 1, 1.5]) await follow(match, now + hours * hour);
  for (const hours of [24, 24.5]) await follow(shortened, start + 75 * minute + hours * hour);
  expect([ofCancelled, ofShortened, ofPostponed].map((charge) => charge.amount_refunded)).toEqual([
    ofCancelled.amount,
    Math.ceil(ofShortened.amount * 0.33),
    0,
  ]);
  expect((await rights(first)).matches).toEqual([]);
  expect((await rights(second)).matches).toEqual([shortened.id]);
  expect((await rights(third)).matches).toEqual([postponed.id]);

  // One buyer withdraws by address and number alone; a subscriber on the ninth day of a month.
  const stranger = await viewer();
  const ahead = await createEvent({ clubIds });
  const ofAhead = await order(stranger, 'PT_SPORT_EVENT', { of: { sportEventId: ahead.id } });
  const number = async ({ user }: Person) => (await listOrders(user.id))[0]?.number ?? '';
  await withdraw(stranger.user.email, await number(stranger), now + hour);
  const subscriber = await viewer();
  const month = await order(subscriber, 'PT_MONTHLY');
  const { made } = await withdraw(subscriber.user.email, await number(subscriber), now + 8.5 * day);
  if (!made.outcome.hasRight || !made.outcome.days) throw new Error('The right of withdrawal is missing');
  expect(made.outcome.days.used).toBe(9);
  await deliverAll();
  expect(ofAhead.amount_refunded).toBe(ofAhead.amount);
  expect(month.amount_refunded).toBe(month.amount - Math.floor((month.amount * 9) / made.outcome.days.total));
  expect((await getUser(subscriber.user.id))?.subscription?.error?.type).toBe('PDS_STRIPE_CANCELLED');

  // A bank takes a payment back.
  const cheated = await viewer();
  const disputed = await order(cheated, 'PT_SPORT_EVENT', { of: { sportEventId: seen.id } });
  state.closeDispute(state.dispute(disputed)!, 'lost');
  await deliverAll();
  expect((await rights(cheated)).matches).toEqual([]);

  // Invoices and rectifying ones are the provider's sums, and the chain is whole.
  await issueInvoices(Date.now() + state.clockOffsetSeconds * 1000, Date.now() + hour);
  const charges = [byBizum, season, pass, plan, ofCancelled, ofShortened, ofPostponed, ofAhead, month, disputed];
  for (const charge of charges) {
    const invoices = await readChargeInvoices(charge.id);
    const taken = charge.id === disputed.id ? charge.amount : charge.amount_refunded;
    expect([charge.description, invoices?.total, invoices?.rectified]).toEqual([
      charge.description,
      charge.amount,
      taken,
    ]);
  }
  const [listed] = await withInvoices([{ id: plan.id, productType: 'PT_MONTHLY' as const, title: '' }]);
  expect(listed).toMatchObject({
    productType: 'PT_FAMILY',
    title: 'Plan familiar',
    invoices: [{ total: plan.amount }],
  });
  const readRecords = async () => {
    const chain = await readChain();
    const records = [];
    for (const name of Object.keys(chain.months).toSorted())
      for await (const one of listInvoices(name)) records.push(one);
    return { chain, records };
  };
  // Other files may issue invoices between the two reads.
  const { chain, records } = await eventually(
    readRecords,
    (read) => findChainBreaks(read.records, read.chain).length === 0,
  );
  const issued = records.filter((one) => charges.some(({ id }) => id === one.charge));
  for (const { base, vat, total } of issued) expect(base + vat).toBe(total);
  const kept = charges.reduce((sum, one) => sum + one.amount - one.amount_refunded, 0) - disputed.amount;
  expect(issued.reduce((sum, { total }) => sum + total, 0)).toBe(kept);

  // Each figure of the clubs' statement leads to lines of the provider's ledger, which add up to the same.
  const months = [...new Set([0, 1000 * state.clockOffsetSeconds].map((ms) => toMonth(Date.now() + ms)))];
  const statements = await Promise.all(months.map(compileStatement));
  const lines = statements.flatMap((one) => one.lines).filter((one) => charges.some(({ id }) => id === one.chargeId));
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(kept);
  const vat = issued.reduce((sum, one) => sum + (one.type === 'F3' ? 0 : one.vat), 0);
  expect(lines.reduce((sum, line) => sum + line.vat, 0)).toBe(vat);
  const entered = Object.values(state.data.transactions).filter(({ id }) => lines.some((line) => line.id === id));
  expect(lines.reduce((sum, line) => sum + line.net + line.vat, 0)).toBe(
    entered.reduce((sum, one) => sum + one.net, 0),
  );
  const ofClub = statements.flatMap(({ rows }) => rows).filter(({ clubId }) => clubId === home);
  expect(ofClub.map((row) => row.plan)).toEqual(expect.arrayContaining(['event', 'club', 'season', 'family']));
  for (const { gross, vat: part, fees, net } of ofClub) expect(gross - part - fees).toBe(net);

  // A closed month keeps its figures despite later refunds.
  for (const [index, month] of months.entries()) {
    await closeStatement(month, statements[index]!, Date.now());
    state.refund(byBizum);
    const closed = (await findStatement(month))!;
    expect([await readRows(closed), await readLines(closed)]).toEqual([
      statements[index]!.rows,
      statements[index]!.lines,
    ]);
  }

  // The export of the records verifies by itself and adds up to what the provider has kept.
  const admin = await createPerson('ADMIN');
  const exported = (
    await Promise.all(
      Object.keys(chain.months)
        .toSorted()
        .map((one) => readAgencyRecords(one, admin)),
    )
  ).flat();
  verifyRecords(exported);
  const numbers = new Set(issued.map(({ number: of }) => of));
  const ours = exported.filter(({ IDFactura }) => numbers.has(IDFactura.NumSerieFactura ?? ''));
  expect(addUp(ours)).toBe(kept);
});

/** Statements have the months of Madrid. */
const toMonth = (at: number) => dayOf.format(at).slice(0, 7);
const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone });
