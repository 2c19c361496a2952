import type { ReactNode } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames, matchdayText } from '../../../../shared/domain/match.ts';
import { CompetitionLink } from '../competitions/competition-link.tsx';
import { formatEventRange } from './event-state.tsx';

export function MatchData({ event }: { event: SportEvent }) {
  const { sport, category, competition, matchday, venue, scheduledStartDate } = event;
  const facts: [string, ReactNode][] = [
    [sport === 'SOCCER' ? 'Campo' : 'Pabellón', venue],
    ['Competición', competition && <CompetitionLink match={event}>{competition}</CompetitionLink>],
    ['Jornada', matchday && matchdayText(matchday)],
    ['Categoría', category && ageCategoryNames[category]],
  ];
  return (
    <dl className="grid content-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-1">
      <div className="sm:col-span-full">
        <dt className="text-small text-muted">Fecha</dt>
        <dd className="font-semibold tabular-nums">
          <time dateTime={awaitsDate(event) ? undefined : scheduledStartDate}>{formatEventRange(event)}</time>
        </dd>
      </div>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="min-w-0">
              <dt className="text-small text-muted">{name}</dt>
              <dd className="font-semibold break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
