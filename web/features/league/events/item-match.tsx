/** The match of a live or recording: teams, score and details. */
import type { EventOfItem } from '../../../../shared/contract/events.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { MatchSides } from './match-sides.tsx';
import { usePictureScore } from './picture-score.ts';
import { RevealableScore } from './score.tsx';
import { useScore } from './use-score.ts';

interface ItemMatchProps {
  event: EventOfItem | null;
  /** Its live is playing here: shows the score that the picture has reached. */
  isPlaying?: boolean;
}

export function ItemMatch({ event, isPlaying = false }: ItemMatchProps) {
  const sides = event?.clubs && listSides(event);
  const details = event && matchFacts(event);
  const known = useScore(isPlaying ? null : event);
  const played = usePictureScore(isPlaying ? event?.id : undefined);
  const { score, reveal } = isPlaying ? { score: played, reveal: undefined } : known;
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
