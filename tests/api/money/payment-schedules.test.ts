/**
 * Random histories of a customer, a thousand at night. Each event of the provider arrives three times, late, shuffled
 * and concurrently; the process that handles it may be killed before or after any write (tables, mail service,
 * provider), and then the provider retries. The result must equal the provider's records, with one receipt for each
 * payment.
 */
import * as fc from 'fast-check';
import type Stripe from 'stripe';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { type Charge, type Checkout, createEmptyData } from '../../../infra/local/stripe/objects.ts';
import { createEvent, createPerson, type Person } from '../../support/api.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { cases } from '../../support/test-profile.ts';
import { type Fate, runWith } from './killed-process.ts';
import { openCheckout, state } from './own-provider.ts';

const { applyEvent, listUnhandled } = await import('../../../functions/money/payments/provider-events.ts');
const { syncCustomer } = await import('../../../functions/money/payments/sync-customer.ts');
const { getUser, updateUserWrite } = await import('../../../functions/people/accounts/store.ts');
const { toArchiveKey } = await import('../../../functions/platform/mail/outbox.ts');
const { withEffectiveRights } = await import('../../../functions/platform/auth/rules.ts');
const { getItem, transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryItems } = await import('../../../functions/platform/aws/dynamo-queries.ts');

const matches = await Promise.all([createEvent(), createEvent()]);

const actions = [
  'buy',
  'debit',
  'subscribe',
  'subscribe',
  'renew',
  'fail',
  'cancel',
  'settle',
  'bounce',
  'refund',
  'dispute',
  'lose',
  'win',
  'pass',
  'withdraw',
] as const;
type Action = (typeof actions)[number];

/** `choice` selects the object of the action; `arrive` is the number of waiting events delivered after it. */
const story = fc.record({
  steps: fc.array(fc.record({ action: fc.constantFrom(...actions), choice: fc.nat(100), arrive: fc.nat(6) }), {
    minLength: 1,
    maxLength: 4,
  }),
  chances: fc.infiniteStream(fc.nat(1_000_000)),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const together = 10;

test(
  '[A-PAY-18][A-PAY-19][A-PAY-20][A-PAY-21] an account ends in the provider’s state after any random history',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: together, maxLength: together }), async (stories) => {
        Object.assign(state.data, createEmptyData());
        await Promise.all(stories.map(runStory));
      }),
      { ...cases(2, 1000 / together), endOnFailure: true },
    );
  },
  manyCasesLimit,
);

