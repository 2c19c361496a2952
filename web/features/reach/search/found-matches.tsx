/** The matches that a search found: today's, the last and the next ones. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames } from '../../../../shared/domain/match.ts';
import { capitalise, formatDayHeading, formatShortDate } from '../../../lib/format.ts';
import { type ListedRow, MatchRows } from '../../league/events/match-list.tsx';

export function FoundMatches({ events }: { events: readonly SportEvent[] }) {
  const now = new Date();
  const isToday = ({ scheduledStartDate }: SportEvent) => formatDayHeading(scheduledStartDate, now) === 'Hoy';
  const isPast = ({ scheduledStartDate }: SportEvent) => scheduledStartDate < now.toISOString();
  const parts = [
    { title: 'Hoy', matches: events.filter(isToday), isDated: false },
    { title: 'Últimos', matches: events.filter((event) => !isToday(event) && isPast(event)), isDated: true },
    { title: 'Próximos', matches: events.filter((event) => !isToday(event) && !isPast(event)), isDated: true },
  ];
  return (
    <div className="flex flex-col gap-4">
      {parts
        .filter(({ matches }) => matches.length > 0)
        .map(({ title, matches, isDated }) => (
          <div key={title}>
            <h3 className="rounded-sm bg-surface px-2 py-2.5 font-body text-small font-semibold text-muted">{title}</h3>
            <MatchRows rows={matches.map((event) => toRow(event, isDated))} />
          </div>
        ))}
    </div>
  );
}

const toRow = (event: SportEvent, isDated: boolean): ListedRow => ({
  key: event.id,
  match: event,
  when: isDated && !awaitsDate(event) ? capitalise(formatShortDate(event.scheduledStartDate)) : undefined,
  note: [event.competition, event.category && ageCategoryNames[event.category]].filter(Boolean).join(' · '),
});
