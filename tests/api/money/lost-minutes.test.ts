/** 'Si no se ve, no se paga': a part of a match's price goes back by itself on the second day, and everybody sees why. */
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createEmptyData } from '../../../infra/local/stripe/objects.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { listMails } from '../../support/people.ts';
import { cases } from '../../support/test-profile.ts';
import { type Fate, runWith } from './killed-process.ts';
import { type Buyer, buy, deliverAll, price, state } from './own-provider.ts';
import { play } from './played-match.ts';

const { followMatches } = await import('../../../functions/money/lost-minutes/follow-lost-minutes.ts');
const { listMeasured } = await import('../../../functions/money/lost-minutes/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');

beforeEach(() => void Object.assign(state.data, createEmptyData()));

const minute = 60_000;
const hour = 60 * minute;
type Match = Awaited<ReturnType<typeof createEvent>>;

/** A published recording that lacks the minutes from 10 to 10 + `lost` of the first half. */
const record = (match: Match, start: number, lost: number) =>
  createVod({
    sportEventId: match.id,
    recorded: {
      from: new Date(start - 5 * minute).toISOString(),
      to: new Date(start + 80 * minute).toISOString(),
      gaps: lost > 0 ? [{ seconds: 15 * 60, ms: lost * minute }] : [],
    },
  });

async function follow({ id }: Match, now: number, fate?: Fate): Promise<void> {
  state.clockOffsetSeconds += 60;
  const known = (await listMeasured()).filter(({ eventId }) => eventId === id);
  const run = () => followMatches([id], now, Date.now() + hour, known);
  return fate ? runWith(fate, run) : run();
}

const read = async ({ id }: Match) => (await call('GET /sportevents/{id}', { params: { id } })).data.sportEvent;
const entry = async ({ id }: Match) => (await listMeasured()).find(({ eventId }) => eventId === id);
const listPartMails = async ({ user }: Pick<Buyer, 'user'>) =>
  (await listMails(user.email)).filter(({ subject }) => subject === 'Te devolvemos una parte de un partido');
const day = 24 * hour;

test('[F-MONEY-2] a part is refunded automatically on the second day, once, and the match shows the missing minutes', async () => {
  const clubId = await createClub();
  const match = await createEvent({ title: 'Derbi 3-1', clubIds: [clubId] });
  const [once, twice, partly, hides] = [await buy(match), await buy(match), await buy(match), await buy(match)];
  await buy(match, { someone: twice });
  state.refund(partly.charge, 50);
  await deliverAll();
  const { start, finish } = await play(match.id);
  await record(match, start, 12);
  await follow(match, finish + day - minute);
  expect(await entry(match)).toBeUndefined();

  const now = finish + day;
  await Promise.allSettled([follow(match, now), follow(match, now)]);
  for (const minutes of [10, 20, 30]) await follow(match, now + minutes * minute);
  expect((await read(match)).lost).toEqual({ minutes: 12, spans: ["11'–22'"], back: 33 });
  const part = 66;
  const charges = Object.values(state.data.charges);
  expect(charges.map((charge) => charge.amount_refunded)).toEqual(charges.map(() => part));
  await deliverAll();
  expect(await entry(match)).toMatchObject({
    refund: { percent: 33, payments: 5, amount: 5 * part, doneAt: expect.any(Number) },
  });
  for (const buyer of [once, twice, partly, hides]) {
    await eventually(async () => (await listPartMails(buyer)).length, is(1));
    expect((await getUser(buyer.user.id))?.purchases, 'the right stays').toMatchObject([{ id: match.id }]);
  }
  const [mail] = await listPartMails(once);
  expect(mail?.text).toContain("le faltan 12 minutos de imagen (11'–22')");
  expect(mail?.text).toContain('Te devolvemos el 33 %');

  // A later buyer has seen the loss before paying.
  const late = await buy(match);
  late.charge.created = Math.ceil((now + hour) / 1000);
  await follow(match, now + hour);
  expect(late.charge.amount_refunded).toBe(0);

  const admin = await createPerson('ADMIN');
  const { data } = await call('GET /live/lost-minutes', admin);
  expect(data.matches.find(({ eventId }) => eventId === match.id)).toMatchObject({
    minutes: 12,
    percent: 33,
    refunded: { payments: 5, amount: 5 * part, isDone: true },
  });
  expect(data.clubs.find(({ id }) => id === clubId)).toMatchObject({ matches: 1, minutes: 12 });
});

test('[F-MONEY-2] repeats a part that the bank sent back', async () => {
  const match = await createEvent();
  const buyer = await buy(match);
  const { start, finish } = await play(match.id);
  await record(match, start, 12);
  for (const minutes of [0, 10]) await follow(match, finish + day + minutes * minute);
  expect((await entry(match))?.refund).toMatchObject({ doneAt: expect.any(Number) });
  state.failRefund(Object.values(state.data.refunds)[0]!);
  await deliverAll();
  expect(buyer.charge.amount_refunded).toBe(0);
  await follow(match, finish + day + 20 * minute);
  await follow(match, finish + day + 30 * minute);
  expect([buyer.charge.amount_refunded, Object.keys(state.data.refunds).length]).toEqual([66, 2]);
});

