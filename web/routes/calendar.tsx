/** /calendario: the month, or the events that match a filter while one is set. The state is in the URL. */
import type { Sport } from '../../shared/contract/schema.ts';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import { EventSearchResults } from '../features/league/calendar/event-search-results.tsx';
import { isDay, toDay } from '../features/league/calendar/month.ts';
import { MonthView, narrow } from '../features/league/calendar/month-view.tsx';
import { searchClubsBySport, useClubsById } from '../features/league/clubs/queries.ts';
import { useTime } from '../features/league/events/event-times.ts';
import { MatchFilters } from '../features/league/events/match-filters.tsx';
import { TimeTabs } from '../features/league/events/time-tabs.tsx';
import { useMatchFilter } from '../features/league/events/use-match-filter.ts';
import { SubscribeToCalendar } from '../features/reach/calendars/calendar-buttons.tsx';
import { OtherResults } from '../features/reach/search/other-results.tsx';
import { useMedia } from '../lib/use-media.ts';
import { useAddress, usePage } from '../lib/use-page.ts';
import { useStored } from '../lib/use-stored.ts';
import { useSession } from '../session/session.tsx';
import { ClubPicker } from '../ui/club-picker.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Tabs } from '../ui/tabs.tsx';

const isSport = (value: unknown): value is Sport => value === 'SOCCER' || value === 'BASKET';

export default function CalendarPage() {
  const { isLiveUser } = useSession();
  const [query, changeAddress] = useAddress();
  const [sport, setSport] = useStored<Sport>('calendar:sport', 'SOCCER', isSport);
  const { page, goTo } = usePage();
  const parameter = query.get('calendar-current-date');
  const month = isDay(parameter) ? parameter : toDay(new Date());
  const search = (query.get('calendar-search-query') ?? '').slice(0, searchMaxLength);
  const clubIds = (query.get('calendar-selected-clubs') ?? '').split(',').filter(Boolean);
  const [clubs, rememberClubs] = useClubsById(clubIds);
  const [time, setTime] = useTime();
  const match = useMatchFilter();
  const filterCount = Number(search !== '') + Number(clubs.length > 0) + Object.keys(match.filter).length;
  const isFiltered = search !== '' || clubIds.length > 0 || match.isFiltered || time !== '';
  const isNarrow = useMedia(narrow);

  const change = (values: Record<string, string>) => changeAddress({ page: '', ...values });

  const subscribe = (
    <SubscribeToCalendar
      path={sport === 'SOCCER' ? '/calendars/futbol' : '/calendars/baloncesto'}
      matches={sport === 'SOCCER' ? 'de fútbol' : 'de baloncesto'}
    />
  );
  return (
    <div className="flex flex-col px-gutter pt-4 sm:pt-8">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-6">
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
      <ListBar
        tabs={<TimeTabs value={time} onChange={setTime} none={filterCount > 0 ? 'Todos' : 'Mes'} />}
        search={
          <SearchInput
            label="Buscar partidos por título"
            placeholder="Buscar por título..."
            value={search}
            onSearch={(text) => change({ 'calendar-search-query': text })}
          />
        }
        active={filterCount}
      >
        <div className="w-full sm:w-80">
          <ClubPicker
            label="Filtrar por clubes"
            hideLabel
            search={searchClubsBySport[sport]}
            chosen={clubs}
            onChange={(wanted) => {
              rememberClubs(wanted);
              change({ 'calendar-selected-clubs': wanted.map(({ id }) => id).join(',') });
            }}
          />
        </div>
        <MatchFilters scope={{ sport }} state={match} />
      </ListBar>
      {isFiltered ? (
        <EventSearchResults
          filter={{ sport, search, clubIds, time: time || undefined, match: match.filter }}
          page={page}
          onPage={goTo}
          onClear={() =>
            change({
              'calendar-search-query': '',
              'calendar-selected-clubs': '',
              cuando: '',
              competicion: '',
              categoria: '',
              campo: '',
              fecha: '',
            })
          }
          elsewhere={<OtherResults filter={{ search, sport, clubIds }} />}
          isLiveUser={isLiveUser}
        />
      ) : (
        <MonthView
          {...{ month, sport, isLiveUser, subscribe }}
          onMonth={(day) => change({ 'calendar-current-date': day })}
        />
      )}
    </div>
  );
}
