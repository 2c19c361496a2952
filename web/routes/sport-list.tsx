/** /futbol and /baloncesto: lives and recordings, matches by time, or tables, with filters by title and clubs, paged. */

import { NavLink } from 'react-router-dom';
import type { Sport } from '../../shared/contract/schema.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { searchClubsBySport } from '../features/league/clubs/queries.ts';
import { SportTables } from '../features/league/competitions/sport-tables.tsx';
import { tables, useTables, useTime } from '../features/league/events/event-times.ts';
import { EventsByTime } from '../features/league/events/events-by-time.tsx';
import { MatchFilters } from '../features/league/events/match-filters.tsx';
import { TimeTabs } from '../features/league/events/time-tabs.tsx';
import { useMatchFilter } from '../features/league/events/use-match-filter.ts';
import { OtherResults } from '../features/reach/search/other-results.tsx';
import { FilmedMatches } from '../features/reach/sport-list/filmed-matches.tsx';
import { useListSearch } from '../features/reach/sport-list/use-list-search.ts';
import { paths } from '../lib/paths.ts';
import { ClubPicker } from '../ui/club-picker.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { SearchInput } from '../ui/search-input.tsx';

export default function SportListPage({ sport }: { sport: Sport }) {
  const title = sportName(sport);
  const { search, clubs, clubIds, changeSearch, changeClubs, clear } = useListSearch(sport);
  const [time] = useTime();
  const [showsTables, choose] = useTables();
  const match = useMatchFilter();
  const active = Number(search !== '') + Number(clubs.length > 0) + Object.keys(match.filter).length;
  const filter = { search: search || undefined, clubIds: clubIds.length > 0 ? clubIds : undefined, ...match.filter };

  function clearAll() {
    clear();
    match.clear('search');
  }
  const tabs = <TimeTabs value={showsTables ? tables : time} onChange={choose} none="Videos" hasTables />;
  const onClear = active > 0 ? clearAll : undefined;

  return (
    <div className="px-gutter pt-4 sm:pt-8">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-3 sm:gap-x-6">
        <h1 className="text-title">{title}</h1>
        <SportLinks />
      </div>
      {showsTables ? (
        <ListBar tabs={tabs} />
      ) : (
        <ListBar
          tabs={tabs}
          search={
            <SearchInput
              label="Buscar por título"
              placeholder="Buscar por título..."
              value={search}
              onSearch={changeSearch}
            />
          }
          active={active}
        >
          <div className="w-full sm:w-80">
            <ClubPicker
              label="Filtrar por clubes"
              hideLabel
              search={searchClubsBySport[sport]}
              chosen={clubs}
              onChange={changeClubs}
            />
          </div>
          <MatchFilters scope={{ sport }} state={match} />
        </ListBar>
      )}
      <div className="pt-3">
        {showsTables ? (
          <SportTables sport={sport} />
        ) : time ? (
          <EventsByTime
            time={time}
            filter={{ sport, ...filter }}
            onClear={onClear}
            elsewhere={<OtherResults filter={{ search, sport, clubIds }} />}
          />
        ) : (
          <FilmedMatches {...{ sport, search, clubIds, match, filter, onClear }} />
        )}
      </div>
    </div>
  );
}

/** Links between both sports, for visitors, whose top bar links only to football. */
function SportLinks() {
  return (
    <nav aria-label="Deportes" className="inline-flex rounded-full border border-line bg-surface p-1">
      {sports.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            `inline-flex min-h-9 items-center rounded-full px-3 text-small font-semibold transition-colors sm:px-4 ${isActive ? 'bg-raised text-text' : 'text-muted hover:text-text'}`
          }
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

const sports = [
  { to: paths.soccer, text: 'Fútbol' },
  { to: paths.basket, text: 'Baloncesto' },
];
