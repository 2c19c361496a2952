/** /clubes: every visible club, paged and searchable (V-CLUBS). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { pageOrLast, useFilter, usePage } from '../../../lib/use-page.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { ResultCount } from '../../../ui/result-count.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ClubGrid } from './club-grid.tsx';

export default function ClubsPage() {
  useTitle('Clubes');
  const [search, setSearch] = useFilter('search');
  const { page, goTo } = usePage();
  const clubs = useQuery({
    queryKey: ['clubs', page, search],
    queryFn: ({ signal }) =>
      pageOrLast(page, (page) => api('GET /clubs', { query: { page, search: search || undefined }, signal })),
    placeholderData: keepPreviousData,
  });

  return (
    <div className="px-gutter pt-8">
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <h1 className="mr-auto text-title">Clubes</h1>
        <SearchInput label="Buscar clubes" placeholder="Buscar clubes..." value={search} onSearch={setSearch} />
      </div>
      <ResultCount total={clubs.isPlaceholderData ? undefined : clubs.data?.total} one="club" many="clubes" />
      {clubs.isError ? (
        <ErrorState message={errorText(clubs.error)} onRetry={() => clubs.refetch()} />
      ) : clubs.isPending ? (
        <div
          role="status"
          className="grid animate-pulse grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6"
        >
          <span className="sr-only">Cargando</span>
          {Array.from({ length: 12 }, (_, index) => index).map((index) => (
            <div key={index} className="h-40 rounded-md bg-raised" />
          ))}
        </div>
      ) : clubs.data.clubs.length === 0 ? (
        search ? (
          <EmptyState title="No se encontraron clubes" text="Intenta con otros términos de búsqueda" />
        ) : (
          <EmptyState
            icon="shield"
            title="No hay clubes disponibles"
            text="Aún no hay clubes registrados en la plataforma"
          />
        )
      ) : (
        <ClubGrid clubs={clubs.data.clubs} />
      )}
      <Pagination page={page} totalPages={clubs.data?.totalPages ?? 1} onPage={goTo} />
    </div>
  );
}
