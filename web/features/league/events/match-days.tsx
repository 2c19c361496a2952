/** The row of matches on the home page, by time (D-MATCH-4). A chunk of its own: the page is drawn without it. */
import { useState } from 'react';
import { paths } from '../../../app/paths.ts';
import { errorText } from '../../../lib/api.ts';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { Rail, RailItem, RailSkeleton } from '../../../ui/rail.tsx';
import { EventCard } from './event-card.tsx';
import { type Time, timeChoices, useEventsAt } from './event-times.ts';
import { TimeTabs } from './time-tabs.tsx';

export function MatchDays() {
  const [time, setTime] = useState<Time>('upcoming');
  const { data, isPending, isError, error, refetch } = useEventsAt(time);
  return (
    <Rail
      title="Partidos"
      more={{ to: paths.calendar, text: 'Ver calendario' }}
      below={<TimeTabs value={time} onChange={(value) => setTime(value as Time)} />}
    >
      {isPending && <RailSkeleton />}
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
      {data?.total === 0 && (
        <li className="py-8 text-muted">{timeChoices.find(({ value }) => value === time)?.empty}.</li>
      )}
    </Rail>
  );
}
