import type { ReactNode } from 'react';
import { usePage } from '../../../lib/use-page.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { type EventFilter, type Time, timeChoices, useEventsAt } from './event-times.ts';
import { MatchList, MatchListSkeleton, toEventRows } from './match-list.tsx';

interface Props {
  time: Time;
  filter: EventFilter;
  section?: string;
  /** Removes the filters; undefined while there are none. */
  onClear?: (() => void) | undefined;
  /** A link to other results of the search, in an empty list. */
  elsewhere?: ReactNode;
}

export function EventsByTime({ time, filter, section, onClear, elsewhere }: Props) {
  const { page, goTo } = usePage(section);
  const { data, isPending, isLoadingError, error, isPlaceholderData } = useEventsAt(time, filter, page);
  if (isLoadingError) return <LoadFailure error={error} />;
  if (isPending) {
    return <MatchListSkeleton />;
  }
  const choice = timeChoices.find(({ value }) => value === time);
  if (data.total === 0) {
    return (
      <>
        <EmptyState
          icon="calendar"
          title={choice?.empty ?? ''}
          text={
            onClear ? 'Con estos filtros no hay ninguno.' : 'En el calendario están todos los partidos de la temporada.'
          }
          action={
            onClear && (
              <Button kind="secondary" onClick={onClear}>
                Quitar filtros
              </Button>
            )
          }
        />
        {elsewhere}
      </>
    );
  }
  return (
    <>
      <h2 className="sr-only">{choice?.label}</h2>
      <MatchList rows={toEventRows(data.sportEvents)} isStale={isPlaceholderData} />
      <Pagination page={page} totalPages={data.totalPages} onPage={goTo} />
    </>
  );
}
