/** /minutos-perdidos: matches of which minutes could not be seen, with sums by club and by camera. */
import type { LostMinutesOfMatch, LostSum } from '../../../shared/contract/payments.ts';
import { formatLostMinutes } from '../../../shared/domain/lost-minutes.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { useLostMinutes } from '../../features/money/unseen/queries.ts';
import { figureColumn } from '../../features/platform/back-office/columns.tsx';
import { ListLoader } from '../../features/platform/back-office/list-loader.tsx';
import { capitalise, formatCount, formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { usePage } from '../../lib/use-page.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, RowText } from '../../ui/manage-list.tsx';

export default function LostMinutesPage() {
  const pages = usePage();
  const list = useLostMinutes(pages.page);
  const data = list.data;
  return (
    <>
      <BackOfficeHeading title="Minutos perdidos" />
      <p className="mb-5 max-w-3xl text-muted">
        Minutos de juego que nadie pudo ver, medidos al día siguiente de cada partido con marcador. A quien lo compró se
        le devuelve su parte sola; aquí se ve qué club y qué cámara necesitan ayuda.
      </p>
      {data && data.total > 0 && (
        <div className="mb-6 grid grid-cols-1 gap-4 md:grid-cols-2">
          <Sums title="Por club" sums={data.clubs} />
          <Sums title="Por cámara" sums={data.cameras} />
        </div>
      )}
      <ListLoader
        label="Minutos perdidos"
        columns={columns}
        list={list}
        rows={data?.matches.map((match) => ({ ...match, id: match.eventId }))}
        pages={{ ...pages, totalPages: data?.totalPages }}
        empty={
          <EmptyState
            icon="check"
            title="No se ha perdido ni un minuto"
            text="Aquí aparecerán los partidos a los que les falte imagen."
          />
        }
      />
    </>
  );
}

function Sums({ title, sums }: { title: string; sums: LostSum[] }) {
  if (sums.length === 0) return null;
  return (
    <section className="min-w-0 rounded-md border border-line bg-surface p-4">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <ul className="flex flex-col gap-1.5 text-small">
        {sums.map(({ id, name, matches, minutes }) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-muted tabular-nums">
              {formatCount(minutes)} min · {formatCount(matches)} {matches === 1 ? 'partido' : 'partidos'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const columns: Column<LostMinutesOfMatch & { id: string }>[] = [
  {
    title: 'Partido',
    cell: ({ eventId, title, start }) => (
      <RowText to={paths.event(eventId)} title={title}>
        {capitalise(formatDay(start))}
      </RowText>
    ),
  },
  {
    title: 'Cámara',
    width: '200px',
    cell: ({ cameras }) => <span className="min-w-0 truncate text-small">{cameras.join(', ')}</span>,
  },
  figureColumn('Sin imagen', '120px', ({ minutes }) => formatLostMinutes(minutes)),
  {
    title: 'Devolución',
    width: '190px',
    cell: ({ percent, refunded }) =>
      refunded ? (
        <span className="flex w-full flex-col items-start gap-1 @[860px]:w-auto">
          <StatusPill tone={refunded.isDone ? 'success' : 'warning'}>
            {refunded.isDone ? `Devuelto el ${percent} %` : `Devolviendo el ${percent} %`}
          </StatusPill>
          <span className="text-note text-muted tabular-nums">{formatPrice(refunded.amount / 100)}</span>
        </span>
      ) : (
        <span className="text-small text-muted">Menos del 10 %</span>
      ),
  },
];
