/** /club/{id}: a club with its next match, lives, recordings and events. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
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
import { MorePlans } from '../features/money/payments/more-plans.tsx';
import { ClubHeader } from '../features/reach/club/club-header.tsx';
import { ClubVideos, useClubLives, useClubVods } from '../features/reach/club/club-videos.tsx';
import { clubQuery } from '../lib/club-query.ts';
import { isNotFound } from '../lib/load-errors.ts';
import { paths } from '../lib/paths.ts';
import { usePage } from '../lib/use-page.ts';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { ListBar } from '../ui/list-bar.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function ClubPage() {
  const { id = '' } = useParams();
  const { page } = usePage('partidos');
  const club = useQuery(clubQuery(id));
  const failure = club.isLoadingError ? club.error : undefined;
  const lives = useClubLives(id);
  const followedLives = useFollowedLives(lives.data, lives.refetch);
  const upcoming = useEventsAt('upcoming', { clubIds: [id] });
  const coming = useFollowedMatches(upcoming.data?.sportEvents);
  const results = useLastResults(id);
  const competitions = useCompetitions({ clubIds: [id] });
  const [time, setTime] = useTime();
  const match = useMatchFilter();
  // The parameter `page` belongs to the list that is shown.
  useClubVods(id, match, time ? 1 : page);
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
  return (
    <div className="px-gutter">
      <ClubHeader club={club.data} isOnAir={onAir.length > 0} />
      <NextMatch running={running} next={next} />
      <MorePlans
        title={`Todo lo de ${club.data.name}`}
        clubs={[club.data]}
        only={['PT_CLUB_PASS']}
        redirectUrl={paths.profile}
      />
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
          <ClubVideos
            {...{ id, match, onAir }}
            emptyText={
              next || running.length > 0 || results.data?.length
                ? 'Los videos de sus partidos aparecerán aquí.'
                : 'Este club todavía no tiene partidos.'
            }
          />
        )}
      </section>
      {club.data.protection && <ProtectionContactLine contact={club.data.protection} />}
    </div>
  );
}
