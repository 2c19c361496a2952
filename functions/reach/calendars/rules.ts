/** Matches as an iCalendar file. Pure. */
import ical, { ICalEventStatus } from 'ical-generator';
import { matchFacts } from '../../../shared/domain/match.ts';
import { matchState } from '../../../shared/domain/match-state.ts';
import { paths } from '../../../shared/domain/paths.ts';
import type { StoredEvent } from '../../league/events/rules.ts';

/** Seconds between polls, for clients that honour it. */
const refreshSeconds = 3600;
/** Time for which played matches stay in the calendar. */
const keptMs = 30 * 86_400_000;
/** Limit of matches, more than a club's season has. */
const maxMatches = 1_000;

/**
 * Selects the events to show: the next ones if there are too many. `isShown` decides for the calendar of one reader.
 */
export function selectUpcoming<Row extends { visible: boolean; start: string; finish: string }>(
  rows: readonly Row[],
  now: number,
  isShown = ({ visible }: Row) => visible,
): Row[] {
  const from = new Date(now - keptMs).toISOString();
  const visible = rows.filter((row) => isShown(row) && row.finish > from);
  return visible.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)).slice(0, maxMatches);
}

/** `origin` is the web app's origin. Matches keep their UID and raise SEQUENCE, so that calendars update them. */
export function toCalendar(name: string, matches: readonly StoredEvent[], origin: string, now: number): string {
  const calendar = ical({
    name: onOneLine(name),
    prodId: { company: 'Cantera TV', product: 'Partidos', language: 'ES' },
    timezone: null,
    ttl: refreshSeconds,
  });
  for (const match of matches) {
    const url = origin + paths.event(match.id);
    const { prefix, status } = describeStatus(match, now);
    calendar.createEvent({
      id: `${match.id}@${new URL(origin).hostname}`,
      sequence: match.version - 1,
      stamp: new Date(match.dateCreated),
      start: new Date(match.scheduledStartDate),
      end: new Date(match.scheduledFinishDate),
      summary: prefix + onOneLine(match.title),
      description: [onOneLine(matchFacts(match)), removeControls(match.summary), url].filter(Boolean).join('\n'),
      location: match.venue ? onOneLine(match.venue) : null,
      status,
      url,
    });
  }
  // The standard requires CRLF after every line, also the last (RFC 5545, 3.1); the library omits it.
  return `${calendar}\r\n`;
}

/** The format forbids line breaks and control characters in some texts. */
const onOneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ');
const removeControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');

function describeStatus(match: StoredEvent, now: number) {
  switch (matchState(match, now).kind) {
    case 'CANCELLED':
      return { prefix: 'Cancelado: ', status: ICalEventStatus.CANCELLED };
    case 'POSTPONED':
      return { prefix: 'Aplazado: ', status: ICalEventStatus.TENTATIVE };
    default:
      return { prefix: '', status: ICalEventStatus.CONFIRMED };
  }
}
