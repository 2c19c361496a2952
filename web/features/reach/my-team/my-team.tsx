/**
 * 'Mi equipo' on the home page: the live, next and last match of the user's clubs. Without clubs, it asks for one. Both
 * fit the reserved space.
 */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useFavouriteClubs } from '../../../session/favourite-clubs.ts';
import { useOwnClubs } from '../../../session/own-clubs.ts';
import { useSession } from '../../../session/session.tsx';
import { StatusPill } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Rail, RailItem } from '../../../ui/rail.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { EventCard } from '../../league/events/event-card.tsx';
import { RailMatches } from '../../viewing/matches/match-cards.tsx';
import { Notify } from '../alerts/notify.tsx';
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
        <Rail
          title="Mi equipo"
          more={{ to: paths.myTeam, text: 'Ver todo' }}
          query={{ isPending, isLoadingError: !isPending && error !== undefined, error }}
        >
          {!isPending && (
            <>
              <RailMatches lives={lives.slice(0, maxLives)} eager />
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

/** '¿De qué club eres?', shown on the home page until answered or declined. */
function AskForClub({ onChoose, onRefuse }: { onChoose: (id: string) => void; onRefuse: () => void }) {
  const { data, isPending } = useQuery({
    queryKey: ['clubs', 'first'],
    queryFn: async ({ signal }) => (await api('GET /clubs', { query: { page: 1 }, signal })).data,
  });
  if (isPending) return <MyTeamFrame title={title} />;
  if (!data || data.clubs.length === 0) return null;
  return (
    <MyTeamFrame>
      <Rail title={title}>
        {data.clubs.map((club) => (
          <li key={club.id} className="flex w-44 shrink-0 snap-start">
            <ClubCrest club={club} onChoose={() => onChoose(club.id)} />
          </li>
        ))}
        {data.totalPages > 1 && (
          <li className="flex w-44 shrink-0 snap-start">
            <Link
              to={paths.myTeam}
              className="flex grow flex-col items-center justify-center gap-2 rounded-md border border-line bg-surface font-semibold transition-colors hover:border-line-strong"
            >
              <Icon name="right" size={28} />
              Todos los clubes
            </Link>
          </li>
        )}
      </Rail>
      <div className="flex flex-wrap items-center gap-x-4 px-gutter">
        <p className="text-muted">Sus directos, su próximo partido y su último resultado te esperarán aquí.</p>
        <Button kind="quiet" className="max-sm:-ml-5" onClick={onRefuse}>
          No tengo club
        </Button>
      </div>
    </MyTeamFrame>
  );
}

const title = '¿De qué club eres?';

interface ClubCrestProps {
  club: { name: string; thumbnail: string | null };
  onChoose: () => void;
}

/** As tall as a match card. */
function ClubCrest({ club: { name, thumbnail }, onChoose }: ClubCrestProps) {
  return (
    <button
      type="button"
      aria-pressed={false}
      onClick={onChoose}
      className="flex min-w-0 grow flex-col items-center gap-4 rounded-md border border-line bg-surface px-4 py-6 text-center transition-colors hover:border-line-strong"
    >
      <Thumbnail src={thumbnail} kind="club" className="aspect-square! w-34 shrink-0 bg-transparent! sm:w-36" />
      <span className="line-clamp-2 max-w-full text-small font-semibold break-words">{name}</span>
    </button>
  );
}
