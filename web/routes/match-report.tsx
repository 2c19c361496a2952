/** /evento/{id}/acta: the report of a match, to print. */
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { SportEvent } from '../../shared/contract/sport-event.ts';
import { useSportEvent } from '../features/league/events/queries.ts';
import { EventFailure } from '../features/reach/event/event-failure.tsx';
import { useMatchLog, useMatchTimeline } from '../features/viewing/match-log/queries.ts';
import { MatchReport } from '../features/viewing/match-report/match-report.tsx';
import { paths } from '../lib/paths.ts';
import { useResultsHidden } from '../lib/results-visibility.ts';
import { useTitle } from '../lib/use-title.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';

export default function MatchReportPage() {
  const { id = '' } = useParams();
  const query = useSportEvent(id);
  const failure = query.isLoadingError ? query.error : undefined;
  useTitle(query.data && `Acta: ${query.data.title}`);
  if (failure) return <EventFailure error={failure} />;
  if (!query.data) return <PageSpinner />;
  return (
    <div className="flex w-full max-w-230 flex-col gap-6 px-gutter py-8 print:max-w-none print:p-0">
      <TextLink to={paths.event(id)} isTarget className="self-start text-small print:hidden">
        Ficha del partido
      </TextLink>
      <Report event={query.data} />
    </div>
  );
}

function Report({ event }: { event: SportEvent }) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  const isReportHidden = isHidden && !revealed;
  const query = useMatchTimeline(isReportHidden ? undefined : event.id, null);
  const log = useMatchLog(event, query.data?.actions);
  if (isReportHidden)
    return (
      <EmptyState
        heading
        icon="clock"
        title="Has ocultado los resultados"
        text="El acta cuenta cómo acabó el partido."
        action={<Button onClick={() => setRevealed(true)}>Mostrar el acta</Button>}
      />
    );
  if (query.isLoadingError) return <LoadFailure heading error={query.error} />;
  if (!log) return <PageSpinner />;
  if (log.periods.length === 0)
    return (
      <EmptyState
        heading
        icon="clock"
        title="Todavía no hay acta"
        text="Se escribe sola con lo que anota la mesa durante el partido."
        action={<LinkButton to={paths.event(event.id)}>Ficha del partido</LinkButton>}
      />
    );
  return <MatchReport event={event} log={log} />;
}
