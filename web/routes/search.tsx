/** /buscar: one search over matches, videos, clips and clubs. Text, group and page are in the URL. */

import { Link } from 'react-router-dom';
import type { SearchGroup } from '../../shared/contract/search.ts';
import { ClubRow } from '../features/league/clubs/club-grid.tsx';
import { useEventsAt } from '../features/league/events/event-times.ts';
import { groupKeys } from '../features/reach/search/queries.ts';
import { useRecentSearches } from '../features/reach/search/recent-searches.ts';
import { SearchResults } from '../features/reach/search/search-results.tsx';
import { paths } from '../lib/paths.ts';
import { useFilter, usePage } from '../lib/use-page.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
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

/** The offers of a search without a text: the latest searches of this browser, and the clubs that play today. */
function SearchStart() {
  const { searches, forget } = useRecentSearches();
  const today = useEventsAt('today');
  const playsToday = today.data && today.data.sportEvents.length > 0;
  const upcoming = useEventsAt('upcoming', {}, 1, today.data !== undefined && !playsToday);
  const isSettled = today.isError || upcoming.isFetched || playsToday === true;
  const events = playsToday ? today.data.sportEvents : (upcoming.data?.sportEvents ?? []);
  const clubs = [...new Map(events.flatMap((event) => event.clubs).map((club) => [club.id, club])).values()];
  return (
    <div className="flex flex-col gap-8">
      {searches.length > 0 && (
        <section aria-label="Búsquedas recientes">
          <div className="mb-2 flex flex-wrap items-center gap-x-3">
            <h2 className="text-lead">Búsquedas recientes</h2>
            <Button kind="quiet" size="small" onClick={forget}>
              Borrar
            </Button>
          </div>
          <ul className="flex flex-wrap gap-2">
            {searches.map((text) => (
              <li key={text} className="max-w-full">
                <Link
                  to={`${paths.search}?texto=${encodeURIComponent(text)}`}
                  replace
                  className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-surface px-4 text-small font-semibold transition-colors hover:border-line-strong"
                >
                  <span className="truncate">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {clubs.length > 0 && (
        <section aria-label={playsToday ? 'Juegan hoy' : 'Juegan pronto'}>
          <h2 className="mb-2 text-lead">{playsToday ? 'Juegan hoy' : 'Juegan pronto'}</h2>
          <ClubRow clubs={clubs} />
        </section>
      )}
      {/* Below the crests, which would move it. */}
      {isSettled && (
        <EmptyState
          title="Busca en todo Cantera TV"
          text="Partidos, videos, clips y clubes. El orden de las palabras y las tildes dan igual."
        />
      )}
    </div>
  );
}
