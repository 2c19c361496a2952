/** /mi-equipo: the user's clubs with their matches, and the club picker; for visitors too. */
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ClubRow } from '../features/league/clubs/club-grid.tsx';
import { EventCard } from '../features/league/events/event-card.tsx';
import { NextMatch } from '../features/league/events/next-match.tsx';
import { Notify } from '../features/reach/alerts/notify.tsx';
import { ChooseClubs } from '../features/reach/my-team/choose-clubs.tsx';
import { MatchMoments } from '../features/reach/my-team/match-moments.tsx';
import { useMyTeam } from '../features/reach/my-team/queries.ts';
import { MatchGrid } from '../features/viewing/matches/match-cards.tsx';
import { useVods } from '../features/viewing/matches/queries.ts';
import { clubQuery } from '../lib/club-query.ts';
import { useFavouriteClubs } from '../session/favourite-clubs.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { CardSkeletons } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Section } from '../ui/section.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

export default function MyTeamPage() {
  const { isLoggedIn } = useSession();
  const { ids, error, choose } = useFavouriteClubs();
  const [isChoosing, setChoosing] = useState<boolean>();
  if (error) return <LoadFailure heading error={error} />;
  if (!ids) return <PageSpinner />;
  // Without clubs, the picker opens and stays open until the user confirms.
  const choosing = isChoosing ?? ids.length === 0;
  return (
    <div className="flex flex-col gap-8 px-gutter pt-8">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="mr-auto text-title">Mi equipo</h1>
        {ids.length > 0 && (
          <Button kind={choosing ? 'primary' : 'secondary'} onClick={() => setChoosing(!choosing)}>
            {choosing ? 'Listo' : 'Cambiar mis clubes'}
          </Button>
        )}
      </div>
      {choosing ? (
        <>
          <p className="max-w-[60ch] text-muted">
            Elige tus clubes y tendrás aquí, y lo primero en Inicio, lo que juegan ahora, lo próximo y lo último.
            {!isLoggedIn && ' Se guardan en este navegador; si entras con tu cuenta, se van contigo.'}
          </p>
          <ChooseClubs
            ids={ids}
            onChange={(id, chosen) => {
              setChoosing(true);
              choose(id, chosen);
            }}
          />
        </>
      ) : (
        <Matches ids={ids} />
      )}
    </div>
  );
}

function Matches({ ids }: { ids: string[] }) {
  const clubs = useClubs(ids);
  const team = useMyTeam(ids);
  const vods = useVods({ clubIds: ids.toSorted() });
  if (team.error) return <LoadFailure error={team.error} />;
  if (team.isPending || vods.isPending)
    return (
      <div className="grid-cards">
        <CardSkeletons />
      </div>
    );
  const { lives, running, next, last } = team;
  const videos = vods.data?.vods ?? [];
  return (
    <>
      <ClubRow clubs={clubs} />
      {lives.length > 0 && (
        <Section title="Ahora en directo" heading="mb-4">
          <MatchGrid lives={lives} eager />
        </Section>
      )}
      <NextMatch running={running} next={next} />
      {next && (
        <div>
          <Notify kind="events" id={next.id} title={next.title} />
        </div>
      )}
      {last && (
        <Section title="Último resultado" heading="mb-4">
          <ul className="flex flex-wrap gap-x-8 gap-y-4">
            <li className="w-72 max-w-full">
              <EventCard event={last} />
            </li>
            <MatchMoments event={last} />
          </ul>
        </Section>
      )}
      {videos.length > 0 && (
        <Section title="Videos" heading="mb-4">
          <MatchGrid vods={videos} />
        </Section>
      )}
      {vods.isLoadingError && <LoadFailure error={vods.error} />}
      {!vods.isLoadingError && videos.length + lives.length + running.length === 0 && !next && !last && (
        <EmptyState
          icon="video"
          title="Tu equipo no tiene partidos a la vista"
          text="En cuanto haya uno lo verás aquí, y lo primero en Inicio."
        />
      )}
    </>
  );
}

/** Reads the clubs, without deleted and hidden ones. */
function useClubs(ids: readonly string[]) {
  const clubQueries = useQueries({ queries: ids.map(clubQuery) });
  return clubQueries.flatMap(({ data }) => data ?? []);
}
