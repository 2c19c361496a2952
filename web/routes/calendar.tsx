/** /calendario: the month, or the events that match a filter while one is set. The state is in the URL. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Sport } from '../../shared/contract/schema.ts';
import type { SportEvent } from '../../shared/contract/sport-event.ts';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import { Agenda } from '../features/league/calendar/agenda.tsx';
import { CalendarFilters } from '../features/league/calendar/calendar-filters.tsx';
import { DayDialog } from '../features/league/calendar/day-dialog.tsx';
import { EventSearchResults } from '../features/league/calendar/event-search-results.tsx';
import { LoadError } from '../features/league/calendar/load-error.tsx';
import {
  type Day,
  formatMonth,
  isDay,
  isInMonth,
  listDays,
  listGridDays,
  shiftMonth,
  toDay,
} from '../features/league/calendar/month.ts';
import { MonthGrid } from '../features/league/calendar/month-grid.tsx';
import { useMonth } from '../features/league/calendar/queries.ts';
import { WeekStrip } from '../features/league/calendar/week-strip.tsx';
import { useClubsById } from '../features/league/clubs/queries.ts';
import { useTime } from '../features/league/events/event-times.ts';
import { useMatchFilter } from '../features/league/events/use-match-filter.ts';
import { SubscribeToCalendar } from '../features/reach/calendars/calendar-buttons.tsx';
import { OtherResults } from '../features/reach/search/other-results.tsx';
import { describeZone } from '../lib/format.ts';
import { useMedia } from '../lib/use-media.ts';
import { usePage } from '../lib/use-page.ts';
import { useStored } from '../lib/use-stored.ts';
import { useTitle } from '../lib/use-title.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Tabs } from '../ui/tabs.tsx';

const isSport = (value: unknown): value is Sport => value === 'SOCCER' || value === 'BASKET';

export default function CalendarPage() {
  useTitle('Calendario');
  const { isLiveUser } = useSession();
  const [query, setQuery] = useSearchParams();
  const [sport, setSport] = useStored<Sport>('calendar:sport', 'SOCCER', isSport);
  const { page, goTo } = usePage();
  const [openDay, setOpenDay] = useState<Day>();
  const [picked, setPicked] = useState<Day>();
  const given = query.get('calendar-current-date');
  const month = isDay(given) ? given : toDay(new Date());
  const search = (query.get('calendar-search-query') ?? '').slice(0, searchMaxLength);
  const clubIds = (query.get('calendar-selected-clubs') ?? '').split(',').filter(Boolean);
  const [clubs, rememberClubs] = useClubsById(clubIds);
  const [time, setTime] = useTime();
  const match = useMatchFilter();
  const isNarrowed = search !== '' || clubIds.length > 0 || match.isFiltered;
  const isFiltered = isNarrowed || time !== '';
  const events = useMonth(month, sport, isLiveUser, !isFiltered);
  const byDay = groupByDay(events.data ?? []);
  const chosen = picked && listGridDays(month).includes(picked) ? picked : chooseAgendaDay(month, byDay);
  const isNarrow = useMedia(narrow);
  const [showsWholeMonth, setShowsWholeMonth] = useState(false);

  function goToDay(day: Day) {
    setPicked(day);
    if (!isInMonth(day, month)) change({ 'calendar-current-date': day });
  }

  function change(values: Record<string, string>) {
    setQuery(
      (before) => {
        before.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  }

  const subscribe = (
    <SubscribeToCalendar
      path={sport === 'SOCCER' ? '/calendars/futbol' : '/calendars/baloncesto'}
      matches={sport === 'SOCCER' ? 'de fútbol' : 'de baloncesto'}
    />
  );
  return (
    <div className="flex flex-col px-gutter pt-4 sm:pt-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="text-title">Calendario</h1>
        <Tabs
          label="Deporte"
          value={sport}
          onChange={(value) => {
            setSport(value === 'BASKET' ? 'BASKET' : 'SOCCER');
            change({});
          }}
          choices={[
            { value: 'SOCCER', label: 'Fútbol' },
            { value: 'BASKET', label: 'Baloncesto' },
          ]}
        />
        {!isNarrow && <div className="ml-auto">{subscribe}</div>}
      </div>
      <CalendarFilters
        search={search}
        onSearch={(text) => change({ 'calendar-search-query': text })}
        clubs={clubs}
        onClubs={(wanted) => {
          rememberClubs(wanted);
          change({ 'calendar-selected-clubs': wanted.map(({ id }) => id).join(',') });
        }}
        sport={sport}
        time={time}
        onTime={setTime}
        match={match}
      />
      {isFiltered ? (
        <EventSearchResults
          filter={{ sport, search, clubIds, time: time || undefined, match: match.filter }}
          page={page}
          onPage={goTo}
          onClear={() =>
            change({
              ...{ 'calendar-search-query': '', 'calendar-selected-clubs': '', cuando: '' },
              ...{ competicion: '', categoria: '', campo: '', fecha: '' },
            })
          }
          elsewhere={<OtherResults filter={{ search, sport, clubIds }} />}
          isLiveUser={isLiveUser}
        />
      ) : (
        <section aria-label="Mes" className="pt-3">
          <p className="mb-3 text-small text-muted empty:hidden">{describeZone()}</p>
          <div className="mb-4 flex flex-wrap items-center justify-end gap-2">
            <h2 className="mr-auto text-lead first-letter:uppercase" aria-live="polite">
              {formatMonth(month)}
            </h2>
            <IconButton
              icon="left"
              label="Mes anterior"
              onClick={() => change({ 'calendar-current-date': shiftMonth(month, -1) })}
            />
            <IconButton
              icon="right"
              label="Mes siguiente"
              onClick={() => change({ 'calendar-current-date': shiftMonth(month, 1) })}
            />
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
            emptyText={events.isLoadingError ? undefined : events.isPending ? 'Cargando…' : 'No hay eventos este día.'}
          />
          {isNarrow && <div className="mt-6">{subscribe}</div>}
        </section>
      )}
      {openDay && <DayDialog day={openDay} events={byDay.get(openDay) ?? []} onClose={() => setOpenDay(undefined)} />}
    </div>
  );
}

/** Media query for the phone layout. */
const narrow = '(width < 48rem)';

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
