/** Numbers, chain, fingerprints and amounts of invoices. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeSale } from '../../../functions/money/invoices/describe-sale.ts';
import {
  appendInvoice,
  type ChainState,
  computeFingerprint,
  type Draft,
  emptyChain,
  findChainBreaks,
  findExpiry,
  type InvoiceRecord,
  toAgencyAmount,
  toAgencyDate,
  toAgencyUrl,
  toMadridIso,
} from '../../../functions/money/invoices/rules.ts';
import { softwareVersion } from '../../../shared/domain/software.ts';
import { findVatRate, splitReturned, splitVat } from '../../../shared/domain/vat.ts';

const software = { name: 'Cantera TV', version: '1', maker: { name: 'Autor', taxId: 'B00000000' } };
const seller = { name: 'Club', taxId: '89890001K', address: 'Calle 1' };

const draft = (change: Partial<Draft> = {}): Draft => ({
  type: 'F2',
  ...splitVat(199, 21),
  rate: 21,
  description: 'Partido',
  seller,
  buyer: null,
  refersTo: [],
  charge: 'ch_1',
  source: 'ch_1',
  happenedAt: 0,
  customer: null,
  ...change,
});

function chainOf(drafts: readonly Draft[], start = Date.parse('2026-12-31T22:59:58Z')) {
  let chain: ChainState = emptyChain;
  const records: InvoiceRecord[] = [];
  for (const [index, one] of drafts.entries()) {
    const next = appendInvoice(chain, one, { software, now: start + index * 1000 });
    records.push(next.record);
    chain = next.chain;
  }
  return { records, chain };
}

test('[F-LAW-5] has the fingerprint of the agency’s own example', () =>
  expect(
    computeFingerprint({
      seller: { taxId: '89890001K' },
      number: '12345678/G33',
      date: '2024-01-01',
      type: 'F1' as InvoiceRecord['type'],
      vat: 1235,
      total: 12345,
      previous: null,
      generatedAt: '2024-01-01T19:20:30+01:00',
    }),
  ).toBe('3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60'));

test('[F-LAW-5] numbers by series and year, and chains all series', () => {
  const returned = { type: 'R5', ...splitReturned(199, 199, 21) } as const;
  const { records, chain } = chainOf([draft(), draft(returned), draft(), draft(), draft({ type: 'F3' })]);
  const [last, first] = ['2026-12-31', '2027-01-01'];
  expect(records.map(({ date }) => date)).toEqual([last, last, first, first, first]);
  const numbers = ['S2026-000001', 'R2026-000001', 'S2027-000001', 'S2027-000002', 'F2027-000001'];
  expect(records.map(({ number }) => number)).toEqual(numbers);
  expect(records.map(({ previous }) => previous?.fingerprint ?? null)).toEqual([
    null,
    ...records.slice(0, -1).map(({ fingerprint }) => fingerprint),
  ]);
  expect(chain.months).toEqual({
    '2026-12': { base: 0, vat: 0, total: 0, invoices: 2, last: 2 },
    // The full invoice repeats the amounts of a simplified one.
    '2027-01': { base: 328, vat: 70, total: 398, invoices: 3, last: 5 },
  });
  expect(records[0]?.software).toEqual(software);
});

test('is never older than the record before', () => {
  const first = appendInvoice(emptyChain, draft(), { software, now: Date.parse('2027-01-01T00:00:00Z') });
  const second = appendInvoice(first.chain, draft(), { software, now: Date.parse('2026-12-31T10:00:00Z') });
  expect(second.record).toMatchObject({ number: 'S2027-000002', generatedAt: '2027-01-01T01:00:00+01:00' });
});

describe('[F-LAW-5] the check of a chain', () => {
  const { records, chain } = chainOf(Array.from({ length: 6 }, () => draft()));
  const change = (at: number, patch: Partial<InvoiceRecord>) =>
    records.map((record, index) => (index === at ? { ...record, ...patch } : record));

  test.each<[string, readonly InvoiceRecord[], string]>([
    ['intact', records, ''],
    ['without its expired beginning', records.slice(3), ''],
    ['a changed amount', change(2, { total: 200 }), 'CHANGED SUM SUM'],
    ['a changed number', change(2, { number: 'S2027-000009' }), 'CHANGED GAP GAP'],
    ['a removed record', records.toSpliced(2, 1), 'MISSING UNLINKED GAP SUM'],
    ['a removed end', records.slice(0, -1), 'MISSING GAP SUM'],
    ['a replaced record', change(2, { fingerprint: 'F' }), 'CHANGED UNLINKED'],
    ['no records at all', [], 'MISSING'],
  ])('finds %s', (_, given, breaks) =>
    expect(
      findChainBreaks(given, chain)
        .map(({ reason }) => reason)
        .join(' '),
    ).toBe(breaks),
  );

  test('names the month whose sum is wrong', () =>
    expect(findChainBreaks(change(2, { total: 200 }), chain).at(-1)).toMatchObject({ number: '2027-01' }));

  test('finds nothing in a chain that has not begun', () => expect(findChainBreaks([], emptyChain)).toEqual([]));
});

describe('[F-LAW-5] VAT', () => {
  test.each([
    [199, 21, 164, 35],
    [699, 21, 578, 121],
    [699, 10, 635, 64],
    [1, 21, 1, 0],
    [50, 5.5, 47, 3],
    [199, 'exento', 199, 0],
    [199, 'no sujeto', 199, 0],
  ] as const)('splits %i cents at %s', (total, rate, base, vat) =>
    expect(splitVat(total, rate)).toEqual({ base, vat, total }),
  );

  test('adds up in every case, however often a part goes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000 }),
        fc.oneof(
          fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
          fc.constant('exento' as const),
        ),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (total, rate, shares) => {
          const whole = splitVat(total, rate);
          let left = total;
          const parts = [...shares, 1].map((share) => {
            const amount = Math.round(left * share);
            const part = splitReturned(left, amount, rate);
            left -= amount;
            return part;
          });
          for (const { base, vat, total: sum } of [whole, ...parts]) expect(base + vat).toBe(sum);
          const sumOf = (field: 'base' | 'vat' | 'total') => parts.reduce((sum, part) => sum + part[field], 0);
          for (const field of ['base', 'vat', 'total'] as const) expect(sumOf(field)).toBe(0 - whole[field]);
        },
      ),
    );
  });

  const rates = { default: 21, PT: 23, 'ES-35': 'no sujeto', FR: 0 } as const;
  test.each([
    [null, null, 21],
    ['ES', '30001', 21],
    ['ES', '35010', 'no sujeto'],
    ['PT', '35010', 23],
    ['FR', null, 0],
    ['IT', null, 21],
  ] as const)('has the rate of %s %s', (country, postalCode, rate) =>
    expect(findVatRate(rates, country, postalCode)).toBe(rate),
  );
});

test('has the agency’s address in its QR, of a system that sends no records', () =>
  expect(toAgencyUrl({ seller, number: 'S2026-000001', date: '2026-11-30', total: 199 })).toBe(
    'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?nif=89890001K&numserie=S2026-000001&fecha=30-11-2026&importe=1.99',
  ));

test.each([
  [0, '0.00'],
  [-5, '-0.05'],
  [12345, '123.45'],
])('writes %i cents as %s', (cents, text) => expect(toAgencyAmount(cents)).toBe(text));

test.each([
  ['2026-01-15T12:00:00.900Z', '2026-01-15T13:00:00+01:00'],
  ['2026-07-15T22:30:05Z', '2026-07-16T00:30:05+02:00'],
])('writes %s with Madrid’s offset', (at, text) => expect(toMadridIso(Date.parse(at))).toBe(text));

test.each<[Record<string, string>, string]>([
  [{ eventTitle: 'Sauce 3-1 Norte' }, 'Acceso al partido «Sauce ? – ? Norte»'],
  [{ productType: 'PT_CLUB_PASS', clubName: 'Sauce C. F.' }, 'Abono de Sauce C. F.'],
  [{ productType: 'PT_FAMILY' }, 'Plan familiar'],
  [{}, 'Suscripción mensual'],
])('names what was sold by %j', (sold, name) => expect(describeSale(sold)).toBe(name));

test('turns a date around', () => expect(toAgencyDate('2026-11-30')).toBe('30-11-2026'));

test('keeps an invoice to the end of the sixth year after its own', () =>
  expect(new Date(findExpiry({ date: '2026-03-01' }) * 1000).toISOString()).toBe('2032-12-31T23:00:00.000Z'));

test('names the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(softwareVersion).toBe(version);
});
