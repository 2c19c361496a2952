import { ClubSearch, ClubSearchResults, useClubSearch } from '../../league/clubs/club-search-results.tsx';
import { ClubCrest } from './club-crest.tsx';

export function ChooseClubs({
  ids,
  onChange,
}: {
  ids: readonly string[];
  onChange: (id: string, chosen: boolean) => void;
}) {
  const found = useClubSearch();
  return (
    <section aria-label="Elegir clubes" className="flex flex-col gap-6">
      <ClubSearch clubSearch={found} />
      <ClubSearchResults clubSearch={found}>
        {(club) => (
          <ClubCrest club={club} chosen={ids.includes(club.id)} onChange={(chosen) => onChange(club.id, chosen)} />
        )}
      </ClubSearchResults>
    </section>
  );
}
