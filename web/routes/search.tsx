/** /buscar: one search over matches, videos, clips and clubs. Text, group and page are in the URL. */
import type { SearchGroup } from '../../shared/contract/search.ts';
import { groupKeys } from '../features/reach/search/queries.ts';
import { SearchResults } from '../features/reach/search/search-results.tsx';
import { SearchStart } from '../features/reach/search/search-start.tsx';
import { useFilter, usePage } from '../lib/use-page.ts';
import { SearchInput } from '../ui/search-input.tsx';

export default function SearchPage() {
  const [search, setSearch] = useFilter('texto');
  const [chosen, setChosen] = useFilter('ver');
  const { page, goTo } = usePage();
  const group = groupKeys.find((key) => groupParameters[key] === chosen);
  return (
    <div className="px-gutter pt-4 sm:pt-8">
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <h1 className="text-title">Buscar</h1>
        <SearchInput
          wide
          autoFocus={search === ''}
          label="Buscar partidos, videos, clips y clubes"
          placeholder="Club, partido o código…"
          value={search}
          onSearch={setSearch}
        />
      </div>
      {search === '' ? (
        <SearchStart />
      ) : (
        <SearchResults
          search={search}
          group={group}
          onGroup={(key) => setChosen(groupParameters[key as SearchGroup] ?? '')}
          page={page}
          onPage={goTo}
        />
      )}
    </div>
  );
}

const groupParameters: Record<SearchGroup, string> = {
  sportEvents: 'partidos',
  vods: 'videos',
  clips: 'clips',
  clubs: 'clubes',
};
