/** /liquidaciones: what each club earns in a month, from every payment and refund; a month is closed once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StatementView } from '../../../shared/contract/statements.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { planTexts, writePercent } from '../../../shared/domain/statement.ts';
import { SharesDialog } from '../../features/money/statements/shares-dialog.tsx';
import { amountColumn, cellButton, figureColumn } from '../../features/platform/back-office/columns.tsx';
import { ListLoader } from '../../features/platform/back-office/list-loader.tsx';
import { api } from '../../lib/api.ts';
import { capitalise, formatLongDate } from '../../lib/format.ts';
import { saveTable } from '../../lib/save-table.ts';
import { useFilter } from '../../lib/use-page.ts';
import { useSession } from '../../session/session.tsx';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, RowText } from '../../ui/manage-list.tsx';
import { Select } from '../../ui/select.tsx';
import { useAct } from '../../ui/use-act.ts';

type Row = StatementView['rows'][number] & { id: string };

export default function StatementsPage() {
  const { isLiveUser } = useSession();
  const [wanted, choose] = useFilter('mes');
  const chosen = /^20\d\d-(0[1-9]|1[0-2])$/.test(wanted) ? wanted : undefined;
  const [club, setClub] = useState<{ id: string; name: string }>();
  const statement = useQuery({
    queryKey: ['statements', chosen],
    queryFn: async ({ signal }) =>
      (await api('GET /statements', { query: { ...(chosen && { month: chosen }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
  const data = statement.data;
  const isClosed = data?.closedAt != null;
  const saving = useAct({
    send: ({ what, row }: { what: 'figures' | 'lines'; row?: Row }) =>
      saveTable(
        '/statements/csv',
        { month: data?.month, what, plan: row?.plan, of: row?.of ?? undefined },
        `${what === 'lines' ? 'transacciones' : 'liquidacion'}-${data?.month}.csv`,
      ),
    failure: 'No se ha podido preparar el archivo',
  });
  const ownColumns = createColumns((row) => saving.mutate({ what: 'lines', row }));
  const columns = isLiveUser
    ? [...ownColumns, createSharesColumn((row) => setClub({ id: row.clubId ?? '', name: row.club ?? '' }))]
    : ownColumns;
  return (
    <>
      <BackOfficeHeading title="Liquidaciones">
        {data && data.rows.length > 0 && (
          <>
            <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate({ what: 'figures' })}>
              Descargar CSV
            </Button>
            <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate({ what: 'lines' })}>
              Transacciones
            </Button>
          </>
        )}
      </BackOfficeHeading>
      <p className="mb-5 max-w-3xl text-muted">
        Lo que gana cada club: un porcentaje de lo cobrado, sin IVA, comisiones ni devoluciones. Un partido se reparte a
        partes iguales entre sus clubes; el abono es de su club; la suscripción, la temporada y el plan familiar se
        reparten según los partidos de cada club que se han visto en el mes.
      </p>
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
        {data && (
          <div className="w-56">
            <Select
              label="Mes"
              choices={listMonths(data, isLiveUser).map((month) => ({ value: month, label: nameMonth(month) }))}
              value={data.month}
              onChange={({ target }) => choose(target.value)}
            />
          </div>
        )}
        {data && (
          <p className="min-h-6 pb-2 font-semibold tabular-nums" role="status">
            {describeSum(data)}
          </p>
        )}
        {data && isLiveUser && !isClosed && data.month < currentMonth() && <CloseButton month={data.month} />}
      </div>
      <ListLoader
        label="Liquidaciones"
        columns={columns}
        list={statement}
        rows={data?.rows.map((row) => ({ ...row, id: [row.clubId, row.plan, row.of].join(' ') }))}
        pages={{ page: 1, totalPages: 1, goTo: () => undefined }}
        empty={
          <EmptyState
            icon="swap"
            title={isClosed || isLiveUser ? 'Nada que liquidar este mes' : 'Este mes sigue abierto'}
            text={
              isClosed || isLiveUser
                ? 'Aquí aparecerá lo que gane cada club con sus partidos.'
                : 'Verás lo que gana tu club cuando el mes esté cerrado.'
            }
          />
        }
      />
      {club && <SharesDialog club={club} onClose={() => setClub(undefined)} />}
    </>
  );
}

function CloseButton({ month }: { month: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const closing = useAct({
    send: () => api('POST /live/statements', { body: { month } }),
    success: 'El mes está cerrado',
    failure: 'No se ha podido cerrar el mes',
    stale: ['statements'],
    onDone: () => setIsAsked(false),
  });
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Cerrar el mes</Button>
      {isAsked && (
        <ConfirmDialog
          title={`¿Cerrar ${nameMonth(month).toLowerCase()}?`}
          confirm="Cerrar el mes"
          cancel="Todavía no"
          busy={closing.isPending}
          onConfirm={() => closing.mutate()}
          onCancel={() => setIsAsked(false)}
        >
          <p className="text-muted">
            Sus cifras ya no cambiarán, y los clubes las verán. Lo que se devuelva después cuenta en el mes siguiente.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const describeSum = ({ rows, closedAt }: StatementView) =>
  [
    `Para los clubes ${formatPrice(rows.reduce((sum, { share }) => sum + share, 0) / 100)}`,
    `neto ${formatPrice(rows.reduce((sum, { net }) => sum + net, 0) / 100)}`,
    closedAt ? `cerrado el ${formatLongDate(closedAt)}` : 'sin cerrar',
  ].join(' · ');

/** Admins also see the open months: this one and the last. */
const listMonths = ({ month, months }: StatementView, isAdmin: boolean): string[] =>
  [...new Set([month, ...months, ...(isAdmin ? [currentMonth()] : [])])].toSorted().toReversed();

