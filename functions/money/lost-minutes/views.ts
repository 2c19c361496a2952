/** The matches of which minutes could not be seen, for operators: with sums by club and by camera. */
import type { LostMinutesOfMatch, LostSum } from '../../../shared/contract/payments.ts';
import { readClubNames } from '../../league/clubs/store.ts';
import { toPage, toPagination } from '../../platform/lists/pagination.ts';
import { listMeasured, type MeasuredMatch } from './store.ts';

type Lossy = MeasuredMatch & { lost: NonNullable<MeasuredMatch['lost']> };

/** Reads one page of the list, the latest first; the sums cover all pages. */
export async function readLostMinutesPage(page: number) {
  const measured = (await listMeasured())
    .filter((match): match is Lossy => match.lost !== null)
    .sort((a, b) => b.finish - a.finish || (a.eventId < b.eventId ? -1 : 1));
  // Deleted clubs have no name, and are left out.
  const clubs = await readClubNames([...new Set(measured.flatMap(({ clubIds }) => clubIds))], 'staff');
  const listClubs = ({ clubIds }: Lossy) => clubs.filter(({ id }) => clubIds.includes(id));
  const { rows, ...pages } = toPage(measured, page);
  const matches = rows.map((match) => toView(match, listClubs(match)));
  return {
    matches,
    clubs: sumUp(measured, listClubs),
    cameras: sumUp(measured, ({ sources }) => sources),
    ...toPagination({ rows, ...pages }),
  };
}

interface Entity {
  id: string;
  name: string;
}

function toView({ eventId, title, start, sources, lost, refund }: Lossy, clubs: Entity[]): LostMinutesOfMatch {
  return {
    eventId,
    title,
    start,
    minutes: lost.minutes,
    percent: refund?.percent ?? 0,
    clubs: clubs.map(({ name }) => name),
    cameras: sources.map(({ name }) => name),
    refunded: refund && { payments: refund.payments, amount: refund.amount, isDone: refund.doneAt !== undefined },
  };
}

/** Adds up matches and minutes by a property of the matches, the most minutes first. */
function sumUp(matches: readonly Lossy[], listNamed: (match: Lossy) => Entity[]): LostSum[] {
  const sums = new Map<string, LostSum>();
  for (const match of matches)
    for (const { id, name } of listNamed(match)) {
      const sum = sums.get(id) ?? { id, name, matches: 0, minutes: 0 };
      sums.set(id, { ...sum, matches: sum.matches + 1, minutes: sum.minutes + match.lost.minutes });
    }
  return [...sums.values()].sort((a, b) => b.minutes - a.minutes || (a.name < b.name ? -1 : 1)).slice(0, shownSums);
}

const shownSums = 10;
