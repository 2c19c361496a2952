import { lazy, type ReactNode, Suspense } from 'react';
import { CardSkeletons } from '../../../ui/card.tsx';
import { MatchData } from '../../league/events/match-data.tsx';
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
