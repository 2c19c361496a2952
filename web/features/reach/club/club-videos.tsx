/** The lives and recordings of a club. */
import { useQuery } from '@tanstack/react-query';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import { livesRefreshMs } from '../../../../shared/domain/limits.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery, usePage } from '../../../lib/use-page.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { useEventsAt } from '../../league/events/event-times.ts';
import type { MatchFilterState } from '../../league/events/use-match-filter.ts';
import { MatchGrid } from '../../viewing/matches/match-cards.tsx';

/** Both are requested together with the club. */
export function useClubVods(id: string, match: MatchFilterState, page: number) {
  return useQuery(
    pageQuery(['club-vods', id, match.filter], page, (page, signal) =>
      api('GET /clubs/{id}/vods', { params: { id }, query: { ...match.filter, page }, signal }),
    ),
  );
}

export function useClubLives(id: string) {
  return useQuery({
    queryKey: ['club-lives', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}/lives', { params: { id }, signal })).data.liveUsers,
    refetchInterval: livesRefreshMs,
  });
}

interface Props {
  id: string;
  match: MatchFilterState;
  onAir: readonly LiveCard[];
  /** Text where the club has neither. */
  emptyText: string;
}

export function ClubVideos({ id, match, onAir, emptyText }: Props) {
  const { page, goTo } = usePage('partidos');
  const vods = useClubVods(id, match, page);
  const lives = useClubLives(id);
  const todays = useEventsAt('today', { clubIds: [id], ...match.filter }, 1, match.isFiltered);
  const videos = vods.data?.vods ?? [];
  const first = (vods.data?.page ?? 1) === 1;
  const isOfMatch = (eventId: string | null) =>
    !match.isFiltered || todays.data?.sportEvents.some((event) => event.id === eventId);
  const shownLives = first ? onAir.filter(({ sportEventId }) => isOfMatch(sportEventId)) : [];
  const failed = [vods, lives].find((query) => query.isLoadingError)?.error;
  return (
    <>
      {vods.isPending ? (
        <div className="grid-cards">
          <CardSkeletons />
        </div>
      ) : shownLives.length + videos.length > 0 ? (
        <MatchGrid lives={shownLives} vods={videos} />
      ) : (
        vods.isSuccess &&
        !lives.isPending && (
          <EmptyState
            icon="video"
            title="No hay resultados disponibles"
            text={match.isFiltered ? 'Con estos filtros no hay ninguno.' : emptyText}
            action={
              match.isFiltered && (
                <Button kind="secondary" onClick={() => match.clear()}>
                  Quitar filtros
                </Button>
              )
            }
          />
        )
      )}
      {failed && <LoadFailure error={failed} />}
      <Pagination page={page} totalPages={vods.data?.totalPages ?? 1} onPage={goTo} />
    </>
  );
}
