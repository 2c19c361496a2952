/** A sport's lives, then its recordings, one row a match. */
import type { ListedLive, LiveCard } from '../../../../shared/contract/live.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import type { ListedVod } from '../../../../shared/contract/vod.ts';
import { foldText } from '../../../../shared/domain/fold-text.ts';
import { isSummary } from '../../../../shared/domain/match-videos.ts';
import { matchesSearch } from '../../../../shared/domain/search-text.ts';
import { capitalise, formatShortDate } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { usePage } from '../../../lib/use-page.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { ResultCount } from '../../../ui/result-count.tsx';
import { type EventFilter, useEventsAt } from '../../league/events/event-times.ts';
import { type ListedRow, MatchList, MatchListSkeleton, MatchRows } from '../../league/events/match-list.tsx';
import type { MatchFilterState } from '../../league/events/use-match-filter.ts';
import { useLives, useVods } from '../../viewing/matches/queries.ts';
import { OtherResults } from '../search/other-results.tsx';
import { type SearchFilter, useSearch } from '../search/queries.ts';

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

/**
 * Finds matches of a search that have no video in its list, such as one that was bought before it is played. Returns
 * those with exactly the searched title or, for an empty list, all. `listed` are the ids of the matches that
 * the list shows; undefined until it is loaded.
 */
function useMatchesWithoutVideo(filter: SearchFilter, listed: readonly (string | null)[] | undefined) {
  const { data, isPlaceholderData } = useSearch(filter);
  if (!data || isPlaceholderData || !listed) return noMatches;
  const title = foldText(filter.search.trim());
  return data.sportEvents.items.filter(
    (event) => !listed.includes(event.id) && (listed.length === 0 || foldText(event.title.trim()) === title),
  );
}

const noMatches: readonly SportEvent[] = [];

/** Lives and recordings as rows of a list of matches. */
const toLiveRow = (live: ListedLive, vod?: ListedVod): ListedRow => ({
  key: live.slug,
  match: live.sportEvent ?? undefined,
  title: live.title || live.slug,
  sport: live.sport,
  to: paths.live(live.slug),
  isOnAir: live.isLive,
  film: { picture: live.thumbnail, duration: null },
  note: vod && nameExtras(vod),
});

const toVodRow = (vod: ListedVod): ListedRow => ({
  key: vod.id,
  match: vod.sportEvent ?? undefined,
  title: vod.title,
  sport: vod.sport,
  to: paths.vod(vod.id),
  date: vod.dateCreated,
  film: { picture: vod.thumbnail, duration: vod.duration },
  note: nameExtras(vod),
});

/** Names the match's other videos: 'Resumen · Clips'. */
function nameExtras(vod: ListedVod): string {
  const others = vod.also ?? [];
  const recordings = others.filter((video) => !video.isSummary).length;
  return [
    recordings > 0 && !isSummary(vod) && `${recordings + 1} videos`,
    others.some((video) => video.isSummary) && 'Resumen',
    vod.hasClips && 'Clips',
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Splits recordings into those that staff placed before newer ones, whose rows show their date, and the others from the
 * latest match on.
 */
function arrangeRecordings(vods: readonly ListedVod[]): { pinned: ListedRow[]; others: ListedRow[] } {
  const last = vods.findLastIndex(
    ({ dateCreated }, index) => dateCreated < (vods[index + 1]?.dateCreated ?? dateCreated),
  );
  const day = ({ sportEvent, dateCreated }: ListedVod) => sportEvent?.scheduledStartDate ?? dateCreated;
  return {
    pinned: vods.slice(0, last + 1).map((vod) => ({ ...toVodRow(vod), when: capitalise(formatShortDate(day(vod))) })),
    others: vods
      .slice(last + 1)
      .toSorted((a, b) => (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : 0))
      .map(toVodRow),
  };
}
