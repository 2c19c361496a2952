/** Current matches by time: today's as lines, others as cards. Lazy-loaded. */
import { type ReactNode, useState } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { isAhead } from '../../../../shared/domain/match-state.ts';
import { capitalise, formatShortDate, formatZoneNote } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Rail, RailItem } from '../../../ui/rail.tsx';
import { EventCard } from './event-card.tsx';
import { type Time, timeChoices, useEventsAt } from './event-times.ts';
import { MatchRow } from './match-row.tsx';
import { TimeTabs } from './time-tabs.tsx';

/**
 * Shows today's matches first, or the next ones if there are none. `onAir` are the ids of matches that can be watched.
 */
export function MatchDays({ onAir }: { onAir?: ReadonlySet<string> | undefined }) {
  const [chosen, choose] = useState<Time>();
  const [initialTime, setInitialTime] = useState<Time>('today');
  const time = chosen ?? initialTime;
  const { data, isPlaceholderData, isLoadingError, error } = useEventsAt(time);
  const isEmpty = data?.total === 0;
  const isKnown = data && !(isEmpty && isPlaceholderData);
  if (isEmpty && isKnown && !chosen && initialTime === 'today') setInitialTime('upcoming');
  const todaysEvents = time === 'today' && !isPlaceholderData ? data?.sportEvents : undefined;
  return (
    <Rail
      title="Partidos"
      more={{ to: paths.calendar, text: 'Ver calendario' }}
      query={{ isPending: !isKnown && !isLoadingError, isLoadingError, error }}
      below={<TimeTabs value={time} onChange={(value) => choose(value as Time)} />}
    >
      {todaysEvents && todaysEvents.length > 0 && <TodaysMatches events={todaysEvents} onAir={onAir} />}
      {!todaysEvents &&
        data?.sportEvents.map((event) => (
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

/** The list is as high as a row of cards, so that a change of tab moves nothing below: three rows fill it. */
function TodaysMatches({ events, onAir }: { events: readonly SportEvent[]; onAir: ReadonlySet<string> | undefined }) {
  const columns = 1 + Number(useMedia('(width >= 40rem)')) + Number(useMedia('(width >= 80rem)'));
  const freeRows = 3 - Math.ceil(events.length / columns);
  return (
    <li className="min-h-59 w-full">
      <Rows>
        {events.map((event) => (
          <li key={event.id} className="min-w-0">
            <MatchRow match={event} isOnAir={onAir?.has(event.id) ?? false} />
          </li>
        ))}
      </Rows>
      {events.some(({ scheduledStartDate }) => formatZoneNote(scheduledStartDate)) && (
        <p className="mt-2 text-note text-muted">Horas peninsulares</p>
      )}
      {freeRows > 0 && <LaterMatches today={events} limit={freeRows * columns} />}
    </li>
  );
}

function LaterMatches({ today, limit }: { today: readonly SportEvent[]; limit: number }) {
  const { data } = useEventsAt('upcoming');
  const later = (data?.sportEvents ?? []).filter(
    (event) => isAhead(event, Date.now()) && !today.some(({ id }) => id === event.id),
  );
  if (later.length === 0) return null;
  return (
    <>
      <h3 className="mt-1 font-body text-small font-semibold text-muted">Próximos partidos</h3>
      <Rows>
        {later.slice(0, limit).map((event) => (
          <li key={event.id} className="min-w-0">
            <MatchRow match={event} when={capitalise(formatShortDate(event.scheduledStartDate))} />
          </li>
        ))}
      </Rows>
    </>
  );
}

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="-mx-2 grid content-start gap-x-6 sm:grid-cols-2 xl:grid-cols-3">{children}</ul>
);
