/** On the page of a live or a recording: whose match it is, and what of. */
import type { EventOfItem } from '../../../../shared/league/events.ts';
import { matchFacts, sidesOf } from '../../../../shared/league/match.ts';
import { MatchSides } from './match-sides.tsx';
import { Score } from './score.tsx';
import { useScore } from './use-score.ts';

export function MatchOfItem({ event }: { event: EventOfItem | null }) {
  const sides = event?.clubs && sidesOf(event);
  const facts = event && matchFacts(event);
  const score = useScore(event);
  return (
    <>
      {sides ? <MatchSides {...sides} score={score} /> : score && <Score score={score} />}
      {facts && <p className="text-small text-muted">{facts}</p>}
    </>
  );
}
