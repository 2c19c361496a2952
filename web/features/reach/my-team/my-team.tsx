/**
 * 'Mi equipo' on the home page: the live, next and last match of the user's clubs. Without clubs, it asks for one. Both
 * fit the reserved space.
 */
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useOwnClubs } from '../../../session/own-clubs.ts';
import { useSession } from '../../../session/session.tsx';
import { StatusPill } from '../../../ui/badge.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { EventCard } from '../../league/events/event-card.tsx';
import { LiveMatchCard } from '../../viewing/matches/match-cards.tsx';
import { Notify } from '../alerts/notify.tsx';
import { AskForClub } from './ask-for-club.tsx';
import { useClubPromptDeclined } from './club-prompt.ts';
import { MatchMoments } from './match-moments.tsx';
import { MyTeamFrame } from './my-team-frame.tsx';
import { useMyTeam } from './queries.ts';

export function MyTeam() {
  const { error, choose } = useFavouriteClubs();
  const ids = useOwnClubs();
  const { isAdmin } = useSession();
  const [hasDeclined, decline] = useClubPromptDeclined();
  const [hasJustChosen, setChosen] = useState(false);
  if (ids && ids.length > 0) return <Team ids={ids} takesFocus={hasJustChosen} />;
  // Other parts of the page report failures.
  if (hasDeclined || error || isAdmin) return null;
  if (!ids) return <MyTeamFrame />;
  return (
    <AskForClub
      onChoose={(id) => {
        setChosen(true);
        choose(id, true);
      }}
      onRefuse={() => {
        // The button with the focus disappears.
        document.getElementById('contenido-principal')?.focus();
        decline();
      }}
    />
  );
}

const maxLives = 4;

function Team({ ids, takesFocus }: { ids: readonly string[]; takesFocus: boolean }) {
  const { lives, running, next, last, isPending, error } = useMyTeam(ids);
  return (
    <MyTeamFrame>
      {/* Takes the focus from the pressed button, which is gone. */}
      <div tabIndex={-1} className="outline-none" ref={takesFocus ? focus : undefined}>
        <Rail title="Mi equipo" more={{ to: paths.myTeam, text: 'Ver todo' }}>
          {isPending ? (
            <RailSkeleton />
          ) : (
            <>
              {lives.slice(0, maxLives).map((live) => (
                <RailItem key={live.slug}>
                  <LiveMatchCard live={live} eager />
                </RailItem>
              ))}
              {running.slice(0, maxLives).map((event) => (
                <RailItem key={event.id}>
                  <EventCard event={event} mark={<StatusPill tone="success">En juego</StatusPill>} />
                </RailItem>
              ))}
              {next && (
                <RailItem>
                  <EventCard event={next} mark={<StatusPill tone="info">Próximo partido</StatusPill>} />
                  <div className="mt-2">
                    <Notify kind="events" id={next.id} title={next.title} />
                  </div>
                </RailItem>
              )}
              {last && (
                <>
                  <RailItem>
                    <EventCard event={last} mark={<StatusPill>Último resultado</StatusPill>} />
                  </RailItem>
                  <MatchMoments event={last} />
                </>
              )}
              {error && (
                <li className="grow">
                  <LoadFailure error={error} />
                </li>
              )}
              {!error && !next && !last && lives.length + running.length === 0 && (
                <li className="py-8 text-muted">
                  Tu equipo no tiene partidos a la vista. Los verás aquí, los primeros.
                </li>
              )}
            </>
          )}
        </Rail>
      </div>
    </MyTeamFrame>
  );
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
