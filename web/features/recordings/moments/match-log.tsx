/** The course of a match: the score of each period, goals and moments with their minute. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SportEvent } from '../../../../shared/contract/events.ts';
import type { MatchScore } from '../../../../shared/contract/scores.ts';
import { listSides } from '../../../../shared/domain/match.ts';
import { api, errorText } from '../../../lib/api.ts';
import { cx } from '../../../lib/class-names.ts';
import { useResultsHidden } from '../../../lib/results-visibility.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { getMomentLook } from './moment-types.ts';
import { describePeriod, groupByPeriod, type LogEntry, type PeriodLog } from './period-log.ts';

export function MatchLog({
  event,
  score,
  reveal,
}: {
  event: SportEvent;
  /** The score on the page; a change refetches the log. */
  score: MatchScore | null;
  /** Also reveals the page's result. */
  reveal: (() => void) | undefined;
}) {
  const isHidden = useResultsHidden();
  const [revealed, setRevealed] = useState(false);
  const isSecret = isHidden && !revealed && !score;
  const log = useQuery({
    queryKey: ['match-log', event.id, score],
    enabled: !isSecret,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api('GET /sportevents/{id}/timeline', { params: { id: event.id }, signal })).data,
  });
  if (isSecret)
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
  if (log.isError && !log.data) return <ErrorState message={errorText(log.error)} onRetry={() => log.refetch()} />;
  const story = log.data && groupByPeriod(log.data.steps, log.data.moments, event.sport);
  if (story?.length === 0) return null;
  return (
    <section aria-labelledby="partido" className="flex flex-col gap-3">
      <h3 id="partido" className="text-lead">
        Cómo {event.state === 'FINISHED' || score?.phase === 'ENDED' ? 'fue' : 'va'}
      </h3>
      {story ? (
        <ol className="flex flex-col gap-6">
          {story.map((period) => (
            <Period key={period.period} period={period} event={event} />
          ))}
        </ol>
      ) : (
        <p role="status" className="h-32 animate-pulse rounded-md bg-raised">
          <span className="sr-only">Cargando</span>
        </p>
      )}
    </section>
  );
}

function Period({ period: { period, home, away, entries }, event }: { period: PeriodLog; event: SportEvent }) {
  const sides = listSides(event);
  const names = { home: sides?.home.name ?? 'Local', away: sides?.away.name ?? 'Visitante' };
  return (
    <li>
      <h4 className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2 font-body text-body font-semibold">
        {describePeriod(period, event.sport)}
        <span className="tabular-nums">
          {home} – {away}
        </span>
      </h4>
      {entries.length > 0 && (
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} names={names} />
          ))}
        </ol>
      )}
    </li>
  );
}

function Row({
  entry: { minute, label, momentType, goal },
  names,
}: {
  entry: LogEntry;
  names: Record<'home' | 'away', string>;
}) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-2">
      <span className="w-9 shrink-0 text-right text-small text-muted tabular-nums">
        {minute !== undefined && (
          <>
            <span className="sr-only">Minuto </span>
            {minute}
            <span aria-hidden="true">′</span>
          </>
        )}
      </span>
      <span className={cx('shrink-0', !goal && 'text-muted')}>
        <Icon name={getMomentLook(momentType).icon} size={18} />
      </span>
      <span className="line-clamp-3 min-w-0 flex-1 break-words">
        {label}
        {goal && <span className="text-muted"> · {names[goal.side]}</span>}
      </span>
      {goal && (
        <span className="shrink-0 font-semibold tabular-nums">
          {goal.home} – {goal.away}
        </span>
      )}
    </li>
  );
}
