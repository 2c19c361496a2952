/** The course of a match: the score of each period, goals and moments with their minute. */
import { useState } from 'react';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import type { EventOfItem } from '../../../../shared/contract/sport-event.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Section } from '../../../ui/section.tsx';
import { MatchTimeline } from './match-timeline.tsx';
import { useMatchLog, useMatchTimeline } from './queries.ts';
import { emptyLogText, sortNewestFirst, toTimeline } from './timeline-rows.ts';

interface Props {
  event: EventOfItem;
  /** The page's score, whose changes refetch the log. */
  score: MatchScore | null | undefined;
  /** Reveals the page's result together with the log. */
  reveal?: (() => void) | undefined;
  /** Server time that the picture of the page's live has reached. */
  until?: number;
}

export function MatchLog({ event, score, reveal, until = Number.POSITIVE_INFINITY }: Props) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  const isLogHidden = isHidden && !revealed && !score;
  const query = useMatchTimeline(isLogHidden ? undefined : event.id, score ?? null);
  const log = useMatchLog(event, query.data?.actions, until);
  if (isLogHidden)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">Has ocultado los resultados.</p>
        <Button
          kind="secondary"
          onClick={() => {
            setRevealed(true);
            reveal?.();
          }}
        >
          Mostrar cómo fue
        </Button>
      </div>
    );
  if (query.isLoadingError) return <LoadFailure error={query.error} />;
  const groups = log && toTimeline(log, [], () => undefined);
  const isOver = event.state === 'FINISHED' || score?.phase === 'ENDED';
  if (groups?.length === 0) return revealed && !isOver ? <p className="text-muted">{emptyLogText}</p> : null;
  return (
    <Section title={`Cómo ${isOver ? 'fue' : 'va'}`} className="flex flex-col gap-3">
      {groups ? (
        <MatchTimeline
          groups={isOver ? groups : sortNewestFirst(groups)}
          sides={(event.clubs && listSides(event)) || undefined}
          openPeriod={isOver ? undefined : groups.at(-1)?.period}
        />
      ) : (
        <p role="status" className="h-32 animate-pulse rounded-md bg-raised">
          <span className="sr-only">Cargando</span>
        </p>
      )}
    </Section>
  );
}
