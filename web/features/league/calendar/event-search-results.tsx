import type { ReactNode } from 'react';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import type { Time } from '../events/event-times.ts';
import { EventRow } from './event-row.tsx';
import { LoadError } from './load-error.tsx';
import { useEventSearch } from './queries.ts';

interface ResultsProps {
  filter: { sport: Sport; search: string; clubIds: string[]; time?: Time | undefined; match: MatchFilter };
  page: number;
  onPage: (page: number) => void;
  onClear: () => void;
  /** A link to other results of the search, in an empty list. */
  elsewhere?: ReactNode;
  isLiveUser: boolean;
}

export function EventSearchResults({ filter, page, onPage, onClear, elsewhere, isLiveUser }: ResultsProps) {
  const results = useEventSearch(filter, page, isLiveUser);
  const data = results.data;
  const first = data ? (data.page - 1) * data.limit + 1 : 0;
  return (
    <section aria-label="Eventos encontrados">
      <h2 className="text-lead">Eventos encontrados</h2>
      {results.isLoadingError && <LoadError error={results.error} />}
      {results.isPending && (
        <>
          <p role="status" className="sr-only">
            Cargando
          </p>
          <Skeleton />
        </>
      )}
      {data?.total === 0 && (
        <>
          <EmptyState
            icon="calendar"
            title="No hay eventos disponibles"
            text="Prueba con otras fechas, otro título u otros clubes."
            action={
              <Button kind="secondary" onClick={onClear}>
                Quitar filtros
              </Button>
            }
          />
          {elsewhere}
        </>
      )}
      {data && data.total > 0 && (
        <>
          <p role="status" className="mt-1 text-small text-muted tabular-nums">
            Mostrando {first} - {first + data.sportEvents.length - 1} de {data.total} eventos
          </p>
          <ul className="mt-3 flex max-w-200 flex-col divide-y divide-line" aria-busy={results.isPlaceholderData}>
            {data.sportEvents.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </>
      )}
      <Pagination page={page} totalPages={data?.totalPages ?? 1} onPage={onPage} />
    </section>
  );
}

function Skeleton() {
  return (
    <ul className="mt-4 flex max-w-200 flex-col gap-4" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <li key={row} className="flex animate-pulse items-center gap-4">
          <span className="aspect-video w-24 rounded-md bg-raised sm:w-32" />
          <span className="flex grow flex-col gap-2">
            <span className="h-4 w-3/5 rounded-sm bg-raised" />
            <span className="h-3.5 w-2/5 rounded-sm bg-raised" />
          </span>
        </li>
      ))}
    </ul>
  );
}
