/** The place of a live's or recording's player for somebody who has not paid: crests, score and price, as a match's page. */
import type { ReactNode } from 'react';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { isAhead } from '../../../../shared/domain/match-state.ts';
import { MatchHeader } from '../../league/events/match-header.tsx';
import { useScore } from '../../league/events/use-score.ts';
import { Offer } from './plans.tsx';
import type { Sale } from './sale.ts';

interface Props {
  event: EventOfItem;
  poster: string | null;
  sale: Sale | undefined;
  /** Content above the price, such as a free moment. */
  children?: ReactNode;
}

export function MatchPaywall({ event, poster, sale, children }: Props) {
  const { score, reveal } = useScore(event);
  return (
    <MatchHeader
      event={{ ...event, thumbnail: poster }}
      score={score}
      reveal={reveal}
      showsCountdown={isAhead(event, Date.now())}
      isStage
    >
      {children}
      <Offer sale={sale} />
    </MatchHeader>
  );
}
