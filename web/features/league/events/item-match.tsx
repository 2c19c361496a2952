/** The match of a live or recording: teams, score and details. */
import type { EventOfItem } from '../../../../shared/contract/events.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { MatchSides } from './match-sides.tsx';
import { RevealableScore } from './score.tsx';
import { useScore } from './use-score.ts';

interface ItemMatchProps {
  event: EventOfItem | null;
  /** Its live is playing here: hides the score, because the picture is seconds behind and its scoreboard is in sync. */
  isPlaying?: boolean;
}

export function ItemMatch({ event, isPlaying = false }: ItemMatchProps) {
  const sides = event?.clubs && listSides(event);
  const details = event && matchFacts(event);
  const { score, reveal } = useScore(isPlaying ? null : event);
  return (
    <>
      {sides ? (
        <MatchSides {...sides} score={score} reveal={reveal} />
      ) : (
        <RevealableScore score={score} reveal={reveal} />
      )}
      {details && <p className="text-small text-muted">{details}</p>}
    </>
  );
}
