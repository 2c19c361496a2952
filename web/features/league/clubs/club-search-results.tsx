/** The searchable list of all clubs with all its states, paged in large leagues; the page renders each club. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { pageQuery, useFilter, usePage } from '../../../lib/use-page.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { listedClubColumns } from './listed-club.tsx';

export function useClubSearch() {
  const [search, setSearch] = useFilter('search');
  const { page, goTo } = usePage();
  const clubs = useQuery(
    pageQuery(['clubs', 'details', search], page, (page, signal) =>
      api('GET /clubs', { query: { page, search: search || undefined, details: true }, signal }),
    ),
  );
  return { search, setSearch, page, goTo, clubs };
}

type ClubSearchState = ReturnType<typeof useClubSearch>;
type Club = NonNullable<ClubSearchState['clubs']['data']>['clubs'][number];

export const ClubSearch = ({ clubSearch: { search, setSearch } }: { clubSearch: ClubSearchState }) => (
  <SearchInput label="Buscar clubes" placeholder="Buscar clubes..." value={search} onSearch={setSearch} />
);

interface Props {
  clubSearch: ClubSearchState;
  children: (club: Club) => ReactNode;
}

export function ClubSearchResults({ clubSearch, children }: Props) {
  const { search, page, goTo, clubs } = clubSearch;
  return (
    <>
      {clubs.isLoadingError ? (
        <LoadFailure error={clubs.error} />
      ) : clubs.isPending ? (
        <div role="status" className={`${listedClubColumns} animate-pulse`}>
          <span className="sr-only">Cargando</span>
          {Array.from({ length: 12 }, (_, index) => index).map((index) => (
            <div key={index} className="h-22 rounded-md bg-raised" />
          ))}
        </div>
      ) : clubs.data.clubs.length === 0 ? (
        <EmptyState
          icon={search ? 'search' : 'shield'}
          title={search ? 'No se encontraron clubes' : 'No hay clubes disponibles'}
          text={search ? 'Intenta con otros términos de búsqueda' : 'Aún no hay clubes registrados en la plataforma'}
        />
      ) : (
        <ul className={listedClubColumns} aria-busy={clubs.isPlaceholderData}>
          {clubs.data.clubs.map((club) => (
            <li key={club.id} className="flex min-w-0">
              {children(club)}
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={clubs.data?.totalPages ?? 1} onPage={goTo} />
    </>
  );
}
