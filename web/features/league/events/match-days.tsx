/** The row of current matches with its time tabs. Lazy-loaded. */
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { EventCard } from './event-card.tsx';
import { type Time, timeChoices, useEventsAt } from './event-times.ts';
import { TimeTabs } from './time-tabs.tsx';

/** Starts with 'upcoming', or with `today` at today's matches if there are any. */
export function MatchDays({ today = false }: { today?: boolean }) {
  const [chosen, choose] = useState<Time>();
  const [opening, openAt] = useState<Time>(today ? 'today' : 'upcoming');
  const time = chosen ?? opening;
  const { data, isPlaceholderData, isError, error, refetch } = useEventsAt(time);
  const isEmpty = data?.total === 0;
  const isKnown = data && !(isEmpty && isPlaceholderData);
  if (isEmpty && isKnown && !chosen && opening === 'today') openAt('upcoming');
  return (
    <Rail
      title="Partidos"
      more={{ to: paths.calendar, text: 'Ver calendario' }}
      below={<TimeTabs value={time} onChange={(value) => choose(value as Time)} />}
    >
      {!isKnown && !isError && <RailSkeleton />}
      {isError && (
        <li className="grow">
          <ErrorState message={errorText(error)} onRetry={() => refetch()} />
        </li>
      )}
      {data?.sportEvents.map((event) => (
        <RailItem key={event.id}>
          <EventCard event={event} />
        </RailItem>
      ))}
      {isEmpty && isKnown && (
        <li className="py-8 text-muted">{timeChoices.find(({ value }) => value === time)?.empty}.</li>
      )}
    </Rail>
  );
}
