/** /futbol and /baloncesto: lives and recordings, or events by time, with filters by title and clubs, paged. */
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { LiveCard } from '../../shared/contract/live.ts';
import type { Sport } from '../../shared/contract/schema.ts';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import { matchesSearch } from '../../shared/domain/search-text.ts';
import { sportName } from '../../shared/domain/sport-name.ts';
import { searchClubsBySport } from '../features/league/clubs/queries.ts';
import { EventCard } from '../features/league/events/event-card.tsx';
import { useEventsAt, useTime } from '../features/league/events/event-times.ts';
import { EventsByTime } from '../features/league/events/events-by-time.tsx';
import { MatchFilters, pillLook } from '../features/league/events/match-filters.tsx';
import { TimeTabs } from '../features/league/events/time-tabs.tsx';
import { useMatchFilter } from '../features/league/events/use-match-filter.ts';
import { OtherResults } from '../features/reach/search/other-results.tsx';
import { useMatchesWithoutVideo } from '../features/reach/search/use-matches-without-video.ts';
import { LiveMatchCard, VodMatchCard } from '../features/viewing/matches/match-cards.tsx';
import { type ListedMatch, MatchChips } from '../features/viewing/matches/match-chips.tsx';
import { useLives, useVods } from '../features/viewing/matches/queries.ts';
import { SportLinks } from '../features/viewing/matches/sport-links.tsx';
import { groupByWeekend } from '../features/viewing/matches/weekends.ts';
import { paths } from '../lib/paths.ts';
import { usePage } from '../lib/use-page.ts';
import { isString, useStored } from '../lib/use-stored.ts';
import { useTitle } from '../lib/use-title.ts';
import { Button } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card.tsx';
import { type ClubChoice, ClubPicker } from '../ui/club-picker.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ResultCount } from '../ui/result-count.tsx';
import { SearchInput } from '../ui/search-input.tsx';

