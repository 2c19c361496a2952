/** The table of a league. Narrow screens show each club's form below its name, and omit the detail columns. */
import { Link } from 'react-router-dom';
import type { Competition, StandingRow } from '../../../../shared/contract/competitions.ts';
import { cx } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { Crest } from '../../../ui/crest.tsx';

export function StandingsTable({ rows, competition }: { rows: readonly StandingRow[]; competition: Competition }) {
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
          <th scope="col" title="Los últimos cinco partidos" className={cx('min-w-40 py-2 pl-6 font-medium', wideOnly)}>
            Forma
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const club = clubs.get(row.clubId);
          return (
            <tr key={row.clubId} className="border-t border-line">
              <td className="min-w-9 py-2 pr-2 text-center font-semibold text-muted">{row.position}</td>
              <th scope="row" className="w-full max-w-0 py-1 text-left font-semibold">
                <Link
                  to={paths.club(row.clubId)}
                  className="flex min-h-11 items-center gap-3 rounded-sm decoration-2 underline-offset-4 hover:underline"
                >
                  <Crest src={club?.thumbnail ?? null} className="size-7 shrink-0 object-contain" />
                  <span className="min-w-0">
                    <span className="block truncate">{club?.name}</span>
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
