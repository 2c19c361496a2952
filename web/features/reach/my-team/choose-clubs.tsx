import type { ListedClub } from '../../../../shared/contract/clubs.ts';
import { cx } from '../../../lib/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ClubSearch, ClubSearchResults, useClubSearch } from '../../league/clubs/club-search-results.tsx';
import { ClubDetails } from '../../league/clubs/listed-club.tsx';

export function ChooseClubs({
  ids,
  onChange,
}: {
  ids: readonly string[];
  onChange: (id: string, chosen: boolean) => void;
}) {
  const search = useClubSearch();
  return (
    <section aria-label="Elegir clubes" className="flex flex-col gap-6">
      <ClubSearch clubSearch={search} />
      <ClubSearchResults clubSearch={search}>
        {(club) => (
          <ChosenClub club={club} chosen={ids.includes(club.id)} onChange={(chosen) => onChange(club.id, chosen)} />
        )}
      </ClubSearchResults>
    </section>
  );
}

/** The whole card is one button, which chooses the club. */
function ChosenClub({
  club,
  chosen,
  onChange,
}: {
  club: ListedClub;
  chosen: boolean;
  onChange: (chosen: boolean) => void;
}) {
  return (
    <button
      type="button"
      aria-label={club.name}
      aria-pressed={chosen}
      onClick={() => onChange(!chosen)}
      className={cx(
        'flex min-h-22 w-full min-w-0 items-center gap-3 rounded-md border bg-surface p-3 text-left transition-colors',
        chosen ? 'border-text' : 'border-line hover:border-line-strong',
      )}
    >
      <ClubDetails club={club} />
      <Icon name="heart" filled={chosen} />
    </button>
  );
}
