/** Every club by its crest, to be chosen and given up again, page by page or by name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, errorText } from '../../../lib/api.ts';
import { pageOrLast, useFilter, usePage } from '../../../lib/use-page.ts';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { ClubCrest } from './club-crest.tsx';

export function ChooseClubs({
  ids,
  onChange,
}: {
  ids: readonly string[];
  onChange: (id: string, chosen: boolean) => void;
}) {
  const [search, setSearch] = useFilter('search');
  const { page, goTo } = usePage();
  const clubs = useQuery({
    queryKey: ['clubs', page, search],
    queryFn: ({ signal }) =>
      pageOrLast(page, (page) => api('GET /clubs', { query: { page, search: search || undefined }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Elegir clubes" className="flex flex-col gap-6">
      <SearchInput label="Buscar clubes" placeholder="Buscar clubes..." value={search} onSearch={setSearch} />
      {clubs.isError ? (
        <ErrorState message={errorText(clubs.error)} onRetry={() => clubs.refetch()} />
      ) : clubs.isPending ? (
        <div role="status" className={`${grid} animate-pulse`}>
          <span className="sr-only">Cargando</span>
          {Array.from({ length: 12 }, (_, index) => index).map((index) => (
            <div key={index} className="h-40 rounded-md bg-raised" />
          ))}
        </div>
      ) : clubs.data.clubs.length === 0 ? (
        <EmptyState
          title={search ? 'No se encontraron clubes' : 'No hay clubes disponibles'}
          text={search ? 'Intenta con otros términos de búsqueda' : 'Aún no hay clubes registrados en la plataforma'}
        />
      ) : (
        <ul className={grid} aria-busy={clubs.isPlaceholderData}>
          {clubs.data.clubs.map((club) => (
            <li key={club.id} className="flex">
              <ClubCrest club={club} chosen={ids.includes(club.id)} onChange={(chosen) => onChange(club.id, chosen)} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} totalPages={clubs.data?.totalPages ?? 1} onPage={goTo} />
    </section>
  );
}

const grid = 'grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6';
