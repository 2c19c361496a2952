/** On the page of a live or a recording: whose match it is, and what of. */
import type { EventOfItem } from '../../../../shared/league/events.ts';
import { matchFacts, sidesOf } from '../../../../shared/league/match.ts';
import { MatchSides } from './match-sides.tsx';

export function MatchOfItem({ event }: { event: EventOfItem | null }) {
  const sides = event?.clubs && sidesOf(event);
  const facts = event && matchFacts(event);
  return (
    <>
      {sides && <MatchSides {...sides} />}
      {facts && <p className="text-small text-muted">{facts}</p>}
    </>
  );
}
