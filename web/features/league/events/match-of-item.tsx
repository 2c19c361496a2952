/** On the page of a live or a recording: whose match it is, and what of. */
import type { EventOfItem } from '../../../../shared/contract/events.ts';
import { matchFacts, sidesOf } from '../../../../shared/domain/match.ts';
import { MatchSides } from './match-sides.tsx';
import { ScoreAlone } from './score.tsx';
import { useScore } from './use-score.ts';

interface MatchOfItemProps {
  event: EventOfItem | null;
  /** Its live plays on this page: the picture is seconds behind, and the scoreboard over it tells each goal in time. */
  isPlaying?: boolean;
}

export function MatchOfItem({ event, isPlaying = false }: MatchOfItemProps) {
  const sides = event?.clubs && sidesOf(event);
  const facts = event && matchFacts(event);
  const { score, reveal } = useScore(isPlaying ? null : event);
  return (
    <>
      {sides ? <MatchSides {...sides} score={score} reveal={reveal} /> : <ScoreAlone score={score} reveal={reveal} />}
      {facts && <p className="text-small text-muted">{facts}</p>}
    </>
  );
}
