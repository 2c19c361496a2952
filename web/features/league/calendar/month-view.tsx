/** A month of the calendar with the agenda of one of its days; phones show a week first. */
import { type ReactNode, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { capitalise, describeZone } from '../../../lib/format.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatEventRange } from '../events/event-state.tsx';
import { DayMatches, type ListedRow } from '../events/match-list.tsx';
import { EventRow } from './event-row.tsx';
import { LoadError } from './load-error.tsx';
import {
  type Day,
  formatDayTitle,
  formatMonth,
  formatWeekday,
  getWeek,
  isInMonth,
  listDays,
  listGridDays,
  shiftMonth,
  toDay,
} from './month.ts';
import { MonthGrid } from './month-grid.tsx';
import { useMonth } from './queries.ts';
import { WeekStrip } from './week-strip.tsx';

interface Props {
  month: Day;
  sport: Sport;
  isLiveUser: boolean;
  onMonth: (day: Day) => void;
  /** The button that subscribes to the calendar, below it on phones. */
  subscribe: ReactNode;
}

export function MonthView({ month, sport, isLiveUser, onMonth, subscribe }: Props) {
  const [openDay, setOpenDay] = useState<Day>();
  const [picked, setPicked] = useState<Day>();
  const [showsWholeMonth, setShowsWholeMonth] = useState(false);
  const isNarrow = useMedia(narrow);
  const events = useMonth(month, sport, isLiveUser);
  const byDay = groupByDay(events.data ?? []);
  const chosen = picked && listGridDays(month).includes(picked) ? picked : chooseAgendaDay(month, byDay);

  function goToDay(day: Day) {
    setPicked(day);
    if (!isInMonth(day, month)) onMonth(day);
  }

  return (
    <section aria-label="Mes" className="pt-3">
      <p className="mb-3 text-small text-muted empty:hidden">{describeZone()}</p>
      <div className="mb-4 flex flex-wrap items-center justify-end gap-2">
        <h2 className="mr-auto text-lead first-letter:uppercase" aria-live="polite">
          {formatMonth(month)}
        </h2>
        <IconButton icon="left" label="Mes anterior" onClick={() => onMonth(shiftMonth(month, -1))} />
        <IconButton icon="right" label="Mes siguiente" onClick={() => onMonth(shiftMonth(month, 1))} />
      </div>
      {events.isLoadingError && <LoadError error={events.error} />}
      {/* Phones show the week or the month, first the week. */}
      {isNarrow && !showsWholeMonth && (
        <WeekStrip
          chosen={chosen}
          byDay={byDay}
          loading={events.isPending || events.isPlaceholderData}
          onDay={goToDay}
        />
      )}
      {(!isNarrow || showsWholeMonth) && (
        <MonthGrid
          days={listGridDays(month)}
          month={month}
          byDay={byDay}
          loading={events.isPending || events.isPlaceholderData}
          mayCreate={isLiveUser}
          chosen={chosen}
          onDay={(day) => {
            setPicked(day);
            setOpenDay(day);
          }}
          onFocusDay={(day, otherMonth) => (otherMonth ? goToDay(day) : setPicked(day))}
        />
      )}
      {isNarrow && (
        <Button kind="quiet" size="small" className="mt-2" onClick={() => setShowsWholeMonth(!showsWholeMonth)}>
          {showsWholeMonth ? 'Ver solo la semana' : 'Ver el mes entero'}
        </Button>
      )}
      <Agenda
        day={chosen}
        byDay={byDay}
        emptyText={events.isLoadingError ? undefined : events.isPending ? 'Cargando…' : 'No hay partidos este día.'}
      />
      {/* Before the days have arrived, they would push the button down. */}
      {isNarrow && !events.isPending && <div className="mt-6">{subscribe}</div>}
      {openDay && <DayDialog day={openDay} events={byDay.get(openDay) ?? []} onClose={() => setOpenDay(undefined)} />}
    </section>
  );
}

/** Media query for the phone layout. */
export const narrow = '(width < 48rem)';

/** Chooses the first day to show: today, or else the month's first day with an event. */
function chooseAgendaDay(month: Day, byDay: ReadonlyMap<Day, unknown>): Day {
  const today = toDay(new Date());
  if (isInMonth(today, month)) return today;
  return [...byDay.keys()].sort().find((day) => isInMonth(day, month)) ?? `${month.slice(0, 7)}-01`;
}

function groupByDay(events: readonly SportEvent[]): Map<Day, SportEvent[]> {
  const days = new Map<Day, SportEvent[]>();
  for (const event of events) {
    for (const day of listDays(event.scheduledStartDate, event.scheduledFinishDate))
      days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}

function DayDialog({ day, events, onClose }: { day: Day; events: SportEvent[]; onClose: () => void }) {
  return (
    <Dialog title={`Eventos del ${formatDayTitle(day)}`} onClose={onClose} wide>
      <p className="mb-3 text-small text-muted">{events.length === 1 ? '1 partido' : `${events.length} partidos`}</p>
      <ul className="flex flex-col divide-y divide-line">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
    </Dialog>
  );
}

interface AgendaProps {
  day: Day;
  byDay: ReadonlyMap<Day, SportEvent[]>;
  /** Text for a day without events; undefined while the events are unknown. */
  emptyText?: string | undefined;
}

/** The events from a day to the end of its week, below the days on phones. */
function Agenda({ day, byDay, emptyText }: AgendaProps) {
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
