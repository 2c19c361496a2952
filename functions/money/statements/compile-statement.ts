/** Compiles the statement of a month from the provider's ledger, the invoices, the matches and the clubs' shares. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { startOfDay } from '../../../shared/domain/madrid-time.ts';
import type { Shares } from '../../../shared/domain/statement.ts';
import { readClubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { environment } from '../../platform/aws/environment.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { listChargeInvoices } from '../invoices/store.ts';
import { readLedger } from '../payments/stripe/ledger.ts';
import { type Carried, computeStatement, type StatementLine, type StatementRow, toStatementLine } from './rules.ts';
import { type ClosedStatement, listStatements, readLines } from './store.ts';

export interface CompiledStatement {
  rows: StatementRow[];
  lines: StatementLine[];
  carried: Carried;
}

/**
 * Lines that the provider listed after the month before was closed belong to this one.
 * @throws ApiError STM4091 if the month before is still open, and STM4092 while a line has no invoice.
 */
export async function compileStatement(month: string): Promise<CompiledStatement> {
  const before = await findBefore(month);
  const lines = await readNewLines(month, before);
  const matchIds = [...new Set(lines.flatMap(({ plan, of }) => (plan === 'event' && of ? [of] : [])))];
  const matches = await Promise.all(matchIds.map((id) => events.get(id)));
  // A match that was deleted has the clubs that it was sold with, so that its refunds take their shares back.
  const clubsByMatch = new Map(lines.flatMap(({ of, clubIds }) => (of && clubIds ? [[of, clubIds]] : [])));
  for (const match of matches) if (match) clubsByMatch.set(match.id, match.clubIds);
  const counts = await countShown(month);
  const clubIds = [
    ...new Set([
      ...[...clubsByMatch.values()].flat(),
      ...counts.keys(),
      ...lines.flatMap(({ plan, of }) => (plan === 'club' && of ? [of] : [])),
    ]),
  ];
  const findShares = await readShares(clubIds);
  const carried = before?.carried ?? {};
  return { ...computeStatement({ lines, clubsByMatch, matchCounts: counts, findShares, carried }), lines };
}

async function findBefore(month: string): Promise<ClosedStatement | undefined> {
  const earlier = (await listStatements()).filter((one) => one.month < month);
  const last = earlier.at(-1);
  if (last && last.month !== previousMonth(month)) throw new ApiError('STM4091');
  return last;
}

async function readNewLines(month: string, before: ClosedStatement | undefined): Promise<StatementLine[]> {
  const countedIds = new Set(before ? (await readLines(before)).map(({ id }) => id) : []);
  const from = toMonthStart(before?.month ?? month);
  const entries = (await readLedger({ from, to: toMonthStart(nextMonth(month)) })).filter(
    ({ id }) => !countedIds.has(id),
  );
  const charges = [...new Set(entries.map(({ chargeId }) => chargeId))];
  const invoices = new Map(
    (await listChargeInvoices(charges)).flatMap((one) => (one ? [[one.charge, one] as const] : [])),
  );
  return entries.map((line) => {
    const issued = invoices.get(line.chargeId);
    if (!issued) throw new ApiError('STM4092');
    return toStatementLine(line, issued);
  });
}

/** Counts each club's matches of the month that were on air or have a recording. */
async function countShown(month: string): Promise<Map<string, number>> {
  const [from, to] = [toMonthStart(month), toMonthStart(nextMonth(month))];
  const [matches, recordings] = await Promise.all([events.rows(), vods.rows()]);
  const recorded = new Set(recordings.filter(isPublished).map(({ sportEventId }) => sportEventId));
  const counts = new Map<string, number>();
  for (const { id, start, signal, state, clubIds } of matches) {
    const at = Date.parse(start);
    if (at < from || at >= to || state === 'CANCELLED' || !(signal || recorded.has(id))) continue;
    for (const club of clubIds) counts.set(club, (counts.get(club) ?? 0) + 1);
  }
  return counts;
}

async function readShares(clubIds: readonly string[]): Promise<(clubId: string) => Shares> {
  const usual = readUsualShares();
  const clubs = new Map((await readClubs(clubIds)).map(({ id, shares }) => [id, { ...usual, ...shares }]));
  return (id) => clubs.get(id) ?? usual;
}

export const readUsualShares = (): Shares => JSON.parse(environment('CLUB_SHARES'));

const toMonthStart = (month: string) => Date.parse(startOfDay(`${month}-01`));

export const hasEnded = (month: string, now: number): boolean => toMonthStart(nextMonth(month)) <= now;

export const previousMonth = (month: string) => shiftMonth(month, -1);
const nextMonth = (month: string) => shiftMonth(month, 1);

function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