export default function SportListPage({ sport }: { sport: Sport }) {
  const title = sportName(sport);
  useTitle(title);
  const [query, setQuery] = useSearchParams();
  const [storedSearch, storeSearch] = useStored(`list:${sport}:search`, '', isString);
  const [storedClubs, setClubs] = useStored<ClubChoice[]>(`list:${sport}:clubs`, [], isClubs);
  // A link to a match finds it whatever clubs were chosen before.
  const [isLinked, setLinked] = useState(query.has('search'));
  const clubs = isLinked ? noClubs : storedClubs;
  const [search, setSearch] = useState((query.get('search') ?? storedSearch).slice(0, searchMaxLength));
  const { page, goTo } = usePage();
  const clubIds = clubs.map((club) => club.id);

  const [time, setTime] = useTime();
  const match = useMatchFilter();
  const searchFilter = { search: search || undefined, clubIds: clubIds.length > 0 ? clubIds : undefined };
  const filter = { ...searchFilter, ...match.filter };

  // The parameter `page` belongs to the list that is shown.
  const vods = useVods({ sport, page: time ? 1 : page, each: 'match', ...filter });
  const allLives = useLives(sport);
  // Lives do not tell their competition and ground, but today's matches do.
  const todays = useEventsAt('today', { sport, ...match.filter }, 1, match.isFiltered);
  const isOfMatch = ({ sportEventId }: LiveCard) =>
    !match.isFiltered || todays.data?.sportEvents.some(({ id }) => id === sportEventId);
  const lives =
    (vods.data?.page ?? page) === 1
      ? (allLives.data ?? []).filter((live) => matchesFilter(live, search, clubIds) && isOfMatch(live))
      : [];
  const running: ListedMatch[] = lives.map((live) => {
    const vod = vods.data?.vods.find(({ sportEventId }) => sportEventId !== null && sportEventId === live.sportEventId);
    return { live, ...(vod && { vod }) };
  });
  const found = (vods.data?.vods ?? []).filter((vod) => running.every((match) => match.vod !== vod));
  const isFiltered = search !== '' || clubs.length > 0 || match.isFiltered;
  const searched = { search, sport, clubIds };
  const isFirstPage = !vods.isPlaceholderData && vods.data?.page === 1 && allLives.isFetched;
  const matches = useMatchesWithoutVideo(
    searched,
    isFirstPage && !match.isFiltered ? [...lives, ...found].map(({ sportEventId }) => sportEventId) : undefined,
  );
  const foundMatches =
    matches.length > 0 ? (
      <Part title="Partidos">
        {matches.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </Part>
    ) : undefined;
  const otherResults = (
    <OtherResults filter={searched} except={time ? undefined : 'vods'} shownMatches={time ? 0 : matches.length} />
  );

  function changeSearch(text: string) {
    setSearch(text);
    storeSearch(text);
    setQuery(
      (before) => {
        before.delete('page');
        before.delete('search');
        return before;
      },
      { replace: true },
    );
  }

  function clear() {
    setClubs([]);
    setLinked(false);
    setSearch('');
    storeSearch('');
    match.clear('search');
  }

  function changeClubs(chosen: ClubChoice[]) {
    setClubs(chosen);
    setLinked(false);
    goTo(1, { replace: true });
  }

  return (
    <div className="px-gutter pt-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="text-title">{title}</h1>
        <SportLinks />
      </div>
      <div className="sticky top-16 z-20 -mx-2 flex flex-wrap items-start gap-3 bg-bg px-2 py-4">
        <SearchInput
          label="Buscar por título"
          placeholder="Buscar por título..."
          value={search}
          onSearch={changeSearch}
        />
        <div className="w-full sm:w-80">
          <ClubPicker
            label="Filtrar por clubes"
            hideLabel
            search={searchClubsBySport[sport]}
            chosen={clubs}
            onChange={changeClubs}
          />
        </div>
      </div>

      <div className="mb-2 flex flex-wrap gap-3">
        <TimeTabs value={time} onChange={setTime} none="Videos" />
        <MatchFilters scope={{ sport }} state={match}>
          <Link
            to={`${paths.competitions}?deporte=${sport === 'SOCCER' ? 'futbol' : 'baloncesto'}`}
            className={pillLook}
          >
            Clasificaciones
          </Link>
        </MatchFilters>
      </div>
      {time ? (
        <EventsByTime
          time={time}
          filter={{ sport, ...filter }}
          onClear={isFiltered ? clear : undefined}
          elsewhere={otherResults}
        />
      ) : (
        <>
          <ResultCount
            total={vods.isPlaceholderData ? undefined : vods.data && vods.data.total + lives.length + matches.length}
            one="partido"
            many="partidos"
          />
          {vods.isLoadingError ? (
            <LoadFailure error={vods.error} />
          ) : vods.isPending ? (
            <div className="grid-cards pt-2">
              <CardSkeletons count={12} />
            </div>
          ) : lives.length + found.length === 0 ? (
            <>
              {foundMatches ?? (
                <EmptyState
                  title="No hay resultados disponibles"
                  text={isFiltered ? 'Prueba con otro título u otros clubes.' : 'Pronto habrá partidos aquí.'}
                  action={
                    isFiltered && (
                      <Button kind="secondary" onClick={clear}>
                        Quitar filtros
                      </Button>
                    )
                  }
                />
              )}
              {otherResults}
            </>
          ) : (
            <>
              {running.length > 0 && (
                <Part title="Ahora en directo">
                  {running.map((match) => (
                    <div key={match.live?.slug}>
                      {match.live && <LiveMatchCard live={match.live} eager />}
                      <MatchChips match={match} />
                    </div>
                  ))}
                </Part>
              )}
              {foundMatches}
              {groupByWeekend(found, ({ dateCreated }) => dateCreated).map(({ title, items }, part) => (
                <Part key={title} title={title} isStale={vods.isPlaceholderData}>
                  {items.map((vod, index) => (
                    <div key={vod.id}>
                      <VodMatchCard vod={vod} eager={part === 0 && index < 2} />
                      <MatchChips match={{ vod }} />
                    </div>
                  ))}
                </Part>
              ))}
            </>
          )}
          <Pagination page={page} totalPages={vods.data?.totalPages ?? 1} onPage={goTo} />
        </>
      )}
    </div>
  );
}

function Part({ title, isStale = false, children }: { title: string; isStale?: boolean; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="pt-2 text-lead">{title}</h2>
      <div className="grid-cards pt-3 transition-opacity" aria-busy={isStale}>
        {children}
      </div>
    </section>
  );
}

/** Applies the list's filters to lives, which the server does not filter. */
function matchesFilter(live: LiveCard, search: string, clubIds: string[]): boolean {
  return (
    matchesSearch(live.title, search) && (clubIds.length === 0 || live.clubs.some((club) => clubIds.includes(club.id)))
  );
}

const noClubs: ClubChoice[] = [];
const isClubs = (value: unknown): value is ClubChoice[] =>
  Array.isArray(value) && value.every((club) => typeof club?.id === 'string' && typeof club?.name === 'string');