test('[A-PAY-21] does not overwrite a later sync with an earlier one', async () => {
  const { user: buyer } = await createPerson('REGULAR_BASIC');
  const customer = await newCustomer(buyer);
  let finishFirstWrite = () => {};
  const early = new Promise<void>((resolve) => {
    finishFirstWrite = resolve;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const listPurchases = async () => (await getUser(buyer.id))?.purchases.map(({ id }) => id);
  await act('buy', 0, customer, buyer.id);
  const slow = runWith({ writes: 100, after: false, held, reached: finishFirstWrite }, () => syncCustomer(customer));
  await early;
  await act('buy', 1, customer, buyer.id);
  await syncCustomer(customer);
  const both = matches.map(({ id }) => id).sort();
  expect(await listPurchases()).toEqual(both);
  release();
  await slow;
  expect(await listPurchases()).toEqual(both);
});

async function runStory({ steps, chances }: Story): Promise<void> {
  const begun = Date.now();
  const { user: buyer } = await createPerson('REGULAR_BASIC');
  const customer = await newCustomer(buyer);
  const draw = (below: number) => (chances.next().value ?? 0) % below;
  const waiting: Stripe.Event[] = [];
  const seen = new Set<string>();
  const collect = () => {
    for (const sent of Object.values(state.data.events)) {
      if (seen.has(sent.id) || findCustomer(sent.data.object as object) !== customer) continue;
      seen.add(sent.id);
      // The third copy has another id, so that it is not recognised as a repetition.
      waiting.push(...([sent, sent, { ...sent, id: `${sent.id}_again` }] as unknown as Stripe.Event[]));
    }
  };
  const arrive = async (count: number) => {
    const now = [];
    while (now.length < count && waiting.length > 0) now.push(...waiting.splice(draw(waiting.length), 1));
    const lost = await Promise.all(now.map((one) => deliver(one, draw)));
    waiting.push(...lost.flat());
  };
  const underWay: Promise<void>[] = [];
  for (const step of steps) {
    await act(step.action, step.choice, customer, buyer.id);
    state.clockOffsetSeconds += 3600;
    collect();
    // The next action may run while these are handled.
    underWay.push(arrive(step.arrive));
    if (draw(2) === 0) await Promise.all(underWay);
  }
  await Promise.all(underWay);
  for (collect(); waiting.length > 0; collect()) await arrive(4);

  const user = await getUser(buyer.id);
  const found = {
    role: user && withEffectiveRights(user, Date.now()).role,
    events: user?.purchases.map(({ id }) => id),
    passes: user?.passes?.map(({ product }) => product) ?? [],
  };
  expect(found).toEqual(deriveFromProvider(customer));
  for (const { id } of matches) expect(await hasBuyer(id, buyer.id)).toBe(found.events?.includes(id));
  expect(await countReceipts(buyer.email, begun)).toBe(paymentsReceived(customer));
}

async function newCustomer({ id: userId, email }: Person['user']): Promise<string> {
  const id = `cus_${userId}`;
  state.data.customers[id] = { id, object: 'customer', created: 0, email, metadata: { userId } };
  await transact([updateUserWrite(userId, { stripeCustomerId: id })]);
  return id;
}

/** A dispute names only its charge. */
const findCustomer = (object: object & { customer?: unknown; charge?: unknown }) =>
  object.customer ?? state.data.charges[String(object.charge)]?.customer;

const selectOwned = <T extends object>(things: Record<string, T>, customer: string): T[] =>
  Object.values(things).filter((thing) => findCustomer(thing) === customer);

async function act(action: Action, choice: number, customerId: string, userId: string): Promise<void> {
  const one = <T extends object>(things: Record<string, T>) => {
    const mine = selectOwned(things, customerId);
    return mine[choice % mine.length];
  };
  if (action === 'buy' || action === 'debit' || action === 'subscribe' || action === 'pass') {
    const product = chooseProduct(action, choice);
    const session = await openCheckout({ customerId, userId, idempotencyKey: ulid(), product });
    if (action === 'debit') state.payLater(session);
    else state.pay(session);
    return;
  }
  const { charges, subscriptions, disputes } = state.data;
  const [charge, subscription, dispute] = [one(charges), one(subscriptions), one(disputes)];
  if (charge) {
    if (action === 'settle') state.settle(charge, true);
    if (action === 'bounce') state.settle(charge, false);
    if (action === 'refund') state.refund(charge);
    if (action === 'dispute') state.dispute(charge);
    if (action === 'withdraw' && charge.paid && charge.metadata.until) {
      charge.metadata.withdrawn = 'X';
      state.refund(charge, 1);
    }
  }
  if (dispute?.status === 'needs_response') {
    if (action === 'lose') state.closeDispute(dispute, 'lost');
    if (action === 'win') state.closeDispute(dispute, 'won');
  }
  if (subscription && !subscription.ended_at) {
    if (action === 'renew') state.renew(subscription);
    if (action === 'fail') state.failRenewal(subscription);
    if (action === 'cancel') state.cancel(subscription);
  }
}

function chooseProduct(action: 'buy' | 'debit' | 'subscribe' | 'pass', choice: number) {
  const isOdd = choice % 2 === 1;
  if (action === 'subscribe') return { type: isOdd ? ('PT_MONTHLY' as const) : ('PT_FAMILY' as const) };
  if (action !== 'pass') return { type: 'PT_SPORT_EVENT' as const, event: matches[choice % matches.length]! };
  return isOdd
    ? { type: 'PT_SEASON' as const, until: seasonEnds }
    : { type: 'PT_CLUB_PASS' as const, until: seasonEnds, club: { id: 'c1', name: 'Deportivo' } };
}

const seasonEnds = new Date(Date.now() + 200 * 86_400_000).toISOString();

/** Delivers an event once; returns it if it got no answer and must be sent again. */
async function deliver(sent: Stripe.Event, draw: (below: number) => number): Promise<Stripe.Event[]> {
  const fate: Fate = { writes: draw(3) === 0 ? draw(5) : 100, after: draw(2) === 0 };
  try {
    await runWith(fate, async () => {
      for (const fresh of await listUnhandled([sent])) await applyEvent(fresh, Date.now());
    });
  } catch {
    return [sent];
  }
  // A process that was killed right after its last write sent no answer either.
  return fate.dead ? [sent] : [];
}

/** Derives the expected rights from the provider's records, independently of our rules. */
function deriveFromProvider(customer: string) {
  const charges = selectOwned(state.data.charges, customer);
  const lost = new Set(
    selectOwned(state.data.disputes, customer).flatMap(({ status, charge }) => (status === 'lost' ? [charge] : [])),
  );
  const isGood = ({ id, paid, refunded }: Charge) => paid && !refunded && !lost.has(id);
  const events = charges.filter(isGood).flatMap(({ metadata }) => metadata.sportEventId ?? []);

  const live = selectOwned(state.data.subscriptions, customer).filter(({ ended_at }) => ended_at === null);
  const active = live.find(({ status }) => status === 'active');
  if (active) expect(live, 'more than one subscription is active').toHaveLength(1);
  const [latest] = charges
    .filter(({ metadata, paid, created }) => !metadata.order && paid && created >= (active?.start_date ?? 0))
    .sort((a, b) => b.created - a.created);
  const passes = charges
    .filter((charge) => isGood(charge) && charge.metadata.until && !charge.metadata.withdrawn)
    .map(({ metadata }) => String(metadata.productType));
  const hasSeason = passes.includes('PT_SEASON');
  if (hasSeason && active) expect(active.metadata.productType, 'a month beside a season').toBe('PT_FAMILY');
  // A refunded customer must not be charged again.
  if (active && latest) expect(isGood(latest), 'a refunded subscription is active').toBe(true);
  return {
    role: hasSeason || (active && latest && isGood(latest)) ? 'REGULAR_SUBSCRIBER' : 'REGULAR_BASIC',
    events: [...new Set(events)].sort(),
    passes: [...new Set(passes)].sort(),
  };
}

const hasBuyer = async (eventId: string, userId: string) =>
  (await getItem('purchases', { pk: `EVENT#${eventId}`, sk: `USER#${userId}` })) !== undefined;

function paymentsReceived(customer: string): number {
  const isPaidOnce = ({ mode, payment_status }: Checkout) => mode === 'payment' && payment_status === 'paid';
  const invoices = Object.values(state.data.events).filter(
    ({ type, data }) => type === 'invoice.paid' && findCustomer(data.object as object) === customer,
  );
  return selectOwned(state.data.sessions, customer).filter(isPaidOnce).length + invoices.length;
}

interface Message {
  sk: string;
  mail: { to: string };
}

async function countReceipts(email: string, since: number): Promise<number> {
  // Messages are counted by id, because one that is being sent moves from the outbox to the archive.
  const found = new Set<string>();
  for (const partition of new Set(['OUTBOX', toArchiveKey(since), toArchiveKey(Date.now())])) {
    for await (const page of queryItems<Message>('messages', partition, { after: ulid(since - 1) }))
      for (const { sk, mail } of page) if (mail.to === email) found.add(sk);
  }
  return found.size;
}
