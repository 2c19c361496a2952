/** /club/{id}: a club with its next match, lives, recordings and events. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { livesRefreshMs } from '../../shared/domain/limits.ts';
import { toCardPicture } from '../../shared/domain/media-address.ts';
import { FavouriteButton } from '../features/league/clubs/favourite-button.tsx';
import { ProtectionContactLine } from '../features/league/clubs/protection-contact-line.tsx';
import { ClubCompetitions } from '../features/league/competitions/club-competitions.tsx';
import { useCompetitions } from '../features/league/competitions/queries.ts';
import { splitRunningAndNext, useEventsAt, useLastResults, useTime } from '../features/league/events/event-times.ts';
import { EventsByTime } from '../features/league/events/events-by-time.tsx';
import { LastResults } from '../features/league/events/last-results.tsx';
import { MatchFilters } from '../features/league/events/match-filters.tsx';
import { NextMatch } from '../features/league/events/next-match.tsx';
import { TimeTabs } from '../features/league/events/time-tabs.tsx';
import { useMatchFilter } from '../features/league/events/use-match-filter.ts';
import { useFollowedLives, useFollowedMatches } from '../features/league/events/use-signals.ts';
import { Notify } from '../features/reach/alerts/notify.tsx';
import { SubscribeToCalendar } from '../features/reach/calendars/calendar-buttons.tsx';
import { LiveMatchCard, VodMatchCard } from '../features/viewing/matches/match-cards.tsx';
import { api } from '../lib/api.ts';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { fetchPageOrLast, usePage } from '../lib/use-page.ts';
import { useTitle } from '../lib/use-title.ts';
import { LiveBadge, StatusPill } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';

export default function ClubPage() {
  const { id = '' } = useParams();
  const { page, goTo } = usePage('partidos');
  const club = useQuery({
    queryKey: ['club', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
  });
  const failure = club.isLoadingError ? club.error : undefined;
  const lives = useQuery({
    queryKey: ['club-lives', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}/lives', { params: { id }, signal })).data.liveUsers,
    refetchInterval: livesRefreshMs,
  });
  const followedLives = useFollowedLives(lives.data, lives.refetch);
  const upcoming = useEventsAt('upcoming', { clubIds: [id] });
  const coming = useFollowedMatches(upcoming.data?.sportEvents);
  const results = useLastResults(id);
  const competitions = useCompetitions({ clubIds: [id] });
  const [time, setTime] = useTime();
  const match = useMatchFilter();
  const todays = useEventsAt('today', { clubIds: [id], ...match.filter }, 1, match.isFiltered);
  // The parameter `page` belongs to the list that is shown.
  const vodPage = time ? 1 : page;
  const vods = useQuery({
    queryKey: ['club-vods', id, match.filter, vodPage],
    queryFn: ({ signal }) =>
      fetchPageOrLast(vodPage, (page) =>
        api('GET /clubs/{id}/vods', { params: { id }, query: { ...match.filter, page }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
  useTitle(club.data?.name);

  // The page waits for the content above the list, so that nothing shifts.
  if (failure && !isNotFound(failure)) return <LoadFailure heading error={failure} />;
  if (failure) {
    return (
      <ErrorState
        heading
        title="Club no encontrado"
        message="No se pudo cargar la información del club"
        action={<LinkButton to={paths.clubs}>Ver todos los clubes</LinkButton>}
      />
    );
  }
  if (!club.data || upcoming.isPending || results.isPending || competitions.isPending) return <PageSpinner />;

  const { running, next } = splitRunningAndNext(coming);
  const onAir = (followedLives ?? []).filter((live) => live.isLive);
  const found = vods.data?.vods ?? [];
  const first = (vods.data?.page ?? 1) === 1;
  const isOfMatch = (eventId: string | null) =>
    !match.isFiltered || todays.data?.sportEvents.some((event) => event.id === eventId);
  const shownLives = first ? onAir.filter(({ sportEventId }) => isOfMatch(sportEventId)) : [];
  const failed = [vods, lives].find((query) => query.isLoadingError)?.error;
  return (
    <div className="px-gutter">
      <header className="relative isolate -mx-[clamp(16px,4vw,56px)] flex flex-wrap items-center gap-6 overflow-hidden border-b border-line px-gutter py-8 sm:py-12">
        {/* The blurred crest gives the background the club's colours. */}
        {club.data.thumbnail && (
          <img
            src={toCardPicture(club.data.thumbnail)}
            alt=""
            className="absolute inset-0 -z-20 size-full scale-150 object-cover opacity-60 blur-3xl saturate-150 forced-colors:hidden"
          />
        )}
        <div className="absolute inset-0 -z-10 bg-linear-to-r from-bg/60 via-bg/75 to-bg/20" />
        <Thumbnail
          src={club.data.thumbnail}
          kind="club"
          className="aspect-square! w-[min(6rem,25vw)] shrink-0 bg-bg/50! sm:w-40"
          eager
        />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <div className="flex flex-wrap gap-2">
            <StatusPill tone="info">Club Oficial</StatusPill>
            {onAir.length > 0 && <LiveBadge text="EN DIRECTO" />}
          </div>
          <h1 className="max-w-full text-title sm:text-hero sm:leading-none">{club.data.name}</h1>
          <div className="flex flex-wrap gap-3">
            <Notify kind="clubs" id={id} title={club.data.name} />
            <FavouriteButton clubId={id} />
            <SubscribeToCalendar path={`/clubs/${id}/calendar`} matches={`de ${club.data.name}`} />
          </div>
        </div>
      </header>
      <NextMatch running={running} next={next} />
      <LastResults events={results.data ?? []} />
      <ClubCompetitions competitions={competitions.data ?? []} />
      <section aria-labelledby="partidos" className="pt-8">
        <h2 id="partidos" className="mb-4 scroll-mt-4 text-lead">
          Partidos
        </h2>
        <ListBar
          tabs={<TimeTabs value={time} onChange={setTime} none="Videos" />}
          active={Object.keys(match.filter).length}
        >
          <MatchFilters scope={{ clubIds: [id] }} state={match} />
        </ListBar>
        {time ? (
          <EventsByTime
            time={time}
            filter={{ clubIds: [id], ...match.filter }}
            section="partidos"
            onClear={match.isFiltered ? () => match.clear() : undefined}
          />
        ) : (
          <>
            {vods.isPending ? (
              <div className="grid-cards">
                <CardSkeletons />
              </div>
            ) : shownLives.length + found.length > 0 ? (
              <div className="grid-cards">
                {shownLives.map((live) => (
                  <LiveMatchCard key={live.slug} live={live} />
                ))}
                {found.map((vod) => (
                  <VodMatchCard key={vod.id} vod={vod} />
                ))}
              </div>
            ) : (
              vods.isSuccess &&
              !lives.isPending && (
                <EmptyState
                  icon="video"
                  title="No hay resultados disponibles"
                  text={
                    match.isFiltered
                      ? 'Con estos filtros no hay ninguno.'
                      : next || running.length > 0 || results.data?.length
                        ? 'Los videos de sus partidos aparecerán aquí.'
                        : 'Este club todavía no tiene partidos.'
                  }
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
        )}
      </section>
      {club.data.protection && <ProtectionContactLine contact={club.data.protection} />}
    </div>
  );
}
