/** The events from a day to the end of its week, below the days on phones. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { capitalise } from '../../../lib/format.ts';
import { formatEventRange } from '../events/event-state.tsx';
import { DayMatches, type ListedRow } from '../events/match-list.tsx';
import { type Day, formatDayTitle, formatWeekday, getWeek, listDays } from './month.ts';

export function Agenda({
  day,
  byDay,
  emptyText,
}: {
  day: Day;
  byDay: ReadonlyMap<Day, SportEvent[]>;
  /** Text for a day without events; undefined while the events are unknown. */
  emptyText?: string | undefined;
}) {
  const later = getWeek(day).filter((other) => other > day && byDay.has(other));
  return (
    <section aria-label="Agenda" className="mt-6 flex flex-col gap-6 md:hidden">
      {[day, ...later].map((one) => (
        <div key={one}>
          <h3 className="text-lead">{capitalise(`${formatWeekday(one)}, ${formatDayTitle(one)}`)}</h3>
          {byDay.has(one) ? (
            <div className="mt-2">
              <DayMatches rows={(byDay.get(one) ?? []).map((event) => toRow(event, one))} />
            </div>
          ) : (
            emptyText && <p className="mt-2 text-muted">{emptyText}</p>
          )}
        </div>
      ))}
    </section>
  );
}

/** A match that is not wholly on the day shows its whole range. */
function toRow(event: SportEvent, day: Day): ListedRow {
  const isWithin = listDays(event.scheduledStartDate, event.scheduledFinishDate).every((one) => one === day);
  return { key: event.id, match: event, note: isWithin ? undefined : formatEventRange(event) };
}
