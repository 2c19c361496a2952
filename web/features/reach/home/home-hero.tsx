/**
 * The home page's hero, of fixed height: the live match, or the next one, or the latest recording; those of the user's
 * clubs come first.
 */

import { isAhead, type MatchState, matchState } from '../../../../shared/domain/match-state.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { capitalise, formatDay, formatKickOff } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { useOwnClubs } from '../../../session/own-clubs.ts';
import { LiveBadge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { describeMatchState } from '../../league/events/event-state.tsx';
import { Result } from '../../league/events/result.tsx';
import { useLives, useVods } from '../../viewing/matches/queries.ts';
import { useMyTeam } from '../my-team/queries.ts';
import { HeroFrame, homeHeroSize } from './hero-frame.tsx';
import { useNextEvent } from './queries.ts';

// The film must not delay the first paint.
const HeroFilm = lazyPart(async () => {
  await waitUntilIdle();
  return (await import('./hero-film.tsx')).HeroFilm;
});

const waitUntilIdle = () =>
  new Promise<void>((done) => {
    const scheduleIdle = () => (globalThis.requestIdleCallback ?? setTimeout)(() => done());
    if (document.readyState === 'complete') scheduleIdle();
    else addEventListener('load', scheduleIdle, { once: true });
  });

export function HomeHero() {
  const lives = useLives();
  const vods = useVods({ sport: 'SOCCER' });
  const upcoming = useNextEvent();
  const team = useMyTeam(useOwnClubs() ?? []);
  const live = team.lives[0] ?? lives.data?.find(({ isLive }) => isLive);
  const next = team.running[0] ?? team.next ?? upcoming.event;
  const latest = vods.data?.vods[0];
  const now = Date.now();
  // Footage of other matches must not look like that of the live one.
  const film = !live && <HeroFilm sport={(next ?? latest)?.sport ?? 'SOCCER'} />;
  if (live && !team.isPending) {
    return (
      <HeroFrame
        isUncropped
        picture={live.thumbnail}
        sport={live.sport}
        line={
          <>
            <LiveBadge /> {sportName(live.sport)}
            {live.result && <Result result={live.result} />}
          </>
        }
        title={live.title || live.slug}
        text={live.summary || 'El partido, en directo. También disponible en diferido.'}
      >
        <LinkButton to={paths.live(live.slug)} icon="play">
          Ver ahora
        </LinkButton>
        {live.sportEventId && (
          <LinkButton to={paths.event(live.sportEventId)} kind="secondary">
            Ficha del partido
          </LinkButton>
        )}
      </HeroFrame>
    );
  }
  if (lives.isPending || upcoming.isPending || vods.isPending || team.isPending)
    return <div data-hero className={`${homeHeroSize} bg-surface`} />;
  if (next) {
    return (
      <HeroFrame
        isUncropped
        background={film}
        picture={next.thumbnail}
        sport={next.sport}
        line={`${sportName(next.sport)} · ${capitalise(formatKickOff(next.scheduledStartDate))}`}
        title={next.title}
        text={
          isAhead(next, now)
            ? next.summary || 'El próximo partido, en directo aquí.'
            : describeNext(matchState(next, now))
        }
      >
        <LinkButton to={paths.event(next.id)}>Ficha del partido</LinkButton>
      </HeroFrame>
    );
  }
  if (latest) {
    return (
      <HeroFrame
        isUncropped
        background={film}
        picture={latest.thumbnail}
        sport={latest.sport}
        line={`${sportName(latest.sport)} · ${capitalise(formatDay(latest.dateCreated))}`}
        title={latest.title}
        text={latest.summary || 'El último partido, completo y cuando quieras.'}
      >
        <LinkButton to={paths.vod(latest.id)} icon="play">
          Ver partido
        </LinkButton>
      </HeroFrame>
    );
  }
  return (
    <HeroFrame
      isUncropped
      background={film}
      picture={null}
      line="Fútbol y baloncesto de cantera"
      title="Tu club, en directo"
      text="Los partidos de tus hijos, tus nietas y tus vecinos, en directo y cuando quieras."
    >
      <LinkButton to={paths.clubs}>Ver los clubes</LinkButton>
    </HeroFrame>
  );
}

function describeNext(state: MatchState): string {
  const text = `${describeMatchState(state)}.`;
  return state.kind === 'NOT_BROADCAST' ? text : `${text} En cuanto haya imagen, se verá aquí.`;
}
