/** The player's scoreboard; undefined without a match. Its code loads once the picture plays. */
import { type ReactNode, useState } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import type { Playhead } from '../../../player/player-props.ts';
import { Button } from '../../../ui/button.tsx';

const Scoreboard = lazyPart(async () => (await import('./scoreboard.tsx')).Scoreboard);

export function createScoreboard(
  event: Pick<EventOfItem, 'id' | 'sport' | 'clubs' | 'homeClubId' | 'awayClubId'> | null | undefined,
  vodId?: string,
): ((playhead: Playhead) => ReactNode) | undefined {
  if (!event) return undefined;
  const { home = local, away = visitor } = (event.clubs && listSides(event)) ?? {};
  const subject = vodId === undefined ? { eventId: event.id } : { vodId };
  return (playhead) => (
    <Revealable>
      <Scoreboard subject={subject} sport={event.sport} home={home} away={away} playhead={playhead} />
    </Revealable>
  );
}

/** Hides its content behind a button while results are hidden. */
function Revealable({ children }: { children: ReactNode }) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  if (!isHidden || revealed) return children;
  return (
    <Button kind="secondary" size="small" className="pointer-events-auto" onClick={() => setRevealed(true)}>
      Mostrar marcador
    </Button>
  );
}

const local = { name: 'Local', thumbnail: null };
const visitor = { name: 'Visitante', thumbnail: null };