const currentMonth = () => {
  const [, number = '', year = ''] = /^(\d+)\/(\d+)$/.exec(monthOfYear(new Date())) ?? [];
  return `${year}-${number.padStart(2, '0')}`;
};
const monthOfYear = madridText({ month: '2-digit', year: 'numeric' });
const longMonth = madridText({ month: 'long', year: 'numeric' });
const nameMonth = (month: string) => capitalise(longMonth(new Date(`${month}-15T12:00:00Z`)));

const createColumns = (saveLines: (row: Row) => void): Column<Row>[] => [
  {
    title: 'Club',
    cell: ({ club, clubId, plan, title }) => (
      <RowText title={club ?? (clubId ? 'Club eliminado' : 'Sin club')}>
        {title && plan !== 'club' ? `${planTexts[plan]}: ${title}` : planTexts[plan]}
      </RowText>
    ),
  },
  {
    title: 'Pagos',
    width: '80px',
    isNumber: true,
    cell: (row) => (
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1 text-small tabular-nums underline underline-offset-4 @[860px]:ml-auto"
        onClick={() => saveLines(row)}
      >
        {row.payments} <span className="@[860px]:sr-only">{row.payments === 1 ? 'pago' : 'pagos'}</span>
        <span className="sr-only">: descargar sus transacciones</span>
      </button>
    ),
  },
  figureColumn(
    'Cobrado',
    '150px',
    ({ gross }) => formatPrice(gross / 100),
    ({ vat, fees }) => `IVA ${formatPrice(vat / 100)} · com. ${formatPrice(fees / 100)}`,
  ),
  amountColumn(
    'Parte del club',
    '150px',
    ({ share }) => formatPrice(share / 100),
    ({ net, percent }) => `${writePercent(percent)} de ${formatPrice(net / 100)}`,
  ),
];

const createSharesColumn = (open: (row: Row) => void): Column<Row> => ({
  title: 'Porcentajes',
  width: '100px',
  isNumber: true,
  cell: (row) => (row.clubId ? cellButton('Cambiar', `los porcentajes de ${row.club}`, () => open(row)) : <span />),
});
