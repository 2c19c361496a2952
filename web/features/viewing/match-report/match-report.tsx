/** The report of a match ('acta'): one sheet with the scorer's log. */
import type { ReactNode } from 'react';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { describePeriod, type MatchLog } from '../../../../shared/domain/match-log.ts';
import { toMatchReport } from '../../../../shared/domain/match-report.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { Button } from '../../../ui/button.tsx';
import { formatEventRange } from '../../league/events/event-state.tsx';
import { MatchTitle } from '../../league/events/item-heading.tsx';
import { SideReport } from './side-report.tsx';

export function MatchReport({ event, log }: { event: SportEvent; log: MatchLog }) {
  const { title, sport, state, score } = event;
  const sides = listSides(event);
  const report = toMatchReport(log);
  const isOver = state === 'FINISHED' || score?.phase === 'ENDED';
  const match = { home: log.home, away: log.away, phase: isOver ? 'ENDED' : 'PLAYING', period: 0 } as const;
  const names = { home: sides?.home.name ?? 'Local', away: sides?.away.name ?? 'Visitante' };
  return (
    <article className="match-report flex flex-col gap-6 print:gap-3 print:text-small">
      <header className="flex flex-col gap-3 print:gap-1.5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-heading text-lead font-extrabold">
            {isOver ? 'Acta del partido' : 'Acta provisional: el partido no ha terminado'}
          </span>
          <Button kind="secondary" size="small" className="print:hidden" onClick={() => print()}>
            Imprimir
          </Button>
        </p>
        <MatchTitle title={title} event={event} score={match} reveal={undefined} />
        <p className="text-muted">
          {[sportName(sport), formatEventRange(event), matchFacts(event)].filter(Boolean).join(' · ')}
        </p>
      </header>
      <Periods log={log} names={names} />
      <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2 print:gap-4">
        <Side name={names.home}>
          <SideReport name={names.home} report={report.home} sport={sport} />
        </Side>
        <Side name={names.away}>
          <SideReport name={names.away} report={report.away} sport={sport} />
        </Side>
      </div>
      <p className="border-t border-line pt-3 text-small text-muted">
        Según el registro de la mesa en Cantera TV. No sustituye al acta arbitral.
      </p>
    </article>
  );
}

function Side({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 border-b border-line pb-2 text-body print:mb-1 print:pb-1">{name}</h2>
      {children}
    </div>
  );
}

function Periods({ log, names }: { log: MatchLog; names: Record<'home' | 'away', string> }) {
  const { sport } = log.clock;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-right tabular-nums">
        <caption className="sr-only">Parciales</caption>
        <thead className="text-small text-muted">
          <tr>
            <td />
            {log.periods.map(({ period }) => (
              <th key={period} scope="col" className="px-2 font-semibold">
                {describePeriod(period, sport)}
              </th>
            ))}
            <th scope="col" className="pl-2 font-semibold">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {(['home', 'away'] as const).map((side) => (
            <tr key={side} className="border-t border-line">
              <th scope="row" className="max-w-40 truncate py-1 text-left font-semibold">
                {names[side]}
              </th>
              {log.periods.map((period) => (
                <td key={period.period} className="px-2">
                  {period[side]}
                </td>
              ))}
              <td className="pl-2 font-semibold">{log[side]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