test('[F-MONEY-2] all goes back of a match of which little could be seen', async () => {
  const match = await createEvent();
  const buyer = await buy(match);
  const { start, finish } = await play(match.id);
  await createVod({
    sportEventId: match.id,
    recorded: { from: new Date(start + 55 * minute).toISOString(), to: new Date(start + 80 * minute).toISOString() },
  });
  await follow(match, finish + day);
  await follow(match, finish + day + 10 * minute);
  await deliverAll();
  expect(buyer.charge).toMatchObject({ refunded: true, amount_refunded: price });
  expect((await getUser(buyer.user.id))?.purchases).toEqual([]);
  expect((await read(match)).lost).toMatchObject({ minutes: 45, back: 100 });
});

test.each<
  [string, { isLogged?: boolean; lost?: number; state?: Match['state']; isEncoding?: boolean; hasPicture?: boolean }]
>([
  ['less than a tenth of which was lost', { lost: 5 }],
  ['of which nobody knows when it was played', { isLogged: false, lost: 40 }],
  ['that was called off', { lost: 40, state: 'CANCELLED' }],
  ['that will be played later', { lost: 40, state: 'POSTPONED' }],
  ['whose recording is still being made', { lost: 40, isEncoding: true }],
  ['without any picture, which is paid back as a whole', { hasPicture: false }],
])(
  '[F-MONEY-2] nothing goes back of a match %s',
  async (_, { isLogged = true, lost = 0, state: fate, isEncoding, hasPicture = true }) => {
    const match = await createEvent();
    const buyer = await buy(match);
    const { start, finish } = await play(match.id, { isLogged });
    const vod = hasPicture ? await record(match, start, lost) : undefined;
    if (vod && isEncoding) await vods.change(vod.id, (one) => ({ ...one, status: 'STARTED' as const }));
    if (fate) await events.change(match.id, (event) => ({ ...event, state: fate }));
    await follow(match, finish + day);
    await follow(match, finish + day + 10 * minute);
    expect(buyer.charge.amount_refunded).toBe(0);
    expect((await entry(match))?.refund ?? null).toBeNull();
  },
);

test('[F-MONEY-2] the shown minutes follow a recording that is completed later; the refund stays', async () => {
  const match = await createEvent();
  const buyer = await buy(match);
  const { start, finish } = await play(match.id);
  const vod = await record(match, start, 12);
  await follow(match, finish + day);
  await follow(match, finish + day + 10 * minute);
  expect(buyer.charge.amount_refunded).toBe(66);
  const recorded = { from: new Date(start - minute).toISOString(), to: new Date(start + 80 * minute).toISOString() };
  await vods.change(vod.id, (one) => ({ ...one, recorded }));
  await follow(match, finish + 2 * day);
  expect([(await read(match)).lost, buyer.charge.amount_refunded]).toEqual([undefined, 66]);
  expect(await entry(match)).toMatchObject({ lost: null, refund: { percent: 33 } });
});

const kinds = ['paid', 'twice', 'byHand', 'partly', 'disputed', 'lost', 'debit', 'after'] as const;
const story = fc.record({
  buyers: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 }),
  lost: fc.constantFrom(4, 12, 30, 50),
  kills: fc.array(fc.record({ writes: fc.nat(10), after: fc.boolean() }), { maxLength: 4 }),
});

test(
  '[F-MONEY-2] every buyer gets the part that is theirs, once and to the cent, after any story with kills',
  async () => {
    await fc.assert(fc.asyncProperty(story, runStory), { ...cases(3, 300), endOnFailure: true });
  },
  manyCasesLimit,
);

async function runStory({ buyers: wanted, lost, kills }: typeof story extends fc.Arbitrary<infer V> ? V : never) {
  Object.assign(state.data, createEmptyData());
  const match = await createEvent();
  const buyers: (Buyer & { kind: (typeof kinds)[number] })[] = [];
  for (const kind of wanted.filter((one) => one !== 'after')) {
    const buyer = await buy(match, { isLate: kind === 'debit' });
    if (kind === 'twice') buyers.push({ ...(await buy(match, { someone: buyer })), kind });
    if (kind === 'byHand') state.refund(buyer.charge);
    if (kind === 'partly') state.refund(buyer.charge, 99);
    if (kind === 'disputed' || kind === 'lost') {
      const dispute = state.dispute(buyer.charge);
      if (dispute && kind === 'lost') state.closeDispute(dispute, 'lost');
    }
    buyers.push({ ...buyer, kind });
  }
  await deliverAll();
  const { start, finish } = await play(match.id);
  await record(match, start, lost);
  let at = finish + day;
  for (const fate of kills) {
    await follow(match, at, { ...fate });
    at += 10 * minute;
  }
  if (wanted.includes('after')) {
    // The decision is stored, or was never made; buyers before it have the same right.
    const isDecided = (await entry(match)) !== undefined;
    const buyer = await buy(match);
    if (isDecided) buyer.charge.created = Math.ceil(at / 1000);
    buyers.push({ ...buyer, kind: isDecided ? 'after' : 'paid' });
  }
  for (const { charge, kind } of buyers) if (kind === 'debit') state.settle(charge, true);
  for (let run = 0; run < 4; run += 1) {
    await deliverAll();
    await follow(match, at);
    at += 10 * minute;
  }
  const percent = { 4: 0, 12: 33, 30: 66, 50: 100 }[lost] ?? 0;
  const part = Math.ceil((price * percent) / 100);
  for (const { charge, kind } of buyers) {
    const kept = { byHand: price, partly: Math.max(99, part), disputed: 0, lost: 0, after: 0 };
    expect([kind, charge.amount_refunded]).toEqual([kind, kept[kind as keyof typeof kept] ?? part]);
  }
}
