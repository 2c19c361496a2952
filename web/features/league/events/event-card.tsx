/** A match as a card. */
import type { ReactNode } from 'react';
import type { SportEvent } from '../../../../shared/contract/events.ts';
import { takesPlace } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames, sidesText } from '../../../../shared/domain/match.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { capitalise } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { formatEventKickOff, StateMark } from './event-state.tsx';
import { Result } from './result.tsx';

export function EventCard({
  event,
  mark,
}: {
  event: SportEvent /** Shown if there is no state mark. */;
  mark?: ReactNode;
}) {
  const details = [
    capitalise(formatEventKickOff(event)),
    event.category && ageCategoryNames[event.category],
    sidesText(event),
  ];
  const result = toResult(event);
  return (
    <Card
      to={paths.event(event.id)}
      title={event.title}
      meta={details.filter(Boolean).join(' · ')}
      picture={event.thumbnail}
      sport={event.sport}
      result={result && <Result result={result} />}
      mark={takesPlace(event) ? (mark ?? <StateMark state={event.state} />) : <StateMark state={event.state} />}
    />
  );
}
