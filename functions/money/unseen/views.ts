/** The list of paid matches that cannot be watched, for operators: as pages and as a table. */
import type { UnseenPurchase } from '../../../shared/contract/payments.ts';
import { toEuros, writeCsv } from '../../../shared/domain/csv.ts';
import {
  findUnseenState,
  type UnseenState,
  unseenReasonTexts,
  unseenStateTexts,
} from '../../../shared/domain/unseen.ts';
import { events } from '../../league/events/store.ts';
import { toPage, toPagination } from '../../platform/lists/pagination.ts';
import type { UnseenMatch } from './rules.ts';
import { listUnseen } from './store.ts';

/** Reads one page of the list; `sum` covers all pages. */
export async function readUnseenPage(state: UnseenState | undefined, page: number) {
  const matches = await readUnseen(state);
  const { rows, ...pages } = toPage(matches, page);
  const sum = { buyers: 0, amount: 0 };
  for (const { buyers, amount } of matches) {
    sum.buyers += buyers;
    sum.amount += amount;
  }
  return { matches: await toViews(rows), sum, ...toPagination({ rows, ...pages }) };
}

export async function writeUnseenCsv(state: UnseenState | undefined): Promise<string> {
  const header = 'partido;fecha;motivo;estado;desde;avisados;compradores;importe (€);devuelto (€);id'.split(';');
  const matches = await readUnseen(state);
  return writeCsv([
    header,
    ...matches.map((match) => [
      match.title,
      match.start ?? '',
      unseenReasonTexts[match.reason],
      unseenStateTexts[findUnseenState(match)],
      toIso(match.since),
      match.tellingSince ? toIso(match.tellingSince) : '',
      String(match.buyers),
      toEuros(match.amount),
      toEuros(match.refund?.amount ?? 0),
      match.eventId,
    ]),
  ]);
}

/** The latest first. */
const readUnseen = async (state: UnseenState | undefined): Promise<UnseenMatch[]> =>
  (await listUnseen())
    .filter((match) => !state || findUnseenState(match) === state)
    .sort((a, b) => b.since - a.since || (a.eventId < b.eventId ? -1 : 1));

async function toViews(unseen: readonly UnseenMatch[]): Promise<UnseenPurchase[]> {
  const stored = await Promise.all(unseen.map(({ eventId }) => events.get(eventId)));
  return unseen.map((match, index) => ({
    eventId: match.eventId,
    title: match.title,
    start: match.start,
    reason: match.reason,
    state: findUnseenState(match),
    since: toIso(match.since),
    toldAt: match.tellingSince ? toIso(match.tellingSince) : null,
    backAt: match.backAt ? toIso(match.backAt) : null,
    buyers: match.buyers,
    amount: match.amount,
    refunded: match.refund ? { payments: match.refund.payments, amount: match.refund.amount } : null,
    exists: stored[index] !== undefined,
  }));
}

const toIso = (at: number) => new Date(at).toISOString();
