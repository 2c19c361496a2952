/** The goals and cards, or the players, of one side. */
import type { Sport } from '../../../../shared/contract/schema.ts';
import type { SideReport as Report, ReportPlayer } from '../../../../shared/domain/match-report.ts';

export function SideReport({ name, report, sport }: { name: string; report: Report; sport: Sport }) {
  return (
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
  );
}

const nameShirt = (shirt: number | null) => (shirt === null ? 'sin dorsal' : `#${shirt}`);

function Entries({
  title,
  emptyText,
  entries,
}: {
  title: string;
  emptyText: string;
  entries: { id: string; text: string }[];
}) {
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
          <th scope="col" className="text-left font-semibold">
            Dorsal
          </th>
          <th scope="col" className="font-semibold">
            1P
          </th>
          <th scope="col" className="font-semibold">
            2P
          </th>
          <th scope="col" className="font-semibold">
            3P
          </th>
          <th scope="col" className="font-semibold">
            Faltas
          </th>
          <th scope="col" className="font-semibold">
            Puntos
          </th>
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
