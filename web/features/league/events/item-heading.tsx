/** The H1 of a live, recording or clip: the sides of its match, or else its title; below it, the match's details. */
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { MatchHeading } from './match-heading.tsx';
import { RevealableScore } from './score.tsx';
import type { PageScore } from './use-match-minute.ts';
import { useAskedScore, useScore } from './use-score.ts';

interface ItemHeadingProps {
  title: string;
  event: EventOfItem | null;
  /**
   * Score shown instead of the match's current one: that of a live's picture, seconds behind, or of a clip's moment.
   * Null shows none.
   */
  shown?: PageScore | null | undefined;
  /** True where the viewer came to see how it ends: a button shows the score. */
  asks?: boolean;
}

export function ItemHeading({ title, event, shown, asks = false }: ItemHeadingProps) {
  const current = useAskedScore(useScore(shown === undefined ? event : null), event?.id, asks);
  const details = event && matchFacts(event);
  return (
    <>
      <MatchTitle {...{ title, event }} score={shown === undefined ? current.score : shown} reveal={current.reveal} />
      {details && <p className="text-small text-muted">{details}</p>}
    </>
  );
}

interface Props {
  title: string;
  /** Text shown instead of minute and phase. */
  state?: string | undefined;
  event: Pick<EventOfItem, 'sport' | 'category' | 'clubs' | 'homeClubId' | 'awayClubId'> | null;
  score: PageScore | null | undefined;
  reveal: (() => void) | undefined;
}

export function MatchTitle({ title, event, score, state, reveal }: Props) {
  const sides = event?.clubs && listSides(event);
  if (sides) return <MatchHeading {...sides} {...{ title, score, state, reveal }} match={event} />;
  return (
    <>
      <h1 className="text-title">{title}</h1>
      {(score || reveal) && (
        <p className="self-start">
          <RevealableScore score={score} label={state} reveal={reveal} />
        </p>
      )}
    </>
  );
}
