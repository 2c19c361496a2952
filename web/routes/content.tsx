/** /contenido and /contenido/categoria: one row per category, or all videos of the category in the query, paged. */

import { Link, useSearchParams } from 'react-router-dom';
import { pages } from '../../shared/domain/pages.ts';
import { searchClubs, useClubsById } from '../features/league/clubs/queries.ts';
import { CategoryPages, CategoryRow } from '../features/recordings/content/category.tsx';
import { useAreLoaded, useCategories, useTotalCount } from '../features/recordings/content/queries.ts';
import { cx } from '../lib/class-names.ts';
import { paths } from '../lib/paths.ts';
import { withQuery } from '../lib/safe-path.ts';
import { useFilter } from '../lib/use-page.ts';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { ClubPicker } from '../ui/club-picker.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { RailsSkeleton } from '../ui/rail.tsx';
import { ResultCount } from '../ui/result-count.tsx';
import { SearchInput } from '../ui/search-input.tsx';

/** Length of fifty ids with commas. */
const maxClubIdsLength = 50 * 27;

export default function ContentPage() {
  const [query] = useSearchParams();
  const chosenCategoryId = query.get('categoryId');
  const [search, setSearch] = useFilter('search');
  const [clubIdList, setClubIdList] = useFilter('clubs', maxClubIdsLength);
  const clubIds = clubIdList.split(',').filter(Boolean);
  const [clubs, rememberClubs] = useClubsById(clubIds);
  const categories = useCategories();
  const listed = categories.data?.filter(({ id }) => chosenCategoryId === null || String(id) === chosenCategoryId);
  useTitle((chosenCategoryId !== null && listed?.[0]?.title) || pages.content.title);
  const filter = { ...(search ? { search } : {}), ...(clubIds.length > 0 ? { clubIds } : {}) };
  const filterQuery = { ...(search ? { search } : {}), ...(clubIdList ? { clubs: clubIdList } : {}) };
  const rowIds = chosenCategoryId === null ? (listed?.map(({ id }) => id) ?? []) : [];
  const total = useTotalCount(rowIds, filter);
  // The height of a category depends on its number of videos.
  const areLoaded = useAreLoaded(rowIds, filter);
  return (
    <div className="flex flex-col gap-6 pt-4 sm:pt-8">
      <div className="px-gutter">
        <h1 className="text-title">Contenido</h1>
        <ListBar
          tabs={
            <nav
              aria-label="Categorías"
              className="-mx-1 flex min-w-0 gap-2 overflow-x-auto px-1 py-1 whitespace-nowrap scrollbar-none"
            >
              <CategoryLink to={withQuery(paths.content, filterQuery)} isChosen={chosenCategoryId === null}>
                Todo
              </CategoryLink>
              {categories.data?.map(({ id, title }) => (
                <CategoryLink
                  key={id}
                  to={withQuery(paths.contentCategory, { categoryId: String(id), ...filterQuery })}
                  isChosen={chosenCategoryId === String(id)}
                >
                  {title}
                </CategoryLink>
              ))}
            </nav>
          }
          search={
            <SearchInput
              label="Buscar por título"
              placeholder="Buscar por título..."
              value={search}
              onSearch={setSearch}
            />
          }
          active={Number(search !== '') + Number(clubIds.length > 0)}
        >
          <div className="w-full sm:w-80">
            <ClubPicker
              label="Filtrar por clubes"
              hideLabel
              search={searchClubs}
              chosen={clubs}
              onChange={(wanted) => {
                rememberClubs(wanted);
                setClubIdList(wanted.map(({ id }) => id).join(','));
              }}
            />
          </div>
        </ListBar>
        {chosenCategoryId === null && <ResultCount total={listed && total} one="video" many="videos" />}
      </div>
      {categories.isLoadingError && <LoadFailure error={categories.error} />}
      {(categories.isPending || !areLoaded) && <RailsSkeleton />}
      {listed?.length === 0 && (
        <EmptyState
          icon="film"
          title="No hay categorías disponibles."
          action={chosenCategoryId !== null && <LinkButton to={paths.content}>Ver todo el contenido</LinkButton>}
        />
      )}
      {(areLoaded ? listed : [])?.map((category) =>
        chosenCategoryId === null ? (
          <CategoryRow
            key={category.id}
            {...category}
            filter={filter}
            allPath={withQuery(paths.contentCategory, { categoryId: String(category.id), ...filterQuery })}
          />
        ) : (
          <CategoryPages
            key={category.id}
            {...category}
            filter={filter}
            backPath={withQuery(paths.content, filterQuery)}
          />
        ),
      )}
    </div>
  );
}

function CategoryLink({ to, isChosen, children }: { to: string; isChosen: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={isChosen ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center rounded-full border px-4 text-small font-semibold transition-colors hover:text-text',
        isChosen ? 'border-line-strong bg-raised text-text' : 'border-line bg-surface text-muted',
      )}
    >
      {children}
    </Link>
  );
}
