/** The events from a day to the end of its week, below the days on phones. */
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { capitalise } from '../../../lib/format.ts';
import { EventRow } from './event-row.tsx';
import { type Day, formatDayTitle, formatWeekday, getWeek } from './month.ts';

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
            <ul className="mt-1 flex flex-col divide-y divide-line">
              {byDay.get(one)?.map((event) => (
                <EventRow key={event.id} event={event} headingDay={one} />
              ))}
            </ul>
          ) : (
            emptyText && <p className="mt-2 text-muted">{emptyText}</p>
          )}
        </div>
      ))}
    </section>
  );
}
