/**
 * The table of a league, with its zones, the user's clubs and the running scores. Narrow screens show each club's form
 * below its name, and omit the detail columns.
 */
import { Link } from 'react-router-dom';
import type { Competition, StandingRow, Standings } from '../../../../shared/contract/competitions.ts';
import { findZone, type Zone } from '../../../../shared/domain/standings.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { useOwnClubs } from '../../../session/own-clubs.ts';
import { Crest } from '../../../ui/crest.tsx';

interface Props {
  rows: readonly StandingRow[];
  running?: Standings['running'];
  competition: Competition;
}

export function StandingsTable({ rows, running = [], competition }: Props) {
  const ownClubs = useOwnClubs();
  const clubs = new Map(competition.clubs.map((club) => [club.id, club]));
  const isSoccer = competition.sport === 'SOCCER';
  const columns = allColumns.filter(({ soccerOnly }) => isSoccer || !soccerOnly);
  return (
    <table className="w-full max-w-240 border-collapse text-small tabular-nums sm:text-body">
      <thead>
        <tr className="text-left text-note text-muted">
          <th scope="col" className="min-w-9 py-2 pr-2 text-center font-medium">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Posición</span>
          </th>
          <th scope="col" className="py-2 font-medium">
            Club
          </th>
          {columns.map(({ short, name, isWide }) => (
            <th key={short} scope="col" className={cx(cell, 'font-medium', isWide && wideOnly)}>
              <abbr title={name} className="no-underline">
                {short}
              </abbr>
            </th>
          ))}
          {running.length > 0 && (
            <th scope="col" className={cx(cell, 'font-medium whitespace-nowrap')}>
              En vivo
            </th>
          )}
          <th scope="col" title="Los últimos cinco partidos" className={cx('min-w-40 py-2 pl-6 font-medium', wideOnly)}>
            Forma
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const club = clubs.get(row.clubId);
          const zone = findZone(index, rows.length, competition.rules);
          const isOwn = ownClubs?.includes(row.clubId) ?? false;
          return (
            <tr key={row.clubId} className={cx('border-t border-line', isOwn && 'bg-raised')}>
              <td
                className={cx(
                  'min-w-9 border-l-4 py-2 pr-2 text-center font-semibold text-muted',
                  zone ? zoneLooks[zone].border : 'border-transparent',
                )}
              >
                {row.position}
                {zone && <span className="sr-only"> ({zoneLooks[zone].name})</span>}
              </td>
              <th scope="row" className="w-full max-w-0 py-1 text-left font-semibold">
                <Link
                  to={paths.club(row.clubId)}
                  className="flex min-h-11 items-center gap-3 rounded-sm decoration-2 underline-offset-4 hover:underline"
                >
                  <Crest src={club?.thumbnail ?? null} className="size-7 shrink-0 object-contain" />
                  <span className="min-w-0">
                    <span className="block truncate">
                      {club?.name}
                      {isOwn && <span className="sr-only"> (tu club)</span>}
                    </span>
                    <span className="mt-0.5 flex gap-1 sm:hidden" aria-hidden="true">
                      <Form form={row.form} small />
                    </span>
                  </span>
                </Link>
              </th>
              {columns.map(({ short, read, isWide, isStrong }) => (
                <td key={short} className={cx(cell, isWide && wideOnly, isStrong ? 'font-bold' : 'text-muted')}>
                  {read(row)}
                </td>
              ))}
              {running.length > 0 && (
                <td className={cx(cell, 'whitespace-nowrap')}>
                  <RunningScore clubId={row.clubId} running={running} />
                </td>
              )}
              <td className={cx('py-2 pl-6', wideOnly)}>
                <span className="flex gap-1">
                  <Form form={row.form} />
                </span>
                <span className="sr-only">{row.form.map((outcome) => outcomes[outcome].name).join(', ')}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The score of the club's running match, its own points first. */
function RunningScore({ clubId, running }: { clubId: string; running: Standings['running'] }) {
  const match = running.find(({ homeId, awayId }) => clubId === homeId || clubId === awayId);
  if (!match) return null;
  const { eventId, homeId, home, away } = match;
  return (
    <Link
      to={paths.event(eventId)}
      className="inline-flex min-h-11 items-center gap-1.5 font-bold underline-offset-4 hover:underline"
    >
      <span className="size-2 animate-live rounded-full bg-live" />
      {clubId === homeId ? `${home} – ${away}` : `${away} – ${home}`}
    </Link>
  );
}

/** Names the zones that the table marks. */
export function ZoneLegend({ rules }: { rules: Competition['rules'] }) {
  const marked = (['UP', 'DOWN'] as const).filter((zone) => (zone === 'UP' ? rules.promoted : rules.relegated));
  return (
    <ul aria-label="Zonas" className="mt-3 flex gap-4 text-note text-muted empty:hidden">
      {marked.map((zone) => (
        <li key={zone} className={cx('border-l-4 pl-2', zoneLooks[zone].border)}>
          {zoneLooks[zone].name}
        </li>
      ))}
    </ul>
  );
}

const zoneLooks: Record<Zone, { name: string; border: string }> = {
  UP: { name: 'Ascenso', border: 'border-l-success' },
  DOWN: { name: 'Descenso', border: 'border-l-danger' },
};

const cell = 'px-1.5 py-2 text-right sm:px-2.5';
const wideOnly = 'hidden sm:table-cell';

interface Column {
  short: string;
  name: string;
  read: (row: StandingRow) => number | string;
  isWide?: true;
  isStrong?: true;
  soccerOnly?: true;
}

const allColumns: Column[] = [
  { short: 'PJ', name: 'Partidos jugados', read: ({ played }) => played },
  { short: 'G', name: 'Ganados', read: ({ won }) => won, isWide: true },
  { short: 'E', name: 'Empatados', read: ({ drawn }) => drawn, isWide: true, soccerOnly: true },
  { short: 'P', name: 'Perdidos', read: ({ lost }) => lost, isWide: true },
  { short: 'F', name: 'A favor', read: ({ scored }) => scored, isWide: true },
  { short: 'C', name: 'En contra', read: ({ conceded }) => conceded, isWide: true },
  { short: 'Dif.', name: 'Diferencia', read: ({ scored, conceded }) => formatSigned(scored - conceded) },
  {
    short: 'Pts.',
    name: 'Puntos',
    read: ({ points, penalty }) => (penalty > 0 ? `${points}*` : points),
    isStrong: true,
  },
];

const formatSigned = (figure: number) => (figure > 0 ? `+${figure}` : figure < 0 ? `−${-figure}` : '0');

type Outcome = StandingRow['form'][number];
const outcomes: Record<Outcome, { letter: string; name: string; look: string }> = {
  W: { letter: 'G', name: 'Ganado', look: 'border-success text-success' },
  D: { letter: 'E', name: 'Empatado', look: 'border-line-strong text-muted' },
  L: { letter: 'P', name: 'Perdido', look: 'border-danger text-danger' },
};

function Form({ form, small = false }: { form: readonly Outcome[]; small?: boolean }) {
  return form.map((outcome, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: outcomes have no other identity
      key={index}
      aria-hidden="true"
      title={outcomes[outcome].name}
      className={cx(
        'grid place-items-center rounded-full border font-bold',
        small ? 'size-4 text-[0.5625rem]' : 'size-6 text-note',
        outcomes[outcome].look,
      )}
    >
      {outcomes[outcome].letter}
    </span>
  ));
}
