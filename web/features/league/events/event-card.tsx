/** A match to come or played, as a card. */
import type { ReactNode } from 'react';
import { isOn } from '../../../../shared/league/event-state.ts';
import type { SportEvent } from '../../../../shared/league/events.ts';
import { ageCategoryNames, sidesText } from '../../../../shared/league/match.ts';
import { resultOf } from '../../../../shared/league/result.ts';
import { paths } from '../../../app/paths.ts';
import { capitalised } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { kickOffText, StateMark } from './event-state.tsx';
import { Result } from './result.tsx';

export function EventCard({
  event,
  mark,
}: {
  event: SportEvent /** Where nothing of more weight is to be said. */;
  mark?: ReactNode;
}) {
  const facts = [capitalised(kickOffText(event)), event.category && ageCategoryNames[event.category], sidesText(event)];
  const result = resultOf(event);
  return (
    <Card
      to={paths.event(event.id)}
      title={event.title}
      meta={facts.filter(Boolean).join(' · ')}
      picture={event.thumbnail}
      sport={event.sport}
      result={result && <Result result={result} />}
      mark={isOn(event) ? (mark ?? <StateMark state={event.state} />) : <StateMark state={event.state} />}
    />
  );
}
