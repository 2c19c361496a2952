/** /home: banner, the own clubs, the live or next match, the matches by time, the own shelves, supercopa when live, content, the sports, contact (V-HOME). */

import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useSession } from '../../../app/session.tsx';
import { errorText } from '../../../lib/api.ts';
import { keptClubs } from '../../../lib/kept-clubs.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { MatchDaysRail } from '../../league/events/match-days-rail.tsx';
import { ContentVideoCard } from '../../recordings/content/content-video-card.tsx';
import { Shelves } from '../../viewing/library/shelves.tsx';
import { useLives, useVods } from '../../viewing/matches/queries.ts';
import { useRefused } from '../my-team/refused.ts';
import { TeamPlace } from '../my-team/team-place.tsx';
import { HomeHero } from './home-hero.tsx';
import { useLatestContent, useNextEvent } from './queries.ts';
import { SportRail } from './sport-rail.tsx';

// Only after a login or a payment, which the address tells; and in the days of the cup.
const HomeBanner = lazy(async () => ({ default: (await import('./home-banner.tsx')).HomeBanner }));
const Supercopa = lazy(async () => ({ default: (await import('./supercopa.tsx')).Supercopa }));
const MyTeam = lazy(async () => ({ default: (await import('../my-team/my-team.tsx')).MyTeam }));

export default function HomePage() {
  useTitle('Inicio');
  const allLives = useLives();
  const vods = useVods({ sport: 'SOCCER' });
  const content = useLatestContent();
  const next = useNextEvent();
  const [isRefused] = useRefused();
  const { isLoggedIn } = useSession();
  // Who has just come is shown a match first, and asked below; once chosen, the own clubs stay there until the next visit.
  const [asksBelow] = useState(() => !isLoggedIn && keptClubs().length === 0);
  const { search } = useLocation();

  const heroLive = allLives.data?.find((live) => live.isLive);
  const supercopa = allLives.data?.find((live) => live.isLive && ['supercopa', 'supercopa2'].includes(live.slug));

  const team = (
    <Suspense fallback={!isRefused && <TeamPlace />}>
      <MyTeam />
    </Suspense>
  );

  return (
    <div className="flex flex-col gap-10">
      <div>
        {search && (
          <Suspense fallback={search.includes('show') && <div className="h-13 border-b border-line bg-raised" />}>
            <HomeBanner />
          </Suspense>
        )}
        {!asksBelow && team}
        <HomeHero
          live={heroLive}
          next={next.data ?? undefined}
          latest={vods.data?.vods[0]}
          loading={allLives.isPending || next.isPending || vods.isPending}
        />
      </div>

      <MatchDaysRail />

      {asksBelow && team}

      <Shelves />

      {supercopa && (
        <Suspense fallback={null}>
          <Supercopa live={supercopa} />
        </Suspense>
      )}

      {(content.isPending || content.isError || content.data.length > 0) && (
        <Rail title="Contenido">
          {content.isPending && <RailSkeleton />}
          {content.isError && (
            <li className="grow">
              <ErrorState message={errorText(content.error)} onRetry={() => content.refetch()} />
            </li>
          )}
          {content.data?.slice(0, 4).map((video) => (
            <RailItem key={video.id}>
              <ContentVideoCard video={video} category />
            </RailItem>
          ))}
          {content.data && (
            <RailItem>
              <Link
                to={paths.content}
                className="flex aspect-video flex-col items-center justify-center gap-2 rounded-md border border-line bg-surface font-semibold transition-colors hover:border-line-strong"
              >
                <Icon name="right" size={28} />
                Ver todo
              </Link>
            </RailItem>
          )}
        </Rail>
      )}

      <SportRail sport="SOCCER" />
      <SportRail sport="BASKET" />

      <section className="px-gutter">
        <div className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-6 sm:p-8">
          <div className="mr-auto max-w-140">
            <h2 className="text-title">¿Quieres ver aquí a tu equipo?</h2>
            <p className="mt-2 text-muted">
              Grabamos y emitimos los partidos de tu club. Solo hace falta un móvil o una cámara y ganas de jugar.
            </p>
          </div>
          <LinkButton to={paths.contactTeams} kind="secondary">
            Contacta con nosotros
          </LinkButton>
        </div>
      </section>
    </div>
  );
}
