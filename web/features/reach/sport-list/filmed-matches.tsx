/** A sport's lives, then its recordings, one row a match. */
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { matchesSearch } from '../../../../shared/domain/search-text.ts';
import { usePage } from '../../../lib/use-page.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { ResultCount } from '../../../ui/result-count.tsx';
import { type EventFilter, useEventsAt } from '../../league/events/event-times.ts';
import { type ListedRow, MatchList, MatchListSkeleton, MatchRows } from '../../league/events/match-list.tsx';
import type { MatchFilterState } from '../../league/events/use-match-filter.ts';
import { arrangeRecordings, toLiveRow } from '../../viewing/matches/match-rows.ts';
import { useLives, useVods } from '../../viewing/matches/queries.ts';
import { OtherResults } from '../search/other-results.tsx';
import { useMatchesWithoutVideo } from '../search/use-matches-without-video.ts';

interface Props {
  sport: Sport;
  search: string;
  clubIds: string[];
  match: MatchFilterState;
  /** Title, clubs and the match's filters. */
  filter: EventFilter;
  /** Undefined while there are no filters. */
  onClear: (() => void) | undefined;
}

export function FilmedMatches({ sport, search, clubIds, match, filter, onClear }: Props) {
  const { page, goTo } = usePage();
  const vods = useVods({ sport, page, each: 'match', ...filter });
  const allLives = useLives(sport);
  // Lives are not filtered by the server.
  const todays = useEventsAt('today', { sport, ...match.filter }, 1, match.isFiltered);
  const isOfMatch = ({ sportEventId }: LiveCard) =>
    !match.isFiltered || todays.data?.sportEvents.some(({ id }) => id === sportEventId);
  const isWanted = (live: LiveCard) =>
    matchesSearch(live.title, search) && (clubIds.length === 0 || live.clubs.some(({ id }) => clubIds.includes(id)));
  const lives =
    (vods.data?.page ?? page) === 1 ? (allLives.data ?? []).filter((live) => isWanted(live) && isOfMatch(live)) : [];
  const running = lives.map((live) => ({
    live,
    vod: vods.data?.vods.find(({ sportEventId }) => sportEventId !== null && sportEventId === live.sportEventId),
  }));
  const films = (vods.data?.vods ?? []).filter((vod) => running.every((one) => one.vod !== vod));
  const isFirstPage = !vods.isPlaceholderData && vods.data?.page === 1 && allLives.isFetched;
  const unfilmed = useMatchesWithoutVideo(
    { search, sport, clubIds },
    isFirstPage && !match.isFiltered ? [...lives, ...films].map(({ sportEventId }) => sportEventId) : undefined,
  );

  if (vods.isLoadingError) return <LoadFailure error={vods.error} />;
  if (vods.isPending) return <MatchListSkeleton rows={12} />;
  const { pinned, others } = arrangeRecordings(films);
  return (
    <>
      <ResultCount
        total={vods.isPlaceholderData ? undefined : vods.data.total + lives.length + unfilmed.length}
        one="partido"
        many="partidos"
      />
      <div className="flex flex-col gap-8">
        <Part title="Ahora en directo" rows={running.map(({ live, vod }) => toLiveRow(live, vod))} />
        <Part title="Partidos" rows={unfilmed.map((event) => ({ key: event.id, match: event }))} />
        <Part title="Destacados" rows={pinned} />
        {others.length > 0 && <MatchList rows={others} isStale={vods.isPlaceholderData} />}
      </div>
      {lives.length + films.length === 0 && (
        <>
          {unfilmed.length === 0 && (
            <EmptyState
              title="No hay resultados disponibles"
              text={onClear ? 'Prueba con otro título u otros clubes.' : 'Pronto habrá partidos aquí.'}
              action={
                onClear && (
                  <Button kind="secondary" onClick={onClear}>
                    Quitar filtros
                  </Button>
                )
              }
            />
          )}
          <OtherResults filter={{ search, sport, clubIds }} except="vods" shownMatches={unfilmed.length} />
        </>
      )}
      <Pagination page={page} totalPages={vods.data.totalPages} onPage={goTo} />
    </>
  );
}

function Part({ title, rows }: { title: string; rows: readonly ListedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lead">{title}</h2>
      <MatchRows rows={rows} />
    </section>
  );
}
