/**
 * The monthly statement: what each club earns of what was paid. Pure. A match's income belongs to its clubs in equal
 * parts, a club pass to its club, and every other plan to all clubs by the matches of theirs that were shown in the month.
 * All of it is net: without VAT, the provider's fees and what went back. Amounts in cents.
 */
import type { StatementView } from '../../../shared/contract/statements.ts';
import type { PlanName, Shares } from '../../../shared/domain/statement.ts';
import { splitReturned, splitVat } from '../../../shared/domain/vat.ts';
import type { ChargeInvoices } from '../invoices/rules.ts';
import type { LedgerLine } from '../payments/stripe/ledger.ts';

/** A line of the provider's ledger with the sold product. `net` is `amount` without `vat` and `fee`. */
export interface StatementLine extends Pick<LedgerLine, 'id' | 'kind' | 'at' | 'chargeId' | 'amount' | 'fee'> {
  vat: number;
  net: number;
  plan: PlanName;
  /** The match or the club that it was paid for; null for plans of everything. */
  of: string | null;
  /** Clubs of the match when it was sold. */
  clubIds?: string[];
  title: string;
}

/** A figure of the statement: the lines of a plan and match, as far as they belong to a club. */
export type StatementRow = Omit<StatementView['rows'][number], 'club'>;

type Sums = Pick<StatementRow, 'payments' | 'vat' | 'fees' | 'net'>;

/** Income of plans in a month without any shown match: it is divided with the next month's. */
export type Carried = Partial<Record<PlanName, Sums>>;

export interface StatementFacts {
  lines: readonly StatementLine[];
  /** Clubs of each match. */
  clubsByMatch: ReadonlyMap<string, readonly string[]>;
  /** Matches of each club that were shown in the month. */
  matchCounts: ReadonlyMap<string, number>;
  findShares: (clubId: string) => Shares;
  carried: Carried;
}

export function toStatementLine(line: LedgerLine, invoices: ChargeInvoices): StatementLine {
  const { id, kind, at, chargeId, amount, withheldTax } = line;
  const vat = invoices.invoice ? findVat(line, invoices) : withheldTax;
  const fee = line.fee - withheldTax;
  const { plan, sportEventId, clubId, clubIds } = invoices.sold;
  const name = isPlan(plan) ? plan : sportEventId ? 'event' : 'month';
  const of = name === 'event' ? sportEventId : name === 'club' ? clubId : undefined;
  return {
    id,
    kind,
    at,
    chargeId,
    amount,
    fee,
    vat,
    net: amount - vat - fee,
    plan: name,
    of: of ?? null,
    ...(name === 'event' && clubIds && { clubIds: clubIds.split(',') }),
    title: invoices.description,
  };
}

const isPlan = (text: string | undefined): text is PlanName =>
  text === 'event' || text === 'club' || text === 'month' || text === 'season' || text === 'family';

/** The VAT of the invoice that the line made due, so that statement and invoices agree to the cent. */
function findVat({ kind, sourceId, amount }: LedgerLine, { rate, total, rectifications }: ChargeInvoices): number {
  let left = total;
  for (const { source, total: returned } of rectifications) {
    if (source === sourceId && kind !== 'DISPUTE_REVERSAL' && returned === amount)
      return splitReturned(left, -returned, rate).vat;
    left += returned;
  }
  return amount < 0 ? -splitVat(-amount, rate).vat : splitVat(amount, rate).vat;
}

export function computeStatement(facts: StatementFacts): { rows: StatementRow[]; carried: Carried } {
  const rows: StatementRow[] = [];
  const carried: Carried = {};
  for (const { plan, of, title, sums } of groupLines(facts)) {
    const clubs = findClubs(plan, of, facts);
    if (clubs.length === 0 && plan !== 'event' && plan !== 'club') carried[plan] = sums;
    else rows.push(...divide({ plan, of, title, sums }, clubs, facts.findShares));
  }
  return { rows: rows.sort(compareRows), carried };
}

const compareRows = (a: StatementRow, b: StatementRow) =>
  (a.clubId ?? '').localeCompare(b.clubId ?? '') ||
  a.plan.localeCompare(b.plan) ||
  (a.of ?? '').localeCompare(b.of ?? '');

interface Group {
  plan: PlanName;
  of: string | null;
  title: string;
  sums: Sums;
}

function groupLines({ lines, carried }: StatementFacts): Group[] {
  const groups = new Map<string, Group>();
  for (const [plan, sums] of Object.entries(carried) as [PlanName, Sums][])
    groups.set(`${plan} `, { plan, of: null, title: '', sums });
  for (const { plan, of, title, kind, vat, fee, net } of lines) {
    const key = `${plan} ${of ?? ''}`;
    const { sums, ...group } = groups.get(key) ?? { plan, of, title, sums: { payments: 0, vat: 0, fees: 0, net: 0 } };
    groups.set(key, {
      ...group,
      title: of === null ? '' : title,
      sums: {
        payments: sums.payments + (kind === 'PAYMENT' ? 1 : 0),
        vat: sums.vat + vat,
        fees: sums.fees + fee,
        net: sums.net + net,
      },
    });
  }
  return [...groups.values()];
}

/** Clubs with their weight, in a fixed order. */
function findClubs(
  plan: PlanName,
  of: string | null,
  { clubsByMatch, matchCounts }: StatementFacts,
): [string, number][] {
  if (plan === 'club') return of ? [[of, 1]] : [];
  if (plan === 'event') return [...(clubsByMatch.get(of ?? '') ?? [])].toSorted().map((id) => [id, 1]);
  return [...matchCounts].filter(([, matches]) => matches > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function divide(
  { plan, of, title, sums }: Group,
  clubs: readonly [string, number][],
  findShares: StatementFacts['findShares'],
): StatementRow[] {
  const toRow = (clubId: string | null, { vat, fees, net }: Omit<Sums, 'payments'>): StatementRow => {
    const percent = clubId === null ? 0 : findShares(clubId)[plan];
    return {
      clubId,
      plan,
      of,
      title,
      payments: sums.payments,
      gross: net + vat + fees,
      vat,
      fees,
      net,
      percent,
      share: Math.round((net * percent) / 100),
    };
  };
  if (clubs.length === 0) return [toRow(null, sums)];
  const weights = clubs.map(([, weight]) => weight);
  const [vat, fees, net] = [sums.vat, sums.fees, sums.net].map((total) => allocate(total, weights)) as [
    number[],
    number[],
    number[],
  ];
  return clubs.map(([clubId], index) =>
    toRow(clubId, { vat: vat[index] ?? 0, fees: fees[index] ?? 0, net: net[index] ?? 0 }),
  );
}

/** Divides whole cents by weights; the parts add up to the total, and the largest fractions are rounded up first. */
export function allocate(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (Math.abs(total) * weight) / whole);
  const parts = exact.map(Math.floor);
  const left = Math.abs(total) - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = exact
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .toSorted((a, b) => b.fraction - a.fraction || a.index - b.index);
  for (const { index } of byFraction.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => (total < 0 ? 0 - part : part));
}
