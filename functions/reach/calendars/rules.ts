/** Matches as an iCalendar file. Pure. Row D-ALERT-4. */
import ical, { ICalEventStatus } from 'ical-generator';
import { matchFacts } from '../../../shared/domain/match.ts';
import type { StoredEvent } from '../../league/events/rules.ts';

/** Subscribed calendars ask again so often, if they ask whom they subscribe to (seconds). */
const refreshSeconds = 3600;
/** What has been played is of no use in a calendar for longer. */
const keptMs = 30 * 86_400_000;
/** A club's season and a sport's next weeks; what is further away comes in time. */
const most = 1_000;

/** The events that a calendar shows, the next ones first to stay when there are too many. */
export function upcoming<Row extends { visible: boolean; start: string; finish: string }>(
  rows: readonly Row[],
  now: number,
): Row[] {
  const from = new Date(now - keptMs).toISOString();
  const shown = rows.filter(({ visible, finish }) => visible && finish > from);
  return shown.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)).slice(0, most);
}

/** `origin` is the web app's. A match keeps its identity, and each change counts, so that it moves where it stands. */
export function calendarOf(name: string, matches: readonly StoredEvent[], origin: string): string {
  const calendar = ical({
    name: onOneLine(name),
    prodId: { company: 'Cantera TV', product: 'Partidos', language: 'ES' },
    timezone: null,
    ttl: refreshSeconds,
  });
  for (const match of matches) {
    const url = `${origin}/evento/${match.id}`;
    const { prefix, status } = standing(match);
    calendar.createEvent({
      id: `${match.id}@${new URL(origin).hostname}`,
      sequence: match.version - 1,
      stamp: new Date(match.dateCreated),
      start: new Date(match.scheduledStartDate),
      end: new Date(match.scheduledFinishDate),
      summary: prefix + onOneLine(match.title),
      description: [onOneLine(matchFacts(match)), readable(match.summary), url].filter(Boolean).join('\n'),
      location: match.venue ? onOneLine(match.venue) : null,
      status,
      url,
    });
  }
  return calendar.toString();
}

/** The format's own lines end where a text's would, and control characters have no place in it. */
const onOneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ');
const readable = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');

function standing({ state, postponedFrom, scheduledStartDate }: StoredEvent) {
  if (state === 'CANCELLED') return { prefix: 'Cancelado: ', status: ICalEventStatus.CANCELLED };
  // With a new date it is a match like any other, on that date.
  if (state === 'POSTPONED' && postponedFrom === scheduledStartDate)
    return { prefix: 'Aplazado: ', status: ICalEventStatus.TENTATIVE };
  return { prefix: '', status: ICalEventStatus.CONFIRMED };
}
