import type { ReactNode } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { ageCategoryNames, sidesText } from '../../../../shared/domain/match.ts';
import { type MatchState, matchState } from '../../../../shared/domain/match-state.ts';
import { toResult } from '../../../../shared/domain/result.ts';
import { capitalise, formatTime } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { formatEventKickOff, StateMark } from './event-state.tsx';
import { Result } from './result.tsx';
import { useFollowedMatch } from './use-signals.ts';

interface Props {
  event: SportEvent;
  /** Mark of the list, shown only in states that have no mark of their own. */
  mark?: ReactNode;
}

export function EventCard({ event: listed, mark }: Props) {
  const event = useFollowedMatch(listed);
  const details = [
    capitalise(formatEventKickOff(event)),
    event.category && ageCategoryNames[event.category],
    sidesText(event),
  ];
  const result = toResult(event);
  const { kind } = matchState(event, Date.now());
  return (
    <Card
      to={paths.event(event.id)}
      title={event.title}
      meta={details.filter(Boolean).join(' · ')}
      picture={event.thumbnail}
      sport={event.sport}
      result={
        result ? <Result result={result} sport={event.sport} /> : showsKickOff[kind] && <KickOffTime event={event} />
      }
      mark={allowsMark[kind] ? (mark ?? <StateMark event={event} />) : <StateMark event={event} />}
    />
  );
}

/** The time tells two future matches of the same teams apart. */
const KickOffTime = ({ event: { scheduledStartDate } }: { event: SportEvent }) => (
  <span
    data-theme="stage"
    aria-hidden="true"
    className="rounded-sm bg-scrim px-2 py-0.5 text-small font-bold whitespace-nowrap text-text tabular-nums"
  >
    {formatTime(scheduledStartDate)}
  </span>
);

const showsKickOff: Partial<Record<MatchState['kind'], true>> = { SCHEDULED: true, ABOUT_TO_BEGIN: true };

/** States without a mark of their own, in which a list may show one. */
const allowsMark: Partial<Record<MatchState['kind'], true>> = { SCHEDULED: true, ABOUT_TO_BEGIN: true, ENDED: true };
