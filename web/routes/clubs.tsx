/** /clubes: the visible clubs, searchable; large leagues have pages. */
import { ClubSearch, ClubSearchResults, useClubSearch } from '../features/league/clubs/club-search-results.tsx';
import { ListedClubCard } from '../features/league/clubs/listed-club.tsx';
import { ResultCount } from '../ui/result-count.tsx';

export default function ClubsPage() {
  const search = useClubSearch();
  const { data, isPlaceholderData } = search.clubs;
  return (
    <div className="px-gutter pt-4 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <h1 className="mr-auto text-title">Clubes</h1>
        <ClubSearch clubSearch={search} />
      </div>
      <ResultCount total={isPlaceholderData ? undefined : data?.total} one="club" many="clubes" />
      <ClubSearchResults clubSearch={search}>{(club) => <ListedClubCard club={club} />}</ClubSearchResults>
    </div>
  );
}
