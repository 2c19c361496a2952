/** Each club's share of the income. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChargeInvoices } from '../../../functions/money/invoices/rules.ts';
import type { LedgerLine } from '../../../functions/money/payments/stripe/ledger.ts';
import {
  allocate,
  computeStatement,
  type StatementFacts,
  type StatementLine,
  toStatementLine,
} from '../../../functions/money/statements/rules.ts';
import { type PlanName, planNames } from '../../../shared/domain/statement.ts';

const shares = { event: 50, club: 60, month: 40, season: 40, family: 40 };

const line = (plan: PlanName, of: string | null, change: Partial<StatementLine> = {}): StatementLine => ({
  id: 'txn_1',
  kind: 'PAYMENT',
  at: 0,
  chargeId: 'ch_1',
  amount: 199,
  fee: 28,
  vat: 35,
  net: 136,
  plan,
  of,
  title: of ?? '',
  ...change,
});

const issued = (change: Partial<ChargeInvoices> = {}): ChargeInvoices => ({
  charge: 'ch_1',
  customer: null,
  description: 'Partido',
  sold: { sportEventId: 'match' },
  rate: 21,
  total: 199,
  rectified: 0,
  rectifications: [],
  invoice: { id: '1', number: 'S', date: '', total: 199, source: 'ch_1' },
  ...change,
});
const ledger = (change: Partial<LedgerLine> = {}): LedgerLine => ({
  id: 'txn',
  kind: 'PAYMENT',
  at: 1,
  amount: 199,
  fee: 28,
  withheldTax: 0,
  net: 171,
  sourceId: 'ch_1',
  chargeId: 'ch_1',
  ...change,
});

const compute = (lines: StatementLine[], facts: Partial<StatementFacts> = {}) =>
  computeStatement({
    lines,
    clubsByMatch: new Map([['match', ['norte', 'sauce']]]),
    matchCounts: new Map(Object.entries({ sauce: 2, norte: 1 })),
    findShares: () => shares,
    carried: {},
    ...facts,
  });

test('[F-LAW-8] takes the VAT of the provider’s sales from the tax that it withheld, and not from an invoice', () => {
  const sale = issued({ rate: 'no sujeto', sold: { plan: 'month' }, invoice: null });
  const paid = ledger({ fee: 70, withheldTax: 35, net: 129 });
  expect(toStatementLine(paid, sale)).toMatchObject({ vat: 35, fee: 35, net: 129 });
});

describe('[F-MONEY-4] a statement', () => {
  test('divides a match between its clubs, net of VAT, fees and refunds', () => {
    const back = line('event', 'match', { kind: 'REFUND', amount: -50, fee: 0, vat: -9, net: -41 });
    const both = { plan: 'event', of: 'match', title: 'match', payments: 2, fees: 28, percent: 50, share: 58 };
    expect(compute([line('event', 'match'), line('event', 'match'), back]).rows).toEqual([
      { ...both, clubId: 'norte', gross: 175, vat: 31, net: 116 },
      { ...both, clubId: 'sauce', gross: 173, vat: 30, net: 115 },
    ]);
  });

  test('gives a club pass to its club, and other plans by the matches that were shown', () => {
    const { rows } = compute([line('club', 'sauce'), line('month', null, { net: 300 })]);
    expect(rows.map(({ clubId, plan, net, share }) => [clubId, plan, net, share])).toEqual([
      ['norte', 'month', 100, 40],
      ['sauce', 'club', 136, 82],
      ['sauce', 'month', 200, 80],
    ]);
  });

  test('carries plans of a month without matches to the next, and lists income of no club', () => {
    const first = compute([line('season', null), line('event', 'gone')], { matchCounts: new Map() });
    expect(first.carried).toEqual({ season: { payments: 1, vat: 35, fees: 28, net: 136 } });
    expect(first.rows).toMatchObject([{ clubId: null, of: 'gone', net: 136, percent: 0, share: 0 }]);
    const second = compute([line('season', null)], { carried: first.carried, matchCounts: new Map([['sauce', 1]]) });
    expect(second).toMatchObject({ carried: {}, rows: [{ clubId: 'sauce', payments: 2, net: 272, share: 109 }] });
  });

  test('gives plans nothing for a club without a shown match, and lists rows by club, plan and match', () => {
    const month = line('month', null, { net: 300 });
    const lines = [month, line('event', 'z'), line('event', 'match'), line('club', 'sauce')];
    const clubsByMatch = new Map(Object.entries({ match: ['sauce', 'norte'], z: ['sauce'] }));
    // Weights in another order than the clubs' names.
    const matchCounts = new Map(Object.entries({ sauce: 1, norte: 2, unseen: 0 }));
    const { rows } = compute(lines, { clubsByMatch, matchCounts });
    expect(rows.map((row) => [row.clubId, row.plan, row.of, row.title, row.net])).toEqual([
      ['norte', 'event', 'match', 'match', 68],
      ['norte', 'month', null, '', 200],
      ['sauce', 'club', 'sauce', 'sauce', 136],
      ['sauce', 'event', 'match', 'match', 68],
      ['sauce', 'event', 'z', 'z', 136],
      ['sauce', 'month', null, '', 100],
    ]);
  });

  test('has every cent of its lines once, whatever was paid and went back', () => {
    const anyLine = fc
      .record({
        plan: fc.constantFrom(...planNames),
        of: fc.constantFrom('match', 'gone'),
        net: fc.integer({ min: -5000, max: 5000 }),
        vat: fc.integer({ min: -900, max: 900 }),
        fee: fc.integer({ min: 0, max: 99 }),
      })
      .map(({ plan, of, net, vat, fee }) => {
        const target = plan === 'event' ? of : plan === 'club' ? 'sauce' : null;
        return line(plan, target, { net, vat, fee, amount: net + vat + fee });
      });
    fc.assert(
      fc.property(fc.array(anyLine), fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }), (lines, counts) => {
        const matchCounts = new Map(counts.map((matches, index) => [`club${index}`, matches]));
        const { rows, carried } = compute(lines, { matchCounts });
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        const kept = Object.values(carried).map(({ net, vat, fees }) => net + vat + fees);
        expect(sum(rows.map(({ gross }) => gross)) + sum(kept)).toBe(sum(lines.map(({ amount }) => amount)));
        for (const { gross, net, vat, fees } of rows) expect(net + vat + fees).toBe(gross);
      }),
    );
  });
});

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [-100, [1, 2], [-33, -67]],
  [0, [3, 1], [0, 0]],
  [1, [1, 5], [0, 1]],
  [1, [1, 1], [1, 0]],
])('divides %i by %j', (total, weights, parts) => expect(allocate(total, weights)).toEqual(parts));

describe('a line', () => {
  test('has the plan and match of its order', () => {
    expect(toStatementLine(ledger(), issued())).toMatchObject({ plan: 'event', of: 'match', vat: 35, net: 136 });
    const pass = issued({ sold: { plan: 'club', clubId: 'sauce' } });
    expect(toStatementLine(ledger(), pass)).toMatchObject({ plan: 'club', of: 'sauce' });
    expect(toStatementLine(ledger(), issued({ sold: {} }))).toMatchObject({ plan: 'month', of: null });
    const sale = issued({ sold: { plan: 'event', sportEventId: 'match', clubIds: 'norte,sauce' } });
    expect(toStatementLine(ledger(), sale)).toMatchObject({ of: 'match', clubIds: ['norte', 'sauce'] });
    for (const plan of planNames) {
      const sold = issued({ sold: { plan, clubId: 'sauce', sportEventId: 'match' } });
      const of = { event: 'match', club: 'sauce' }[plan as string] ?? null;
      expect(toStatementLine(ledger(), sold)).toMatchObject({ plan, of });
    }
  });

  test('has the VAT of the rectifying invoice that it made due', () => {
    const of = { number: 'R', date: '' };
    const parts = [66, 66, 67].map((cents, at) => ({ ...of, id: String(at), total: -cents, source: `re_${at}` }));
    const vats = parts.map(({ source, total }) => {
      const back = ledger({ kind: 'REFUND', amount: total, fee: 0, sourceId: source });
      return toStatementLine(back, issued({ rectifications: parts })).vat;
    });
    expect(vats.reduce((sum, vat) => sum + vat, 0)).toBe(-35);
    // 66 of 199 cents contain 11 of VAT, but 35 are issued and 23 belong to the other 133.
    const back = { amount: -66, fee: 0, sourceId: 're_0' };
    const [refunded, reversed] = [ledger({ ...back, kind: 'REFUND' }), ledger({ ...back, kind: 'DISPUTE_REVERSAL' })];
    const readVat = (of: LedgerLine) => toStatementLine(of, issued({ rectifications: parts })).vat;
    expect([readVat(refunded), readVat(reversed), readVat({ ...refunded, amount: -67 })]).toEqual([-12, -11, -12]);
    const disputed = ledger({ kind: 'DISPUTE', amount: -199, fee: 2000, sourceId: 'dp_1' });
    expect(toStatementLine(disputed, issued())).toMatchObject({ vat: -35, net: -2164 });
  });
});
