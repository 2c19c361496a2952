/** The lives and recordings of a club. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import { api } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/use-page.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSkeletons } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { useEventsAt } from '../../league/events/event-times.ts';
import type { MatchFilterState } from '../../league/events/use-match-filter.ts';
import { LiveMatchCard, VodMatchCard } from '../../viewing/matches/match-cards.tsx';

/** `page` of the recordings; the page requests it with the club. */
export function useClubVods(id: string, match: MatchFilterState, page: number) {
  return useQuery(
    pageQuery(['club-vods', id, match.filter], page, (page, signal) =>
      api('GET /clubs/{id}/vods', { params: { id }, query: { ...match.filter, page }, signal }),
    ),
  );
}

export function ClubVideos({
  clubId: id,
  match,
  vods,
  page,
  goTo,
  lives,
  onAir,
  emptyText,
}: {
  clubId: string;
  match: MatchFilterState;
  vods: ReturnType<typeof useClubVods>;
  page: number;
  goTo: (page: number) => void;
  lives: Pick<UseQueryResult<LiveCard[]>, 'isPending' | 'isLoadingError' | 'error'>;
  onAir: readonly LiveCard[];
  /** Text where the club has neither. */
  emptyText: string;
}) {
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
        <div className="grid-cards">
          {shownLives.map((live) => (
            <LiveMatchCard key={live.slug} live={live} />
          ))}
          {videos.map((vod) => (
            <VodMatchCard key={vod.id} vod={vod} />
          ))}
        </div>
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
