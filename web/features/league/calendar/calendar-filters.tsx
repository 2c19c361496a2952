/** Title, clubs and sport filters; on phones in a panel that opens, with a count of the active ones. */
import { type ReactNode, useId, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cx } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/button.tsx';
import { type ClubChoice, ClubPicker } from '../../../ui/club-picker.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { searchClubsBySport } from '../clubs/queries.ts';

export function CalendarFilters({
  search,
  onSearch,
  clubs,
  onClubs,
  sport,
  onSport,
  beside,
}: {
  search: string;
  onSearch: (text: string) => void;
  clubs: ClubChoice[];
  onClubs: (clubs: ClubChoice[]) => void;
  sport: Sport;
  onSport: (sport: Sport) => void;
  /** Content in the row of the button that opens the panel. */
  beside?: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const active = Number(search !== '') + Number(clubs.length > 0);
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        kind="secondary"
        icon="search"
        className="md:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Filtros
        {active > 0 && (
          <span className="grid size-6 place-items-center rounded-full bg-accent text-note text-on-accent tabular-nums">
            {active}
            <span className="sr-only"> activos</span>
          </span>
        )}
      </Button>
      {beside}
      <div id={id} className={cx('flex w-full flex-wrap items-start gap-3 max-md:mt-1', !open && 'max-md:hidden')}>
        <Tabs
          label="Deporte"
          value={sport}
          onChange={(value) => onSport(value === 'BASKET' ? 'BASKET' : 'SOCCER')}
          choices={[
            { value: 'SOCCER', label: 'Fútbol' },
            { value: 'BASKET', label: 'Baloncesto' },
          ]}
        />
        <SearchInput
          label="Buscar eventos por título"
          placeholder="Buscar por título..."
          value={search}
          onSearch={onSearch}
        />
        <div className="w-full sm:w-80">
          <ClubPicker
            label="Filtrar por clubes"
            hideLabel
            search={searchClubsBySport[sport]}
            chosen={clubs}
            onChange={onClubs}
          />
        </div>
      </div>
    </div>
  );
}
