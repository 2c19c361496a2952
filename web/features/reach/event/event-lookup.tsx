import { lazy, type ReactNode, Suspense } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { awaitsDate } from '../../../../shared/domain/event-state.ts';
import { ageCategoryNames, matchdayText } from '../../../../shared/domain/match.ts';
import { CardSkeletons } from '../../../ui/card.tsx';
import { CompetitionLink } from '../../league/competitions/competition-link.tsx';
import { formatEventRange } from '../../league/events/event-state.tsx';
import type { LoadedEventView } from './use-event-view.ts';

const EventClips = lazy(() =>
  import('../../recordings/clips/event-clips.tsx').then((module) => ({ default: module.EventClips })),
);

export function EventLookup({ view, log }: { view: LoadedEventView; log: ReactNode }) {
  const { id, event, firstVods, showsClips, showsData } = view;
  const clips = firstVods.data?.clips;
  if (showsClips)
    return (
      <Suspense
        fallback={
          <div className="grid-cards">
            <CardSkeletons count={Math.min(clips || 4, 12)} />
          </div>
        }
      >
        <EventClips eventId={id} sport={event.sport} count={clips} />
      </Suspense>
    );
  if (!showsData) return null;
  return (
    <section
      aria-labelledby="datos"
      className="grid grid-cols-1 gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,45rem)]"
    >
      <h2 id="datos" className="sr-only">
        Datos
      </h2>
      <MatchData event={event} />
      {log}
    </section>
  );
}

function MatchData({ event }: { event: SportEvent }) {
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
