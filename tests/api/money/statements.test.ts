/** Statements of a month: from the provider's ledger to each club's share, closed once. */
import { expect, test } from 'vitest';
import type { Caller } from '../../../functions/platform/auth/rules.ts';
import type { Charge } from '../../../infra/local/stripe/objects.ts';
import { createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { createPayer, openCheckout, state } from './own-provider.ts';

const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');
const { toMadridIso } = await import('../../../functions/money/invoices/rules.ts');
const { listChargeInvoices, saveProgress } = await import('../../../functions/money/invoices/store.ts');
const { compileStatement, previousMonth } = await import('../../../functions/money/statements/compile-statement.ts');
const { closeStatement, findStatement, readLines, readRows } = await import(
  '../../../functions/money/statements/store.ts'
);
const { readStatement, writeStatementCsv } = await import('../../../functions/money/statements/views.ts');
const { clubs } = await import('../../../functions/league/clubs/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');

const now = Date.now();
const thisMonth = toMadridIso(now).slice(0, 7);
const lastMonth = previousMonth(thisMonth);
/** Seconds from now to the middle of the last month. */
const toLastMonth = Math.round((Date.parse(`${lastMonth}-15T12:00:00Z`) - now) / 1000);

let count = 0;
async function buy(product: Parameters<typeof openCheckout>[0]['product']): Promise<Charge> {
  count += 1;
  const userId = `payer${count}`;
  const customerId = await createPayer(userId);
  state.pay(await openCheckout({ customerId, userId, idempotencyKey: `${customerId} ${count}`, product }));
  return Object.values(state.data.charges).at(-1)!;
}

/** Other files issue invoices too, and say how far they have read: repeated until this file's are there. */
async function issueDue(): Promise<void> {
  const { charges, refunds } = state.data;
  await eventually(
    async () => {
      await saveProgress({ readUpTo: now - 70 * 86_400_000, repeatedUpTo: now });
      await issueInvoices(now, Date.now() + 60_000);
      const issued = await listChargeInvoices(Object.keys(charges));
      return issued.flatMap((one) => (one ? [one.charge, ...one.rectifications.map(({ source }) => source)] : []));
    },
    (found) => [...Object.keys(charges), ...Object.keys(refunds)].every((id) => found.includes(id)),
  );
}

const sumOf = <Item>(items: readonly Item[], read: (item: Item) => number) =>
  items.reduce((sum, item) => sum + read(item), 0);

test('[F-MONEY-4] a month is closed once, by the provider’s records, and later refunds fall into the next', async () => {
  const [norte, sauce] = [await createClub('Norte'), await createClub('Sauce')];
  await clubs.change(sauce, (club) => ({ ...club, shares: { event: 70 } }));
  const match = await createEvent({ title: 'Norte – Sauce', clubIds: [norte, sauce] });
  state.clockOffsetSeconds = toLastMonth;
  const paid: Charge[] = [];
  for (let buyer = 0; buyer < 3; buyer += 1)
    paid.push(await buy({ type: 'PT_SPORT_EVENT', amount: 199, event: match }));
  await buy({ type: 'PT_CLUB_PASS', amount: 2900, club: { id: norte, name: 'Norte' } });
  await buy({ type: 'PT_MONTHLY', amount: 699 });
  state.refund(paid[0]!, 66);
  state.refund(paid[1]!);
  const disputed = await buy({ type: 'PT_SPORT_EVENT', amount: 199, event: match });
  state.dispute(disputed);
  await issueDue();

  const compiled = await compileStatement(lastMonth);
  expect(await compileStatement(lastMonth)).toEqual(compiled);
  const ledger = Object.values(state.data.transactions);
  expect(compiled.lines.map(({ id }) => id).toSorted()).toEqual(ledger.map(({ id }) => id).toSorted());
  const inRows = sumOf(compiled.rows, ({ net, vat }) => net + vat);
  const carried = sumOf(Object.values(compiled.carried), ({ net, vat }) => net + vat);
  expect(inRows + carried).toBe(sumOf(ledger, ({ net }) => net));
  const find = (clubId: string, plan: string) =>
    compiled.rows.find((row) => row.clubId === clubId && row.plan === plan)!;
  const ofMatch = find(norte, 'event').net + find(sauce, 'event').net;
  // 199 − 66 + 199 − 199 + 199 + 199 − 199 with VAT, less four fees of 28 and the bank's 20 €.
  expect(ofMatch).toBe(332 - (35 - 12 + 35) - 4 * 28 - 2000);
  expect(find(sauce, 'event')).toMatchObject({ percent: 70, share: Math.round(find(sauce, 'event').net * 0.7) });
  expect(find(norte, 'club')).toMatchObject({ gross: 2900, vat: 503, fees: 69, net: 2328, percent: 50, share: 1164 });

  await Promise.all([closeStatement(lastMonth, compiled, now), closeStatement(lastMonth, compiled, now)]);
  const closed = (await findStatement(lastMonth))!;
  expect([await readRows(closed), await readLines(closed)]).toEqual([compiled.rows, compiled.lines]);

  state.refund(paid[2]!);
  const late = ledger.find(({ source }) => source === paid[2]!.id)!;
  state.data.transactions.txn_late = { ...late, id: 'txn_late' };
  state.clockOffsetSeconds = 0;
  const later = state.refund(paid[0]!)!;
  await issueDue();
  await clubs.change(sauce, (club) => ({ ...club, shares: { event: 10 } }));
  const next = await compileStatement(thisMonth);
  // A line that the provider lists late, and one that went back after the month.
  expect(next.lines).toHaveLength(3);
  expect(next.lines.find(({ id }) => id === later.balance_transaction)).toMatchObject({ amount: -133, vat: -23 });
  expect(next.lines.map(({ id }) => id)).toContain('txn_late');
  expect(await readRows((await findStatement(lastMonth))!)).toEqual(compiled.rows);

  const staff = { user: (await createPerson('CLUB_STAFF', { clubId: sauce })).user } as Caller;
  const own = await readStatement(lastMonth, staff, now);
  expect(own).toMatchObject({ closedAt: closed.closedAt, rows: [{ clubId: sauce, club: 'Sauce', percent: 70 }] });
  expect((await readStatement(thisMonth, staff, now)).rows).toEqual([]);
  const table = await writeStatementCsv({ month: lastMonth, what: 'lines' }, staff, now);
  expect(table).toContain(paid[0]!.balance_transaction!);
  // A club does not see the pass of the other club.
  expect(table).not.toContain('Abono');
  // Each figure leads to its own transactions, which add up to it.
  const admin = { user: (await createPerson('ADMIN')).user } as Caller;
  for (const { plan, of, payments } of (await readStatement(lastMonth, admin, now)).rows) {
    const figure = { month: lastMonth, what: 'lines' as const, plan, of: of ?? undefined };
    const kinds = (await writeStatementCsv(figure, admin, now)).split('\r\n').map((line) => line.split(';')[2]);
    expect(kinds.filter((kind) => kind === '"pago"')).toHaveLength(payments);
  }
  const ofOthers = { month: lastMonth, what: 'lines' as const, plan: 'club' as const, of: norte };
  expect((await writeStatementCsv(ofOthers, staff, now)).split('\r\n').filter(Boolean)).toHaveLength(1);
});

test('[F-MONEY-4] the refund of a match that was deleted since takes the shares of its clubs back', async () => {
  const [norte, sauce] = [await createClub('Norte'), await createClub('Sauce')];
  const clubIds = [norte, sauce];
  const match = await createEvent({ title: 'Norte – Sauce', clubIds });
  const paid = await buy({ type: 'PT_SPORT_EVENT', amount: 199, event: match, clubIds });
  await events.remove(match.id);
  const refund = state.refund(paid)!;
  await issueDue();
  const { rows, lines } = await compileStatement(thisMonth);
  expect(lines.find(({ id }) => id === refund.balance_transaction)).toMatchObject({ of: match.id, clubIds });
  const own = rows.filter(({ of }) => of === match.id);
  expect(own.map(({ clubId }) => clubId).toSorted()).toEqual(clubIds.toSorted());
  // The provider keeps its fee.
  expect(own.map(({ vat, net }) => [vat, net])).toEqual([
    [0, -14],
    [0, -14],
  ]);
});
