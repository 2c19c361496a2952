/** Statements as admins and club staff see them: staff their own club's figures of closed months. */
import type { StatementView, WantedTable } from '../../../shared/contract/statements.ts';
import { toEuros, writeCsv } from '../../../shared/domain/csv.ts';
import { planTexts } from '../../../shared/domain/statement.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { toMadridIso } from '../invoices/rules.ts';
import { type CompiledStatement, compileStatement, previousMonth } from './compile-statement.ts';
import type { StatementRow } from './rules.ts';
import { findStatement, listStatements, readLines, readRows } from './store.ts';

/** Null for a month that is open to admins only. */
async function readMonth(month: string, caller: Caller): Promise<Omit<CompiledStatement, 'carried'> | null> {
  const closed = await findStatement(month);
  const isAdmin = caller.user.role === 'ADMIN';
  if (!closed && !isAdmin) return null;
  const { rows, lines } = closed
    ? { rows: await readRows(closed), lines: await readLines(closed) }
    : await compileStatement(month);
  if (isAdmin) return { rows, lines };
  const own = rows.filter(({ clubId }) => clubId === caller.user.clubId);
  const isOwn = ({ plan, of }: Pick<StatementRow, 'plan' | 'of'>) =>
    own.some((row) => row.plan === plan && row.of === of);
  return { rows: own, lines: lines.filter(isOwn) };
}

export async function readStatement(wanted: string | undefined, caller: Caller, now: number): Promise<StatementView> {
  const month = wanted ?? previousMonth(toMadridIso(now).slice(0, 7));
  const [closed, all, found] = await Promise.all([findStatement(month), listStatements(), readMonth(month, caller)]);
  const rows = found?.rows ?? [];
  const name = await createClubNamer([{ clubIds: rows.flatMap(({ clubId }) => clubId ?? []) }], 'staff');
  return {
    month,
    closedAt: closed?.closedAt ?? null,
    months: all.map((one) => one.month).toReversed(),
    rows: rows.map((row) => ({ ...row, club: row.clubId ? (name([row.clubId])[0]?.name ?? null) : null })),
  };
}

const rowHeader = 'club;plan;partido;pagos;cobrado (€);IVA (€);comisiones (€);neto (€);%;parte (€)'.split(';');
const lineHeader = 'transacción;fecha;tipo;cargo;plan;concepto;importe (€);IVA (€);comisión (€);neto (€)'.split(';');
const kinds = { PAYMENT: 'pago', REFUND: 'devolución', DISPUTE: 'disputa', DISPUTE_REVERSAL: 'disputa ganada' };

export async function writeStatementCsv(wanted: WantedTable, caller: Caller, now: number): Promise<string> {
  const { month, what } = wanted;
  if (what === 'figures') {
    const { rows } = await readStatement(month, caller, now);
    return writeCsv([
      rowHeader,
      ...rows.map(({ club, clubId, plan, title, payments, gross, vat, fees, net, percent, share }) => [
        club ?? clubId ?? '',
        planTexts[plan],
        title,
        String(payments),
        toEuros(gross),
        toEuros(vat),
        toEuros(fees),
        toEuros(net),
        String(percent).replace('.', ','),
        toEuros(share),
      ]),
    ]);
  }
  const { lines } = (await readMonth(month, caller)) ?? { lines: [] };
  return writeCsv([
    lineHeader,
    ...lines
      .filter(isOfFigure(wanted))
      .map(({ id, at, kind, chargeId, plan, title, amount, vat, fee, net }) => [
        id,
        toMadridIso(at),
        kinds[kind],
        chargeId,
        planTexts[plan],
        title,
        ...[amount, vat, fee, net].map(toEuros),
      ]),
  ]);
}

/** Lines of a plan for everything belong to no match or club. */
const isOfFigure =
  ({ plan, of }: WantedTable) =>
  (line: Pick<StatementRow, 'plan' | 'of'>) =>
    plan === undefined || (line.plan === plan && line.of === (of ?? null));
