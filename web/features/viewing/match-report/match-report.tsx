/** The report of a match ('acta'): one sheet with the scorer's log. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SportEvent } from '../../../../shared/contract/sport-event.ts';
import { listSides, matchFacts } from '../../../../shared/domain/match.ts';
import { describePeriod, type MatchLog } from '../../../../shared/domain/match-log.ts';
import { type SideReport as Report, type ReportPlayer, toMatchReport } from '../../../../shared/domain/match-report.ts';
import { sportName } from '../../../../shared/domain/sport-name.ts';
import { Button } from '../../../ui/button.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { formatEventRange } from '../../league/events/event-state.tsx';
import { MatchTitle } from '../../league/events/item-heading.tsx';

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
        {(['home', 'away'] as const).map((side) => (
          <SideReport key={side} name={names[side]} report={report[side]} sport={sport} />
        ))}
      </div>
      <p className="border-t border-line pt-3 text-small text-muted">
        Según el registro de la mesa en Cantera TV. No sustituye al acta arbitral.
      </p>
    </article>
  );
}

function Periods({ log, names }: { log: MatchLog; names: Record<'home' | 'away', string> }) {
  const { sport } = log.clock;
  return (
    <ScrollRegion label="Parciales" className="overflow-x-auto">
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
    </ScrollRegion>
  );
}

/** The goals and cards, or the players, of one side. */
function SideReport({ name, report, sport }: { name: string; report: Report; sport: Sport }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-2 border-b border-line pb-2 text-body print:mb-1 print:pb-1">{name}</h2>
      <section aria-label={name} className="flex min-w-0 flex-col gap-3 print:gap-1.5">
        {sport === 'SOCCER' ? (
          <>
            <Entries
              title="Goles"
              emptyText="Sin goles"
              entries={report.goals.map(({ id, time, shirt, own }) => ({
                id,
                text: `${time} ${nameShirt(shirt)}${own ? ' (en propia)' : ''}`,
              }))}
            />
            <Entries
              title="Tarjetas"
              emptyText="Sin tarjetas"
              entries={report.cards.map(({ id, time, shirt, red }) => ({
                id,
                text: `${time} ${nameShirt(shirt)} ${red ? 'roja' : 'amarilla'}`,
              }))}
            />
          </>
        ) : (
          <Players players={report.players} />
        )}
      </section>
    </div>
  );
}

const nameShirt = (shirt: number | null) => (shirt === null ? 'sin dorsal' : `#${shirt}`);

interface EntriesProps {
  title: string;
  emptyText: string;
  entries: { id: string; text: string }[];
}

function Entries({ title, emptyText, entries }: EntriesProps) {
  return (
    <div>
      <h3 className={titleLook}>{title}</h3>
      {entries.length > 0 ? (
        <ul className="flex flex-wrap gap-x-4 tabular-nums">
          {entries.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{emptyText}</p>
      )}
    </div>
  );
}

function Players({ players }: { players: readonly ReportPlayer[] }) {
  if (players.length === 0) return <p className="text-muted">Sin anotaciones</p>;
  return (
    <table className="w-full text-right tabular-nums">
      <thead className="text-small text-muted">
        <tr>
          {['Dorsal', '1P', '2P', '3P', 'Faltas', 'Puntos'].map((heading) => (
            <th key={heading} scope="col" className="font-semibold first:text-left">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {players.map(({ shirt, points, baskets: [one, two, three], fouls }) => (
          <tr key={shirt} className="border-t border-line">
            <th scope="row" className="text-left font-semibold">
              {shirt === null ? 'Sin dorsal' : `#${shirt}`}
            </th>
            <td>{one}</td>
            <td>{two}</td>
            <td>{three}</td>
            <td>{fouls}</td>
            <td className="font-semibold">{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const titleLook = 'font-body text-small font-semibold text-muted';
