/** /home: banner, hero, own clubs, matches by time, own shelves, content, sports, contact. */

import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { sportName } from '../../shared/domain/sport-name.ts';
import { MatchDaysRail } from '../features/league/events/match-days-rail.tsx';
import { HomeHero } from '../features/reach/home/home-hero.tsx';
import { SportRail } from '../features/reach/home/sport-rail.tsx';
import { useClubPromptDeclined } from '../features/reach/my-team/club-prompt.ts';
import { MyTeamFrame } from '../features/reach/my-team/my-team-frame.tsx';
import { Shelves } from '../features/viewing/library/shelves.tsx';
import { useLives } from '../features/viewing/matches/queries.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { paths } from '../lib/paths.ts';
import { getStoredClubs } from '../lib/stored-clubs.ts';
import { readSessionCookie } from '../session/session.tsx';
import { LinkButton } from '../ui/button.tsx';
import { RailPlaceholder } from '../ui/rail.tsx';
import { WhenNear } from '../ui/when-near.tsx';

// The banner is needed only after a login or payment, which the query says; the cup, only while it is on air.
const HomeBanner = lazy(async () => ({ default: (await import('../features/reach/home/home-banner.tsx')).HomeBanner }));
const Supercopa = lazyPart(async () => (await import('../features/reach/home/supercopa.tsx')).Supercopa);
// The row is below the fold, so it may load after the first screen.
const LatestContent = lazyPart(
  async () => (await import('../features/reach/home/latest-content.tsx')).LatestContent,
  <RailPlaceholder title="Contenido" />,
);
const MyTeam = lazy(async () => ({ default: (await import('../features/reach/my-team/my-team.tsx')).MyTeam }));

const sports = ['SOCCER', 'BASKET'] as const;

/** Each part has its own queries, so that a response re-renders only that part. */
export default function HomePage() {
  const [hasDeclinedClubs] = useClubPromptDeclined();
  // New visitors see matches first and the club picker below, where it stays until their next visit. The cookie decides,
  // because the session may still be loading.
  const [showsMyTeamBelow] = useState(() => !readSessionCookie() && getStoredClubs().length === 0);
  const { search } = useLocation();

  const team = (
    <Suspense fallback={!hasDeclinedClubs && <MyTeamFrame />}>
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
        <HomeHero />
        {!showsMyTeamBelow && team}
      </div>

      <TodaysMatches />

      {showsMyTeamBelow && team}

      <Shelves />

      <CupOnAir />
      <WhenNear placeholder={<RailPlaceholder title="Contenido" />}>
        <LatestContent />
      </WhenNear>
      {sports.map((sport) => (
        <WhenNear key={sport} placeholder={<RailPlaceholder title={sportName(sport)} />}>
          <SportRail sport={sport} />
        </WhenNear>
      ))}

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

function TodaysMatches() {
  const { data: lives = [] } = useLives();
  const onAir = lives.flatMap(({ isLive, sportEventId }) => (isLive && sportEventId ? [sportEventId] : []));
  return <MatchDaysRail onAir={new Set(onAir)} />;
}

function CupOnAir() {
  const { data: lives = [] } = useLives();
  const live = lives.find(({ isLive, slug }) => isLive && ['supercopa', 'supercopa2'].includes(slug));
  return live ? <Supercopa live={live} /> : null;
}
