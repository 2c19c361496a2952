/**
 * Invoices: one for each payment and one for each amount that went back, numbered without gaps in one chain, whatever
 * happens to the job meanwhile; and what a buyer and an admin make of them.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Charge } from '../../../infra/local/stripe/objects.ts';
import '../../support/api.ts';
import { manyCasesLimit } from '../../support/limits.ts';
import { repetitions } from '../../support/test-profile.ts';
import { runWith } from './killed-process.ts';
import { createPayer, openCheckout, state } from './own-provider.ts';

const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');
const { findChainBreaks } = await import('../../../functions/money/invoices/rules.ts');
const { readChargeInvoices, readInvoices } = await import('../../../functions/money/invoices/store.ts');
const { withInvoices } = await import('../../../functions/money/invoices/views.ts');

let count = 0;

async function buy({
  monthly,
  isLate = false,
}: {
  monthly?: 'PT_MONTHLY' | 'PT_FAMILY';
  isLate?: boolean;
} = {}): Promise<Charge> {
  count += 1;
  const userId = `buyer${count}`;
  const customerId = await createPayer(userId);
  const session = await openCheckout({
    customerId,
    userId,
    idempotencyKey: `${customerId} ${count}`,
    product: monthly
      ? { type: monthly, name: 'Derbi', amount: 699 }
      : {
          type: 'PT_SPORT_EVENT',
          name: 'Derbi',
          amount: 150 + (count % 90),
          event: { id: `match${count % 7}`, title: `Derbi ${count % 7}`, sport: 'SOCCER' },
        },
  });
  if (isLate) state.payLater(session);
  else state.pay(session);
  return Object.values(state.data.charges).at(-1)!;
}

const far = () => Date.now() + 3_600_000;
const run = () => issueInvoices(Date.now(), far());

const kinds = [
  'paid',
  'monthly',
  'refunded',
  'inParts',
  'byHand',
  'debit',
  'bounced',
  'open',
  'lost',
  'won',
  'partlyLost',
] as const;

test(
  `[F-LAW-5] ${repetitions(300, 1_000)} payments and refunds with kills leave no gap, no double and the provider’s sums`,
  async () => {
    const stories = fc.sample(
      fc.record({
        kinds: fc.array(fc.constantFrom(...kinds), { minLength: 30, maxLength: 60 }),
        fates: fc.array(fc.record({ writes: fc.nat(2), after: fc.boolean() }), { maxLength: 3 }),
      }),
      { numRuns: repetitions(6, 15) },
    );
    const charges: Charge[] = [];
    for (const story of stories) {
      const later: (() => void)[] = [];
      for (const kind of story.kinds) {
        const isLate = kind === 'debit' || kind === 'bounced';
        const charge = await buy({ isLate, ...(kind === 'monthly' && { monthly: 'PT_MONTHLY' }) });
        charges.push(charge);
        if (kind === 'refunded') state.refund(charge);
        if (kind === 'byHand') later.push(() => state.refund(charge));
        if (kind === 'inParts') {
          state.refund(charge, 33);
          later.push(() => state.refund(charge, 33));
          later.push(() => state.refund(charge));
        }
        if (kind === 'debit') later.push(() => state.settle(charge, true));
        if (kind === 'bounced') later.push(() => state.settle(charge, false));
        if (kind === 'partlyLost') state.refund(charge, 50);
        if (kind !== 'open' && kind !== 'lost' && kind !== 'won' && kind !== 'partlyLost') continue;
        const dispute = state.dispute(charge)!;
        if (kind === 'won') later.push(() => state.closeDispute(dispute, 'won'));
        if (kind === 'lost' || kind === 'partlyLost') later.push(() => state.closeDispute(dispute, 'lost'));
      }
      for (const fate of story.fates) await runWith({ ...fate }, run);
      for (const happen of later) happen();
      await Promise.all([run(), run()]);
    }
    await run();

    // The platform issues invoices of other tests meanwhile.
    const { chain, records } = await readInvoices();
    expect(findChainBreaks(records, chain)).toEqual([]);
    const own = records.filter(({ charge }) => charges.some(({ id }) => id === charge));
    expect(new Set(own.map(({ source }) => source)).size).toBe(own.length);
    const lost = Object.values(state.data.disputes).filter(({ status }) => status === 'lost');
    const returned = [
      ...Object.values(state.data.refunds).map(({ id, charge, amount }) => ({ id, charge, amount })),
      ...lost.map(({ id, charge, amount }) => ({ id, charge, amount })),
    ];
    const paid = charges.filter((charge) => charge.paid);
    expect(paid.length + returned.length).toBeGreaterThan(repetitions(250, 700));
    expect(own.length).toBe(paid.length + returned.length);
    for (const { id, amount } of paid) expect(own.find(({ source }) => source === id)).toMatchObject({ total: amount });
    for (const { id, charge, amount } of returned) {
      const invoice = own.find(({ source }) => source === charge);
      expect(own.find(({ source }) => source === id)).toMatchObject({
        type: 'R5',
        total: -amount,
        refersTo: [{ number: invoice?.number, date: invoice?.date }],
      });
    }
    for (const { id, amount } of paid) {
      const parts = own.filter(({ charge }) => charge === id);
      const back = returned.reduce((sum, one) => sum + (one.charge === id ? one.amount : 0), 0);
      const sumOf = (field: 'total' | 'base' | 'vat') => parts.reduce((sum, part) => sum + part[field], 0);
      expect(sumOf('total')).toBe(amount - back);
      // An amount that went back whole leaves no base and no VAT.
      if (amount === back) expect([sumOf('base'), sumOf('vat')]).toEqual([0, 0]);
    }
  },
  manyCasesLimit,
);

describe('[F-LAW-5] an invoice', () => {
  test('says what was sold, by whom, and with which software', async () => {
    const [match, month] = [await buy(), await buy({ monthly: 'PT_MONTHLY' })];
    match.billing_details.address = { country: 'ES', postal_code: '35010' };
    await run();
    const { records } = await readInvoices();
    const find = ({ id }: Charge) => records.find(({ source }) => source === id);
    expect(find(match)).toMatchObject({
      type: 'F2',
      description: expect.stringMatching(/^Acceso al partido «Derbi \d»$/),
      seller: { name: 'Cantera TV (demostración)', taxId: 'B00000000', address: expect.any(String) },
      rate: 'no sujeto',
      vat: 0,
      software: { name: 'Cantera TV', version: '0.1.0', maker: { taxId: 'B00000000' } },
    });
    expect(find(month)).toMatchObject({
      description: 'Suscripción mensual',
      rate: 21,
      base: 578,
      vat: 121,
      total: 699,
    });
    expect((await readChargeInvoices(month.id))?.sold).toMatchObject({ productType: 'PT_MONTHLY' });
  });

  test('names the plan in the account, since a monthly charge does not', async () => {
    const { id } = await buy({ monthly: 'PT_FAMILY' });
    await run();
    const [listed] = await withInvoices([{ id, productType: 'PT_MONTHLY' as const, title: '' }]);
    expect(listed).toMatchObject({ productType: 'PT_FAMILY', title: 'Plan familiar', invoices: [{ total: 699 }] });
  });

  test('precedes the one that rectifies it, also of a payment that the ledger’s part does not have', async () => {
    const charge = await buy();
    const { id } = state.refund(charge)!;
    state.data.transactions[charge.balance_transaction!]!.created -= 90 * 86_400;
    await run();
    const issued = await readChargeInvoices(charge.id);
    expect(issued).toMatchObject({ invoice: { total: charge.amount }, rectifications: [{ source: id }] });
  });
});
