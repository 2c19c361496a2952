/** The calendar's controls in one bar: times, a search by title, clubs, and the match's filters. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { ListBar } from '../../../ui/list-bar.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { searchClubsBySport } from '../clubs/queries.ts';
import type { Time } from '../events/event-times.ts';
import { MatchFilters } from '../events/match-filters.tsx';
import { TimeTabs } from '../events/time-tabs.tsx';
import type { MatchFilterState } from '../events/use-match-filter.ts';

export function CalendarFilters({
  search,
  onSearch,
  clubs,
  onClubs,
  sport,
  time,
  onTime,
  match,
}: {
  search: string;
  onSearch: (text: string) => void;
  clubs: ClubChoice[];
  onClubs: (clubs: ClubChoice[]) => void;
  sport: Sport;
  time: Time | '';
  onTime: (time: string) => void;
  match: MatchFilterState;
}) {
  const active = Number(search !== '') + Number(clubs.length > 0) + Object.keys(match.filter).length;
  return (
    <ListBar
      tabs={<TimeTabs value={time} onChange={onTime} none={active > 0 ? 'Todos' : 'Mes'} />}
      search={
        <SearchInput
          label="Buscar partidos por título"
          placeholder="Buscar por título..."
          value={search}
          onSearch={onSearch}
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
          onChange={onClubs}
        />
      </div>
      <MatchFilters scope={{ sport }} state={match} />
    </ListBar>
  );
}
